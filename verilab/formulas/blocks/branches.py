"""Paths of a block that meet: what tells them apart, and the condition of their union.

Where the two sides of a branching meet, the literals below it cancel, so that after a closed diamond the guard is the one before it and
merged values are ``literal ? then : otherwise``: neither depends on how deep in the program the diamond is.
"""

from __future__ import annotations

from pysmt.fnode import FNode

from verilab.formulas.encodings.guards import Guard
from verilab.formulas.encodings.translation import State
from verilab.formulas.terms.construction import Terms


class Branch:
    """One of several paths that meet: ``guard`` and, newest first, the ``literals`` already lifted out of deeper guards."""

    __slots__ = ("changed", "guard", "literals", "state")

    def __init__(self, guard: Guard, state: State) -> None:
        self.guard = guard
        self.state = state
        self.literals: list[FNode] = []
        self.changed: set[int] = set()

    def lift(self) -> None:
        """Move up to the parent guard."""
        guard = self.guard
        assert guard.parent is not None
        self.literals.append(guard.literal)
        self.changed |= guard.changed
        self.guard = guard.parent


def selector(first: Branch, second: Branch, terms: Terms) -> FNode:
    """A condition that holds on ``first`` and not on ``second``, both lifted to the same guard; short where they start with a branching."""
    if not first.literals:
        return terms.negation(terms.conjunction(second.literals[::-1]))
    if second.literals and first.literals[-1] is terms.negation(second.literals[-1]):
        return first.literals[-1]
    return terms.conjunction(first.literals[::-1])


# (c and A) or (not c and B)  is  not c or A  where B is true, and true where both are.
def united(first: Branch, second: Branch, terms: Terms) -> list[FNode]:
    """The literals of the union of two paths over their common guard: none where they are the two sides of one branching."""
    if not first.literals or not second.literals:
        return []
    rest_first, rest_second = first.literals[-2::-1], second.literals[-2::-1]
    if first.literals[-1] is terms.negation(second.literals[-1]) and not (rest_first and rest_second):
        if not rest_first and not rest_second:
            return []
        split, rest = (first, rest_first) if rest_first else (second, rest_second)
        return [terms.disjunction((terms.negation(split.literals[-1]), terms.conjunction(rest)))]
    return [terms.disjunction((terms.conjunction(first.literals[::-1]), terms.conjunction(second.literals[::-1])))]
