"""How large an interpolant sequence is, which predicates the predicate analysis would take from it, and who of two implies whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.predicate.choices import Extraction
from verilab.analysis.predicate.predicates import Predicates
from verilab.data_classes import dataclass
from verilab.formulas.terms.inspection import atoms, subterms
from verilab.solving.backend import SolverSession, Status
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


LIMIT = 0.2
"""Seconds for one implication; past it the pair is undecided."""

RELATIONS = ("stronger", "weaker", "equivalent", "incomparable", "undecided")

Comparison = dict[tuple[str, str], Counter[str]]
"""For each two engines, the first and the second in the given order: how often the first's interpolant was which."""


def compare(session: SolverSession, environment: Environment, answers: Mapping[str, Sequence[FNode]]) -> Comparison:
    """Compare valid sequences of the same query, cut by cut; nothing contradictory is asserted on the session."""
    relations: Comparison = {}
    for first, second in combinations(answers, 2):
        counts: Counter[str] = Counter()
        for one, other in zip(answers[first], answers[second], strict=True):
            counts[_relation(session, environment, one, other)] += 1
        relations[first, second] = counts
    return relations


# one is stronger:  one => other  and not  other => one
def _relation(session: SolverSession, environment: Environment, one: FNode, other: FNode) -> str:
    if one is other:
        return "equivalent"
    m = environment.formula_manager
    forward = session.check([one, m.Not(other)], timeout=LIMIT)
    backward = session.check([other, m.Not(one)], timeout=LIMIT)
    if Status.UNKNOWN in (forward, backward):
        return "undecided"
    if forward is backward:
        return "equivalent" if forward is Status.UNSAT else "incomparable"
    return "stronger" if forward is Status.UNSAT else "weaker"
