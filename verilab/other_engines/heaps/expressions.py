"""What an expression is worth in an abstract heap, as far as the heap tells: a number, a place in an object, or anything."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.other_engines.heaps.fields import loaded
from verilab.other_engines.heaps.ranges import compared, computed, wrapped
from verilab.program import semantics
from verilab.program.abstract_heaps import Heap, NotModelled, Pointer, Range, Value
from verilab.program.cfa import Program
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, IfThenElse, Read, Select, Unary
from verilab.program.memory.objects.objects import FOREIGN, Cell, MemoryObject, ObjectKind
from verilab.program.memory.raw.expressions import AddressOf, Load, RawExpression
from verilab.program.memory.raw.operations import addressed_objects
from verilab.program.operations import Nondet
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType


@dataclass(frozen=True, slots=True)
class Part:
    """Where a storage lies that is part of one of the program's objects."""

    object: MemoryObject
    cell: Cell


class Expressions:
    """The expressions of one program.  NotModelled where its objects are not."""

    def __init__(self, program: Program) -> None:
        self._pointer = program.data_model.pointer_width
        self._compared = frozenset((id(left), id(right)) for left, right in program.compared_pointers)
        self.objects = tuple(object for object in addressed_objects(program) if _is_memory(object))
        self.parts: dict[Variable | Array, Part] = {}
        for object in self.objects:
            for cell in object.cells:
                if cell.storage in self.parts:
                    raise NotModelled(f"{cell.storage} is part of two objects")
                self.parts[cell.storage] = Part(object, cell)

    def value(self, heap: Heap, expression: RawExpression) -> Value | None:
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
                return loaded(heap, self.place(heap, address), type, bit, self._pointer)
            case Select(array=array, index=index):
                part = self.parts.get(array)
                place = None if part is None else element(part, self.value(heap, index), array)
                return None if place is None or part is None else loaded(heap, place, array.type, part.cell.bit, self._pointer)
            case Unary(operator=operator, operand=operand, type=type):
                value = self.value(heap, operand)
                if isinstance(value, int):
                    return semantics.unary(operator, value, type)
                if isinstance(value, Range) and operator == "-":
                    return computed("-", 0, value, type)
                return 0 if operator == "!" and self.truth(heap, value) else None
            case Cast(operand=operand, type=type):
                value = self.value(heap, operand)
                if isinstance(value, int | Range):
                    return wrapped(value, type)
                return value if type.width == self._pointer else None
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                holds = self.truth(heap, self.value(heap, condition))
                if holds is not None:
                    return self.value(heap, then if holds else otherwise)
                first, second = self.value(heap, then), self.value(heap, otherwise)
                return first if first == second else None
            case Binary(operator=operator, left=left, right=right):
                first, second = self.value(heap, left), self.value(heap, right)
                if operator in ("==", "!=") and (id(left), id(right)) not in self._compared and _may_have_ended(heap, first, second):
                    return None
                return self._binary(heap, operator, first, second, left.type)
        return None

    def _binary(self, heap: Heap, operator: str, left: Value | None, right: Value | None, type: IntType) -> Value | None:
        if isinstance(left, int) and isinstance(right, int):
            return semantics.binary(operator, left, right, type)
        if isinstance(left, int | Range) and isinstance(right, int | Range):
            if operator not in COMPARISONS:
                return computed(operator, left, right, type)
            holds = compared(operator, left, right)
            return None if holds is None else int(holds)
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

    def truth(self, heap: Heap, value: Value | None) -> bool | None:
        if isinstance(value, Pointer):
            return True if _is_inside(heap, value) else None
        if isinstance(value, Range):
            return compared("!=", value, 0)
        return None if value is None else value != 0

    def place(self, heap: Heap, address: Expression) -> Pointer:
        """Where an address leads.  NotModelled unless it is known to be an object."""
        value = self.value(heap, address)
        if not isinstance(value, Pointer):
            raise NotModelled("an access through null" if value == 0 else "an access through a pointer of unknown value")
        return value

    def right_side(self, heap: Heap, value: Expression | Nondet) -> Value | None:
        return None if isinstance(value, Nondet) else self.value(heap, value)


def _is_memory(object: MemoryObject) -> bool:
    return object.kind not in FOREIGN and object.kind is not ObjectKind.FUNCTION and object.size is not None


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


def element(part: Part, index: Value | None, array: Array) -> Pointer | None:
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
