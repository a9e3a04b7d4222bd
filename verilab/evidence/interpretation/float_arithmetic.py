"""Floating-point operations on patterns by integer arithmetic alone, for the reference evaluation.

A finite number is  m 2^e  with integers m and e; sums, products, quotients and roots are computed exactly, or with a remainder that is not
zero, and then rounded to nearest, ties to even.  Nothing is shared with ``verilab.program.floats``, which computes with this machine's
own numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt

from verilab.program.expressions import FloatOperator
from verilab.program.types import IntType

_FRACTION_BITS = {32: 23, 64: 52}


class _Format:
    """Where the fields of a pattern are; ``bias`` makes the exponent of the last place of the significand from the field."""

    def __init__(self, width: int) -> None:
        self.fraction = _FRACTION_BITS[width]
        self.exponents = (1 << width - 1 - self.fraction) - 1
        self.bias = self.exponents // 2 + self.fraction
        self.width = width
        self.nan = (1 << width) - (1 << self.fraction - 1)  # negative, quiet, without payload

    def fields(self, pattern: int) -> tuple[int, int, int]:
        """Sign, exponent and fraction."""
        return pattern >> self.width - 1, pattern >> self.fraction & self.exponents, pattern & (1 << self.fraction) - 1

    def is_nan(self, pattern: int) -> bool:
        _, exponent, fraction = self.fields(pattern)
        return exponent == self.exponents and fraction != 0

    def is_infinite(self, pattern: int) -> bool:
        _, exponent, fraction = self.fields(pattern)
        return exponent == self.exponents and fraction == 0

    def number(self, pattern: int) -> tuple[int, int]:
        """(m, e) of a finite pattern; m has its sign."""
        sign, exponent, fraction = self.fields(pattern)
        magnitude = fraction | (1 << self.fraction if exponent else 0)
        return -magnitude if sign else magnitude, max(exponent, 1) - self.bias

    def zero(self, sign: int) -> int:
        return sign << self.width - 1

    def infinity(self, sign: int) -> int:
        return self.zero(sign) | self.exponents << self.fraction

    def rounded(self, sign: int, magnitude: int, exponent: int, inexact: bool = False) -> int:
        """The pattern nearest to  magnitude 2^exponent;  ``inexact``: a little more than that, less than one unit of the magnitude."""
        if not magnitude and not inexact:
            return self.zero(sign)
        # Two more bits than are kept say how to round; the last of them gathers all below.
        wanted = self.fraction + 3
        shift = max(magnitude.bit_length() - wanted, 1 - self.bias - 2 - exponent)
        if shift > 0:
            inexact = inexact or magnitude & (1 << shift) - 1 != 0
            magnitude >>= shift
        else:
            magnitude <<= -shift
        exponent += shift
        magnitude |= inexact
        quotient, rest = magnitude >> 2, magnitude & 3
        exponent += 2
        quotient += rest == 3 or (rest == 2 and quotient & 1)
        # Carrying into the next binade and from the subnormals into the normals happens by itself.
        field = exponent + self.bias
        pattern = (field << self.fraction) + quotient - (1 << self.fraction)
        if quotient >> self.fraction == 0:
            pattern = quotient
        return self.infinity(sign) if pattern >= self.infinity(0) else self.zero(sign) | pattern


_FORMATS = {width: _Format(width) for width in _FRACTION_BITS}


def _aligned(format: _Format, left: int, right: int) -> tuple[int, int, int]:
    """Both numbers as multiples of one power of two."""
    (first, one), (second, other) = format.number(left), format.number(right)
    exponent = min(one, other)
    return first << one - exponent, second << other - exponent, exponent


def _add(format: _Format, left: int, right: int) -> int:
    signs = format.fields(left)[0], format.fields(right)[0]
    if format.is_infinite(left):
        return format.nan if format.is_infinite(right) and signs[0] != signs[1] else left
    if format.is_infinite(right):
        return right
    first, second, exponent = _aligned(format, left, right)
    total = first + second
    if not total:
        return format.zero(signs[0] & signs[1])
    return format.rounded(int(total < 0), abs(total), exponent)


def _subtract(format: _Format, left: int, right: int) -> int:
    return _add(format, left, right ^ format.zero(1))


def _multiply(format: _Format, left: int, right: int) -> int:
    sign = format.fields(left)[0] ^ format.fields(right)[0]
    if format.is_infinite(left) or format.is_infinite(right):
        zero = left in (format.zero(0), format.zero(1)) or right in (format.zero(0), format.zero(1))
        return format.nan if zero else format.infinity(sign)
    (first, one), (second, other) = format.number(left), format.number(right)
    return format.rounded(sign, abs(first * second), one + other)


def _divide(format: _Format, left: int, right: int) -> int:
    sign = format.fields(left)[0] ^ format.fields(right)[0]
    if format.is_infinite(left):
        return format.nan if format.is_infinite(right) else format.infinity(sign)
    if format.is_infinite(right):
        return format.zero(sign)
    (first, one), (second, other) = format.number(left), format.number(right)
    if not second:
        return format.infinity(sign) if first else format.nan
    extra = 2 * format.fraction + 8
    quotient, rest = divmod(abs(first) << extra, abs(second))
    return format.rounded(sign, quotient, one - other - extra, rest != 0)


def _square_root(format: _Format, operand: int) -> int:
    sign = format.fields(operand)[0]
    if operand == format.zero(sign):
        return operand
    if sign:
        return format.nan
    if format.is_infinite(operand):
        return operand
    number, exponent = format.number(operand)
    extra = 2 * format.fraction + 8 + (exponent & 1)
    number, exponent = number << extra, exponent - extra
    root = isqrt(number)
    return format.rounded(0, root, exponent // 2, root * root != number)


def _rest(format: _Format, left: int, right: int, *, nearest: bool) -> int:
    sign = format.fields(left)[0]
    if format.is_infinite(left) or right in (format.zero(0), format.zero(1)):
        return format.nan
    if format.is_infinite(right):
        return left
    first, second, exponent = _aligned(format, left, right)
    quotient, rest = divmod(abs(first), abs(second))
    if nearest and (2 * rest > abs(second) or (2 * rest == abs(second) and quotient & 1)):
        return format.rounded(1 - sign, abs(second) - rest, exponent)
    return format.rounded(sign, rest, exponent)


def _integral(rule: Callable[[int, int], int]) -> Callable[[_Format, int], int]:
    """Rounded to an integer by a rule for  floor(x)  and the four quarters of the rest: 0, in (0, 1/2), 1/2, in (1/2, 1)."""

    def apply(format: _Format, operand: int) -> int:
        if format.is_infinite(operand):
            return operand
        sign = format.fields(operand)[0]
        number, exponent = format.number(operand)
        if exponent >= 0:
            return operand
        floor, rest = number >> -exponent, number & (1 << -exponent) - 1
        half = 1 << -exponent - 1
        quarter = 0 if not rest else 1 if rest < half else 2 if rest == half else 3
        return format.rounded(sign, abs(rule(floor, quarter)), 0)

    return apply


_OPERATIONS: dict[FloatOperator, Callable[..., int]] = {
    FloatOperator.ADD: _add,
    FloatOperator.SUBTRACT: _subtract,
    FloatOperator.MULTIPLY: _multiply,
    FloatOperator.DIVIDE: _divide,
    FloatOperator.SQUARE_ROOT: _square_root,
    FloatOperator.MODULO: lambda format, left, right: _rest(format, left, right, nearest=False),
    FloatOperator.REMAINDER: lambda format, left, right: _rest(format, left, right, nearest=True),
    FloatOperator.FLOOR: _integral(lambda floor, quarter: floor),
    FloatOperator.CEILING: _integral(lambda floor, quarter: floor + (quarter > 0)),
    FloatOperator.TRUNCATE: _integral(lambda floor, quarter: floor + (quarter > 0 and floor < 0)),
    FloatOperator.ROUND: _integral(lambda floor, quarter: floor + (quarter > 2 or (quarter == 2 and floor >= 0))),
    FloatOperator.ROUND_EVEN: _integral(lambda floor, quarter: floor + (quarter > 2 or (quarter == 2 and floor & 1))),
}


def _compare(operator: FloatOperator, format: _Format, left: int, right: int) -> int:
    if format.is_nan(left) or format.is_nan(right):
        return 0
    first, second = (_rank(format, pattern) for pattern in (left, right))
    if operator is FloatOperator.EQUAL:
        return int(first == second)
    return int(first < second if operator is FloatOperator.LESS else first <= second)


def _rank(format: _Format, pattern: int) -> int:
    """An integer in the order of the numbers; one for both zeros."""
    magnitude = pattern & (1 << format.width - 1) - 1
    return -magnitude if pattern != magnitude else magnitude


def _converted(source: _Format, target: _Format, pattern: int) -> int:
    sign, _, fraction = source.fields(pattern)
    if source.is_nan(pattern):
        moved = fraction << target.fraction >> source.fraction
        return target.infinity(sign) | moved | 1 << target.fraction - 1
    if source.is_infinite(pattern):
        return target.infinity(sign)
    number, exponent = source.number(pattern)
    return target.rounded(sign, abs(number), exponent)


def _truncated(format: _Format, pattern: int, type: IntType) -> int | None:
    if format.is_nan(pattern) or format.is_infinite(pattern):
        return None
    number, exponent = format.number(pattern)
    magnitude = abs(number) << exponent if exponent >= 0 else abs(number) >> -exponent
    value = -magnitude if number < 0 else magnitude
    return value if type.minimum <= value <= type.maximum else None


def evaluate(operator: FloatOperator, operands: Sequence[int], of: IntType, type: IntType) -> int | None:
    """The value of an operator on operands of type ``of``; None for an integer that ``type`` does not have: undefined behaviour."""
    if operator is FloatOperator.FROM_INTEGER:
        return _FORMATS[type.width].rounded(int(operands[0] < 0), abs(operands[0]), 0)
    format = _FORMATS[of.width]
    if operator in (FloatOperator.EQUAL, FloatOperator.LESS, FloatOperator.LESS_EQUAL):
        return _compare(operator, format, operands[0], operands[1])
    if operator is FloatOperator.TO_INTEGER:
        return _truncated(format, operands[0], type)
    if operator is FloatOperator.FROM_FLOAT:
        return _converted(format, _FORMATS[type.width], operands[0])
    for operand in operands:
        if format.is_nan(operand):
            return operand | 1 << format.fraction - 1
    return _OPERATIONS[operator](format, *operands)
