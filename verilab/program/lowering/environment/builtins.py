"""Pure library functions and gcc builtins with an exact meaning: absolute values, character classes, bit counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import C_INT, LONG_LONG, CType, long_type
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.lowering.types.selections import compatible
from verilab.program.types import INT

Known = Callable[[Context, Any, list[Any]], Value]


def _one(ctx: Context, node: c_ast.FuncCall, arguments: list[Any], type: CType) -> Expression:
    if len(arguments) != 1:
        raise ctx.error(node, f"{node.name.name} takes 1 argument, but {len(arguments)} are passed")
    value = operators.convert(ctx, ctx.value(arguments[0]), type, node)
    return operators.require_expression(ctx, value, node)


def _absolute(kind: str) -> Known:
    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        type = {"int": C_INT, "long": long_type(ctx.model, signed=True)}.get(kind, LONG_LONG)
        operand = _one(ctx, node, arguments, type)
        negative = folding.binary("<", operand, Constant(0, type.machine))
        return Value(type, folding.conditional(negative, folding.unary("-", operand), operand))

    return lower


def is_by_pointer(node: c_ast.FuncCall) -> bool:
    """Whether a call is that of a function which stands for the library's where its address is taken: gcc knows nothing better there."""
    return node.coord is None


def _digit(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """``isdigit``: gcc's own, where it is called by its name; the library's is a macro, or called by a pointer."""
    return _class(1 << 11 if is_by_pointer(node) else 1, ("0", "9"))(ctx, node, arguments)


def _class(bit: int, *ranges: tuple[str, str]) -> Known:
    """A character class of the C locale, as 0 or the bit that the GNU C library's table has for it (C11 7.4.1: any value but 0)."""

    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        operand = _one(ctx, node, arguments, C_INT)
        result: Expression = Constant(0, INT)
        for low, high in reversed(ranges):
            above = folding.binary(">=", operand, Constant(ord(low), INT))
            below = folding.binary("<=", operand, Constant(ord(high), INT))
            inside = folding.conditional(above, below, Constant(0, INT))
            result = folding.conditional(inside, Constant(bit, INT), result)
        return Value(C_INT, result)

    return lower


def _shifted(low: str, high: str, distance: int) -> Known:
    """``tolower`` and ``toupper`` of the C locale."""

    def lower(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
        operand = _one(ctx, node, arguments, C_INT)
        above = folding.binary(">=", operand, Constant(ord(low), INT))
        below = folding.binary("<=", operand, Constant(ord(high), INT))
        moved = folding.binary("+", operand, Constant(distance, INT))
        return Value(C_INT, folding.conditional(folding.conditional(above, below, Constant(0, INT)), moved, operand))

    return lower


def _types_compatible(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    first, second = (declared_type(ctx, argument) for argument in arguments)
    return Value(C_INT, Constant(int(compatible(first, second, ctx.model)), INT))


KNOWN: dict[str, Known] = {
    "abs": _absolute("int"),
    "__builtin_abs": _absolute("int"),
    "labs": _absolute("long"),
    "__builtin_labs": _absolute("long"),
    "llabs": _absolute("long long"),
    "__builtin_llabs": _absolute("long long"),
    "isdigit": _digit,
    "isupper": _class(1 << 8, ("A", "Z")),
    "islower": _class(1 << 9, ("a", "z")),
    "isalpha": _class(1 << 10, ("A", "Z"), ("a", "z")),
    "isalnum": _class(1 << 3, ("0", "9"), ("A", "Z"), ("a", "z")),
    "isxdigit": _class(1 << 12, ("0", "9"), ("A", "F"), ("a", "f")),
    "isspace": _class(1 << 13, (" ", " "), ("\t", "\r")),
    "tolower": _shifted("A", "Z", 32),
    "toupper": _shifted("a", "z", -32),
    "__builtin_types_compatible_p": _types_compatible,
}
