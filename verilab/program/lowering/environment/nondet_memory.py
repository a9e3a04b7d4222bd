"""``__VERIFIER_nondet_memory(p, n)``: n bytes from p on become inputs, one byte an input, from the first to the last.

A named object that is filled as a whole is assigned scalar by scalar, each the sum of its bytes; any other by the library's loop.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import UNSIGNED_CHAR, VOID, IntegerType, PointerType, size_type
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.calls import calls
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import Place, parts_of, scalar_type, write
from verilab.program.operations import NondetKind
from verilab.program.types import IntType

NAME = "__VERIFIER_nondet_memory"
_MOST_PARTS = 32
_BYTE = IntType(8, False)


def fill(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """A call of the function."""
    if len(arguments) != 2:
        raise ctx.error(node, f"{NAME} takes 2 arguments, but {len(arguments)} are passed")
    place = _named(ctx, arguments[0])
    if place is not None:
        size = size_type(ctx.model)
        length = operators.convert(ctx, ctx.value(arguments[1]), size, node).expression
        parts = parts_of(place, ctx.model, _MOST_PARTS)
        widths = [_bytes(ctx, part) for part in parts or ()]
        if parts and all(widths) and isinstance(length, Constant) and length.value == sum(widths):
            for part, width in zip(parts, widths, strict=True):
                _assign(ctx, part, width)
            return Value(VOID, None)
    calls.call_function(ctx, node, "__verilab_nondet_memory", None, arguments)
    return Value(VOID, None)


def any_byte(ctx: Context, node: c_ast.FuncCall, arguments: list[Any]) -> Value:
    """The next byte."""
    return Value(UNSIGNED_CHAR, ctx.nondet(_BYTE, NondetKind.INPUT, NAME))


def _named(ctx: Context, argument: Any) -> Place | None:
    """The object whose address the argument is, where it names one."""
    while isinstance(argument, c_ast.Cast):
        argument = argument.expr
    if isinstance(argument, c_ast.UnaryOp) and argument.op == "&" and isinstance(argument.expr, c_ast.ID):
        place = ctx.place(argument.expr)
        return place if place.stored is not None and not place.steps else None
    return None


def _bytes(ctx: Context, part: Place) -> int:
    """How many whole bytes a scalar has; 0 where it is of another kind."""
    machine = scalar_type(part, ctx.model)
    whole = isinstance(part.type, IntegerType | PointerType) and not part.bit_field and machine is not None and machine.width % 8 == 0
    return machine.width // 8 if whole and machine is not None else 0


def _assign(ctx: Context, part: Place, width: int) -> None:
    """part = byte 0 + 256 * byte 1 + 65536 * byte 2 + ..."""
    machine = scalar_type(part, ctx.model)
    assert machine is not None
    unsigned = IntType(machine.width, False)
    total: Expression = folding.constant(0, unsigned)
    for number in range(width):
        byte = folding.cast(ctx.nondet(_BYTE, NondetKind.INPUT, NAME), unsigned)
        total = folding.binary("+", total, folding.binary("*", byte, folding.constant(1 << 8 * number, unsigned)))
    ctx.emit(write(part, folding.cast(total, machine), ctx.model))
