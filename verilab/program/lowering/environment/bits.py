"""gcc's builtins on the bits of an integer: counts, positions, byte orders; and its arithmetic that tells of overflow.

popcount:  add neighbouring fields of 1, 2, 4, ... bits        ctz(x) = popcount(~x & (x - 1))
clz(x) = popcount(~(x | x >> 1 | x >> 2 | ...))                ffs(x) = x == 0 ? 0 : ctz(x) + 1

overflow(a op b, T):  the exact result r in a type wide enough;  (T) r is stored,  and the value is  (T) r != r
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.types import (
    C_BOOL,
    C_INT,
    LONG_LONG,
    UNSIGNED_INT,
    UNSIGNED_LONG_LONG,
    UNSIGNED_SHORT,
    CType,
    IntegerType,
    long_type,
)
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage.places import address_of_place, place_at
from verilab.program.operations import NondetKind
from verilab.program.types import INT, DataModel, IntType

Known = Callable[[Context, Any, list[Any]], Value]


def _long(model: DataModel) -> CType:
    return long_type(model, signed=False)


_WIDTHS: dict[str, Callable[[DataModel], CType]] = {"": lambda _: UNSIGNED_INT, "l": _long, "ll": lambda _: UNSIGNED_LONG_LONG}


def argument(ctx: Context, node: c_ast.FuncCall, arguments: list[Any], type: CType) -> Expression:
    """The only argument, converted."""
    if len(arguments) != 1:
        raise ctx.error(node, f"{node.name.name} takes 1 argument, but {len(arguments)} are passed")
    return operators.require_expression(ctx, operators.convert(ctx, ctx.value(arguments[0]), type, node), node)


def _masks(width: int) -> list[tuple[int, int]]:
    """(distance, mask of every second field of that many bits)."""
    masks: list[tuple[int, int]] = []
    distance = 1
    while distance < width:
        field = (1 << distance) - 1
        masks.append((distance, sum(field << at for at in range(0, width, 2 * distance))))
        distance *= 2
    return masks


def _shifted(value: Expression, distance: int) -> Expression:
    return folding.binary(">>", value, folding.constant(distance, INT))


def _ones(ctx: Context, value: Expression) -> Expression:
    for distance, mask in _masks(value.type.width):
        kept = folding.constant(mask, value.type)
        value = ctx.save(value) if distance > 1 and not _is_constant(value) else value
        value = folding.binary("+", folding.binary("&", value, kept), folding.binary("&", _shifted(value, distance), kept))
    return value


def _is_constant(value: Expression) -> bool:
    return isinstance(value, Constant)


def _trailing(ctx: Context, value: Expression) -> Expression:
    below = folding.binary("-", value, folding.constant(1, value.type))
    return _ones(ctx, folding.binary("&", folding.unary("~", value), below))


def _leading(ctx: Context, value: Expression) -> Expression:
    for distance, _ in _masks(value.type.width):
        value = value if _is_constant(value) else ctx.save(value)
        value = folding.binary("|", value, _shifted(value, distance))
    return _ones(ctx, folding.unary("~", value))


def _parity(ctx: Context, value: Expression) -> Expression:
    return folding.binary("&", _ones(ctx, value), folding.constant(1, value.type))


def _first_set(ctx: Context, value: Expression) -> Expression:
    place = folding.binary("+", _trailing(ctx, value), folding.constant(1, value.type))
    zero = folding.constant(0, value.type)
    return folding.conditional(folding.binary("==", value, zero), zero, place)


def _redundant_sign(ctx: Context, value: Expression) -> Expression:
    """clrsb: leading bits that equal the sign, without it."""
    sign = folding.binary("<", folding.cast(value, IntType(value.type.width, True)), folding.constant(0, IntType(value.type.width, True)))
    plain = folding.conditional(sign, folding.unary("~", value), value)
    return folding.binary("-", _leading(ctx, plain), folding.constant(1, value.type))


def _of_nonzero(count: Callable[[Context, Expression], Expression]) -> Callable[[Context, Expression], Expression]:
    """Of zero gcc leaves the number open: it is what the processor's instruction happens to leave behind."""

    def number(ctx: Context, value: Expression) -> Expression:
        if _is_constant(value) and value != folding.constant(0, value.type):
            return count(ctx, value)
        of_zero = ctx.nondet(value.type, NondetKind.IMPRECISE, "bits before the first one of zero")
        return folding.conditional(folding.binary("==", value, folding.constant(0, value.type)), of_zero, count(ctx, value))

    return number


