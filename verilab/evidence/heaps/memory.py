"""The memory that a program's operations are carried out on, naively: boxes of objects, and all that their cells may hold.

What a cell holds is looked at in a copy in which it holds that only; an object is taken out of a box of many before it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from enum import Enum
from typing import Self

from verilab.data_classes import dataclass
from verilab.evidence.heaps.intervals import converted
from verilab.program.abstract_heaps import OWN, SELF, SEVERAL, Field, Heap, Link, Name, NotModelled, Range, Values
from verilab.program.abstract_heaps import Pointer as Address
from verilab.program.memory.objects.objects import Cell, MemoryObject
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

TELLING = 256
"""Objects of more bytes hold anything."""


class _Anything(Enum):
    ANYTHING = "anything"


ANYTHING = _Anything.ANYTHING
Content = int | Range | Address | _Anything


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


class Memory:
    """Variables and boxes, and what may be read from them and written to them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.where = setting.where
        self.pointer = setting.pointer
        self.variables: dict[Variable, Content] = {}
        self.boxes: dict[Name, Box] = {}
        self._last = 0

    @classmethod
    def of(cls, heap: Heap, setting: Setting) -> Self:
        """The heap as one."""
        sketch = cls(setting)
        names: dict[Name, Name] = {SELF: SELF} | {
            name: node.object or ("node", number) for number, (name, node) in enumerate(heap.nodes.items())
        }

        def content(value: int | Range | Address) -> Content:
            return Address(names[value.node], value.offset) if isinstance(value, Address) else value

        def contents(values: Values) -> set[Content]:
            return {ANYTHING} if values is None else {content(value) for value in values}

        sketch.variables = {variable: content(value) for variable, value in heap.variables.items()}
        for name, node in heap.nodes.items():
            cells = {place: contents(values) for place, values in node.fields.items()}
            sketch.boxes[names[name]] = Box(node.size, not node.single, node.zeroed, node.object, cells, set(node.shared), node.ended)
        return sketch

    def copy(self) -> Self:
        """An independent one."""
        other = type(self)(self.setting)
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

    def look(self, name: Name, place: Field) -> Iterator[tuple[Self, Content]]:
        """What a box of one object holds: every possibility, in a copy of its own."""
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

    def load(self, address: Content, type: IntType, bit: int) -> Iterator[tuple[Self, Content]]:
        """The values at an address."""
        if not isinstance(address, Address):
            raise NotModelled("an access through a pointer of unknown value")
        box = self.lasting(address)
        if address.offset is None or box.size > TELLING or bit or (type.width % 8 and type.width != 1):
            yield self, ANYTHING
            return
        for sketch, value in self.look(address.node, self.range(address, type, bit)):
            if isinstance(value, int | Range):
                number = converted(value, type)
                yield sketch, ANYTHING if number is None else number
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
        elif type.width == 1 and not box.content(place) <= {0, 1}:
            value = ANYTHING  # a bit-field, which is at the start of its byte as a _Bool is, leaves the others as they were
        elif type.width == 1 and isinstance(value, int):
            value %= 2  # a signed one's -1 is one bit, too
        elif type.width == 1 and isinstance(value, Range):
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
