"""Who implies whom: interpolants of two engines for the same cut, compared by a solver with a small limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import SolverSession, Status

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
