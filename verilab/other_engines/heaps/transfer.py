"""What one edge of a program does to an abstract heap: the heaps behind it.

A value is looked at only where it is one: a heap with a field that may hold several is split into one for each first, and an object that
a pointer leads to is taken out of the node that it is in (materialised), so that every write is to one object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import cast

from verilab.data_classes import dataclass
from verilab.other_engines.heaps.fields import LARGEST, Several, blank, loaded, only, only_from, with_own, written
from verilab.program import semantics
from verilab.program.abstract_heaps import SELF, SEVERAL, Field, Heap, Link, Name, Node, NotModelled, Pointer, Value, Values
from verilab.program.cfa import Call, Program, Return
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, IfThenElse, Read, Select, Unary
from verilab.program.memory.objects.objects import FOREIGN, Cell, MemoryObject, ObjectKind
from verilab.program.memory.raw.expressions import AddressOf, Load, RawExpression
from verilab.program.memory.raw.operations import (
    Allocate,
    CopyBytes,
    End,
    Escape,
    EscapeBytes,
    FormatCheck,
    HavocThrough,
    RawOperation,
    SetBytes,
    StoreThrough,
    addressed_objects,
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

_NOT = {"==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True)
class Part:
    """Where a storage lies that is part of one of the program's objects."""

    object: MemoryObject
    cell: Cell


