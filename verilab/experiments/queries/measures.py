"""How large an interpolant sequence is, and which predicates the predicate analysis would take from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.predicate.choices import Extraction
from verilab.analysis.predicate.predicates import Predicates
from verilab.formulas.terms.inspection import atoms, subterms
from verilab.solving.predicate_paths import StatePredicates


@dataclass(frozen=True, slots=True)
class Measures:
    """Of a whole sequence: distinct DAG nodes, distinct atoms, distinct variables."""

    nodes: int
    atoms: int
    variables: int


def measure(formulas: Sequence[FNode]) -> Measures:
    """Shared subterms count once, whichever cuts share them."""
    nodes = list(subterms(formulas))
    all_atoms = {atom for formula in formulas for atom in atoms(formula)}
    return Measures(len(nodes), len(all_atoms), sum(node.node_type() == op.SYMBOL for node in nodes))


class PredicateGain:
    """The predicates that an engine's answers bring along a run: those of an answer, and how many of them are new.

    A predicate speaks of the program's symbols: ``f::x@3`` is ``f::x``.  It is new where no earlier answer to a query of the same run
    had it.  A formula that speaks of two instances of a symbol keeps its instances.
    """

    def __init__(self, environment: Environment) -> None:
        self._states = StatePredicates(environment)
        self._predicates = Predicates(environment)
        self._known: dict[tuple[str, str], set[FNode]] = {}

    def add(self, engine: str, run: str, formulas: Sequence[FNode]) -> tuple[int, int]:
        """(how many predicates the answer has, how many of them are new)."""
        predicates: set[FNode] = set()
        for formula in formulas:
            predicates |= self._predicates.extract(self._states.of_state(formula) or formula, Extraction.CONJUNCTS)
        known = self._known.setdefault((engine, run), set())
        new = len(predicates - known)
        known |= predicates
        return len(predicates), new
