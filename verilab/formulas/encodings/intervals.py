"""Interval arithmetic of C's operators over the mathematical integers.

Every function maps the intervals of the operands to an interval of the *mathematical* result, before any wrapping.  Bitwise
operators act on infinite two's complement, so that their results stay in the operands' type by themselves.
"""

from __future__ import annotations

from verilab.program.semantics import divide
from verilab.program.types import IntType

Interval = tuple[int, int]


def product(left: Interval, right: Interval) -> Interval:
    corners = (left[0] * right[0], left[0] * right[1], left[1] * right[0], left[1] * right[1])
    return min(corners), max(corners)


def square(factor: Interval) -> Interval:
    """Of a product of two equal factors."""
    low, high = product(factor, factor)
    return (max(low, 0), high) if factor[0] <= 0 <= factor[1] else (low, high)


# trunc(l / d) is monotone in l, and in d on each side of zero: the extremes lie at the corners.
def quotient(left: Interval, right: Interval) -> Interval:
    """Of the division truncating toward zero; divisor 0 is left out, and (0, 0) is the answer where nothing else remains."""
    divisors = [d for d in (right[0], right[1], -1, 1) if d and right[0] <= d <= right[1]]
    corners = [divide(end, d) for end in left for d in divisors] or [0]
    return min(corners), max(corners)


# |l % d| <= min(|l|, |d| - 1), with the sign of l.
def remainder(left: Interval, right: Interval) -> Interval:
    bound = max(abs(right[0]), abs(right[1]), 1) - 1
    return -min(-left[0], bound) if left[0] < 0 else 0, min(left[1], bound) if left[1] > 0 else 0


def conjunction(left: Interval, right: Interval) -> Interval:
    if left[0] >= 0 and right[0] >= 0:
        return 0, min(left[1], right[1])
    if left[0] >= 0:
        return 0, left[1]
    if right[0] >= 0:
        return 0, right[1]
    return -_power(left, right), max(left[1], right[1])


def disjunction(left: Interval, right: Interval) -> Interval:
    low = max(left[0], right[0]) if left[0] >= 0 and right[0] >= 0 else min(left[0], right[0])
    if left[1] < 0 or right[1] < 0:
        return low, -1
    return low, (1 << max(left[1], right[1]).bit_length()) - 1


def exclusive(left: Interval, right: Interval) -> Interval:
    power = _power(left, right)
    return 0 if left[0] >= 0 and right[0] >= 0 else -power, power - 1


def _power(left: Interval, right: Interval) -> int:
    """The smallest power of two p such that both intervals lie in [-p, p - 1]."""
    return 1 << max(max(end, ~end).bit_length() for end in (*left, *right))


def shift_right(left: Interval, distance: Interval) -> Interval:
    corners = [end >> d for end in left for d in distance]
    return min(corners), max(corners)


def shift_left(left: Interval, distance: Interval) -> Interval:
    return product(left, (1 << distance[0], 1 << distance[1]))


def distances(interval: Interval, width: int) -> Interval:
    """Of ``distance mod width``."""
    low, high = interval
    if low // width == high // width:
        return low % width, high % width
    return 0, width - 1


def mathematical(operator: str, left: Interval, right: Interval, type: IntType) -> Interval:
    """Of ``left operator right`` before wrapping; ``type`` is the left operand's (the width of shifts)."""
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            return product(left, right)
        case "/":
            return quotient(left, right)
        case "%":
            return remainder(left, right)
        case "&":
            return conjunction(left, right)
        case "|":
            return disjunction(left, right)
        case "^":
            return exclusive(left, right)
        case "<<":
            return shift_left(left, distances(right, type.width))
        case ">>":
            return shift_right(left, distances(right, type.width))
    raise ValueError(f"unknown arithmetic or bitwise operator {operator!r}")
