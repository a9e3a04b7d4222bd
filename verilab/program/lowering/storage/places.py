"""Places: what a C lvalue designates, and how its value is read, written and its address taken.

A place is either a part of a known object (``x``, ``x.a[i].f``: direct, resolved here) or reached through an address (``p->f``, ``*p``: raw
nodes that the memory model resolves).
"""

from __future__ import annotations

from dataclasses import replace

from verilab.data_classes import dataclass
from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import ArrayType, CType, IntegerType, Member, RecordType
from verilab.program.cfa import Operation
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read, Select
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.storage.objects import ArrayNode, RecordNode, ScalarNode, StorageNode, StoredObject, machine_type, value_type
from verilab.program.memory.raw.expressions import address_of, displaced, element_address, load
from verilab.program.memory.raw.operations import store_through
from verilab.program.operations import Assign, Nondet, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import BOOL, BYTE, INT, DataModel, IntType


@dataclass(frozen=True, slots=True)
class Place:
    """An lvalue of C type ``type``.

    ``stored`` is the object it is part of, or None where it is reached through ``address``.  The place lies at byte ``offset`` plus the
    sum of index * stride over ``steps`` (index, stride, declared length) from there.  ``node`` is its storage, where it has one of its own,
    at element ``index`` (None: not inside an array).  ``bit`` and ``width`` describe a bit-field.  ``volatile`` in an object of another
    file with volatile parts, where every read of one (by its ``qualifiers``, which are the type's) may give another value.
    """

    type: CType
    stored: StoredObject | None
    node: StorageNode | None
    index: Expression | None = None
    address: Expression | None = None
    offset: int = 0
    steps: tuple[tuple[Expression, int, int | None], ...] = ()
    bit: int = 0
    bit_field: bool = False
    volatile: bool = False
    qualifiers: frozenset[str] = frozenset()


def place_of(stored: StoredObject, *, volatile: bool = False, qualifiers: frozenset[str] = frozenset()) -> Place:
    """The whole of an object."""
    return Place(stored.type, stored, stored.root, volatile=volatile, qualifiers=qualifiers)


def place_at(address: Expression, type: CType) -> Place:
    """What an address points to."""
    return Place(type, None, None, address=address)


def member_of(place: Place, path: tuple[Member, ...]) -> Place:
    """A member, through the anonymous records on the way to it."""
    node, offset = place.node, place.offset
    for member in path:
        node = node.parts.get(id(member)) if isinstance(node, RecordNode) else None
        offset += member.offset
    last = path[-1]
    qualifiers = place.qualifiers.union(*(member.qualifiers for member in path))
    bit_field = last.width is not None
    return replace(place, type=value_type(last), node=node, offset=offset, bit=last.bit, bit_field=bit_field, qualifiers=qualifiers)


def element_of(place: Place, index: Expression, model: DataModel) -> Place:
    """Element ``index`` of an array."""
    type = place.type
    assert isinstance(type, ArrayType)
    offset, steps = place.offset, place.steps
    try:
        stride = size_of(type.element, model)
    except IncompleteTypeError:  # rows of a variable-length array, of which nothing is modelled
        stride = 1
    if isinstance(index, Constant):
        offset += index.value * stride
    else:
        steps = (*steps, (index, stride, type.length))
    node, flat = None, place.index
    if isinstance(place.node, ArrayNode):
        node = place.node.element
        flat = index if flat is None else _flatten(flat, place.node.count, index, model)
    return Place(type.element, place.stored, node, flat, place.address, offset, steps, volatile=place.volatile, qualifiers=place.qualifiers)


def _flatten(outer: Expression, count: int, inner: Expression, model: DataModel) -> Expression:
    """Row-major: outer * count + inner, in a signed type that holds both."""
    width = max(outer.type.width, inner.type.width)
    common = INT if width <= 32 else IntType(max(width, model.pointer_width), True)
    scaled = folding.binary("*", folding.cast(outer, common), Constant(count, common))
    return folding.binary("+", scaled, folding.cast(inner, common))


def address_of_place(place: Place, model: DataModel) -> Expression:
    """The address as an expression of pointer type; taking it makes the object addressable."""
    pointer = IntType(model.pointer_width, False)
    if place.stored is not None:
        base = address_of(place.stored.address_object(), place.offset, pointer)
    else:
        assert place.address is not None
        base = moved_pointer("+", place.address, folding.constant(place.offset, pointer))
    for index, stride, length in place.steps:
        base = element_address(base, scaled_index(index, stride, pointer), stride, length)
    return base


