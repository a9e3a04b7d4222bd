"""Arguments of variadic functions: the caller puts them into slots that all calls share, the callee copies them when it begins.

A ``va_list`` is the address of the next slot; each argument starts a slot of its own, a structure takes as many as it needs.  Copying at
the beginning keeps the arguments apart from those of calls that happen later.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.c_types.layout import round_up, size_of
from verilab.program.c_types.types import UNSIGNED_LONG_LONG, VOID, ArrayType, CType, FloatType, PointerType, is_variable_length
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.declarations import variable_lengths
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.session import FunctionInstance, Session
from verilab.program.lowering.storage import places
from verilab.program.lowering.storage.objects import StoredObject
from verilab.program.lowering.storage.places import address_of_place, element_of, place_at, place_of
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.lowering.unsupported import give_up
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.operations import Nondet, NondetKind
from verilab.program.types import INT

FEWEST_SLOTS, MOST_SLOTS = 12, 64  # as many as the longest call has arguments; one whose structures need more is not modelled
SLOT_BYTES = 8
_SLOT = UNSIGNED_LONG_LONG
STARTS = frozenset({"__builtin_va_start", "va_start", "__builtin_c23_va_start"})


def reads_arguments(session: Session, name: str) -> bool:
    """Whether a function asks for its variadic arguments."""
    facts = session.calls.facts.get(name)
    return facts is not None and not STARTS.isdisjoint(facts.called)


def any_reads_arguments(session: Session) -> bool:
    """Whether any function of the program does: a call through a pointer may be one of it."""
    if session.has_variadic is None:
        session.has_variadic = any(not STARTS.isdisjoint(facts.called) for facts in session.calls.facts.values())
    return session.has_variadic


def _slots(session: Session) -> int:
    """How many there are in this program."""
    if session.variadic_slots is None:
        longest = max((facts.arguments for facts in session.calls.facts.values()), default=0)
        session.variadic_slots = min(max(longest, FEWEST_SLOTS), MOST_SLOTS)
    return session.variadic_slots


def _shared(session: Session) -> StoredObject:
    if session.variadic is None:
        type = ArrayType(_SLOT, _slots(session))
        session.variadic = session.make_object(session.unique_name("$variadic"), type, ObjectKind.GLOBAL, None)
    return session.variadic


def pass_arguments(ctx: Context, values: list[Value], node: c_ast.Node) -> None:
    """Put the arguments that no parameter takes into the shared slots."""
    slots = place_of(_shared(ctx.session))
    position = 0
    for value in values:
        size = size_of(value.type, ctx.model)
        taken = round_up(max(size, 1), SLOT_BYTES) // SLOT_BYTES
        if position + taken > _slots(ctx.session):
            give_up(ctx, "many variadic arguments")
            return
        slot = element_of(slots, Constant(position, INT), ctx.model)
        if value.expression is not None:
            ctx.emit(places.write(slot, folding.cast(value.expression, _SLOT.machine), ctx.model))
        elif value.place is not None:
            assignments.assign_value(ctx, place_at(address_of_place(slot, ctx.model), value.type), value, node)
        elif isinstance(value.type, FloatType):
            ctx.emit(places.write(slot, Nondet(_SLOT.machine, NondetKind.IMPRECISE, "float"), ctx.model), "float")
        position += taken


def receive_arguments(ctx: Context, instance: FunctionInstance) -> None:
    """At the beginning of a function that reads them: copy them from the shared slots."""
    slots = _slots(ctx.session)
    own = ctx.new_object("$variadic", ArrayType(_SLOT, slots), ObjectKind.LOCAL)
    for i in range(slots):
        index = Constant(i, INT)
        held = places.read(element_of(place_of(_shared(ctx.session)), index, ctx.model), ctx.model)
        assert held is not None
        ctx.emit(places.write(element_of(place_of(own), index, ctx.model), held, ctx.model), text="variadic arguments")
    instance.variadic = own
    ctx.variadic = own


def _start(ctx: Context, node: c_ast.Node, arguments: list[Any]) -> Value:
    if ctx.variadic is not None:
        _set(ctx, arguments[0], address_of_place(place_of(ctx.variadic), ctx.model), node)
    return Value(VOID, None)


def _copy(ctx: Context, node: c_ast.Node, arguments: list[Any]) -> Value:
    value = ctx.value(arguments[1])
    _set(ctx, arguments[0], operators.require_expression(ctx, value, node), node)
    return Value(VOID, None)


def _set(ctx: Context, target: Any, address: Any, node: c_ast.Node) -> None:
    place = ctx.place(target)
    ctx.focus(node)
    assignments.assign_value(ctx, place, Value(PointerType(VOID), address), node)


def _end(ctx: Context, node: c_ast.Node, arguments: list[Any]) -> Value:
    for argument in arguments:
        ctx.effect(argument)
    return Value(VOID, None)


def _argument(ctx: Context, node: c_ast.Node, arguments: list[Any]) -> Value:
    """``va_arg(list, T)``: what the next slot holds; the list moves on."""
    variable_lengths.evaluate(ctx, arguments[1])
    type: CType = declared_type(ctx, arguments[1])
    if is_variable_length(type):
        raise ctx.error(node, "an argument whose length is computed is not supported", "take a pointer to its first element")
    place = ctx.place(arguments[0])
    ctx.focus(node)
    at = ctx.save(operators.require_expression(ctx, value_at(ctx, place), node))
    ctx.session.dereferences = True
    held = value_at(ctx, place_at(at, type))
    if held.place is not None:
        held = assignments.saved(ctx, held)
    elif held.expression is not None:
        held = Value(type, ctx.save(held.expression))
    distance = folding.constant(round_up(max(size_of(type, ctx.model), 1), SLOT_BYTES), ctx.pointer)
    assignments.assign_value(ctx, place, Value(PointerType(VOID), folding.binary("+", at, distance)), node)
    return held


KNOWN = {
    **dict.fromkeys(sorted(STARTS), _start),
    **dict.fromkeys(("__builtin_va_copy", "va_copy", "__va_copy"), _copy),
    **dict.fromkeys(("__builtin_va_end", "va_end"), _end),
    "__builtin_va_arg": _argument,
}
