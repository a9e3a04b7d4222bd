"""Floating-point values: their types are exact, their values where they are constants; the others are imprecise."""

from __future__ import annotations

from fractions import Fraction

from verilab.program.c_types import floating
from verilab.program.c_types.types import C_INT, CType, FloatType, IntegerType
from verilab.program.expressions import COMPARISONS, Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.types import INT, DataModel

REASON = "float"


def number_of(value: Value) -> float | int | None:
    """The value of a constant operand, integer or floating; None where it is not known."""
    if value.number is not None:
        return value.number
    return value.expression.value if isinstance(value.expression, Constant) else None


def converted(value: Value, target: FloatType, model: DataModel) -> float | None:
    """A constant converted to a floating type; None where the result is not known."""
    number = number_of(value)
    if number is None or (isinstance(value.type, FloatType) and value.type.parts == 2):
        return None
    return floating.rounded(number if isinstance(number, float) else Fraction(number), target, model)


def as_integer(value: Value, target: CType) -> int | None:
    """A floating constant converted to an integer type; None where it is not known or does not fit."""
    if value.number is None or not isinstance(target, IntegerType):
        return None
    if target.machine.width == 1 and target.rank == 0:
        return int(value.number != 0)
    return floating.truncated(value.number, target)


def binary(ctx: Context, operator: str, left: Value, right: Value) -> Value:
    """``left operator right`` where at least one operand is floating."""
    assert isinstance(left.type, FloatType | IntegerType)
    assert isinstance(right.type, FloatType | IntegerType)
    type = floating.usual_floating(left.type, right.type, ctx.model)
    first, second = (converted(side, type, ctx.model) for side in (left, right))
    if operator in COMPARISONS:
        if first is None or second is None:
            return ctx.unknown(C_INT, REASON)
        return Value(C_INT, Constant(int(_holds(operator, first, second)), INT))
    if first is None or second is None:
        return Value(type, None)
    return Value(type, None, None, floating.arithmetic(operator, first, second, type, ctx.model))


def _holds(operator: str, left: float, right: float) -> bool:
    match operator:
        case "==":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
    return left >= right


def negate(operator: str, value: Value) -> Value:
    """``+`` and ``-``; ``~`` conjugates a complex number, which is never a known constant."""
    number = value.number if operator != "-" or value.number is None else -value.number
    return Value(value.type, None, None, number)


def part(ctx: Context, operator: str, value: Value) -> Value:
    """``__real__`` and ``__imag__``: of a real number itself and zero."""
    if not isinstance(value.type, FloatType):
        return value if operator == "__real__" else Value(value.type, Constant(0, INT))
    type = floating.part_type(value.type, ctx.model)
    if value.type.parts == 2:
        return Value(type, None)
    return Value(type, None, None, value.number if operator == "__real__" else 0.0)