def moved_pointer(operator: str, base: Expression, distance: Expression) -> Expression:
    """``base + distance`` or ``base - distance`` in bytes, of a pointer and an integer of pointer width."""
    folded = folding.binary(operator, base, distance)
    return displaced(operator, base, distance) if isinstance(folded, Binary) else folded


def scaled_index(index: Expression, stride: int, pointer: IntType) -> Expression:
    """``index * stride`` in bytes, as an expression of pointer type.

    A number of bytes that is a product of unsigned integers may have wrapped, which an index times a stride has not: it stays opaque.
    """
    if stride == 1 and isinstance(index, Binary) and index.operator == "*" and index.type == pointer:
        return Cast(index, pointer)
    return folding.binary("*", folding.cast(index, pointer), folding.constant(stride, pointer))


def scalar_type(place: Place, model: DataModel) -> IntType | None:
    """The machine type of a scalar place; None for floating point without patterns."""
    return machine_type(place.type, model)


def read(place: Place, model: DataModel) -> Expression | None:
    """The current value of a scalar place; None where it is floating point without patterns."""
    machine = machine_type(place.type, model)
    if machine is None:
        return None
    if isinstance(place.node, ScalarNode):
        return folding.cast(read_storage(place.node.storage, place.index), machine)
    return load(address_of_place(place, model), machine, place.bit)


def read_storage(storage: Variable | Array, index: Expression | None) -> Expression:
    """The variable, or the array's element at ``index`` (None: the first)."""
    if isinstance(storage, Array):
        return Select(storage, index if index is not None else Constant(0, INT))
    return Read(storage)


def write(place: Place, value: Expression | Nondet, model: DataModel) -> Operation:
    """The operation that assigns a value of the place's machine type to a scalar place (not of floating point without patterns)."""
    if isinstance(place.node, ScalarNode):
        storage = place.node.storage
        fitting = Nondet(storage.type, value.kind, value.origin) if isinstance(value, Nondet) else reinterpret(value, storage.type)
        if isinstance(storage, Array):
            return Store(storage, place.index if place.index is not None else Constant(0, INT), fitting)
        return Assign(storage, fitting)
    return store_through(address_of_place(place, model), value if place.bit_field else _byte_of(value), place.bit)


def _byte_of(value: Expression | Nondet) -> Expression | Nondet:
    """What is written where the value is: of a ``_Bool``, which is no bit-field, all eight bits of its byte."""
    if value.type != BOOL:
        return value
    return Nondet(BYTE, value.kind, value.origin) if isinstance(value, Nondet) else Cast(value, BYTE)


def reinterpret(value: Expression, type: IntType) -> Expression:
    """The same bits in a type of the same width."""
    return value if value.type == type else Cast(value, type)


def is_variable(place: Place) -> bool:
    """Whether the place is one scalar variable, which nothing but an assignment to itself moves."""
    return isinstance(place.node, ScalarNode) and isinstance(place.node.storage, Variable)


def parts_of(place: Place, model: DataModel, limit: int) -> list[Place] | None:
    """The scalar places inside a place, in order of their offsets; None where there are more than ``limit``.

    A union counts as its storage: the parts of its representative member, or one integer of its size.
    """
    parts: list[Place] = []
    pending = [place]
    while pending:
        current = pending.pop()
        match current.type:
            case RecordType(is_union=True, members=members) if members:
                pending.extend(_union_parts(current, model))
            case RecordType(members=members):
                pending.extend(member_of(current, (member,)) for member in reversed(members or ()))
            case ArrayType(length=length):
                if not length or len(parts) + length > limit:
                    return None
                pending.extend(element_of(current, Constant(i, INT), model) for i in reversed(range(length)))
            case _:
                parts.append(current)
        if len(parts) > limit:
            return None
    return parts


def _union_parts(place: Place, model: DataModel) -> list[Place]:
    type = place.type
    assert isinstance(type, RecordType)
    if isinstance(place.node, RecordNode) and place.node.shared is not None:
        machine = place.node.shared.storage.type
        return [replace(place, type=IntegerType("union", machine, 0), node=place.node.shared)]
    if isinstance(place.node, RecordNode):
        for member in type.members or ():
            if id(member) in place.node.parts:
                return [member_of(place, (member,))]
    if type.size <= 8:  # the whole union as one integer
        whole = IntegerType("union", IntType(8 * type.size, False), 0)
        return [Place(whole, place.stored, None, None, place.address, place.offset, place.steps)]
    largest = max(type.members or (), key=lambda member: (size_of(member.type, model), isinstance(member.type, RecordType)))
    return [member_of(place, (largest,))]
