"""Classes, signs and orders of floating-point numbers as expressions over their patterns."""

from __future__ import annotations

from verilab.program.expressions import Constant, Expression, FloatOperator
from verilab.program.floats import format_of
from verilab.program.lowering.expressions import folding
from verilab.program.types import INT

NAN, INFINITE, ZERO, SUBNORMAL, NORMAL = (Constant(number, INT) for number in range(5))
"""What ``fpclassify`` of the GNU C library returns."""
_ONE, _NONE, _MINUS_ONE = Constant(1, INT), Constant(0, INT), Constant(-1, INT)


def _constant(pattern: int, like: Expression) -> Constant:
    return Constant(pattern, like.type)


def _compare(operator: FloatOperator, left: Expression, right: Expression) -> Expression:
    return folding.float_operation(operator, (left, right), INT)


def magnitude(pattern: Expression) -> Expression:
    """``fabs``: without its sign."""
    return folding.binary("&", pattern, _constant(format_of(pattern.type).sign - 1, pattern))


def with_sign(pattern: Expression, other: Expression) -> Expression:
    """``copysign``: the magnitude of the first with the sign of the second."""
    sign = folding.binary("&", other, _constant(format_of(pattern.type).sign, pattern))
    return folding.binary("|", magnitude(pattern), sign)


def has_sign(pattern: Expression) -> Expression:
    """``signbit``, as 1 or 0."""
    return folding.binary(">=", pattern, _constant(format_of(pattern.type).sign, pattern))


def sign_bit(pattern: Expression) -> Expression:
    """``signbit``, as gcc's: of a float the bit where it is in the pattern, as an int, of a double 1 (C11 7.12.3.6: any value but 0)."""
    sign = has_sign(pattern)
    return folding.conditional(sign, Constant(INT.minimum, INT), Constant(0, INT)) if pattern.type.width == INT.width else sign


def is_nan(pattern: Expression) -> Expression:
    """Only a NaN differs from itself."""
    return folding.negation(_compare(FloatOperator.EQUAL, pattern, pattern))


def is_infinite(pattern: Expression) -> Expression:
    """Either infinity."""
    return folding.conditional(_is_infinity(pattern, negative=False), _ONE, _is_infinity(pattern, negative=True))


def infinite_sign(pattern: Expression) -> Expression:
    """1 for infinity, -1 for the negative one, else 0."""
    below = folding.conditional(_is_infinity(pattern, negative=True), _MINUS_ONE, _NONE)
    return folding.conditional(_is_infinity(pattern, negative=False), _ONE, below)


def _is_infinity(pattern: Expression, *, negative: bool) -> Expression:
    format = format_of(pattern.type)
    return folding.binary("==", pattern, _constant(format.infinity | (format.sign if negative else 0), pattern))


def is_finite(pattern: Expression) -> Expression:
    """Neither infinite nor a NaN."""
    return _compare(FloatOperator.LESS, magnitude(pattern), _constant(format_of(pattern.type).infinity, pattern))


def _is_below_normal(pattern: Expression) -> Expression:
    """Zero or subnormal: the exponent is zero."""
    return folding.binary("<", magnitude(pattern), _constant(1 << format_of(pattern.type).precision - 1, pattern))


def is_normal(pattern: Expression) -> Expression:
    """Finite and neither zero nor subnormal."""
    return folding.conditional(_is_below_normal(pattern), _NONE, is_finite(pattern))


Classes = tuple[Expression, Expression, Expression, Expression, Expression]


def classified(pattern: Expression, classes: Classes = (NAN, INFINITE, ZERO, SUBNORMAL, NORMAL)) -> Expression:
    """``fpclassify``: one of the classes."""
    nan, infinite, zero, subnormal, normal = classes
    is_zero = folding.binary("==", magnitude(pattern), _constant(0, pattern))
    small = folding.conditional(is_zero, zero, folding.conditional(_is_below_normal(pattern), subnormal, normal))
    return folding.conditional(is_nan(pattern), nan, folding.conditional(is_infinite(pattern), infinite, small))


def are_opposite_zeros(first: Expression, second: Expression) -> Expression:
    """One is 0 and the other -0."""
    zeros = folding.binary("==", folding.binary("|", first, second), _constant(format_of(first.type).sign, first))
    return folding.conditional(zeros, folding.binary("!=", first, second), _NONE)


def is_any_signalling(first: Expression, second: Expression) -> Expression:
    """Whether one of them is a signalling NaN."""
    return folding.conditional(_is_signalling(first), _ONE, _is_signalling(second))


def _is_signalling(pattern: Expression) -> Expression:
    """A NaN whose first bit behind the exponent is 0."""
    quiet = _constant(1 << format_of(pattern.type).precision - 2, pattern)
    is_quiet = folding.binary("!=", folding.binary("&", pattern, quiet), _constant(0, pattern))
    return folding.conditional(is_nan(pattern), folding.negation(is_quiet), _NONE)


def least(first: Expression, second: Expression) -> Expression:
    """``fmin``: a NaN is a missing operand."""
    return _better(first, second, _compare(FloatOperator.LESS, first, second))


def greatest(first: Expression, second: Expression) -> Expression:
    """``fmax``."""
    return _better(first, second, _compare(FloatOperator.LESS, second, first))


def _better(first: Expression, second: Expression, is_first: Expression) -> Expression:
    chosen = folding.conditional(is_first, first, folding.conditional(is_nan(second), first, second))
    return folding.conditional(is_nan(first), second, chosen)
