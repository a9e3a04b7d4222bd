"""Heaps of which there are finitely many: nodes that look alike become one, and so do heaps that have the same nodes.

A node is named by what the fold tells nodes apart by: the variables that point to it, or the program's own object that it is; else its
size, the numbers in its fields and whether these hold addresses, and the variables that it may be reached from.  Heaps with the same
variables and the same names of nodes are joined, field by field; or all those with the same variables, where there would be too many.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import replace

from verilab.other_engines.heaps.fields import held, may_be_shared, with_own
from verilab.other_engines.heaps.ranges import Cells, Number, bounds
from verilab.program.abstract_heaps import SELF, Field, Heap, Name, Node, Pointer, Range, Value, Values
from verilab.program.memory.objects.objects import MemoryObject, ObjectKind
from verilab.program.storages import Variable

Constants = Mapping[tuple[int, Field], Collection[int]]


def without_locals(heap: Heap, function: str) -> Heap:
    """The heap behind the return of a function: what its variables held is forgotten."""
    ended = [name for name, node in heap.nodes.items() if node.fields and node.object is not None and _owner(node.object) == function]
    if not ended:
        return heap
    blank = {name: replace(heap.nodes[name], fields=dict.fromkeys(heap.nodes[name].fields), zeroed=False) for name in ended}
    return Heap(heap.variables, {**heap.nodes, **blank})


def without_garbage(heap: Heap, live: Collection[Variable]) -> Heap:
    """The heap with the values of live variables, and what is reachable from these and from the program's objects."""
    variables = {variable: value for variable, value in heap.variables.items() if variable in live}
    roots = [value.node for value in variables.values() if isinstance(value, Pointer)]
    roots += [name for name, node in heap.nodes.items() if node.object is not None]
    reached = _reachable(heap, roots)
    return Heap(variables, {name: node for name, node in heap.nodes.items() if name in reached})


def _owner(object: MemoryObject) -> str | None:
    """The function whose variable it is."""
    return next((cell.storage.function for cell in object.cells), None) if object.kind is ObjectKind.LOCAL else None


def _reachable(heap: Heap, roots: Collection[Name]) -> set[Name]:
    reached, pending = set(roots), list(roots)
    while pending:
        for values in heap.nodes[pending.pop()].fields.values():
            for value in values or ():
                if isinstance(value, Pointer) and value.node is not SELF and value.node not in reached:
                    reached.add(value.node)
                    pending.append(value.node)
    return reached


class Fold:
    """``by_reachability``: whether nodes are told apart by the variables that they are reached from.

    ``most``: numbers that a variable or a field of objects of one size may have at a place before it is forgotten which, but for the
    ``cells`` that they are in, where these are given.
    """

    def __init__(self, *, by_reachability: bool, most: int, cells: Cells | None = None) -> None:
        self._by_reachability = by_reachability
        self._most = most
        self._cells = cells
        self._variables: dict[Variable, set[Number]] = {}
        self._fields: dict[tuple[int, Field], set[Number]] = {}

    def folded(self, heap: Heap) -> Heap:
        """The heap, its nodes named by what they look like."""
        heap = self._without_many(heap)
        names = self._names(heap)
        groups: dict[Name, list[Node]] = {}
        for name, node in heap.nodes.items():
            node = _unshared(heap, name)
            groups.setdefault(names[name], []).append(_renamed(with_own(node, name, SELF) if node.single else node, names))
        variables = {variable: _renamed_value(value, names) for variable, value in heap.variables.items()}
        folded: dict[Name, Node] = {}
        for name, nodes in groups.items():
            single = len(nodes) == 1 and nodes[0].single
            folded[name] = with_own(nodes[0], SELF, name) if single else _joined(nodes, single=False)
        return Heap(variables, folded)

    def _without_many(self, heap: Heap) -> Heap:
        variables: dict[Variable, Value] = {}
        for variable, value in heap.variables.items():
            kept: Value | None = value
            if isinstance(value, int | Range):
                seen = self._variables.setdefault(variable, set())
                seen.add(value)
                if len(seen) > self._most:
                    kept = None if self._cells is None else self._cells.of_variable(value, variable.type)
            if kept is not None:
                variables[variable] = kept
        nodes: dict[Name, Node] = {}
        for name, node in heap.nodes.items():
            fields = dict(node.fields)
            for field, values in node.fields.items():
                numbers = [value for value in values or () if not isinstance(value, Pointer)]
                if values is not None and numbers:
                    seen = self._fields.setdefault((node.size, field), set())
                    seen.update(numbers)
                    if len(seen) > self._most:
                        fields[field] = self._in_cells(values, field)
            nodes[name] = replace(node, fields=fields)
        return Heap(variables, nodes)

    def _in_cells(self, values: frozenset[Value], field: Field) -> Values:
        if self._cells is None:
            return None
        kept = [value if isinstance(value, Pointer) else self._cells.of_field(value, field) for value in values]
        return None if None in kept else frozenset(value for value in kept if value is not None)

    def _names(self, heap: Heap) -> dict[Name, Name]:
        pointers: dict[Name, list[tuple[str, int | None]]] = {name: [] for name in heap.nodes}
        sources: dict[Name, list[str]] = {name: [] for name in heap.nodes}
        for variable, value in sorted(heap.variables.items(), key=lambda item: item[0].slot):
            if isinstance(value, Pointer):
                pointers[value.node].append((variable.name, value.offset))
                if self._by_reachability:
                    for name in _reachable(heap, [value.node]):
                        sources[name].append(variable.name)
        names: dict[Name, Name] = {}
        for name, node in heap.nodes.items():
            if node.object is not None:
                names[name] = node.object
                continue
            looks = (node.size, node.zeroed, node.ended, tuple(sorted((field, _look(values)) for field, values in node.fields.items())))
            pointing = tuple(pointers[name])
            names[name] = (looks, pointing, () if pointing else tuple(sources[name]))
        return names


