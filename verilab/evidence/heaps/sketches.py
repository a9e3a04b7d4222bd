"""A heap on which a program's operations are carried out one by one, naively: whatever may be one of several things makes copies of it all.

Evaluation yields pairs of a sketch and a value: a field that holds several values yields one pair for each, in a sketch where the field
holds that value only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from verilab.evidence.interpretation.evaluation import Fault, binary, unary
from verilab.program.abstract_heaps import OWN, SELF, SEVERAL, Field, Heap, Link, Name, NotModelled, Values
from verilab.program.abstract_heaps import Pointer as Address
from verilab.program.cfa import Call, Return
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, IfThenElse, Read, Select, Unary
from verilab.program.memory.objects.objects import Cell, MemoryObject, ObjectKind
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
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

TELLING = 256
"""Objects of more bytes hold anything."""
MOST_BYTES = 1 << 24
"""No allocation of more is followed."""


class _Anything(Enum):
    ANYTHING = "anything"


ANYTHING = _Anything.ANYTHING
Content = int | Address | _Anything


@dataclass
class Box:
    """Objects of one node; ``shared`` and ``ended`` as there.  ``cells``: what they may hold, ANYTHING alone where that is not known."""

    size: int
    many: bool
    zeroed: bool
    own: MemoryObject | None
    cells: dict[Field, set[Content]] = field(default_factory=dict)
    shared: set[Link] = field(default_factory=set)
    ended: bool = False

    def link(self, place: Field) -> Link:
        """A cell as what leads to others."""
        return place[0], place[1], OWN if self.own is not None else self.size

    def content(self, place: Field) -> set[Content]:
        """What they may hold at a place that need not be a cell."""
        if place in self.cells:
            return self.cells[place]
        apart = all(place[0] + place[1] <= start or start + size <= place[0] for start, size in self.cells)
        return {0} if self.zeroed and apart else {ANYTHING}


@dataclass(frozen=True)
class Setting:
    """What is the same in all sketches of a program.

    ``where``: the storages that are part of the program's own objects; ``pointer``: the bits of an address; ``compared``: by their
    identities, both sides of comparisons of pointers.  All others are of numbers, which keep the addresses of objects that have ended.
    """

    where: dict[Variable | Array, tuple[MemoryObject, Cell]]
    pointer: int
    compared: frozenset[tuple[int, int]]


class Sketch:
    """See the module."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.where = setting.where
        self.pointer = setting.pointer
        self.variables: dict[Variable, Content] = {}
        self.boxes: dict[Name, Box] = {}
        self._last = 0

    @classmethod
    def of(cls, heap: Heap, setting: Setting) -> Sketch:
        """The heap as a sketch."""
        sketch = cls(setting)
        names: dict[Name, Name] = {SELF: SELF} | {
            name: node.object or ("node", number) for number, (name, node) in enumerate(heap.nodes.items())
        }

        def content(value: int | Address) -> Content:
            return Address(names[value.node], value.offset) if isinstance(value, Address) else value

        def contents(values: Values) -> set[Content]:
            return {ANYTHING} if values is None else {content(value) for value in values}

        sketch.variables = {variable: content(value) for variable, value in heap.variables.items()}
        for name, node in heap.nodes.items():
            cells = {place: contents(values) for place, values in node.fields.items()}
            sketch.boxes[names[name]] = Box(node.size, not node.single, node.zeroed, node.object, cells, set(node.shared), node.ended)
        return sketch

    def copy(self) -> Sketch:
        """An independent one."""
        other = Sketch(self.setting)
        other.variables = dict(self.variables)
        other.boxes = {
            name: replace(box, cells={place: set(held) for place, held in box.cells.items()}, shared=set(box.shared))
            for name, box in self.boxes.items()
        }
        other._last = self._last
        return other

    def new(self) -> Name:
        """A name that no box has."""
        self._last += 1
        return ("new", self._last)

    # What is where

    def entries(self, target: Name) -> list[tuple[Name, Field]]:
        """The cells that may hold an address in the box."""
        return [
            (name, place)
            for name, box in self.boxes.items()
            for place, held in box.cells.items()
            if any(isinstance(value, Address) and value.node == target for value in held)
        ]

    def inside(self, value: Address) -> bool:
        """Whether it is the address of a byte of its object."""
        return value.offset is not None and 0 <= value.offset < self.boxes[value.node].size

    def look(self, name: Name, place: Field) -> Iterator[tuple[Sketch, Content]]:
        """What a box of one object holds: every possibility, in a sketch of its own."""
        box = self.boxes[name]
        assert not box.many
        held = box.content(place)
        for value in held:
            if len(held) == 1 and not (isinstance(value, Address) and self.boxes[value.node].many):
                yield self, value
                return
            sketch = self.copy()
            sketch.boxes[name].cells[place] = {value}
            if isinstance(value, Address):
                if sketch.boxes[value.node].many:
                    value = Address(sketch.one_of(value.node), value.offset)
                    sketch.boxes[name].cells[place] = {value}
                if not sketch.exclude(name, place, value.node):
                    continue
            yield sketch, value

    def one_of(self, name: Name) -> Name:
        """One object of the box, in a box of its own; whatever leads to the box may lead to it."""
        box, one = self.boxes[name], self.new()
        cells = {
            place: {Address(one, value.offset) if isinstance(value, Address) and value.node is SELF else value for value in held}
            for place, held in box.cells.items()
        }
        self.boxes[one] = replace(box, many=False, cells=cells, shared=set(box.shared))
        for other in self.boxes.values():
            for held in other.cells.values():
                held |= {Address(one, value.offset) for value in held if isinstance(value, Address) and value.node == name}
        return one

    def exclude(self, name: Name, place: Field, target: Name) -> bool:
        """A cell holds an address in a box of one object: forget others that cannot hold one too.  False where nothing is possible."""
        shared, link = self.boxes[target].shared, self.boxes[name].link(place)
        for other, where in self.entries(target):
            if (other, where) == (name, place):
                continue
            if SEVERAL not in shared or (self.boxes[other].link(where) == link and link not in shared):
                held = self.boxes[other].cells[where]
                held -= {value for value in held if isinstance(value, Address) and value.node == target}
        return self.without_impossible()

    def without_impossible(self) -> bool:
        """Leave out boxes with a cell that can hold nothing: they have no object.  False where one has to have one."""
        while True:
            empty = next((name for name, box in self.boxes.items() if any(not held for held in box.cells.values())), None)
            if empty is None:
                return True
            if not self.boxes[empty].many:
                return False
            for name, place in self.entries(empty):
                held = self.boxes[name].cells[place]
                held -= {value for value in held if isinstance(value, Address) and value.node == empty}
            del self.boxes[empty]

    # Writing

    def lasting(self, address: Address) -> Box:
        """The box of an address.  NotModelled where the object has ended."""
        box = self.boxes[address.node]
        if box.ended:
            raise NotModelled("an access to an object that has ended")
        return box

    def range(self, address: Address, type: IntType, bit: int) -> Field:
        """The bytes of an access.  NotModelled outside of the object."""
        assert address.offset is not None
        first, last = 8 * address.offset + bit, 8 * address.offset + bit + type.width - 1
        if first < 0 or last >= 8 * self.boxes[address.node].size:
            raise NotModelled("an access outside of an object")
        return first // 8, last // 8 - first // 8 + 1

    def load(self, address: Content, type: IntType, bit: int) -> Iterator[tuple[Sketch, Content]]:
        """The values at an address."""
        if not isinstance(address, Address):
            raise NotModelled("an access through a pointer of unknown value")
        box = self.lasting(address)
        if address.offset is None or box.size > TELLING or bit or (type.width % 8 and type.width != 1):
            yield self, ANYTHING
            return
        for sketch, value in self.look(address.node, self.range(address, type, bit)):
            if isinstance(value, int):
                yield sketch, type.wrap(value)
            else:
                yield sketch, value if type.width == self.pointer else ANYTHING

    def put(self, address: Content, type: IntType, bit: int, value: Content) -> None:
        """Write to an address."""
        if not isinstance(address, Address):
            raise NotModelled("an access through a pointer of unknown value")
        box = self.lasting(address)
        assert not box.many
        if address.offset is None:
            self.scramble(address.node)
            return
        place = self.range(address, type, bit)
        if box.size > TELLING:
            return
        if bit or (type.width % 8 and type.width != 1):
            value = ANYTHING
        for start, size in box.cells:
            if start < place[0] + place[1] and place[0] < start + size:
                box.cells[start, size] = {ANYTHING}
        box.cells[place] = {value % (1 << 8 * place[1]) if isinstance(value, int) else value}
        if isinstance(value, Address):
            self.recount(value.node, box.link(place))

    def recount(self, target: Name, link: Link) -> None:
        """Whether the one object of a box is shared now that a cell that is such a link holds its address."""
        box = self.boxes[target]
        box.shared -= {link, SEVERAL}
        entries = self.entries(target)
        if len(entries) > 1 or self.boxes[entries[0][0]].many:
            box.shared.add(SEVERAL)
        same = [name for name, where in entries if self.boxes[name].link(where) == link]
        if len(same) > 1 or self.boxes[same[0]].many:
            box.shared.add(link)

    def scramble(self, name: Name) -> None:
        """The box holds anything."""
        box = self.lasting(Address(name, None))
        box.zeroed = False
        box.cells = {place: {ANYTHING} for place in box.cells}

    def set(self, target: Variable, value: Content) -> None:
        """Assign to a variable."""
        if target in self.where:
            own, cell = self.where[target]
            self.put(Address(own, cell.offset), target.type, cell.bit, value)
        elif value is ANYTHING:
            self.variables.pop(target, None)
        else:
            self.variables[target] = value

    # Expressions

    def values(self, expression: RawExpression) -> Iterator[tuple[Sketch, Content]]:
        """The values of an expression, each in the sketch where it has that one."""
        match expression:
            case Constant(value=number):
                yield self, number
            case Read(variable=variable) if variable in self.where:
                own, cell = self.where[variable]
                yield from self.load(Address(own, cell.offset), variable.type, cell.bit)
            case Read(variable=variable):
                yield self, self.variables.get(variable, ANYTHING)
            case AddressOf(object=own, offset=offset):
                yield self, Address(own, offset) if own in self.boxes else ANYTHING
            case Load(address=address, type=type, bit=bit):
                for sketch, there in self.values(address):
                    yield from sketch.load(there, type, bit)
            case Select(array=array, index=index):
                for sketch, which in self.values(index):
                    place = sketch.element(array, which)
                    if place is None:
                        yield sketch, ANYTHING
                    else:
                        yield from sketch.load(place, array.type, self.where[array][1].bit)
            case Unary(operator=operator, operand=operand, type=type):
                for sketch, value in self.values(operand):
                    if isinstance(value, int):
                        result, _ = unary(operator, value, type)
                        yield sketch, result if isinstance(result, int) else ANYTHING
                    else:
                        yield sketch, 0 if operator == "!" and sketch.holds(value) else ANYTHING
            case Cast(operand=operand, type=type):
                for sketch, value in self.values(operand):
                    if isinstance(value, int):
                        yield sketch, type.wrap(value)
                    else:
                        yield sketch, value if type.width == self.pointer else ANYTHING
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                for sketch, value in self.values(condition):
                    holds = sketch.holds(value)
                    for positive, chosen in ((True, then), (False, otherwise)):
                        if holds is not (not positive):
                            branch = sketch.copy()
                            if holds is None:
                                branch._learn(condition, positive)
                            yield from branch.values(chosen)
            case Binary(operator=operator, left=left, right=right):
                for sketch, first in self.values(left):
                    for further, second in sketch.values(right):
                        value = further.combined(operator, first, second, left.type)
                        if (
                            isinstance(first, Address)
                            and isinstance(second, Address)
                            and (id(left), id(right)) not in self.setting.compared
                        ):
                            owners = [further.boxes[each.node].own for each in (first, second)]
                            if any(own is not None and own.kind is ObjectKind.LOCAL for own in owners):
                                value = ANYTHING
                        yield further, value
            case _:
                yield self, ANYTHING

    def element(self, array: Array, index: Content) -> Address | None:
        """Where an element of one of the program's own objects lies; None where that is not known."""
        if array not in self.where:
            return None
        own, cell = self.where[array]
        if not isinstance(index, int):
            return None
        if index < 0 or index >= array.length:
            raise NotModelled("an index out of bounds")
        distance, rest = cell.offset, array.length
        for dimension in cell.dimensions:
            rest //= dimension.count
            distance += index // rest * dimension.stride
            index %= rest
        return Address(own, distance)

    def holds(self, value: Content) -> bool | None:
        """Whether a value is not zero."""
        if isinstance(value, Address):
            return True if self.inside(value) else None
        return value != 0 if isinstance(value, int) else None

    def combined(self, operator: str, left: Content, right: Content, type: IntType) -> Content:
        """The result of a binary operator; ``type``: the left operand's."""
        if isinstance(left, int) and isinstance(right, int):
            result, _ = binary(operator, left, right, type)
            return ANYTHING if isinstance(result, Fault) or not isinstance(result, int) else result
        if operator in ("==", "!="):
            same = self.same(left, right)
            return ANYTHING if same is None else int(same) if operator == "==" else int(not same)
        if operator == "+" and isinstance(left, int):
            left, right = right, left
        if operator in ("+", "-") and isinstance(left, Address) and isinstance(right, int) and left.offset is not None:
            moved = left.offset + right if operator == "+" else left.offset - right
            half = 1 << (self.pointer - 1)
            return Address(left.node, (moved + half) % (2 * half) - half)
        return ANYTHING

    def same(self, left: Content, right: Content) -> bool | None:
        """Whether two values are equal, where at most one is an integer; None where that is not known."""
        match left, right:
            case Address(), Address() if left.node == right.node:
                return left.offset == right.offset if left.offset is not None and right.offset is not None else None
            case Address(), Address():
                owners = [self.boxes[each.node].own for each in (left, right)]
                if any(self.boxes[each.node].ended for each in (left, right)):
                    return None
                if all(own is not None and own.kind is ObjectKind.STRING for own in owners):
                    return None
                return False if self.inside(left) and self.inside(right) else None
            case (Address() as address, 0) | (0, Address() as address):
                return False if self.inside(address) else None
        return None

    # Operations

    def after(self, operation: RawOperation) -> Iterator[Sketch]:
        """What is possible behind an operation.  The sketch itself must not be used any more.  Raises NotModelled."""
        match operation:
            case Skip() | Call() | Return() | Escape() | EscapeBytes():
                yield self
            case Assume(condition=condition, positive=positive):
                yield from self._assumed(condition, positive)
            case Assign(target=target, value=value):
                for sketch, held in self._chosen(value):
                    sketch.set(target, held)
                    yield sketch
            case FormatCheck(target=target):
                self.set(target, ANYTHING)
                yield self
            case Havoc(targets=targets):
                for each in targets:
                    if isinstance(each, Variable):
                        self.set(each, ANYTHING)
                    elif each in self.where:
                        self.scramble(self.where[each][0])
                yield self
            case Store(array=array, index=index, value=value):
                for sketch, number in self.values(index):
                    for further, held in sketch._chosen(value):
                        if array in further.where:
                            element = further.element(array, number)
                            if element is None:
                                further.scramble(further.where[array][0])
                            else:
                                further.put(element, array.type, further.where[array][1].bit, held)
                        yield further
            case StoreThrough(address=address, value=value, bit=bit):
                for sketch, place in self.values(address):
                    for further, held in sketch._chosen(value):
                        further.put(place, value.type, bit, held)
                        yield further
            case HavocThrough(address=address):
                for sketch, place in self.values(address):
                    if not isinstance(place, Address):
                        raise NotModelled("an access through a pointer of unknown value")
                    sketch.scramble(place.node)
                    yield sketch
            case Allocate(site=site) if site.scoped or "alloca" in site.name:
                raise NotModelled("an object that ends by itself")
            case Allocate(target=target, size=size, provider=provider, zeroed=zeroed):
                for sketch, number in self.values(size):
                    if provider or not isinstance(number, int) or number <= 0 or number >= MOST_BYTES:
                        raise NotModelled("an allocation of unknown size")
                    name = sketch.new()
                    sketch.boxes[name] = Box(number, False, zeroed and number <= TELLING, None)
                    sketch.set(target, Address(name, 0))
                    yield sketch
            case End(address=address):
                for sketch, gone in self.values(address):
                    if gone != 0:
                        sketch._end(gone)
                    yield sketch
            case SetBytes():
                yield from self._filled(operation)
            case CopyBytes():
                yield from self._copied(operation)
            case _:
                raise NotModelled(type(operation).__name__)

    def _chosen(self, value: Expression | Nondet) -> Iterator[tuple[Sketch, Content]]:
        if isinstance(value, Nondet):
            yield self, ANYTHING
            return
        is_truth = (isinstance(value, Binary) and value.operator in COMPARISONS) or (isinstance(value, Unary) and value.operator == "!")
        for sketch, held in self.values(value):
            if held is not ANYTHING or not is_truth:
                yield sketch, held
                continue
            for number in (0, 1):
                further = sketch.copy()
                further._learn(value, number == 1)
                yield further, number

    def _assumed(self, condition: Expression, positive: bool) -> Iterator[Sketch]:
        for sketch, value in self.values(condition):
            holds = sketch.holds(value)
            if holds is None:
                sketch._learn(condition, positive)
            if holds is not (not positive):
                yield sketch

    def _learn(self, condition: Expression, positive: bool) -> None:
        """What a variable or field of unknown value is, where the condition says so: in this sketch all its parts have one value."""
        if isinstance(condition, Unary) and condition.operator == "!":
            self._learn(condition.operand, not positive)
        elif isinstance(condition, Read | Load) and not positive:
            self._become(condition, 0)
        elif isinstance(condition, Binary) and condition.operator == ("==" if positive else "!="):
            for unknown, known in ((condition.left, condition.right), (condition.right, condition.left)):
                numbers = [value for _, value in self.values(known)]
                if len(numbers) == 1 and isinstance(numbers[0], int):
                    self._become(unknown, numbers[0])

    def _become(self, unknown: RawExpression, number: int) -> None:
        held = [value for _, value in self.values(unknown)]
        if held != [ANYTHING]:
            return
        if isinstance(unknown, Read):
            self.set(unknown.variable, number)
        elif isinstance(unknown, Load):
            ((_, place),) = self.values(unknown.address)
            self.put(place, unknown.type, unknown.bit, number)

    def _end(self, place: Content) -> None:
        """An object ends; where its addresses are, they are left."""
        if not isinstance(place, Address) or place.offset != 0 or self.boxes[place.node].own is not None:
            raise NotModelled("an object that ends is unknown")
        box = self.lasting(place)
        box.cells, box.zeroed, box.ended = {}, False, True

    def _filled(self, operation: SetBytes) -> Iterator[Sketch]:
        for sketch, place in self.values(operation.destination):
            for further, value in sketch.values(operation.value):
                for last, count in further.values(operation.count):
                    if count != 0:
                        if not isinstance(place, Address):
                            raise NotModelled("an access through a pointer of unknown value")
                        last.scramble(place.node)
                        box = last.boxes[place.node]
                        if value == 0 and place.offset == 0 and count == box.size <= TELLING:
                            box.zeroed, box.cells = True, {}
                    yield last

    def _copied(self, operation: CopyBytes) -> Iterator[Sketch]:
        for sketch, to in self.values(operation.destination):
            for further, place in sketch.values(operation.source):
                for last, count in further.values(operation.count):
                    if count == 0:
                        yield last
                        continue
                    if not isinstance(to, Address):
                        raise NotModelled("an access through a pointer of unknown value")
                    last.scramble(to.node)
                    if isinstance(place, Address) and last._is_whole(operation, to, place, count):
                        last.boxes[to.node].cells, last.boxes[to.node].zeroed = {}, last.boxes[place.node].zeroed
                        yield from last._with_cells(place, to, sorted(last.boxes[place.node].cells))
                    else:
                        yield last

    def _is_whole(self, operation: CopyBytes, to: Address, place: Address, count: Content) -> bool:
        """Whether a whole object is copied to another one of its size."""
        if self.lasting(place) is self.boxes[to.node] or operation.within or not place.offset == to.offset == 0:
            return False
        return count == self.boxes[place.node].size == self.boxes[to.node].size <= TELLING

    def _with_cells(self, source: Address, to: Address, places: list[Field]) -> Iterator[Sketch]:
        if not places:
            yield self
            return
        (start, size), *others = places
        for sketch, value in self.look(source.node, (start, size)):
            sketch.put(Address(to.node, start), IntType(8 * size, False), 0, value)
            yield from sketch._with_cells(source, to, others)
