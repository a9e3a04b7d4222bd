"""Floating types of gcc on x86, and the arithmetic of constants of those that have no patterns.

The values of ``float`` and ``double`` are IEEE 754 patterns (``verilab.program.floats``): operations are rounded to the format of their
type on ILP32, too, as SSE does it (``-msse2 -mfpmath=sse``), not to the precision of the x87's registers.

``long double`` and the other formats have no patterns: a constant is a Python float where a result is exact in it, so that no greater
precision changes it, else None: not known.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction

from verilab.program import floats
from verilab.program.c_types.types import CType, FloatType, IntegerType
from verilab.program.expressions import Constant
from verilab.program.types import DataModel, IntType

FLOAT = FloatType("float", 4, 4, 1)
FLOAT16 = FloatType("_Float16", 2, 2, 0)
FLOAT128 = FloatType("_Float128", 16, 16, 4)
_COMPLEX_INTEGER = -1  # the rank of a complex integer: below that of every floating type


def double_type(model: DataModel) -> FloatType:
    return FloatType("double", 8, 4 if model is DataModel.ILP32 else 8)


def long_double_type(model: DataModel) -> FloatType:
    return FloatType("long double", 12, 4, 3) if model is DataModel.ILP32 else FloatType("long double", 16, 16, 3)


def pattern_width(type: CType) -> int | None:
    """The width in bits of the patterns that are the values of a type, those of float and double; None of any other type."""
    return 8 * type.size if isinstance(type, FloatType) and type.parts == 1 and type.rank in (1, 2) else None


def lacks_patterns(type: CType) -> bool:
    """Whether values of the type are floating-point numbers that are not modelled."""
    return isinstance(type, FloatType) and pattern_width(type) is None


def promoted_float(type: FloatType, model: DataModel) -> FloatType:
    """The type as which an argument without a parameter is passed: float as double."""
    return double_type(model) if type.rank == FLOAT.rank and type.parts == 1 else type


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
    highest = part_type(max(floats, key=lambda type: type.rank), model)
    return complex_type(highest) if any(type.parts == 2 for type in floats) else highest


def literal(text: str, model: DataModel) -> tuple[FloatType, float | None]:
    """The type and value of a floating constant; the value is None where it is imaginary or not known."""
    body = text.replace("'", "").lower()
    imaginary = body.rstrip("ij") != body or ("i" in body and not body.startswith("0x") and body[-2:-1] == "i")
    body = body.replace("i", "").replace("j", "") if imaginary else body
    hexadecimal = body.startswith("0x")
    digits, type = body, double_type(model)
    for suffix, named in (
        ("f128", FLOAT128), ("f64x", long_double_type(model)), ("f32x", double_type(model)), ("f16", FLOAT16), ("f32", FLOAT),
        ("f64", double_type(model)), ("f", FLOAT), ("l", long_double_type(model)), ("q", FLOAT128), ("w", long_double_type(model)),
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


def rounded(value: Fraction | float, type: FloatType) -> float | None:
    """The value in a type, where its rounding is known: always for float and double, where it is exact for the others."""
    if type.parts == 2 or type.rank in (0, 4):
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return value
    exact = Fraction(value)
    try:
        nearest = float(exact)
        if type.rank == 1:
            nearest = _to_single(exact, nearest)
    except OverflowError:
        return None if type.rank == 3 else -math.inf if exact < 0 else math.inf
    if isinstance(value, float) and value == 0:
        return value  # keeps its sign
    return None if type.rank == 3 and Fraction(nearest) != exact else nearest


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


def arithmetic(operator: str, left: float, right: float, type: FloatType) -> float | None:
    """``left operator right`` of two constants of one type, for + - * /."""
    if not (math.isfinite(left) and math.isfinite(right)) or (operator == "/" and right == 0):
        return _special(operator, left, right)
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
    if exact == 0:  # the sign of a zero, and underflow, are Python's
        return {"+": left + right, "-": left - right, "*": left * right, "/": left / right if right else 0.0}[operator]
    return rounded(exact, type)


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


def truncated(value: float, type: IntegerType) -> int | None:
    """The conversion of a constant to an integer type; None where it does not fit, which is undefined."""
    if not math.isfinite(value):
        return None
    number = int(value)
    return number if type.machine.minimum <= number <= type.machine.maximum else None


def machine_type(type: CType) -> IntType | None:
    """The integers that are the patterns of a type; None where it has none."""
    width = pattern_width(type)
    return None if width is None else IntType(width, False)


def pattern(value: float, type: FloatType) -> Constant | None:
    """The pattern of a constant, a NaN's as of the macro ``NAN``; None of a type without patterns."""
    machine = machine_type(type)
    if machine is None:
        return None
    format = floats.format_of(machine)
    return Constant(format.infinity | format.quiet if math.isnan(value) else format.pattern(value), machine)
