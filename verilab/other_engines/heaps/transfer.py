"""What one edge of a program does to an abstract heap: the heaps behind it.

A value is looked at only where it is one: a heap with a field that may hold several is split into one for each first, and an object that
a pointer leads to is taken out of the node that it is in (materialised), so that every write is to one object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeVar, cast

from verilab.other_engines.heaps.expressions import Expressions, element
from verilab.other_engines.heaps.fields import LARGEST, Several, blank, only, only_from, with_own, written
from verilab.other_engines.heaps.ranges import MIRRORED, NEGATED, bounds, restricted
from verilab.program.abstract_heaps import SELF, SEVERAL, Field, Heap, Link, Name, Node, NotModelled, Pointer, Range, Value, Values
from verilab.program.cfa import Call, Return
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, IfThenElse, Read, Unary
from verilab.program.memory.raw.expressions import Load
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
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

_Result = TypeVar("_Result")


class Transfer:
    """The edges of one program.  NotModelled where its objects are not.

    ``with_ranges``: whether conditions say more of an unknown number than which single one it is.
    """

    def __init__(self, expressions: Expressions, *, with_ranges: bool = False) -> None:
        self.expressions = expressions
        self._with_ranges = with_ranges
        self._names = count()

    def beginning(self) -> Heap:
        """The heap in front of everything: the program's objects hold anything."""
        return Heap({}, {object: Node(object.size or 0, True, object=object) for object in self.expressions.objects})

    def behind(self, heap: Heap, operation: RawOperation) -> Sequence[Heap]:
        """The heaps behind an edge; none where it cannot be taken.  Raises NotModelled."""
        match operation:
            case Skip() | Call() | Return() | Escape() | EscapeBytes():
                return (heap,)
            case Assume(condition=condition, positive=positive):
                return [behind for cases in self._each(heap, lambda case: self._assumed(case, condition, positive)) for behind in cases]
            case Assign(value=value) | StoreThrough(value=value) if (choice := _choice(value)) is not None:
                return self._chosen(heap, operation, choice)
            case Assign(target=target, value=value):
                return self._split(heap, lambda case: self._assigned(case, target, self.expressions.right_side(case, value)))
            case Store(array=array, index=index, value=value):
                return self._split(heap, lambda case: self._stored(case, array, index, value))
            case Havoc(targets=targets):
                return (self._forgotten(heap, targets),)
            case StoreThrough(address=address, value=value, bit=bit):
                return self._split(heap, lambda case: self._stored_through(case, address, value, bit))
            case HavocThrough(address=address):
                return self._split(heap, lambda case: blank(case, self.expressions.place(case, address).node))
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
        """``apply`` to the cases of the heap, where it leaves something of them."""
        return [behind for behind in self._each(heap, apply) if behind is not None]

    def _each(self, heap: Heap, apply: Callable[[Heap], _Result]) -> Sequence[_Result]:
        """``apply`` to the cases of the heap in which every value that it asks for is one."""
        results, pending = list[_Result](), [heap]
        while pending:
            case = pending.pop()
            try:
                results.append(apply(case))
            except Several as several:
                pending.extend(self._cases(case, several.node, several.field))
        return results

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

    def _assumed(self, heap: Heap, condition: Expression, positive: bool) -> Sequence[Heap]:
        holds = self.expressions.truth(heap, self.expressions.value(heap, condition))
        if holds is not None:
            return (heap,) if holds == positive else ()
        return list(self._restricted(heap, condition, positive)) if self._with_ranges else (self._refined(heap, condition, positive),)

    def _refined(self, heap: Heap, condition: Expression, positive: bool) -> Heap:
        """What an unknown value is known to be where the condition holds, or does not."""
        while isinstance(condition, Unary) and condition.operator == "!":
            condition, positive = condition.operand, not positive
        operator = "!="
        first, second = condition, cast(Expression, Constant(0, condition.type))
        if isinstance(condition, Binary) and condition.operator in ("==", "!="):
            operator, first, second = condition.operator, condition.left, condition.right
        elif isinstance(condition, Binary) and condition.operator in COMPARISONS:
            return heap
        if (operator == "==") != positive:
            return heap
        for unknown, known in ((first, second), (second, first)):
            number = self.expressions.value(heap, known)
            if not isinstance(number, int) or self.expressions.value(heap, unknown) is not None:
                continue
            if isinstance(unknown, Read):
                return self._assigned(heap, unknown.variable, number)
            if isinstance(unknown, Load):
                return written(heap, self.expressions.place(heap, unknown.address), unknown.type, unknown.bit, number)
        return heap

    def _restricted(self, heap: Heap, condition: Expression, positive: bool) -> Iterator[Heap]:
        """The heaps in which the intervals of both sides of a comparison are as it says."""
        while isinstance(condition, Unary) and condition.operator == "!":
            condition, positive = condition.operand, not positive
        operator, first, second = "!=", condition, cast(Expression, Constant(0, condition.type))
        if isinstance(condition, Binary) and condition.operator in COMPARISONS:
            operator, first, second = condition.operator, condition.left, condition.right
        operator = operator if positive else NEGATED[operator]
        for case in self._cut(heap, first, operator, second):
            yield from self._cut(case, second, MIRRORED[operator], first)

    def _cut(self, heap: Heap, expression: Expression, operator: str, other: Expression) -> Iterator[Heap]:
        """The heaps with what a variable or a field may be that compares so with another expression."""
        while isinstance(expression, Cast) and _keeps_values(expression):
            expression = expression.operand
        limit = self.expressions.value(heap, other)
        now = self.expressions.value(heap, expression)
        if not isinstance(limit, int | Range) or isinstance(now, int | Pointer) or not isinstance(expression, Read | Load):
            yield heap
            return
        for number in restricted(now, operator, limit, expression.type):
            if isinstance(expression, Read):
                yield self._assigned(heap, expression.variable, number)
            else:
                yield written(heap, self.expressions.place(heap, expression.address), expression.type, expression.bit, number)

    def _assigned(self, heap: Heap, target: Variable, value: Value | None) -> Heap:
        part = self.expressions.parts.get(target)
        if part is not None:
            return written(heap, Pointer(part.object, part.cell.offset), target.type, part.cell.bit, value)
        variables = dict(heap.variables)
        if value is None:
            variables.pop(target, None)
        else:
            variables[target] = value
        return Heap(variables, heap.nodes)

    def _stored(self, heap: Heap, array: Array, index: Expression, value: Expression | Nondet) -> Heap:
        part = self.expressions.parts.get(array)
        if part is None:
            return heap  # nobody looks at what it holds
        place = element(part, self.expressions.value(heap, index), array)
        assigned = self.expressions.right_side(heap, value)
        return blank(heap, part.object) if place is None else written(heap, place, array.type, part.cell.bit, assigned)

    def _forgotten(self, heap: Heap, targets: Iterable[Variable | Array]) -> Heap:
        for target in targets:
            part = self.expressions.parts.get(target)
            if part is not None and isinstance(target, Array):
                heap = blank(heap, part.object)
            elif isinstance(target, Variable):
                heap = self._assigned(heap, target, None)
        return heap

    def _stored_through(self, heap: Heap, address: Expression, value: Expression | Nondet, bit: int) -> Heap:
        place = self.expressions.place(heap, address)
        return written(heap, place, value.type, bit, self.expressions.right_side(heap, value))

    def _allocated(self, heap: Heap, operation: Allocate) -> Heap:
        size = self.expressions.value(heap, operation.size)
        if operation.provider:
            return self._assigned(heap, operation.target, None)
        if not isinstance(size, int) or not 0 < size < 1 << 24:
            raise NotModelled("an allocation of unknown size")
        if operation.site.scoped or "alloca" in operation.site.name.rpartition("::")[2]:
            raise NotModelled("an object that ends by itself")
        name = next(self._names)
        nodes = {**heap.nodes, name: Node(size, True, zeroed=operation.zeroed and size <= LARGEST)}
        return self._assigned(Heap(heap.variables, nodes), operation.target, Pointer(name, 0))

    def _ended(self, heap: Heap, address: Expression) -> Heap:
        value = self.expressions.value(heap, address)
        if value == 0:
            return heap
        if not isinstance(value, Pointer) or value.offset != 0 or heap.nodes[value.node].object is not None or heap.nodes[value.node].ended:
            raise NotModelled("an object that ends is unknown")
        node = heap.nodes[value.node]
        return Heap(heap.variables, {**heap.nodes, value.node: Node(node.size, True, shared=node.shared, ended=True)})

    def _set(self, heap: Heap, operation: SetBytes) -> Heap:
        place, value, size = (
            self.expressions.value(heap, operand) for operand in (operation.destination, operation.value, operation.count)
        )
        if size == 0:
            return heap
        if not isinstance(place, Pointer):
            raise NotModelled("an access through a pointer of unknown value")
        node = heap.nodes[place.node]
        if value == 0 and not node.ended and place.offset == 0 and size == node.size and size <= LARGEST:
            return Heap(heap.variables, {**heap.nodes, place.node: replace(node, fields={}, zeroed=True)})
        return blank(heap, place.node)

    def _copied(self, heap: Heap, operation: CopyBytes) -> Heap:
        destination, source, size = (
            self.expressions.value(heap, operand) for operand in (operation.destination, operation.source, operation.count)
        )
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
        case Cast(operand=operand, type=type) if (choice := _choice(operand)) is not None:
            return IfThenElse(choice.condition, Cast(choice.then, type), Cast(choice.otherwise, type))
        case Binary(operator=operator) if operator in COMPARISONS:
            return IfThenElse(value, Constant(1, value.type), Constant(0, value.type))
        case Unary(operator="!"):
            return IfThenElse(value, Constant(1, value.type), Constant(0, value.type))
    return None


def _keeps_values(cast: Cast) -> bool:
    """Whether every value of the operand's type is one of the cast's."""
    return cast.type.minimum <= cast.operand.type.minimum and cast.operand.type.maximum <= cast.type.maximum


def _order(value: Value) -> tuple[int, int, int, str]:
    return (1, 0, 0, f"{value.node!r}{value.offset}") if isinstance(value, Pointer) else (0, *bounds(value), "")
