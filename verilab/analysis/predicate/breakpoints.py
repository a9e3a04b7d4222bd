"""Formulas that compare one or two integer variables with numbers and with each other, enumerated without a solver.

Let each atom be  a x + b <= 0,  < 0  or  = 0, or compare two variables.  The atoms of x are constant between the breakpoints: the integers
c such that one of them may have one truth at c and another at c + 1.  With P one integer between each two breakpoints and beyond them,

    { (f_1(x), ..., f_k(x)) | x an integer }  =  { (f_1(x), ..., f_k(x)) | x in P }

For two variables P has two integers there, if there are two: what x and y are between breakpoints moves into P without changing its
order.  Where A and B are the points of P at which the atoms of x, and those of y, have given truths, x < y is possible with them if and
only if min A < max B, and x = y if and only if A and B meet.  Variables that no formula has together are independent.

Most edges of real programs test or set one variable, and most predicates about it compare it with a number.  A solver answers such a
question at once; to ask it is what takes the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product

from pysmt.fnode import FNode

from verilab.analysis.predicate.comparisons import Binary, Comparison, Comparisons, Unary, connected

Minterms = tuple[Sequence[int], Sequence[tuple[bool, ...]]]
"""The places of some formulas, and the values that these can have together."""


class Breakpoints:
    """What formulas can be together that are comparisons of one or two variables."""

    def __init__(self, comparisons: Comparisons) -> None:
        self._comparisons = comparisons

    def minterms(self, constraints: Iterable[FNode], formulas: Sequence[FNode]) -> list[Minterms] | None:
        """The values of the formulas where all constraints hold: any combination of one of each list; None where a solver must say.

        Where the constraints cannot hold, one of the lists is empty.
        """
        conditions = []
        for constraint in constraints:
            for conjunct in constraint.args() if constraint.is_and() else (constraint,):
                condition = self._comparisons.of(conjunct)
                if condition is None:
                    return None
                conditions.append(condition)
        asked = []
        for formula in formulas:
            comparison = self._comparisons.of(formula)
            if comparison is None:
                return None
            asked.append(comparison)
        answer: list[Minterms] = []
        for variables in connected([*conditions, *asked]):
            if len(variables) > 2:
                return None
            places = [place for place, comparison in enumerate(asked) if _belongs(comparison, variables)]
            within = [condition for condition in conditions if _belongs(condition, variables)]
            own = [asked[place] for place in places]
            answer.append((places, list(dict.fromkeys(_values(sorted(variables, key=FNode.node_id), within, own)))))
        return answer


def _belongs(comparison: Comparison, variables: frozenset[FNode]) -> bool:
    return comparison.variables <= variables if comparison.variables else not variables


def _values(variables: Sequence[FNode], conditions: Sequence[Comparison], asked: Sequence[Comparison]) -> Iterator[tuple[bool, ...]]:
    """The values of comparisons over at most two variables where the conditions hold, some repeatedly."""
    comparisons = (*conditions, *asked)
    breakpoints = sorted({point for comparison in comparisons for part in comparison.parts for point in part.breakpoints})
    points = _points(breakpoints, max(1, len(variables)))
    if len(variables) < 2:
        unary = [comparison for comparison in asked if isinstance(comparison, Unary)]
        for x in points:
            if all(condition.holds(x) for condition in conditions if isinstance(condition, Unary)):
                yield tuple(comparison.holds(x) for comparison in unary)
        return
    x, y = variables
    joint = [condition for condition in conditions if isinstance(condition, Binary)]
    unary = list(dict.fromkeys(part for comparison in (*joint, *asked) for part in comparison.parts))
    classes = product(*(_classes(variable, points, conditions, unary) for variable in variables))
    for (truths_of_x, of_x), (truths_of_y, of_y) in classes:
        truths = truths_of_x | truths_of_y
        for values in _ordered(x, of_x, y, of_y):
            if all(condition.under(values) for condition in joint):
                yield tuple(truths[part] if isinstance(part, Unary) else part.under(values) for part in asked)


def _classes(
    variable: FNode, points: Iterable[int], conditions: Iterable[Comparison], parts: Iterable[Unary]
) -> list[tuple[dict[Unary, bool], list[int]]]:
    """The points that a variable may have, in ascending order, by the truths of the formulas over it."""
    own = [condition for condition in conditions if isinstance(condition, Unary) and condition.variable is variable]
    of_variable = [part for part in parts if part.variable is variable]
    classes: dict[tuple[bool, ...], list[int]] = {}
    for point in points:
        if all(condition.holds(point) for condition in own):
            classes.setdefault(tuple(part.holds(point) for part in of_variable), []).append(point)
    return [(dict(zip(of_variable, truths, strict=True)), members) for truths, members in classes.items()]


def _ordered(x: FNode, of_x: Sequence[int], y: FNode, of_y: Sequence[int]) -> Iterator[Mapping[FNode, int]]:
    """Values of x and of y, of these each: one pair where x < y, one where x > y, and one where x = y, as far as there are any."""
    if of_x[0] < of_y[-1]:
        yield {x: of_x[0], y: of_y[-1]}
    if of_x[-1] > of_y[0]:
        yield {x: of_x[-1], y: of_y[0]}
    for common in set(of_x).intersection(of_y):
        yield {x: common, y: common}
        return


def _points(breakpoints: Sequence[int], number: int) -> list[int]:
    """So many integers between each two breakpoints and beyond them, or all that there are, in ascending order."""
    if not breakpoints:
        return list(range(number))
    first, last = breakpoints[0], breakpoints[-1]
    between = [x for low, high in pairwise(breakpoints) for x in range(low + 1, min(low + number, high) + 1)]
    return [*range(first - number + 1, first + 1), *between, *range(last + 1, last + number + 1)]
