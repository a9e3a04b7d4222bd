"""The facts of a composite: those of its value analysis, and those of its predicate analysis, which are formulas."""

from __future__ import annotations

from typing import Any

from pysmt.fnode import FNode

from verilab.analysis.candidates import Increment, Use
from verilab.analysis.exploration import Exploration
from verilab.analysis.facts import Facts
from verilab.analysis.value.facts import ValueFacts
from verilab.program.storages import Array, Variable


class PairFacts(Facts):
    """Asks the analysis that a fact or an interpolant belongs to."""

    def __init__(self, values: ValueFacts, predicates: Facts) -> None:
        self._values = values
        self._predicates = predicates

    def uses(self, increment: Increment) -> frozenset[Use]:
        """The uses of the facts of each analysis."""
        values, predicates = split(increment)
        return self._values.uses(values) | self._predicates.uses(predicates)

    def text(self, fact: Any) -> str:
        return self._owner(fact).text(fact)

    def interpolant_text(self, interpolant: Any) -> str:
        return self._owner(interpolant).interpolant_text(interpolant)

    def is_trivial(self, interpolant: Any) -> bool:
        return self._owner(interpolant).is_trivial(interpolant)

    def values_taken(self, exploration: Exploration, storage: Variable | Array, limit: int) -> int:
        """The larger of what the analyses say."""
        reached = ((node.point, node.state[0]) for node in exploration.arg.nodes())
        return max(self._values.values_in(reached, storage, limit), self._predicates.values_taken(exploration, storage, limit))

    def _owner(self, fact: Any) -> Facts:
        return self._predicates if isinstance(fact, FNode) else self._values


def split(increment: Increment) -> tuple[Increment, Increment]:
    """The part of an increment that tracks variables, and the part that tracks predicates."""
    values, predicates = {}, {}
    for point, facts in increment.facts.items():
        formulas = frozenset(fact for fact in facts if isinstance(fact, FNode))
        if formulas:
            predicates[point] = formulas
        if len(formulas) < len(facts):
            values[point] = facts - formulas
    return Increment(values), Increment(predicates)
