"""Floating types of gcc on x86, and the arithmetic of constants of those that have no patterns.

The values of ``float`` and ``double`` are IEEE 754 patterns (``verilab.program.floats``): operations are rounded to the format of their
type on ILP32, too, as SSE does it (``-msse2 -mfpmath=sse``), not to the precision of the x87's registers.

``long double`` and the other formats have no patterns.  A constant of ``long double`` is exact, rounded to the 64 bits of the x87's
registers: a Python float where that has it, else a fraction.  Those of the others are not known: None.
"""

from __future__ import annotations

import math
import struct
import sys
from dataclasses import replace
from fractions import Fraction

from verilab.program import floats
from verilab.program.c_types.types import CType, FloatType, IntegerType
from verilab.program.expressions import Constant
from verilab.program.types import DataModel, IntType

Number = float | Fraction
"""The value of a constant; a fraction where no Python float is equal to it."""

FLOAT = FloatType("float", 4, 4, 1)
FLOAT16 = FloatType("_Float16", 2, 2, 0)
FLOAT128 = FloatType("_Float128", 16, 16, 4)
_COMPLEX_INTEGER = -1  # the rank of a complex integer: below that of every floating type


def double_type(model: DataModel) -> FloatType:
    return FloatType("double", 8, 4 if model is DataModel.ILP32 else 8)


def long_double_type(model: DataModel) -> FloatType:
    return FloatType("long double", 12, 4, 3) if model is DataModel.ILP32 else FloatType("long double", 16, 16, 3)


_PREFERENCE = {"_Float32": 1, "_Float64": 1, "_Float32x": -1, "_Float64x": -1}
"""Types that gcc keeps apart from the standard ones of the same format, and which it prefers as common type of equal formats; those: 0."""


def named_type(name: str, model: DataModel) -> FloatType | None:
    """What a name of TS 18661-3 or of gcc's denotes, which are no words of a type; None of another name.

    They are declared as typedef names where a file uses them, and by headers for compilers that do not know them.
    """
    if name in ("_Float128", "__float128"):
        return FLOAT128
    if name == "_Float16":
        return FLOAT16
    if name not in _PREFERENCE:
        return None
    return _distinct(name, model)


def _distinct(name: str, model: DataModel) -> FloatType:
    standard = {"_Float32": FLOAT, "_Float64x": long_double_type(model)}.get(name, double_type(model))
    return replace(standard, name=name)


def _preference(type: FloatType) -> tuple[int, int]:
    return type.rank, _PREFERENCE.get(type.name, 0)


def pattern_width(type: CType) -> int | None:
    """The width in bits of the patterns that are the values of a type, those of float and double; None of any other type."""
    return 8 * type.size if isinstance(type, FloatType) and type.parts == 1 and type.rank in (1, 2) else None


def lacks_patterns(type: CType) -> bool:
    """Whether values of the type are floating-point numbers that are not modelled."""
    return isinstance(type, FloatType) and pattern_width(type) is None


def promoted_float(type: FloatType, model: DataModel) -> FloatType:
    """The type as which an argument without a parameter is passed: float as double."""
    return double_type(model) if type == FLOAT else type


def complex_type(part: FloatType) -> FloatType:
    """``_Complex`` of a real type: two of them."""
    return FloatType(f"_Complex {part.name}", 2 * part.size, part.alignment, part.rank, 2)


def complex_integer_type(part: IntegerType, size: int, alignment: int) -> FloatType:
    """``_Complex`` of an integer type, of ``size`` and ``alignment`` bytes: a GNU extension."""
    return FloatType(f"_Complex {part.name}", 2 * size, alignment, _COMPLEX_INTEGER, 2)


