"""``scanf`` of decimal numbers: how many are read, and which, the environment chooses (C11 7.21.6.2).

    r := any of -1 .. n;   *p_k := any value  where r >= k,  for k = 1 .. n;   the call's result is r

The origins of these inputs say what they are, so that a harness can write the text that is read: ``scanf_of_n`` and ``scanf_value``.
"""

from __future__ import annotations

import re
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import C_INT, LONG_LONG, UNSIGNED_INT, UNSIGNED_LONG_LONG, VOID, IntegerType, PointerType, long_type
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import standard
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import place_at
from verilab.program.operations import NondetKind
from verilab.program.types import INT

FORMATS = {"scanf": 0, "sscanf": 1, "fscanf": 1}
"""Which argument is the format."""
NOTHING = -1
"""What is returned where the input ends before anything is read."""
RESULT, VALUE = "scanf_of_", "scanf_value"
_CONVERSION = re.compile(r"%%|%\*|(%)")
_SPACE = r"(?:\s|\\[nt])*"
_PIECE = re.compile(rf"{_SPACE}%(l?l?)([du])")
_FORMAT = re.compile(rf'"((?:{_PIECE.pattern})+{_SPACE})"')


def most_read(name: str, arguments: list[Any]) -> int | None:
    """How many objects a call can read at most; None where its format is no literal."""
    place = FORMATS[name]
    if len(arguments) <= place or not isinstance(arguments[place], c_ast.Constant):
        return None
    return sum(map(bool, _CONVERSION.findall(str(arguments[place].value))))


def scanned(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value | None:
    """``scanf(format, ...)``; None where the format has anything but decimal numbers."""
    literal = _FORMAT.fullmatch(arguments[0].value) if arguments and isinstance(arguments[0], c_ast.Constant) else None
    if literal is None:
        return None
    types = [_type(ctx, piece[1], piece[2]) for piece in _PIECE.finditer(literal[1])]
    if len(types) != len(arguments) - 1:
        return None
    places = [place_at(_address(ctx, argument, node), type) for type, argument in zip(types, arguments[1:], strict=True)]
    ctx.focus(node)
    read = standard.bounded(ctx, ctx.nondet(INT, NondetKind.INPUT, f"{RESULT}{len(types)}"), NOTHING, len(types))
    for number, (place, type) in enumerate(zip(places, types, strict=True)):
        if ctx.current is None:
            break
        here, after = ctx.location(), ctx.location()
        ctx.branch_on(folding.binary(">", read, Constant(number, INT)), here, after, "a number is read")
        ctx.current = here
        assignments.assign_value(ctx, place, Value(type, ctx.nondet(type.machine, NondetKind.INPUT, VALUE)), node)
        ctx.jump(after)
        ctx.current = after
    return Value(C_INT, read)


def _address(ctx: Context, argument: Any, node: c_ast.FuncCall) -> Expression:
    """Where a number goes, as it is before anything is read."""
    value = operators.convert(ctx, ctx.value(argument), PointerType(VOID), node)
    address = operators.require_expression(ctx, value, node)
    is_fixed = isinstance(argument, c_ast.UnaryOp) and argument.op == "&" and isinstance(argument.expr, c_ast.ID)
    return address if is_fixed else ctx.save(address)


def _type(ctx: Context, length: str, kind: str) -> IntegerType:
    if length == "l":
        return long_type(ctx.model, signed=kind == "d")
    signed, unsigned = (LONG_LONG, UNSIGNED_LONG_LONG) if length == "ll" else (C_INT, UNSIGNED_INT)
    return signed if kind == "d" else unsigned
