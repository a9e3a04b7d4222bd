"""IEEE 754 arithmetic on patterns (``FloatOperation``), by the floating-point unit of this machine.

A pattern is an unsigned integer of 32 or 64 bits.  Results are rounded once, to nearest, ties to even: those of binary32 are computed in
binary64 and rounded again, which changes nothing for + - * / and square roots (53 >= 2 * 24 + 2).

NaNs are those of SSE: an invalid operation gives the negative quiet NaN without payload; of operands that are NaNs the first one is
the result, made quiet.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from ctypes import c_float
from functools import cache

from verilab.data_classes import dataclass
from verilab.program.expressions import FloatOperator
from verilab.program.types import IntType


@dataclass(frozen=True, slots=True)
class Format:
    """An interchange format: ``precision`` counts the hidden bit."""

    width: int
    precision: int
    codes: tuple[str, str]

    @property
    def sign(self) -> int:
        """The pattern of -0."""
        return 1 << self.width - 1

    @property
    def infinity(self) -> int:
        exponent_bits = self.width - self.precision
        return (1 << exponent_bits) - 1 << self.precision - 1

    @property
    def quiet(self) -> int:
        """The bit that makes a NaN quiet."""
        return 1 << self.precision - 2

    def is_nan(self, pattern: int) -> bool:
        return pattern & ~self.sign > self.infinity

    def number(self, pattern: int) -> float:
        """The value; for a NaN some NaN."""
        value: float = struct.unpack(self.codes[0], struct.pack(self.codes[1], pattern))[0]
        return value

    def pattern(self, number: float) -> int:
        """The value rounded to the format; the NaN of an invalid operation for a NaN."""
        if math.isnan(number):
            return self.sign | self.infinity | self.quiet
        if self.width == 32:
            number = c_float(number).value
        return int(struct.unpack(self.codes[1], struct.pack(self.codes[0], number))[0])


SINGLE = Format(32, 24, ("<f", "<I"))
DOUBLE = Format(64, 53, ("<d", "<Q"))


def format_of(type: IntType) -> Format:
    """The format whose patterns are the values of the type."""
    return SINGLE if type.width == 32 else DOUBLE


def _divide(left: float, right: float) -> float:
    if right:
        return left / right
    if not left or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def _square_root(value: float) -> float:
    return math.nan if value < 0 else math.sqrt(value)


def _modulo(left: float, right: float) -> float:
    return math.nan if math.isinf(left) or not right else math.fmod(left, right)


def _remainder(left: float, right: float) -> float:
    return math.nan if math.isinf(left) or not right else math.remainder(left, right)


def _integral(rule: Callable[[float], int]) -> Callable[[float], float]:
    return lambda value: math.copysign(float(rule(value)), value) if math.isfinite(value) else value


def _half_away(value: float) -> int:
    whole = math.trunc(value)
    return whole + (int(math.copysign(1, value)) if abs(value - whole) >= 0.5 else 0)


_UNARY: dict[FloatOperator, Callable[[float], float]] = {
    FloatOperator.SQUARE_ROOT: _square_root,
    FloatOperator.FLOOR: _integral(math.floor),
    FloatOperator.CEILING: _integral(math.ceil),
    FloatOperator.TRUNCATE: _integral(math.trunc),
    FloatOperator.ROUND: _integral(_half_away),
    FloatOperator.ROUND_EVEN: _integral(round),
}
_BINARY: dict[FloatOperator, Callable[[float, float], float]] = {
    FloatOperator.ADD: lambda left, right: left + right,
    FloatOperator.SUBTRACT: lambda left, right: left - right,
    FloatOperator.MULTIPLY: lambda left, right: left * right,
    FloatOperator.DIVIDE: _divide,
    FloatOperator.MODULO: _modulo,
    FloatOperator.REMAINDER: _remainder,
}
_COMPARISON: dict[FloatOperator, Callable[[float, float], bool]] = {
    FloatOperator.EQUAL: lambda left, right: left == right,
    FloatOperator.LESS: lambda left, right: left < right,
    FloatOperator.LESS_EQUAL: lambda left, right: left <= right,
}
EXACT_BITS = 40  # those of an integer that are kept before it is rounded to binary32: 24 + 2 would do


def from_integer(value: int, format: Format) -> int:
    """The pattern of an integer, rounded once."""
    surplus = value.bit_length() - EXACT_BITS
    if format.width == 32 and surplus > 0:
        # To odd first: an inexact value keeps a 1 in its last bit, so that it is no tie afterwards.
        magnitude = abs(value)
        kept = magnitude >> surplus
        kept |= kept << surplus != magnitude
        value = (-1 if value < 0 else 1) * (kept << surplus)
    return format.pattern(float(value))


def _converted(pattern: int, source: Format, target: Format) -> int:
    if source.is_nan(pattern):
        sign = target.sign if pattern & source.sign else 0
        payload = pattern & (1 << source.precision - 1) - 1
        shift = target.precision - source.precision
        return sign | target.infinity | target.quiet | (payload << shift if shift >= 0 else payload >> -shift)
    return target.pattern(source.number(pattern))


def evaluate(operator: FloatOperator, operands: Sequence[int], types: Sequence[IntType], type: IntType) -> int:
    """The value, of ``type``, of an operator on operands of ``types``; TO_INTEGER: the type's minimum where it does not fit."""
    if operator is FloatOperator.FROM_INTEGER:
        return from_integer(operands[0], format_of(type))
    format = format_of(types[0])
    numbers = [format.number(operand) for operand in operands]
    if operator in _COMPARISON:
        return int(_COMPARISON[operator](*numbers))
    if operator is FloatOperator.FROM_FLOAT:
        return _converted(operands[0], format, format_of(type))
    if operator is FloatOperator.TO_INTEGER:
        whole = math.trunc(numbers[0]) if math.isfinite(numbers[0]) else type.maximum + 1
        return whole if type.minimum <= whole <= type.maximum else type.minimum
    for operand in operands:
        if format.is_nan(operand):
            return operand | format.quiet
    return format.pattern(_UNARY[operator](*numbers) if len(numbers) == 1 else _BINARY[operator](*numbers))


@cache
def function(operator: FloatOperator, types: tuple[IntType, ...], type: IntType) -> Callable[..., int]:
    """``evaluate`` for fixed types."""
    return lambda *operands: evaluate(operator, operands, types, type)