def part_type(type: FloatType, model: DataModel) -> FloatType:
    """The type of the real part; a real type itself."""
    if type.parts == 1:
        return type
    if type.rank == _COMPLEX_INTEGER:
        return FloatType(type.name.removeprefix("_Complex "), type.size // 2, type.alignment, type.rank)
    return next(real for real in (FLOAT16, FLOAT, double_type(model), long_double_type(model), FLOAT128) if real.rank == type.rank)


def floating_type(words: set[str], longs: int, model: DataModel) -> FloatType | None:
    """The real type of these specifiers, ``long`` apart; None where they name none."""
    if words == {"double"}:
        return long_double_type(model) if longs else double_type(model)
    return FLOAT if words == {"float"} and not longs else None


def usual_floating(left: FloatType | IntegerType, right: FloatType | IntegerType, model: DataModel) -> FloatType:
    """The common type of operands of which at least one is floating: the higher rank, complex where one is."""
    floats = [type for type in (left, right) if isinstance(type, FloatType)]
    highest = part_type(max(floats, key=_preference), model)
    return complex_type(highest) if any(type.parts == 2 for type in floats) else highest


def literal(text: str, model: DataModel) -> tuple[FloatType, Number | None]:
    """The type and value of a floating constant; the value is None where it is imaginary or not known."""
    body = text.replace("'", "").lower()
    imaginary = body.rstrip("ij") != body or ("i" in body and not body.startswith("0x") and body[-2:-1] == "i")
    body = body.replace("i", "").replace("j", "") if imaginary else body
    hexadecimal = body.startswith("0x")
    digits, type = body, double_type(model)
    for suffix, named in (
        ("f128", FLOAT128), ("f64x", _distinct("_Float64x", model)), ("f32x", _distinct("_Float32x", model)), ("f16", FLOAT16),
        ("f32", _distinct("_Float32", model)), ("f64", _distinct("_Float64", model)), ("f", FLOAT), ("l", long_double_type(model)),
        ("q", FLOAT128), ("w", long_double_type(model)), ("d", double_type(model)),
    ):  # fmt: skip
        if body.endswith(suffix) and not (hexadecimal and "p" not in body):
            digits, type = body[: -len(suffix)], named
            break
    if imaginary:
        return complex_type(type), None
    try:
        exact = _exact(digits, hexadecimal)
    except (ValueError, OverflowError, ZeroDivisionError):
        return type, None
    return type, rounded(exact, type)


def _exact(digits: str, hexadecimal: bool) -> Fraction:
    if not hexadecimal:
        if abs(int(digits.partition("e")[2] or 0)) > 5000:
            raise OverflowError
        return Fraction(digits if digits[0] != "." else f"0{digits}")
    mantissa, _, exponent = digits[2:].partition("p")
    whole, _, fraction = mantissa.partition(".")
    if abs(int(exponent)) > 20000:
        raise OverflowError
    return Fraction(int(whole + fraction or "0", 16)) * Fraction(2) ** (int(exponent) - 4 * len(fraction))


def rounded(value: Number, type: FloatType) -> Number | None:
    """The value rounded to a type: to nearest, ties to even; None where the type's format is not known here."""
    if type.parts == 2 or type.rank in (0, 4):
        return None
    if isinstance(value, float) and (value == 0 or not math.isfinite(value)):
        return value  # a zero keeps its sign
    exact = Fraction(value)
    if type.rank == 3:
        return _as_number(_to_extended(exact))
    try:
        nearest = float(exact)
        return _to_single(exact, nearest) if type.rank == 1 else nearest
    except OverflowError:
        return -math.inf if exact < 0 else math.inf


_LEAST_EXPONENT, _GREATEST_EXPONENT, _PRECISION = -16445, 16384, 64
"""Of the x87's extended format: of its least number, of what is too great for it, and the bits of its significand."""


# With 2^e <= |x| < 2^(e+1) the neighbours of x are multiples of 2^max(e - 63, -16445).
def _to_extended(exact: Fraction) -> Number:
    """Rounded to the x87's extended format."""
    size = abs(exact)
    if not size:
        return exact
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    quantum = Fraction(2) ** max(exponent - _PRECISION + 1, _LEAST_EXPONENT)
    nearest = round(exact / quantum) * quantum
    if not nearest:
        return _signed(0.0, exact)
    return _signed(math.inf, exact) if abs(nearest) >= Fraction(2) ** _GREATEST_EXPONENT else nearest


def _as_number(exact: Number) -> Number:
    """A Python float where there is an equal one."""
    if isinstance(exact, float):
        return exact
    try:
        nearest = float(exact)
    except OverflowError:
        return exact
    return nearest if Fraction(nearest) == exact else exact


_GREATEST_SINGLE = Fraction(2**128 - 2**104)


def _to_single(exact: Fraction, double: float) -> float:
    """Rounded to 24 bits from the exact value (rounding twice could err where the first rounding lands on a tie)."""
    if abs(exact) >= 2**128 - 2**103:  # half way to the next number that 24 bits would have
        raise OverflowError
    if abs(exact) > _GREATEST_SINGLE:
        return math.copysign(float(_GREATEST_SINGLE), double)
    single: float = struct.unpack("f", struct.pack("f", double))[0]
    if Fraction(double) == exact:
        return single
    other = math.nextafter(double, math.inf if exact > Fraction(double) else -math.inf)
    neighbour: float = struct.unpack("f", struct.pack("f", other))[0]
    candidates = sorted({single, neighbour}, key=lambda candidate: abs(Fraction(candidate) - exact))
    return candidates[0]


def is_finite(value: Number) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


def arithmetic(operator: str, left: Number, right: Number, type: FloatType) -> Number | None:
    """``left operator right`` of two constants of one type, for + - * /."""
    if not (is_finite(left) and is_finite(right)) or (operator == "/" and right == 0):
        return _special(operator, _approximately(left), _approximately(right))
    first, second = Fraction(left), Fraction(right)
    match operator:
        case "+":
            exact = first + second
        case "-":
            exact = first - second
        case "*":
            exact = first * second
        case "/":
            exact = first / second
        case _:
            return None
    if exact == 0:  # the sign of a zero is Python's
        one, other = _approximately(left), _approximately(right)
        match operator:
            case "+":
                return one + other
            case "-":
                return one - other
        return math.copysign(0.0, one) * math.copysign(1.0, other)
    return rounded(exact, type)


def _approximately(value: Number) -> float:
    """A float of the same sign, and the same one as of an equal value; finite where the value is, and zero only where it is."""
    try:
        nearest = float(value)
    except OverflowError:
        return _signed(sys.float_info.max, value)
    return _signed(sys.float_info.min, value) if not nearest and value else nearest


def _signed(size: float, value: Number) -> float:
    """The size with the sign of a value that is not zero."""
    return -size if value < 0 else size


def _special(operator: str, left: float, right: float) -> float | None:
    """Infinities and NaNs, and division by zero."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" if right != 0:
            return left / right
        case "/":
            if left == 0 or math.isnan(left):
                return math.nan
            return math.copysign(math.inf, left) * math.copysign(1.0, right)
    return None


def truncated(value: Number, type: IntegerType) -> int | None:
    """The conversion of a constant to an integer type; None where it does not fit, which is undefined."""
    if not is_finite(value):
        return None
    number = int(value)
    return number if type.machine.minimum <= number <= type.machine.maximum else None


def machine_type(type: CType) -> IntType | None:
    """The integers that are the patterns of a type; None where it has none."""
    width = pattern_width(type)
    return None if width is None else IntType(width, False)


def pattern(value: Number, type: FloatType) -> Constant | None:
    """The pattern of a constant, a NaN's as of the macro ``NAN``; None of a type without patterns."""
    machine = machine_type(type)
    if machine is None:
        return None
    format = floats.format_of(machine)
    value = float(value)
    return Constant(format.infinity | format.quiet if math.isnan(value) else format.pattern(value), machine)
