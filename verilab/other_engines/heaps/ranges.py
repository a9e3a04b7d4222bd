"""Integers of which an interval is known: computed with, compared, cut down by conditions, and widened to the cells between constants.

Intervals of 64 bits have no finite height: at a place that has seen many values each becomes the smallest union of neighbouring cells
that has it, and of cells between the constants that a program compares with there are finitely many (as regions of timed automata).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import product

from verilab.program.abstract_heaps import Field, Range
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant
from verilab.program.memory.raw.expressions import RawExpression
from verilab.program.types import IntType

Number = int | Range
NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def bounds(number: Number) -> tuple[int, int]:
    """The least and the greatest."""
    return (number.low, number.high) if isinstance(number, Range) else (number, number)


def between(low: int, high: int) -> Number:
    """The integers from ``low`` to ``high``, which is not less."""
    return low if low == high else Range(low, high)


def wrapped(number: Number, type: IntType) -> Number | None:
    """The number in a type, modulo its width; None for any, also where the interval becomes two."""
    low, high = bounds(number)
    first = type.wrap(low)
    last = first + high - low
    return between(first, last) if last <= type.maximum and (first, last) != (type.minimum, type.maximum) else None


def computed(operator: str, left: Number, right: Number, type: IntType) -> Number | None:
    """The result of arithmetic in a type; None for any, also where it may wrap around, or the operator is another."""
    (first, last), (least, most) = bounds(left), bounds(right)
    match operator:
        case "+":
            low, high = first + least, last + most
        case "-":
            low, high = first - most, last - least
        case "*":
            products = [one * other for one, other in product((first, last), (least, most))]
            low, high = min(products), max(products)
        case "%" if first >= 0 and least > 0:
            low, high = (first, last) if last < least else (0, min(last, most - 1))
        case _:
            return None
    return between(low, high) if type.minimum <= low and high <= type.maximum else None


def compared(operator: str, left: Number, right: Number) -> bool | None:
    """Whether a comparison holds; None where that depends."""
    (first, last), (least, most) = bounds(left), bounds(right)
    match operator:
        case "<":
            return True if last < least else False if first >= most else None
        case "==":
            return False if last < least or most < first else True if first == last == least == most else None
        case ">":
            return compared("<", right, left)
    opposite = compared(NEGATED[operator], left, right)
    return None if opposite is None else not opposite


def restricted(now: Number | None, operator: str, other: Number, type: IntType) -> tuple[Number | None, ...]:
    """What a number of a type may be where a comparison of it with another holds: none, one or two intervals.

    One that is anything stays so where it is known not to be some value in the middle of its type.
    """
    low, high = (type.minimum, type.maximum) if now is None else bounds(now)
    least, most = bounds(other)
    parts = [(low, high)]
    match operator:
        case "<":
            parts = [(low, min(high, most - 1))]
        case "<=":
            parts = [(low, min(high, most))]
        case ">":
            parts = [(max(low, least + 1), high)]
        case ">=":
            parts = [(max(low, least), high)]
        case "==":
            parts = [(max(low, least), min(high, most))]
        case "!=" if least == most and low <= least <= high and (now is not None or least in (low, high)):
            parts = [(low, least - 1), (least + 1, high)]
    whole = type.minimum, type.maximum
    return tuple(None if part == whole else between(*part) for part in parts if part[0] <= part[1])


class Cells:
    """The cells between constants, each of which is one of its own."""

    def __init__(self, constants: Iterable[int]) -> None:
        self._starts = sorted({start for constant in constants for start in (constant, constant + 1)})

    @staticmethod
    def of(expressions: Iterable[RawExpression]) -> Cells:
        """Those between zero and the constants that are compared with."""
        constants = {0}
        for expression in expressions:
            if isinstance(expression, Binary) and expression.operator in COMPARISONS:
                for side in (expression.left, expression.right):
                    while isinstance(side, Cast):
                        side = side.operand
                    if isinstance(side, Constant):
                        constants.add(side.value)
        return Cells(constants)

    def of_variable(self, number: Number, type: IntType) -> Number | None:
        """The cells that have the number, in its type."""
        low, high = self._around(number, type.minimum, type.maximum)
        return None if (low, high) == (type.minimum, type.maximum) else between(low, high)

    def of_field(self, number: Number, field: Field) -> Number | None:
        """The same of what a field holds, in whichever sign."""
        width = 8 * field[1]
        low, high = bounds(number)
        half = 1 << (width - 1)
        low, high = self._around(number, -half if low < 0 else 0, half - 1 if high < half else 2 * half - 1)
        return None if high - low >= 2 * half - 1 else between(low, high)

    def _around(self, number: Number, minimum: int, maximum: int) -> tuple[int, int]:
        low, high = bounds(number)
        below, above = bisect_right(self._starts, low), bisect_right(self._starts, high)
        first = max(self._starts[below - 1], minimum) if below else minimum
        last = min(self._starts[above] - 1, maximum) if above < len(self._starts) else maximum
        return min(first, low), max(last, high)