def _count(width: str, count: Callable[[Context, Expression], Expression]) -> Known:
    def lower(ctx: Context, node: Any, arguments: list[Any]) -> Value:
        operand = argument(ctx, node, arguments, _WIDTHS[width](ctx.model))
        operand = operand if _is_constant(operand) else ctx.save(operand)
        return Value(C_INT, folding.cast(count(ctx, operand), INT))

    return lower


def _swapped(type: CType) -> Known:
    """The bytes in reverse order."""

    def lower(ctx: Context, node: Any, arguments: list[Any]) -> Value:
        operand = argument(ctx, node, arguments, type)
        operand = operand if _is_constant(operand) else ctx.save(operand)
        machine = operand.type
        result: Expression = folding.constant(0, machine)
        for at in range(0, machine.width, 8):
            byte = folding.binary("&", _shifted(operand, at), folding.constant(0xFF, machine))
            moved = folding.binary("<<", byte, folding.constant(machine.width - 8 - at, INT))
            result = folding.binary("|", result, moved)
        return Value(type, result)

    return lower


def _overflow(operator: str, fixed: Callable[[DataModel], CType] | None, *, stores: bool = True) -> Known:
    """``__builtin_add_overflow`` and its kin; ``fixed`` is the type of the operands where the name says it."""

    def lower(ctx: Context, node: Any, arguments: list[Any]) -> Value:
        if len(arguments) != 3:
            raise ctx.error(node, f"{node.name.name} takes 3 arguments, but {len(arguments)} are passed")
        values = [ctx.value(operand) for operand in arguments[:2]]
        if fixed is not None:
            values = [operators.convert(ctx, value, fixed(ctx.model), node) for value in values]
        first, second = (operators.require_expression(ctx, value, node) for value in values)
        place = ctx.place(c_ast.UnaryOp("*", arguments[2])) if stores else None
        if fixed is not None and place is not None and place.type != fixed(ctx.model):
            # The result has the type that the name says, whatever the pointer points to.
            place = place_at(address_of_place(place, ctx.model), fixed(ctx.model))
        type = place.type if place is not None else ctx.value(arguments[2]).type
        if not isinstance(type, IntegerType):
            raise ctx.error(node, f"the result of {node.name.name} is no integer")
        bits = sum((first.type.width, second.type.width)) if operator == "*" else max(first.type.width, second.type.width)
        wide = IntType(max(64, type.machine.width + 2, bits + 2), True)
        exact = folding.binary(operator, folding.cast(first, wide), folding.cast(second, wide))
        exact = exact if _is_constant(exact) else ctx.save(exact)
        stored = folding.cast(exact, type.machine)
        if place is not None:
            assignments.assign_value(ctx, place, Value(type, stored), node)
        return Value(C_BOOL, folding.cast(folding.binary("!=", folding.cast(stored, wide), exact), C_BOOL.machine))

    return lower


def _signed_or_not(letters: str) -> Callable[[DataModel], CType]:
    signed, size = letters[0] == "s", letters[1:]

    def type(model: DataModel) -> CType:
        if size == "l":
            return long_type(model, signed=signed)
        return (LONG_LONG if signed else UNSIGNED_LONG_LONG) if size else (C_INT if signed else UNSIGNED_INT)

    return type


_COUNTS = {
    "popcount": _ones,
    "parity": _parity,
    "ffs": _first_set,
    "clrsb": _redundant_sign,
    "ctz": _of_nonzero(_trailing),
    "clz": _of_nonzero(_leading),
}
_OPERATORS = {"add": "+", "sub": "-", "mul": "*"}

KNOWN: dict[str, Known] = {
    **{f"__builtin_{name}{width}": _count(width, count) for name, count in _COUNTS.items() for width in _WIDTHS},
    **{f"ffs{width}": _count(width, _first_set) for width in _WIDTHS},
    "__builtin_bswap16": _swapped(UNSIGNED_SHORT),
    "__builtin_bswap32": _swapped(UNSIGNED_INT),
    "__builtin_bswap64": _swapped(UNSIGNED_LONG_LONG),
    **{f"__builtin_{name}_overflow": _overflow(operator, None) for name, operator in _OPERATORS.items()},
    **{f"__builtin_{name}_overflow_p": _overflow(operator, None, stores=False) for name, operator in _OPERATORS.items()},
    **{
        f"__builtin_{sign}{name}{size}_overflow": _overflow(operator, _signed_or_not(sign + size))
        for name, operator in _OPERATORS.items()
        for sign in "su"
        for size in ("", "l", "ll")
    },
}