class Transfer:
    """The edges of one program.  NotModelled where its objects are not."""

    def __init__(self, program: Program) -> None:
        self._pointer = program.data_model.pointer_width
        self._names = count()
        self._compared = frozenset((id(left), id(right)) for left, right in program.compared_pointers)
        self.parts: dict[Variable | Array, Part] = {}
        self.objects = tuple(object for object in addressed_objects(program) if _is_memory(object))
        for object in self.objects:
            for cell in object.cells:
                if cell.storage in self.parts:
                    raise NotModelled(f"{cell.storage} is part of two objects")
                self.parts[cell.storage] = Part(object, cell)

    def beginning(self) -> Heap:
        """The heap in front of everything: the program's objects hold anything."""
        return Heap({}, {object: Node(object.size or 0, True, object=object) for object in self.objects})

    def behind(self, heap: Heap, operation: RawOperation) -> Sequence[Heap]:
        """The heaps behind an edge; none where it cannot be taken.  Raises NotModelled."""
        match operation:
            case Skip() | Call() | Return() | Escape() | EscapeBytes():
                return (heap,)
            case Assume(condition=condition, positive=positive):
                return self._split(heap, lambda case: self._assumed(case, condition, positive))
            case Assign(value=value) | StoreThrough(value=value) if (choice := _choice(value)) is not None:
                return self._chosen(heap, operation, choice)
            case Assign(target=target, value=value):
                return self._split(heap, lambda case: self._assigned(case, target, self._right_side(case, value)))
            case Store(array=array, index=index, value=value):
                return self._split(heap, lambda case: self._stored(case, array, index, value))
            case Havoc(targets=targets):
                return (self._forgotten(heap, targets),)
            case StoreThrough(address=address, value=value, bit=bit):
                return self._split(heap, lambda case: self._stored_through(case, address, value, bit))
            case HavocThrough(address=address):
                return self._split(heap, lambda case: blank(case, self._place(case, address).node))
            case Allocate():
                return self._split(heap, lambda case: self._allocated(case, operation))
            case End(address=address):
                return self._split(heap, lambda case: self._ended(case, address))
            case SetBytes():
                return self._split(heap, lambda case: self._set(case, operation))
            case CopyBytes():
                return self._split(heap, lambda case: self._copied(case, operation))
            case FormatCheck(target=target):
                return (self._assigned(heap, target, None),)
        raise NotModelled(type(operation).__name__)

    def _chosen(self, heap: Heap, operation: Assign | StoreThrough, choice: IfThenElse) -> Sequence[Heap]:
        """The heaps behind an assignment of one of two values."""
        condition = choice.condition
        behind = list[Heap]()
        for positive, value in ((True, choice.then), (False, choice.otherwise)):
            for case in self.behind(heap, Assume(condition, positive)):
                behind += self.behind(case, replace(operation, value=value))
        return behind

    def _split(self, heap: Heap, apply: Callable[[Heap], Heap | None]) -> Sequence[Heap]:
        """``apply`` to the cases of the heap in which every value that it asks for is one."""
        behind, pending = list[Heap](), [heap]
        while pending:
            case = pending.pop()
            try:
                applied = apply(case)
            except Several as several:
                pending.extend(self._cases(case, several.node, several.field))
                continue
            if applied is not None:
                behind.append(applied)
        return behind

    def _cases(self, heap: Heap, name: Name, field: Field) -> Iterable[Heap]:
        """The heap with each single value of the field; the objects that it points to are single nodes."""
        node = heap.nodes[name]
        values = node.fields[field]
        assert values is not None
        for value in sorted(values, key=_order):
            one: Heap | None = Heap(heap.variables, {**heap.nodes, name: replace(node, fields={**node.fields, field: frozenset({value})})})
            assert one is not None
            if isinstance(value, Pointer) and not heap.nodes[value.node].single:
                one = self._materialised(one, name, field, value)
            elif isinstance(value, Pointer):
                one = only_from(one, name, field, value.node)
            if one is not None:
                yield one

    def _materialised(self, heap: Heap, source: Name, field: Field, pointer: Pointer) -> Heap:
        """The object that ``field`` of the single node ``source`` points to, taken out of its node."""
        old, new = pointer.node, next(self._names)
        shared, link = heap.nodes[old].shared, heap.nodes[source].link(field)

        def widened(key: Link, values: Values) -> Values:
            if values is None or SEVERAL not in shared or (key == link and link not in shared):
                return values  # the object is pointed to by ``source`` only
            return values.union(Pointer(new, value.offset) for value in values if isinstance(value, Pointer) and value.node == old)

        nodes = {
            name: replace(node, fields={key: widened(node.link(key), values) for key, values in node.fields.items()})
            for name, node in heap.nodes.items()
        }
        nodes[new] = with_own(replace(nodes[old], single=True), SELF, new)
        there = nodes[source]
        nodes[source] = replace(there, fields={**there.fields, field: frozenset({Pointer(new, pointer.offset)})})
        return Heap(heap.variables, nodes)

    # Expressions

    def _value(self, heap: Heap, expression: RawExpression) -> Value | None:
        """The expression's value, None for any.  Raises Several and NotModelled."""
        match expression:
            case Constant(value=number):
                return number
            case Read(variable=variable):
                part = self.parts.get(variable)
                if part is None:
                    return heap.variables.get(variable)
                return loaded(heap, Pointer(part.object, part.cell.offset), variable.type, part.cell.bit, self._pointer)
            case AddressOf(object=object, offset=offset):
                return Pointer(object, offset) if _is_memory(object) else None
            case Load(address=address, type=type, bit=bit):
                return loaded(heap, self._place(heap, address), type, bit, self._pointer)
            case Select(array=array, index=index):
                part = self.parts.get(array)
                place = None if part is None else _element(part, self._value(heap, index), array)
                return None if place is None or part is None else loaded(heap, place, array.type, part.cell.bit, self._pointer)
            case Unary(operator=operator, operand=operand, type=type):
                value = self._value(heap, operand)
                if isinstance(value, int):
                    return semantics.unary(operator, value, type)
                return 0 if operator == "!" and self._truth(heap, value) else None
            case Cast(operand=operand, type=type):
                value = self._value(heap, operand)
                if isinstance(value, int):
                    return type.wrap(value)
                return value if type.width == self._pointer else None
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                holds = self._truth(heap, self._value(heap, condition))
                if holds is not None:
                    return self._value(heap, then if holds else otherwise)
                first, second = self._value(heap, then), self._value(heap, otherwise)
                return first if first == second else None
            case Binary(operator=operator, left=left, right=right):
                first, second = self._value(heap, left), self._value(heap, right)
                if operator in _NOT and (id(left), id(right)) not in self._compared and _may_have_ended(heap, first, second):
                    return None
                return self._binary(heap, operator, first, second, left.type)
        return None

    def _binary(self, heap: Heap, operator: str, left: Value | None, right: Value | None, type: IntType) -> Value | None:
        if isinstance(left, int) and isinstance(right, int):
            return semantics.binary(operator, left, right, type)
        if operator in ("==", "!="):
            equal = self._equal(heap, left, right)
            return None if equal is None else int(equal == (operator == "=="))
        if isinstance(right, Pointer) and operator == "+":
            left, right = right, left
        if isinstance(left, Pointer) and operator in ("+", "-") and not isinstance(right, Pointer):
            if not isinstance(right, int) or left.offset is None:
                return None
            distance = right if operator == "+" else -right
            return Pointer(left.node, IntType(self._pointer, True).wrap(left.offset + distance))
        return None

    def _equal(self, heap: Heap, left: Value | None, right: Value | None) -> bool | None:
        if left is None or right is None:
            return None
        if isinstance(left, Pointer) and isinstance(right, Pointer):
            if left.node == right.node:
                return left.offset == right.offset if left.offset is not None and right.offset is not None else None
            # Behind one object the other may begin, and where one has ended; string literals may share their bytes.
            if heap.nodes[left.node].ended or heap.nodes[right.node].ended or _are_literals(heap, left, right):
                return None
            return False if _is_inside(heap, left) and _is_inside(heap, right) else None
        if isinstance(left, Pointer) or isinstance(right, Pointer):
            pointer, number = (left, right) if isinstance(left, Pointer) else (right, left)
            assert isinstance(pointer, Pointer)
            return False if number == 0 and _is_inside(heap, pointer) else None
        return left == right

    def _truth(self, heap: Heap, value: Value | None) -> bool | None:
        if isinstance(value, Pointer):
            return True if _is_inside(heap, value) else None
        return None if value is None else value != 0

    def _place(self, heap: Heap, address: Expression) -> Pointer:
        """Where an address leads.  NotModelled unless it is known to be an object."""
        value = self._value(heap, address)
        if not isinstance(value, Pointer):
            raise NotModelled("an access through null" if value == 0 else "an access through a pointer of unknown value")
        return value

    def _right_side(self, heap: Heap, value: Expression | Nondet) -> Value | None:
        return None if isinstance(value, Nondet) else self._value(heap, value)

    # Operations

    def _assumed(self, heap: Heap, condition: Expression, positive: bool) -> Heap | None:
        holds = self._truth(heap, self._value(heap, condition))
        if holds is not None:
            return heap if holds == positive else None
        return self._refined(heap, condition, positive)

    def _refined(self, heap: Heap, condition: Expression, positive: bool) -> Heap:
        """What an unknown value is known to be where the condition holds, or does not."""
        while isinstance(condition, Unary) and condition.operator == "!":
            condition, positive = condition.operand, not positive
        operator = "!="
        first, second = condition, cast(Expression, Constant(0, condition.type))
        if isinstance(condition, Binary) and condition.operator in _NOT:
            operator, first, second = condition.operator, condition.left, condition.right
        elif isinstance(condition, Binary) and condition.operator in COMPARISONS:
            return heap
        if (operator == "==") != positive:
            return heap
        for unknown, known in ((first, second), (second, first)):
            number = self._value(heap, known)
            if not isinstance(number, int) or self._value(heap, unknown) is not None:
                continue
            if isinstance(unknown, Read):
                return self._assigned(heap, unknown.variable, number)
            if isinstance(unknown, Load):
                return written(heap, self._place(heap, unknown.address), unknown.type, unknown.bit, number)
        return heap

    def _assigned(self, heap: Heap, target: Variable, value: Value | None) -> Heap:
        part = self.parts.get(target)
        if part is not None:
            return written(heap, Pointer(part.object, part.cell.offset), target.type, part.cell.bit, value)
        variables = dict(heap.variables)
        if value is None:
            variables.pop(target, None)
        else:
            variables[target] = value
        return Heap(variables, heap.nodes)

    def _stored(self, heap: Heap, array: Array, index: Expression, value: Expression | Nondet) -> Heap:
        part = self.parts.get(array)
        if part is None:
            return heap  # nobody looks at what it holds
        place = _element(part, self._value(heap, index), array)
        assigned = self._right_side(heap, value)
        return blank(heap, part.object) if place is None else written(heap, place, array.type, part.cell.bit, assigned)

    def _forgotten(self, heap: Heap, targets: Iterable[Variable | Array]) -> Heap:
        for target in targets:
            part = self.parts.get(target)
            if part is not None and isinstance(target, Array):
                heap = blank(heap, part.object)
            elif isinstance(target, Variable):
                heap = self._assigned(heap, target, None)
        return heap

    def _stored_through(self, heap: Heap, address: Expression, value: Expression | Nondet, bit: int) -> Heap:
        place = self._place(heap, address)
        return written(heap, place, value.type, bit, self._right_side(heap, value))

    def _allocated(self, heap: Heap, operation: Allocate) -> Heap:
        size = self._value(heap, operation.size)
        if not isinstance(size, int) or operation.provider or not 0 < size < 1 << 24:
            raise NotModelled("an allocation of unknown size")
        if operation.site.scoped or "alloca" in operation.site.name.rpartition("::")[2]:
            raise NotModelled("an object that ends by itself")
        name = next(self._names)
        nodes = {**heap.nodes, name: Node(size, True, zeroed=operation.zeroed and size <= LARGEST)}
        return self._assigned(Heap(heap.variables, nodes), operation.target, Pointer(name, 0))

    def _ended(self, heap: Heap, address: Expression) -> Heap:
        value = self._value(heap, address)
        if value == 0:
            return heap
        if not isinstance(value, Pointer) or value.offset != 0 or heap.nodes[value.node].object is not None or heap.nodes[value.node].ended:
            raise NotModelled("an object that ends is unknown")
        node = heap.nodes[value.node]
        return Heap(heap.variables, {**heap.nodes, value.node: Node(node.size, True, shared=node.shared, ended=True)})

    def _set(self, heap: Heap, operation: SetBytes) -> Heap:
        place, value, size = (self._value(heap, operand) for operand in (operation.destination, operation.value, operation.count))
        if size == 0:
            return heap
        if not isinstance(place, Pointer):
            raise NotModelled("an access through a pointer of unknown value")
        node = heap.nodes[place.node]
        if value == 0 and not node.ended and place.offset == 0 and size == node.size and size <= LARGEST:
            return Heap(heap.variables, {**heap.nodes, place.node: replace(node, fields={}, zeroed=True)})
        return blank(heap, place.node)

    def _copied(self, heap: Heap, operation: CopyBytes) -> Heap:
        destination, source, size = (self._value(heap, operand) for operand in (operation.destination, operation.source, operation.count))
        if size == 0:
            return heap
        if not isinstance(destination, Pointer):
            raise NotModelled("an access through a pointer of unknown value")
        if not isinstance(source, Pointer) or source.node == destination.node or heap.nodes[source.node].size > LARGEST:
            return blank(heap, destination.node)
        node, other = heap.nodes[source.node], heap.nodes[destination.node]
        if node.ended:
            raise NotModelled("an access to an object that has ended")
        if other.ended or operation.within or not (source.offset == destination.offset == 0 and node.size == other.size == size):
            return blank(heap, destination.node)
        heap = Heap(heap.variables, {**heap.nodes, destination.node: replace(other, fields={}, zeroed=node.zeroed)})
        for (offset, width), values in node.fields.items():
            value = only(heap, source.node, (offset, width), values)
            heap = written(heap, Pointer(destination.node, offset), IntType(8 * width, False), 0, value)
        return heap


