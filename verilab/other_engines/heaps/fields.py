"""Fields of the objects of one heap: read, written, and known to hold what no other field can.

Reading takes one value from a field of a single node; who asks for more than one splits the heap first (``Several``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from verilab.other_engines.heaps.ranges import wrapped
from verilab.program.abstract_heaps import SEVERAL, Field, Heap, Link, Name, Node, NotModelled, Pointer, Range, Value, Values
from verilab.program.types import IntType

LARGEST = 256
"""Bytes of an object whose fields are told apart; what a larger one holds is unknown."""


class Several(Exception):
    """A field holds several values, or points to one of several objects."""

    def __init__(self, node: Name, field: Field) -> None:
        super().__init__()
        self.node = node
        self.field = field


def _field(node: Node, offset: int, type: IntType, bit: int) -> Field:
    """The bytes of an access.  NotModelled where the object does not have them."""
    if node.ended:
        raise NotModelled("an access to an object that has ended")
    field = (offset + bit // 8, (bit % 8 + type.width + 7) // 8)
    if field[0] < 0 or field[0] + field[1] > node.size:
        raise NotModelled("an access outside of an object")
    return field


def _is_bit_field(type: IntType, bit: int) -> bool:
    return bool(bit) or (type.width != 1 and type.width % 8 != 0)


def _is_kept_beside(type: IntType, before: Values) -> bool:
    """Whether what is written may be less than the bytes of the access, and what is beside it in these is not known to be zero.

    One bit at the start of a byte is a ``_Bool``, which is all of the byte, or a bit-field.
    """
    return type.width == 1 and (before is None or not before <= {0, 1})


def _overlap(one: Field, other: Field) -> bool:
    return one[0] < other[0] + other[1] and other[0] < one[0] + one[1]


def with_own(node: Node, before: Name, after: Name) -> Node:
    """The node with ``after`` in place of ``before`` in its own addresses: SELF, or its name."""
    if not any(points_to(values, before) for values in node.fields.values()):
        return node

    def renamed(value: Value) -> Value:
        return Pointer(after, value.offset) if isinstance(value, Pointer) and value.node == before else value

    fields = {field: None if values is None else frozenset(map(renamed, values)) for field, values in node.fields.items()}
    return replace(node, fields=fields)


def held(node: Node, field: Field) -> Values:
    """What a node has in a field, which it may not have been written as."""
    if field in node.fields:
        return node.fields[field]
    return frozenset({0}) if node.zeroed and not any(_overlap(field, other) for other in node.fields) else None


def only(heap: Heap, name: Name, field: Field, values: Values) -> Value | None:
    """The one value of a field of a single node, None for any.  Raises Several where there are more."""
    if values is None:
        return None
    (value, *more) = values
    if more or (isinstance(value, Pointer) and not heap.nodes[value.node].single):
        raise Several(name, field)
    return value


def loaded(heap: Heap, place: Pointer, type: IntType, bit: int, pointer: int) -> Value | None:
    """The value at a place in a single node, None for any; ``pointer``: the bits of an address.  Raises Several and NotModelled."""
    node = heap.nodes[place.node]
    if not node.ended and (place.offset is None or node.size > LARGEST or _is_bit_field(type, bit)):
        return None
    assert place.offset is not None or node.ended
    field = _field(node, place.offset or 0, type, bit)
    value = only(heap, place.node, field, held(node, field))
    if isinstance(value, int | Range):
        return wrapped(value, type)
    return value if type.width == pointer else None


def written(heap: Heap, place: Pointer, type: IntType, bit: int, value: Value | None) -> Heap:
    """The heap with ``value`` at ``place``, which is in a single node."""
    node = heap.nodes[place.node]
    if place.offset is None:
        return blank(heap, place.node)
    field = _field(node, place.offset, type, bit)
    if node.size > LARGEST:
        return heap
    if _is_bit_field(type, bit) or _is_kept_beside(type, held(node, field)) or (type.width == 1 and isinstance(value, Range)):
        value = None
    elif isinstance(value, int):
        value &= (1 << (1 if type.width == 1 else 8 * field[1])) - 1  # of a bit-field nothing but its bit, also where it is -1
    fields = {other: None if _overlap(field, other) else values for other, values in node.fields.items()}
    fields[field] = None if value is None else frozenset({value})
    nodes = {**heap.nodes, place.node: replace(node, fields=fields)}
    if isinstance(value, Pointer):
        nodes[value.node] = _with_sharing(nodes, value.node, node.link(field))
    return Heap(heap.variables, nodes)


def _with_sharing(nodes: Mapping[Name, Node], name: Name, link: Link) -> Node:
    """The single node, now that a field points to it."""
    shared = nodes[name].shared - {link, SEVERAL}
    return replace(nodes[name], shared=shared.union(mark for mark in (link, SEVERAL) if may_be_shared(nodes, name, mark)))


def may_be_shared(nodes: Mapping[Name, Node], name: Name, link: Link) -> bool:
    """Whether several objects may point to the single node through the link, or through any for SEVERAL."""
    pointing = [
        node.single
        for node in nodes.values()
        for key, values in node.fields.items()
        if link in (node.link(key), SEVERAL) and points_to(values, name)
    ]
    return len(pointing) > 1 or pointing == [False]


def points_to(values: Values, name: Name) -> bool:
    """Whether one of the values is an address in the node."""
    return values is not None and any(isinstance(value, Pointer) and value.node == name for value in values)


def only_from(heap: Heap, source: Name, field: Field, target: Name) -> Heap | None:
    """The heap without what cannot point to the single node ``target``, as ``source`` does; None where no memory is left."""
    shared, link = heap.nodes[target].shared, heap.nodes[source].link(field)
    if link in shared and SEVERAL in shared:
        return heap
    nodes: dict[Name, Node] = {}
    gone: set[Name] = set()
    for name, node in heap.nodes.items():
        fields = dict(node.fields)
        for key, values in node.fields.items():
            if (name, key) == (source, field) or (SEVERAL in shared and node.link(key) != link) or not points_to(values, target):
                continue
            assert values is not None
            fields[key] = frozenset(value for value in values if not (isinstance(value, Pointer) and value.node == target))
            if not fields[key]:
                gone.add(name)
        nodes[name] = replace(node, fields=fields)
    if any(nodes[name].single for name in gone):
        return None
    return _without(Heap(heap.variables, nodes), gone)


def _without(heap: Heap, gone: set[Name]) -> Heap | None:
    """The heap without nodes that no object is in; None where no memory is left."""
    nodes = heap.nodes
    while gone:
        next_gone: set[Name] = set()
        left: dict[Name, Node] = {}
        for name, node in nodes.items():
            if name in gone:
                continue
            fields = dict(node.fields)
            for key, values in node.fields.items():
                if values is not None and any(isinstance(value, Pointer) and value.node in gone for value in values):
                    fields[key] = frozenset(value for value in values if not (isinstance(value, Pointer) and value.node in gone))
                    if not fields[key]:
                        if node.single:
                            return None
                        next_gone.add(name)
            left[name] = replace(node, fields=fields)
        nodes, gone = left, next_gone
    return Heap(heap.variables, nodes)


def blank(heap: Heap, name: Name) -> Heap:
    """The heap in which an object holds anything."""
    node = heap.nodes[name]
    if node.ended:
        raise NotModelled("an access to an object that has ended")
    return Heap(heap.variables, {**heap.nodes, name: replace(node, fields=dict.fromkeys(node.fields), zeroed=False)})
