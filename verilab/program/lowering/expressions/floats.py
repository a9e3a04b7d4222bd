"""Floating-point values: patterns for float and double; of other formats constants only, anything else of them is imprecise."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable
from fractions import Fraction

from verilab.program.c_types import floating
from verilab.program.c_types.types import C_INT, CType, FloatType, IntegerType, PointerType
from verilab.program.expressions import COMPARISONS, Constant, Expression, FloatOperator, Read
from verilab.program.floats import format_of, from_integer
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.expressions.values import Value
from verilab.program.memory.raw.operations import escape
from verilab.program.operations import Assign, Nondet, NondetKind
from verilab.program.types import INT, IntType

REASON = "float"
ROUNDING = "rounding mode"
OUT_OF_RANGE = "conversion of a float out of range"

_ORDERS: dict[str, Callable[[floating.Number, floating.Number], bool]] = {
    "==": operators.eq, "!=": operators.ne, "<": operators.lt, "<=": operators.le, ">": operators.gt, ">=": operators.ge,
}  # fmt: skip
_ARITHMETIC = {"+": FloatOperator.ADD, "-": FloatOperator.SUBTRACT, "*": FloatOperator.MULTIPLY, "/": FloatOperator.DIVIDE}


def number_of(value: Value) -> floating.Number | int | None:
    """The value of a constant operand, integer or floating; None where it is not known."""
    if value.number is not None or not isinstance(value.expression, Constant):
        return value.number
    constant = value.expression
    return format_of(constant.type).number(constant.value) if isinstance(value.type, FloatType) else constant.value


def constant(ctx: Context, type: FloatType, number: floating.Number | None) -> Value:
    """A floating constant; None stands for one that is not known."""
    if floating.lacks_patterns(type):
        return Value(type, None, None, number)
    return ctx.unknown(type, REASON) if number is None else Value(type, floating.pattern(number, type))


def operation(ctx: Context, operator: FloatOperator, operands: tuple[Expression, ...], type: IntType) -> Expression:
    """An operation whose result is rounded: not known where the program changes how."""
    if ctx.session.changes.rounding:
        return ctx.nondet(type, NondetKind.IMPRECISE, ROUNDING)
    return folding.float_operation(operator, operands, type)


def converted(ctx: Context, value: Value, target: FloatType) -> Value:
    """A number converted to a floating type."""
    machine = floating.machine_type(target)
    source = value.type
    if isinstance(source, PointerType):
        if value.expression is not None:
            ctx.emit(escape(value.expression))
        return ctx.unknown(target, REASON)
    if machine is None or value.expression is None:
        number = number_of(value)
        if number is None or (isinstance(source, FloatType) and source.parts == 2):
            if value.expression is not None:
                ctx.emit(escape(value.expression))
            return constant(ctx, target, None)
        return constant(ctx, target, floating.rounded(number if isinstance(number, float) else Fraction(number), target))
    if isinstance(source, IntegerType):
        return Value(target, operation(ctx, FloatOperator.FROM_INTEGER, (value.expression,), machine))
    if value.expression.type == machine:
        return Value(target, value.expression)
    return Value(target, operation(ctx, FloatOperator.FROM_FLOAT, (value.expression,), machine))


def as_integer(ctx: Context, value: Value, target: CType, machine: IntType) -> Value:
    """A floating value converted to an integer type: truncated; what the type does not have is undefined, so that it is arbitrary."""
    if machine.width == 1 and isinstance(target, IntegerType) and target.rank == 0:
        truth = nonzero(value)
        return ctx.unknown(target, REASON) if truth is None else Value(target, folding.cast_truth(truth))
    if value.expression is None:
        known = floating.truncated(value.number, target) if value.number is not None and isinstance(target, IntegerType) else None
        return ctx.unknown(target, REASON) if known is None else Value(target, Constant(known, machine))
    inside = _is_inside(value.expression, machine)
    truncated = folding.float_operation(FloatOperator.TO_INTEGER, (value.expression,), machine)
    return Value(target, guarded(ctx, inside, truncated, OUT_OF_RANGE))


def guarded(ctx: Context, certain: Expression, value: Expression, reason: str) -> Expression:
    """The value where the condition holds, else an arbitrary one."""
    if isinstance(certain, Constant):
        return value if certain.value else ctx.nondet(value.type, NondetKind.IMPRECISE, reason)
    result = ctx.temporary(value.type)
    if ctx.current is not None:
        fits, differs, after = ctx.location(), ctx.location(), ctx.location()
        ctx.branch_on(certain, fits, differs, f"not: {reason}")
        ctx.current = fits
        ctx.emit(Assign(result, value))
        ctx.jump(after)
        ctx.current = differs
        ctx.emit(Assign(result, Nondet(value.type, NondetKind.IMPRECISE, reason)), reason)
        ctx.jump(after)
        ctx.current = after
    return Read(result)


# trunc(x) in [a, b]  <=>  a - 1 < x < b + 1;  where the format has no a - 1, it has no number between it and a.
def _is_inside(pattern: Expression, machine: IntType) -> Expression:
    """Whether a number, truncated, is in the type's range."""
    format, type = format_of(pattern.type), pattern.type
    beyond = Constant(from_integer(machine.maximum + 1, format), type)
    below = Constant(from_integer(machine.minimum - 1, format), type)
    least = Constant(from_integer(machine.minimum, format), type)
    strict = below.value != least.value
    above = folding.float_operation(FloatOperator.LESS if strict else FloatOperator.LESS_EQUAL, (below if strict else least, pattern), INT)
    return folding.conditional(above, folding.float_operation(FloatOperator.LESS, (pattern, beyond), INT), Constant(0, INT))


