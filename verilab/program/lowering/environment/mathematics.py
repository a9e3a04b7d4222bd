"""Functions of math.h whose results are exact or correctly rounded, and the classification of floating-point numbers.

The type of a result is that of the function's suffix.  Those of long double are known of constants only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pycparser import c_ast

from verilab.program.c_types import floating
from verilab.program.c_types.types import C_INT, LONG_LONG, FloatType, IntegerType, long_type
from verilab.program.expressions import Constant, Expression, FloatOperator
from verilab.program.floats import DOUBLE
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import patterns
from verilab.program.lowering.environment.builtins import is_by_pointer
from verilab.program.lowering.expressions import floats, folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.syntax.tree.nodes import nodes_of
from verilab.program.types import DataModel

Known = Callable[[Context, Any, list[Any]], Value]
_Rule = Callable[..., Expression]
_SUFFIXES = ("", "f", "l")
_PREFIXES = ("", "__builtin_")

_INTEGRAL = {
    "floor": FloatOperator.FLOOR,
    "ceil": FloatOperator.CEILING,
    "trunc": FloatOperator.TRUNCATE,
    "round": FloatOperator.ROUND,
    "roundeven": FloatOperator.ROUND_EVEN,
    "fmod": FloatOperator.MODULO,
    "remainder": FloatOperator.REMAINDER,
    "drem": FloatOperator.REMAINDER,
}
"""Exact operations, which no rounding mode changes."""
_ROUNDED = {"sqrt": FloatOperator.SQUARE_ROOT, "rint": FloatOperator.ROUND_EVEN, "nearbyint": FloatOperator.ROUND_EVEN}
_COMPOSED: dict[str, _Rule] = {
    "fabs": patterns.magnitude,
    "copysign": patterns.with_sign,
}
_EXTREMES: dict[str, _Rule] = {"fmin": patterns.least, "fmax": patterns.greatest}
_CLASSES: dict[str, _Rule] = {
    "isnan": patterns.is_nan,
    "isfinite": patterns.is_finite,
    "finite": patterns.is_finite,
    "isinf_sign": patterns.infinite_sign,
    "isnormal": patterns.is_normal,
    "fpclassify": patterns.classified,
}
_LITERAL = (c_ast.Constant, c_ast.UnaryOp)
_NAN_SIGN = "sign of a NaN"
_RELATIONS = {"isless": "<", "islessequal": "<=", "isgreater": ">", "isgreaterequal": ">="}
_CONSTANTS = {"inf": math.inf, "huge_val": math.inf}
_TO_INTEGERS = {"lround": FloatOperator.ROUND, "lrint": FloatOperator.ROUND_EVEN}


def _type(suffix: str, model: DataModel) -> FloatType:
    real = {"f": floating.FLOAT, "": floating.double_type(model), "l": floating.long_double_type(model)}
    return real[suffix]


def _values(ctx: Context, node: c_ast.FuncCall, arguments: list[Any], count: int) -> list[Value]:
    if len(arguments) != count:
        raise ctx.error(node, f"{node.name.name} takes {count} arguments, but {len(arguments)} are passed")
    return [ctx.value(argument) for argument in arguments]


def _converted(ctx: Context, node: c_ast.FuncCall, arguments: list[Any], count: int, type: FloatType) -> list[Value]:
    return [operators.convert(ctx, value, type, node) for value in _values(ctx, node, arguments, count)]


def _function(suffix: str, count: int, compute: Callable[[Context, tuple[Expression, ...]], Expression]) -> Known:
    """A function on patterns; of long double only what doubles are exact for, by the same computation."""

    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        type = _type(suffix, ctx.model)
        values = _converted(ctx, node, arguments, count, type)
        known = [value.expression for value in values if value.expression is not None]
        if len(known) == count:
            return Value(type, compute(ctx, tuple(known)))
        numbers = [value.number for value in values]
        doubles = [floating.pattern(number, floating.double_type(ctx.model)) for number in numbers if isinstance(number, float)]
        if len(doubles) < count:
            return Value(type, None)
        result = compute(ctx, tuple([double for double in doubles if double is not None]))
        return Value(type, None, None, DOUBLE.number(result.value) if isinstance(result, Constant) else None)

    return lower


def _operation(operator: FloatOperator) -> Callable[[Context, tuple[Expression, ...]], Expression]:
    return lambda ctx, operands: folding.float_operation(operator, operands, operands[0].type)


def _with_open_sign(ctx: Context, result: Expression) -> Expression:
    """A result of which the sign is open where it is a NaN."""
    result = result if isinstance(result, Constant) else ctx.save(result)
    sign = floats.guarded(ctx, folding.negation(patterns.is_nan(result)), result, _NAN_SIGN)
    return patterns.with_sign(result, sign)


def _rounding_operation(operator: FloatOperator) -> Callable[[Context, tuple[Expression, ...]], Expression]:
    return lambda ctx, operands: floats.operation(ctx, operator, operands, operands[0].type)


def _composed(rule: _Rule) -> Callable[[Context, tuple[Expression, ...]], Expression]:
    return lambda ctx, operands: rule(*operands)


def _extreme(rule: _Rule) -> Callable[[Context, tuple[Expression, ...]], Expression]:
    """``fmin`` or ``fmax``: of zeros with different signs C leaves open which one it is, and what of two NaNs or of a signalling one."""

    def compute(ctx: Context, operands: tuple[Expression, ...]) -> Expression:
        result = floats.guarded(ctx, folding.negation(patterns.are_opposite_zeros(*operands)), rule(*operands), "sign of a zero")
        result = floats.guarded(ctx, folding.negation(patterns.is_any_signalling(*operands)), result, "a signalling NaN")
        return _with_open_sign(ctx, result)

    return compute


def _difference(ctx: Context, operands: tuple[Expression, ...]) -> Expression:
    """``fdim``: the positive difference, a NaN where an operand is one."""
    first, second = operands
    difference = floats.operation(ctx, FloatOperator.SUBTRACT, operands, first.type)
    return folding.conditional(floats.compared("<=", first, second), Constant(0, first.type), difference)


def _exact_root(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``sqrtl`` of a constant whose root is exact in binary64."""
    type = _type("l", ctx.model)
    number = _converted(ctx, node, arguments, 1, type)[0].number
    if not isinstance(number, float) or not math.isfinite(number) or number < 0:
        return Value(type, None)
    root = math.sqrt(number)
    return Value(type, None, None, root if Fraction(root) ** 2 == Fraction(number) else None)


