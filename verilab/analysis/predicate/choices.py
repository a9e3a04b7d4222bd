"""What a predicate analysis is told by one word each; nothing is imported, so that who chooses need not load the analysis."""

from __future__ import annotations

from enum import Enum


class AbstractionKind(Enum):
    """boolean: strongest boolean combination; cartesian: strongest conjunction of literals; lazy: the second until the first is needed."""

    BOOLEAN = "boolean"
    CARTESIAN = "cartesian"
    LAZY = "lazy"


class Extraction(Enum):
    """What becomes a predicate of an interpolant: its atoms, atoms with equalities split into two inequalities, each conjunct, the whole.

    Conjuncts and wholes mostly hold or fail together with what follows from them: the abstraction has far fewer cubes than over atoms.
    """

    ATOMS = "atoms"
    INEQUALITIES = "inequalities"
    CONJUNCTS = "conjuncts"
    WHOLE = "whole"


class Fallback(Enum):
    """When the next procedure is asked: where an answer teaches nothing NEW too, only where there is no ANSWER, or never."""

    NEW = "new"
    ANSWER = "answer"
    NONE = "none"


class Interpolate(Enum):
    """What one interpolation query is about: the path to a target, all paths of a round, or the paths to their first contradictions."""

    PER_TARGET = "per-target"
    TREE = "tree"
    GLOBAL = "global"