def binary(ctx: Context, operator: str, left: Value, right: Value) -> Value:
    """``left operator right`` where at least one operand is floating."""
    assert isinstance(left.type, FloatType | IntegerType)
    assert isinstance(right.type, FloatType | IntegerType)
    type = floating.usual_floating(left.type, right.type, ctx.model)
    sides = [converted(ctx, side, type) for side in (left, right)]
    first, second = (side.expression for side in sides)
    if first is not None and second is not None:
        if operator in COMPARISONS:
            return Value(C_INT, compared(operator, first, second))
        return Value(type, operation(ctx, _ARITHMETIC[operator], (first, second), first.type))
    one, other = (side.number for side in sides)
    if operator in COMPARISONS:
        if one is None or other is None:
            return ctx.unknown(C_INT, REASON)
        return Value(C_INT, Constant(int(_ORDERS[operator](one, other)), INT))
    return Value(type, None, None, None if one is None or other is None else floating.arithmetic(operator, one, other, type))


def compared(operator: str, left: Expression, right: Expression) -> Expression:
    """A comparison of patterns, 1 or 0."""
    if operator in (">", ">="):
        left, right = right, left
    if operator == "!=":
        return folding.negation(folding.float_operation(FloatOperator.EQUAL, (left, right), INT))
    kind = {"==": FloatOperator.EQUAL, "<": FloatOperator.LESS, ">": FloatOperator.LESS}.get(operator, FloatOperator.LESS_EQUAL)
    return folding.float_operation(kind, (left, right), INT)


def nonzero(value: Value) -> Expression | None:
    """Whether a floating value is not zero, as a condition; None where that is not known."""
    if value.expression is not None:
        return compared("!=", value.expression, Constant(0, value.expression.type))
    return None if value.number is None else Constant(int(value.number != 0), INT)


def negate(operator: str, value: Value) -> Value:
    """``+`` and ``-``; ``~`` conjugates a complex number, which is never a known constant."""
    if operator != "-":
        return value
    if value.expression is not None:
        sign = Constant(format_of(value.expression.type).sign, value.expression.type)
        return Value(value.type, folding.binary("^", value.expression, sign))
    return Value(value.type, None, None, None if value.number is None else -value.number)


def part(ctx: Context, operator: str, value: Value) -> Value:
    """``__real__`` and ``__imag__``: of a real number itself and zero."""
    if not isinstance(value.type, FloatType):
        return value if operator == "__real__" else Value(value.type, Constant(0, INT))
    type = floating.part_type(value.type, ctx.model)
    if value.type.parts == 2:
        return constant(ctx, type, None)
    return value if operator == "__real__" else constant(ctx, type, 0.0)
