"""Functions of math.h whose result on constants is exact or correctly rounded; on anything else it is not known.

The type of a result is that of the function's suffix.  Classifications (``isnan``) of unknown values are imprecise.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pycparser import c_ast

from verilab.program.c_types import floating
from verilab.program.c_types.types import C_INT, FloatType, IntegerType
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import floats, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.types import INT, DataModel

Known = Callable[[Context, Any, list[Any]], Value]

_EXACT: dict[str, Callable[[float], float]] = {
    "fabs": math.fabs,
    "floor": lambda x: math.copysign(float(math.floor(x)), x),
    "ceil": lambda x: math.copysign(float(math.ceil(x)), x),
    "trunc": lambda x: math.copysign(float(math.trunc(x)), x),
    "round": lambda x: math.copysign(float(math.floor(Fraction(abs(x)) + Fraction(1, 2))), x),
}
_EXACT_PAIRS: dict[str, Callable[[float, float], float]] = {"fmin": min, "fmax": max, "copysign": math.copysign}
_CLASSES: dict[str, Callable[[float], bool]] = {
    "isnan": math.isnan,
    "isfinite": math.isfinite,
    "finite": math.isfinite,
    "isinf": math.isinf,
    "isinf_sign": math.isinf,
}
_CONSTANTS = {"inf": math.inf, "huge_val": math.inf, "nan": math.nan}


def _type(suffix: str, model: DataModel) -> FloatType:
    real = {"f": floating.FLOAT, "": floating.double_type(model), "l": floating.long_double_type(model)}
    return real[suffix]


def _numbers(ctx: Context, node: c_ast.FuncCall, arguments: list[Any], count: int) -> list[Value]:
    if len(arguments) != count:
        raise ctx.error(node, f"{node.name.name} takes {count} arguments, but {len(arguments)} are passed")
    return [ctx.value(argument) for argument in arguments]


def _function(suffix: str, count: int, compute: Callable[..., float | None]) -> Known:
    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        type = _type(suffix, ctx.model)
        values = [operators.convert(ctx, value, type, node) for value in _numbers(ctx, node, arguments, count)]
        numbers = [value.number for value in values]
        known = [number for number in numbers if number is not None and math.isfinite(number)]
        result = compute(*known) if len(known) == count else None
        return Value(type, None, None, None if result is None else floating.rounded(result, type, ctx.model))

    return lower


def _root(suffix: str) -> Known:
    """A square root, correctly rounded; where only exact results are known (see ``floating``) its square has to be the operand."""

    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        type = _type(suffix, ctx.model)
        (value,) = (operators.convert(ctx, value, type, node) for value in _numbers(ctx, node, arguments, 1))
        number = value.number
        if number is None or not math.isfinite(number) or number < 0:
            return Value(type, None)
        root = math.sqrt(number)
        exact = Fraction(root) ** 2 == Fraction(number)
        if not exact and (ctx.model is DataModel.ILP32 or suffix == "l"):
            return Value(type, None)
        return Value(type, None, None, floating.rounded(root, type, ctx.model))

    return lower


def _class(test: Callable[[float], bool]) -> Known:
    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        (value,) = _numbers(ctx, node, arguments, 1)
        if isinstance(value.type, IntegerType):
            return Value(C_INT, Constant(int(test(0.0)), INT))
        return Value(C_INT, Constant(int(test(value.number)), INT)) if value.number is not None else ctx.unknown(C_INT, floats.REASON)

    return lower


def _constant(suffix: str, number: float) -> Known:
    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        return Value(_type(suffix, ctx.model), None, None, number)

    return lower


KNOWN: dict[str, Known] = {
    **{
        f"{prefix}{name}{s}": _function(s, 1, rule)
        for name, rule in _EXACT.items()
        for s in ("", "f", "l")
        for prefix in ("", "__builtin_")
    },
    **{
        f"{prefix}{name}{s}": _function(s, 2, rule)
        for name, rule in _EXACT_PAIRS.items()
        for s in ("", "f", "l")
        for prefix in ("", "__builtin_")
    },
    **{f"{prefix}sqrt{s}": _root(s) for s in ("", "f", "l") for prefix in ("", "__builtin_")},
    **{f"{prefix}{name}": _class(test) for name, test in _CLASSES.items() for prefix in ("", "__builtin_")},
    **{f"__builtin_{name}{s}": _constant(s, number) for name, number in _CONSTANTS.items() for s in ("", "f", "l")},
}