def _look(values: Values) -> tuple[bool, bool, tuple[tuple[int, int], ...]]:
    """Whether it is anything, whether an address may be among the values, and the numbers."""
    if values is None:
        return True, False, ()
    numbers = tuple(sorted(bounds(value) for value in values if not isinstance(value, Pointer)))
    return False, len(numbers) < len(values), numbers


def _unshared(heap: Heap, name: Name) -> Node:
    """The node, without fields that are shared no more."""
    node = heap.nodes[name]
    if not node.single or not node.shared:
        return node
    return replace(node, shared=frozenset(link for link in node.shared if may_be_shared(heap.nodes, name, link)))


def _renamed_value(value: Value, names: Mapping[Name, Name]) -> Value:
    return Pointer(names[value.node], value.offset) if isinstance(value, Pointer) and value.node is not SELF else value


def _renamed(node: Node, names: Mapping[Name, Name]) -> Node:
    fields = {
        field: None if values is None else frozenset(_renamed_value(value, names) for value in values)
        for field, values in node.fields.items()
    }
    return replace(node, fields=fields)


def _joined(nodes: Collection[Node], *, single: bool) -> Node:
    """A node for the objects of all of them."""
    first, *others = nodes
    if not others:
        return first if first.single == single else replace(first, single=single)
    fields: dict[Field, Values] = {}
    for field in dict.fromkeys(field for node in nodes for field in node.fields):
        union: Values = frozenset()
        for node in nodes:
            values = held(node, field)
            union = None if union is None or values is None else union | values
        fields[field] = union
    zeroed = all(node.zeroed for node in nodes)
    shared = frozenset().union(*(node.shared for node in nodes))
    return Node(first.size, single, fields, zeroed, shared, first.object, first.ended)


def skeleton(heap: Heap, *, by_nodes: bool) -> Hashable:
    """What heaps that are joined have in common: their variables, and where they are told apart by them, their nodes."""
    return frozenset(heap.variables.items()), frozenset(heap.nodes) if by_nodes else None


def joined(one: Heap, other: Heap) -> Heap:
    """A heap for the memories of both, which have the same skeleton; a node that only one of them has may be empty."""
    nodes: dict[Name, Node] = {}
    for name in dict.fromkeys((*one.nodes, *other.nodes)):
        if name not in one.nodes or name not in other.nodes:
            node = one.nodes[name] if name in one.nodes else other.nodes[name]
            nodes[name] = _joined((with_own(node, name, SELF),), single=False) if node.single else node
            continue
        node, further = one.nodes[name], other.nodes[name]
        single = node.single and further.single
        if not single:
            node, further = (with_own(part, name, SELF) if part.single else part for part in (node, further))
        nodes[name] = node if node == further else _joined((node, further), single=single)
    return Heap(one.variables, nodes)
