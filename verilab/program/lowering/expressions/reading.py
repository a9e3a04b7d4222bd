"""Reading places: the lvalue conversion of C11 6.3.2.1."""

from __future__ import annotations

from verilab.program.c_types.types import ArrayType, FloatType, FunctionType, IntegerType, PointerType, RecordType
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage import places
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.storage.places import Place, address_of_place
from verilab.program.memory.raw.operations import escape_bytes
from verilab.program.operations import Havoc, NondetKind

_CHANGED = "volatile memory of another file"


def value_at(ctx: Context, place: Place) -> Value:
    """The value that a place holds; an array becomes the address of its first element."""
    type = place.type
    if isinstance(type, ArrayType):
        return Value(PointerType.to(type.element, place.qualifiers), address_of_place(place, ctx.model))
    if isinstance(type, FunctionType):
        return Value(PointerType(type), address_of_place(place, ctx.model))
    if isinstance(type, RecordType):
        if place.volatile and place.stored is not None and place.stored.cells:  # two copies of it need not agree
            ctx.emit(Havoc(tuple(cell.storage for cell in place.stored.cells), NondetKind.IMPRECISE, _CHANGED), _CHANGED)
        return Value(type, None, place)
    if place.volatile and "volatile" in place.qualifiers and (machine := machine_type(type, ctx.model)) is not None:
        if isinstance(type, IntegerType | FloatType):
            return Value(type, ctx.nondet(machine, NondetKind.INPUT, "volatile"))
        return ctx.unknown(type, _CHANGED)  # a pointer, of which nobody knows to what
    value = places.read(place, ctx.model)
    if value is None:
        ctx.emit(escape_bytes(address_of_place(place, ctx.model)))
    return Value(type, value)