def _to_integer(suffix: str, operator: FloatOperator, *, long_long: bool) -> Known:
    """Rounded to an integer; what the result's type does not have is arbitrary."""

    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        (value,) = _converted(ctx, node, arguments, 1, _type(suffix, ctx.model))
        target = LONG_LONG if long_long else long_type(ctx.model, signed=True)
        if value.expression is None:
            return ctx.unknown(target, floats.REASON)
        rounded = floats.operation(ctx, operator, (value.expression,), value.expression.type)
        return operators.convert(ctx, Value(value.type, rounded), target, node)

    return lower


def _examined(ctx: Context, value: Value) -> Expression | None:
    """The pattern whose class is asked for; an integer's is that of the double it becomes, a long double's is not known."""
    if isinstance(value.type, IntegerType):
        return floats.converted(ctx, value, floating.double_type(ctx.model)).expression
    if value.expression is None and isinstance(value.number, float):
        return floating.pattern(value.number, floating.double_type(ctx.model))
    return value.expression


def _class(rule: _Rule) -> Known:
    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        pattern = _examined(ctx, _values(ctx, node, arguments, 1)[0])
        return ctx.unknown(C_INT, floats.REASON) if pattern is None else Value(C_INT, rule(pattern))

    return lower


def _sign(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``signbit``: of a computed NaN open, as gcc takes ``x * x`` and ``0.0 / 0.0`` for positive without computing them."""
    pattern = _examined(ctx, _values(ctx, node, arguments, 1)[0])
    if pattern is None:
        return ctx.unknown(C_INT, floats.REASON)
    if all(isinstance(part, _LITERAL) for part in nodes_of(arguments[0])):
        return Value(C_INT, patterns.has_sign(pattern))  # gcc folds it: 1 of a float, too
    if not isinstance(arguments[0], c_ast.BinaryOp | c_ast.FuncCall | c_ast.TernaryOp):
        return Value(C_INT, patterns.sign_bit(pattern))
    pattern = pattern if isinstance(pattern, Constant) else ctx.save(pattern)
    return Value(C_INT, floats.guarded(ctx, folding.negation(patterns.is_nan(pattern)), patterns.sign_bit(pattern), _NAN_SIGN))


def _classify(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)``: one of the first five."""
    values = _values(ctx, node, arguments, 6)
    pattern = _examined(ctx, values[5])
    if pattern is None:
        return ctx.unknown(C_INT, floats.REASON)
    nan, infinite, normal, subnormal, zero = (operators.require_expression(ctx, value, node) for value in values[:5])
    return Value(C_INT, patterns.classified(pattern, (nan, infinite, zero, subnormal, normal)))


def _relation(operator: str) -> Known:
    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        first, second = _values(ctx, node, arguments, 2)
        return operators.binary(ctx, operator, first, second, node)

    return lower


def _unordered(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    sides = [_examined(ctx, value) for value in _values(ctx, node, arguments, 2)]
    if sides[0] is None or sides[1] is None:
        return ctx.unknown(C_INT, floats.REASON)
    first, second = (patterns.is_nan(side) for side in sides if side is not None)
    return Value(C_INT, folding.conditional(first, Constant(1, C_INT.machine), second))


def _less_or_greater(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    first, second = _values(ctx, node, arguments, 2)
    less, greater = (operators.binary(ctx, operator, first, second, node).expression for operator in ("<", ">"))
    assert less is not None
    assert greater is not None
    return Value(C_INT, folding.conditional(less, Constant(1, C_INT.machine), greater))


def _constant(suffix: str, number: float) -> Known:
    return lambda ctx, node, arguments: floats.constant(ctx, _type(suffix, ctx.model), number)


def _nan(suffix: str) -> Known:
    """``nan("")``: quiet, without payload; with another text it is some NaN."""

    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        type = _type(suffix, ctx.model)
        (text,) = arguments if len(arguments) == 1 else (None,)
        if isinstance(text, c_ast.Constant) and text.value == '""':
            return floats.constant(ctx, type, math.nan)
        return floats.constant(ctx, type, None)

    return lower


def _named() -> dict[str, Known]:
    """What the functions are called with and without suffixes, and as builtins."""
    known: dict[str, Known] = {}
    for s in _SUFFIXES:
        for name, operator in _INTEGRAL.items():
            known[name + s] = _function(s, 2 if operator in (FloatOperator.MODULO, FloatOperator.REMAINDER) else 1, _operation(operator))
        for name, operator in _ROUNDED.items():
            known[name + s] = _function(s, 1, _rounding_operation(operator))
        for name, rule in _COMPOSED.items():
            known[name + s] = _function(s, 1 if name == "fabs" else 2, _composed(rule))
        for name, rule in _EXTREMES.items():
            known[name + s] = _function(s, 2, _extreme(rule))
        for name, rule in _CLASSES.items():
            known[name + s] = _class(rule)
        known["signbit" + s] = _sign
        for name, operator in _TO_INTEGERS.items():
            known[name + s] = _to_integer(s, operator, long_long=False)
            known[f"l{name}{s}"] = _to_integer(s, operator, long_long=True)
        known["fdim" + s] = _function(s, 2, _difference)
        known["nan" + s] = _nan(s)
    known["sqrtl"] = _exact_root
    known.pop("fdiml")
    return known


def _infinite(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``isinf``: gcc's own, where it is called by its name; the library's says the sign."""
    return _class(patterns.infinite_sign if is_by_pointer(node) else patterns.is_infinite)(ctx, node, arguments)


_NAMED = _named()
KNOWN: dict[str, Known] = {
    **{prefix + name: lower for name, lower in _NAMED.items() for prefix in _PREFIXES},
    **{f"__builtin_{name}{s}": _constant(s, number) for name, number in _CONSTANTS.items() for s in _SUFFIXES},
    **{f"__builtin_{name}": _relation(operator) for name, operator in _RELATIONS.items()},
    **{f"__builtin_isinf{s}": _class(patterns.is_infinite) for s in _SUFFIXES},
    **{f"isinf{s}": _infinite for s in _SUFFIXES},
    "__builtin_islessgreater": _less_or_greater,
    "__builtin_isunordered": _unordered,
    "__builtin_fpclassify": _classify,
}