def _choice(value: Expression | Nondet) -> IfThenElse | None:
    """A value that is one of two, by a condition."""
    match value:
        case IfThenElse():
            return value
        case Binary(operator=operator) if operator in COMPARISONS:
            return IfThenElse(value, Constant(1, value.type), Constant(0, value.type))
        case Unary(operator="!"):
            return IfThenElse(value, Constant(1, value.type), Constant(0, value.type))
    return None


def _is_memory(object: MemoryObject) -> bool:
    return object.kind not in FOREIGN and object.kind is not ObjectKind.FUNCTION and object.size is not None


def _order(value: Value) -> tuple[int, int, str]:
    return (0, value, "") if isinstance(value, int) else (1, 0, f"{value.node!r}{value.offset}")


def _may_have_ended(heap: Heap, left: Value | None, right: Value | None) -> bool:
    """Whether a variable of a function or a block may have ended, whose address is compared as a number with another address."""
    if not (isinstance(left, Pointer) and isinstance(right, Pointer)):
        return False
    objects = (heap.nodes[left.node].object, heap.nodes[right.node].object)
    return any(object is not None and object.kind is ObjectKind.LOCAL for object in objects)


def _is_inside(heap: Heap, pointer: Pointer) -> bool:
    return pointer.offset is not None and 0 <= pointer.offset < heap.nodes[pointer.node].size


def _are_literals(heap: Heap, left: Pointer, right: Pointer) -> bool:
    objects = (heap.nodes[left.node].object, heap.nodes[right.node].object)
    return all(object is not None and object.kind is ObjectKind.STRING for object in objects)


def _element(part: Part, index: Value | None, array: Array) -> Pointer | None:
    """Where an element of a part lies, None where that is not known."""
    if not isinstance(index, int):
        return None
    if not 0 <= index < array.length:
        raise NotModelled("an index out of bounds")
    offset = part.cell.offset
    for dimension in reversed(part.cell.dimensions):
        index, here = divmod(index, dimension.count)
        offset += here * dimension.stride
    return Pointer(part.object, offset)
