"""Intervals of integers, as naively as they can be had: what an operator gives is between what it gives of the ends."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from itertools import product

from verilab.program.abstract_heaps import Range
from verilab.program.types import IntType

ORDERS: dict[str, Callable[[int, int], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
MONOTONE: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
"""In each operand, whatever the other is: the least and the greatest result are at ends of both."""


def ends(number: int | Range) -> tuple[int, int]:
    """The first and the last of them."""
    return (number, number) if isinstance(number, int) else (number.low, number.high)


def span(first: int, last: int) -> int | Range:
    """All from the first to the last."""
    return first if first == last else Range(first, last)


def holds(name: str, left: int | Range, right: int | Range) -> bool | None:
    """Whether a comparison holds of all pairs, or of none; None else."""
    if name in ORDERS:
        seen = {ORDERS[name](one, other) for one, other in product(ends(left), ends(right))}
        return seen.pop() if len(seen) == 1 else None
    first, last = max(ends(left)[0], ends(right)[0]), min(ends(left)[1], ends(right)[1])
    equal = False if first > last else True if left == right and isinstance(left, int) else None
    return equal if name == "==" or equal is None else not equal


def result(name: str, left: int | Range, right: int | Range, type: IntType) -> int | Range | None:
    """What an operator may give; None for anything, as where a result is outside of the type."""
    if name in MONOTONE:
        corners = [MONOTONE[name](one, other) for one, other in product(ends(left), ends(right))]
        return span(min(corners), max(corners)) if all(type.minimum <= corner <= type.maximum for corner in corners) else None
    if name == "%" and ends(left)[0] >= 0 and ends(right)[0] > 0:
        return left if ends(left)[1] < ends(right)[0] else span(0, min(ends(left)[1], ends(right)[1] - 1))
    return None


def converted(number: int | Range, type: IntType) -> int | Range | None:
    """The same bits in a type; None where these are not one interval of it."""
    first, last = ends(number)
    turn = (type.wrap(first) - first) >> type.width
    first, last = first + (turn << type.width), last + (turn << type.width)
    return span(first, last) if type.minimum <= first <= last <= type.maximum else None


def is_among(number: int | Range, numbers: int | Range, width: int) -> bool:
    """Whether each is congruent modulo ``2^width`` to one of the others."""
    (first, last), (least, most) = ends(number), ends(numbers)
    start = least + (first - least) % (1 << width)
    return start + (last - first) <= most


def left_over(number: int | Range | None, name: str, other: int | Range, type: IntType) -> Iterator[int | Range | None]:
    """The intervals that a number of the type may still be in where a comparison of it holds; None, for anything, stays or is cut."""
    first, last = (type.minimum, type.maximum) if number is None else ends(number)
    least, most = ends(other)
    if name == "!=":
        is_cut = least == most and first <= least <= last and (number is not None or least in (first, last))
        pieces = [(first, least - 1), (least + 1, last)] if is_cut else [(first, last)]
    else:
        above = {">": least + 1, ">=": least, "==": least}.get(name, first)
        below = {"<": most - 1, "<=": most, "==": most}.get(name, last)
        pieces = [(max(first, above), min(last, below))]
    for start, end in pieces:
        if start <= end:
            yield None if (start, end) == (type.minimum, type.maximum) else span(start, end)
