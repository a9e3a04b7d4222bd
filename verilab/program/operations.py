"""What an edge of a control-flow automaton does to data (FORTE'15 §2: assignments and assumes)."""

from __future__ import annotations

from enum import Enum

from verilab.data_classes import dataclass
from verilab.program.expressions import Expression
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType


class NondetKind(Enum):
    """Where an arbitrary value comes from."""

    INPUT = "input"  # __VERIFIER_nondet_* and external functions: the environment may choose any value
    UNINITIALISED = "uninitialised"  # a local without initialiser: any value (C leaves it indeterminate)
    IMPRECISE = "imprecise"  # an over-approximation: the real value is fixed by the program but not modelled


ALTERNATIVE = "whether it is another: "
"""Begins the origin of the input that says whether the program does another of several things that C leaves open."""


@dataclass(frozen=True, slots=True, eq=False)
class Nondet:
    """An arbitrary value of ``type``: the whole right-hand side of an assignment, never part of an expression.

    ``origin`` is the called function's name for an input, else the reason of the imprecision ("heap", "float", ...).
    """

    type: IntType
    kind: NondetKind
    origin: str


@dataclass(frozen=True, slots=True, eq=False)
class Assume:
    """``[condition != 0]`` where ``positive``, else ``[condition == 0]``; both branches share the condition object."""

    condition: Expression
    positive: bool


@dataclass(frozen=True, slots=True, eq=False)
class Assign:
    """``target := value``, of equal types."""

    target: Variable
    value: Expression | Nondet


@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """``array[index] := value``; an index out of bounds is undefined behaviour and changes nothing."""

    array: Array
    index: Expression
    value: Expression | Nondet


@dataclass(frozen=True, slots=True, eq=False)
class Havoc:
    """All of these variables and arrays (every element) become arbitrary: memory that changed in a way not modelled."""

    targets: tuple[Variable | Array, ...]
    kind: NondetKind
    origin: str


@dataclass(frozen=True, slots=True, eq=False)
class Skip:
    """No effect."""
