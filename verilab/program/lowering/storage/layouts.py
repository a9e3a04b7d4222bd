"""C types as the memory model's layouts: the scalar leaves of an allocated type."""

from __future__ import annotations

from verilab.program.c_types import floating
from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import ArrayType, CType, FloatType, Member, RecordType
from verilab.program.expressions import Binary, Cast, Constant, Expression
from verilab.program.lowering.storage.objects import machine_type, value_type
from verilab.program.memory.objects.objects import Dimension, Layout, Leaf
from verilab.program.types import DataModel, IntType

MAXIMUM_LEAVES = 512
MODELLED_TAIL = 16  # elements of a flexible array member in an allocation of computed size


def layout_of(element: CType, total: Expression, model: DataModel) -> Layout | None:
    """The layout of ``total`` bytes holding elements of a type; None where it is unknown or too large.

    Of one element where the total is computed; of a structure with a flexible array member, with as many elements as there is room for.
    """
    try:
        size = size_of(element, model)
    except IncompleteTypeError:
        return None
    known = total.value if isinstance(total, Constant) else None
    if size == 0 or (known is not None and known < size):
        return None
    leaves: list[Leaf] = []
    tail = _tail(element, total)
    if tail is not None and known != size:
        assert isinstance(tail.type, ArrayType)
        stride = size_of(tail.type.element, model)
        count = MODELLED_TAIL if known is None else (known - tail.offset) // max(stride, 1)
        _collect(element, "", 0, (), model, leaves)
        leaves = [leaf for leaf in leaves if leaf.offset < tail.offset]
        _collect(ArrayType(tail.type.element, count), f".{tail.name}", tail.offset, (), model, leaves)
        end = tail.offset + count * stride if known is None else known
        return Layout(end, tuple(leaves), bounded=known is None) if 0 < len(leaves) <= MAXIMUM_LEAVES else None
    count = 1 if known is None else known // size
    _collect(element, "", 0, () if count == 1 else (Dimension(size, count),), model, leaves)
    return Layout(size if known is None else known, tuple(leaves)) if 0 < len(leaves) <= MAXIMUM_LEAVES else None


def _tail(element: CType, total: Expression) -> Member | None:
    """The flexible array member of a structure; an array of one element is one in an allocation whose size is no product of the type's."""
    if not isinstance(element, RecordType) or element.is_union or not element.members:
        return None
    last = element.members[-1]
    if not isinstance(last.type, ArrayType) or last.type.variable:
        return None
    if not last.type.length:
        return last
    while isinstance(total, Cast):
        total = total.operand
    if isinstance(total, Constant):
        return last if last.type.length == 1 and total.value % element.size else None
    return last if last.type.length == 1 and isinstance(total, Binary) and total.operator in ("+", "-") else None


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
