"""A heap on which operations are carried out one by one, naively: whatever may be one of several things makes copies of it all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from verilab.evidence.heaps.evaluation import Evaluation
from verilab.evidence.heaps.memory import ANYTHING, TELLING, Box, Content
from verilab.program.abstract_heaps import Field, NotModelled
from verilab.program.abstract_heaps import Pointer as Address
from verilab.program.cfa import Call, Return
from verilab.program.expressions import COMPARISONS, Binary, Cast, Expression, Unary
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
from verilab.program.storages import Variable
from verilab.program.types import IntType

MOST_BYTES = 1 << 24
"""No allocation of more is followed."""


class Sketch(Evaluation):
    """See the module."""

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
                for storage in targets:
                    if isinstance(storage, Variable):
                        self.set(storage, ANYTHING)
                    elif storage in self.where:
                        self.scramble(self.where[storage][0])
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
            case Allocate(target=target, provider=provider) if provider:
                self.set(target, ANYTHING)
                yield self
            case Allocate(target=target, size=size, zeroed=zeroed):
                for sketch, number in self.values(size):
                    if not isinstance(number, int) or number <= 0 or number >= MOST_BYTES:
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
        truth, types = value, list[IntType]()
        while isinstance(truth, Cast):
            types.insert(0, truth.type)
            truth = truth.operand
        is_truth = (isinstance(truth, Binary) and truth.operator in COMPARISONS) or (isinstance(truth, Unary) and truth.operator == "!")
        for sketch, held in self.values(value):
            if held is not ANYTHING or not is_truth:
                yield sketch, held
                continue
            for number in (0, 1):
                for further in list(sketch.learned(truth, number == 1)):
                    yield further, reduce(lambda bits, type: type.wrap(bits), types, number)

    def _assumed(self, condition: Expression, positive: bool) -> Iterator[Sketch]:
        for sketch, value in self.values(condition):
            holds = sketch.holds(value)
            if holds is None:
                yield from sketch.learned(condition, positive)
            elif holds == positive:
                yield sketch

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
