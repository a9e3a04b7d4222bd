"""Linear inequalities over two and three variables, as wide sums that do not wrap.

x - y <= c                         bounds that states reach, and those that the program compares with
x - y - z >= c,  x + y - z >= c    bounds near 0 that several states reach
x >= k y,  x <= y + k z            for the small constants k of the program
x + k y >= c                       the same, by the least of the observed states: what grows by at most k falls behind
x - y <= 2^(w - 2)                 so far that nobody wraps
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from verilab.program.expressions import Binary, Cast, Constant, Expression, Read
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType

MOST_PAIRED = 14
"""Variables that are compared with each other."""
MOST_TRIPLED = 6
REACHED_BY = 2
NEAR = 16
MOST_FACTOR = 10_000
MOST_FACTORS = 3
MOST_SCALED = 4
"""Variables that are compared with multiples of each other."""
NARROW = 16
"""Words up to this width are bounded by what they can hold."""
LEAST_WIDTH = 8

Column = tuple[Variable, Sequence[int]]


def inequalities(columns: Sequence[Column], numbers: Sequence[int]) -> Iterator[Expression]:
    """What holds of all rows; ``numbers``: those that the program compares with."""
    if len(columns) > MOST_PAIRED:
        return
    wide = [(variable, values) for variable, values in columns if variable.type.width >= LEAST_WIDTH]
    bounds = dict.fromkeys(
        [*(abs(number) for number in numbers), *(variable.type.maximum for variable, _ in wide if variable.type.width <= NARROW)]
    )
    factors = [number for number in bounds if 1 < number <= MOST_FACTOR][:MOST_FACTORS]
    for left, right in combinations(wide, 2):
        yield from _pair(left, right, numbers)
    for left, right in permutations(wide, 2):
        for factor in factors:
            margins = [one - factor * other for one, other in zip(left[1], right[1], strict=True)]
            for sign in (1, -1):
                if any(right[1]) and all(sign * margin >= 0 for margin in margins):
                    yield _at_least([(sign, left[0]), (-sign * factor, right[0])], 0)
            if len(wide) <= MOST_SCALED:
                yield from _ahead(left, right, factor)
    if len(wide) <= MOST_TRIPLED:
        for triple in combinations(wide, 3):
            yield from _triple(triple)
        for first, second, third in permutations(wide, 3):
            yield from _scaled(first, second, third, factors)


def _ahead(left: Column, right: Column, factor: int) -> Iterator[Expression]:
    for sign in (1, -1):
        totals = [one + sign * factor * other for one, other in zip(left[1], right[1], strict=True)]
        for side, bound in ((1, min(totals)), (-1, max(totals))):
            if bound:
                yield _at_least([(side, left[0]), (side * sign * factor, right[0])], side * bound)


def _scaled(first: Column, second: Column, third: Column, factors: Sequence[int]) -> Iterator[Expression]:
    if not any(third[1]):
        return
    for factor in factors:
        margins = [one - two - factor * three for one, two, three in zip(first[1], second[1], third[1], strict=True)]
        for sign in (1, -1):
            if all(sign * margin >= 0 for margin in margins):
                yield _at_least([(sign, first[0]), (-sign, second[0]), (-sign * factor, third[0])], 0)


def _pair(left: Column, right: Column, numbers: Sequence[int]) -> Iterator[Expression]:
    same = left[0].type == right[0].type
    for (greater, highs), (less, lows) in ((left, right), (right, left)):
        differences = [high - low for high, low in zip(highs, lows, strict=True)]
        least = min(differences)
        if least >= 0 and same:
            yield Binary(">=", Read(greater), Read(less), INT)
        bounds = [-more for number in numbers for more in (number - 1, number, number + 1) if abs(more) > 1 and -more <= least]
        if least and (least == 1 or differences.count(least) >= REACHED_BY):
            bounds.append(least)
        for bound in sorted(set(bounds), reverse=True)[:2]:
            yield _at_least([(1, greater), (-1, less)], bound)
        far = 1 << min(greater.type.width, less.type.width) - 2
        if greater.type.signed and less.type.signed and least > -far:
            yield _at_least([(1, greater), (-1, less)], -far)
    sums = [one + other for one, other in zip(left[1], right[1], strict=True)]
    often = max(REACHED_BY, len(sums) // 8)
    for sign, bound in ((1, min(sums)), (-1, max(sums))):
        if sums.count(bound) >= often:
            yield _at_least([(sign, left[0]), (sign, right[0])], sign * bound)


def _triple(columns: Sequence[Column]) -> Iterator[Expression]:
    for signs in ((1, 1, -1), (1, -1, 1), (-1, 1, 1)):
        totals = [sum(sign * value for sign, value in zip(signs, row, strict=True)) for row in zip(*(c[1] for c in columns), strict=True)]
        for sign, bound in ((1, min(totals)), (-1, max(totals))):
            if abs(bound) <= NEAR and totals.count(bound) >= max(REACHED_BY, len(totals) // 8):
                yield _at_least([(sign * factor, column[0]) for factor, column in zip(signs, columns, strict=True)], sign * bound)


def _at_least(terms: Sequence[tuple[int, Variable]], bound: int) -> Expression:
    """The sum of the positive terms is at least that of the others and the bound."""
    most = max(abs(bound), *(abs(factor) for factor, _ in terms))
    type = IntType(max(variable.type.width for _, variable in terms) + most.bit_length() + 2, True)
    sides: list[Expression | None] = [None, None]
    for factor, variable in terms:
        value: Expression = Cast(Read(variable), type)
        if abs(factor) != 1:
            value = Binary("*", Constant(abs(factor), type), value, type)
        side = sides[factor < 0]
        sides[factor < 0] = value if side is None else Binary("+", side, value, type)
    if bound:
        side, constant = sides[bound > 0], Constant(abs(bound), type)
        sides[bound > 0] = constant if side is None else Binary("+", side, constant, type)
    left, right = (side or Constant(0, type) for side in sides)
    return Binary(">=", left, right, INT)
