"""C types as the memory model's layouts: the scalar leaves of an allocated type."""

from __future__ import annotations

from verilab.program.c_types import floating
from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import ArrayType, CType, FloatType, RecordType
from verilab.program.expressions import Constant, Expression
from verilab.program.lowering.storage.objects import machine_type, value_type
from verilab.program.memory.objects.objects import Dimension, Layout, Leaf
from verilab.program.types import DataModel, IntType

MAXIMUM_LEAVES = 512


def layout_of(element: CType, total: Expression, model: DataModel) -> Layout | None:
    """The layout of ``total`` bytes holding elements of a type; None where it is unknown or too large."""
    try:
        size = size_of(element, model)
    except IncompleteTypeError:
        return None
    if not isinstance(total, Constant) or size == 0 or total.value < size:
        return None
    count = total.value // size
    leaves: list[Leaf] = []
    _collect(element, "", 0, () if count == 1 else (Dimension(size, count),), model, leaves)
    return Layout(total.value, tuple(leaves)) if 0 < len(leaves) <= MAXIMUM_LEAVES else None


def _collect(
    type: CType, path: str, offset: int, dimensions: tuple[Dimension, ...], model: DataModel, leaves: list[Leaf], bit: int = 0
) -> None:
    """The leaves of a type; of a union, those of its representation (see ``objects``)."""
    match type:
        case FloatType() if floating.lacks_patterns(type):
            return
        case ArrayType(element=element, length=length):
            if length:
                _collect(element, path, offset, (*dimensions, Dimension(size_of(element, model), length)), model, leaves)
        case RecordType(is_union=True, members=members, size=size) if members:
            if size <= 8:
                leaves.append(Leaf(path, offset, IntType(8 * size, False), dimensions))
                return
            largest = max(members, key=lambda member: (size_of(member.type, model), isinstance(member.type, RecordType)))
            _collect(largest.type, f"{path}.{largest.name or '<0>'}", offset, dimensions, model, leaves)
        case RecordType(members=members):
            for member in members or ():
                name = f"{path}.{member.name if member.name is not None else f'<{member.offset}>'}"
                _collect(value_type(member), name, offset + member.offset, dimensions, model, leaves, member.bit)
        case _:
            machine = machine_type(type, model)
            if machine is not None:
                leaves.append(Leaf(path, offset, machine, dimensions, bit))
