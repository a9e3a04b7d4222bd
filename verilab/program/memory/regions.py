"""The array structure of an object's bytes, and the sets of offsets that pointers into it are abstracted to.

A region is an array inside an object: ``count`` elements, ``stride`` bytes apart, from byte ``start``; the regions inside its first
element are its children.  A pointer's offset is abstracted to a *place* ``(offset, free)``: bit k of ``free`` says that the index at
nesting level k around ``offset`` may be any, and ``offset`` then has index 0 there.  So for ``struct { int a; char b[3]; } s[10]``

    &s[2].b[1]  (21, 0b00)      &s[i].b[1]  (5, 0b01)      &s[2].b[j]  (20, 0b10)      &s[i].b[j]  (4, 0b11)

``ANYWHERE`` is every offset of the object.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verilab.program.memory.objects import Dimension, MemoryObject

Place = tuple[int, int]

ANYWHERE: Place = (0, -1)
ANY_STEP = -1  # the step of a change to an address that may lead anywhere in the same object
LARGEST_IMAGE = 64  # offsets that one place may turn into before it becomes ANYWHERE


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """An array inside an object, in the coordinates of the first element of every enclosing region."""

    start: int
    stride: int
    count: int
    children: tuple[Region, ...]

    @property
    def end(self) -> int:
        return self.start + self.stride * self.count


def merged(dimensions: Sequence[Dimension]) -> tuple[Dimension, ...]:
    """Adjacent levels whose strides are regular as one: ``int m[3][4]`` is 12 elements, 4 bytes apart."""
    result: list[Dimension] = []
    for dimension in dimensions:
        if result and result[-1].stride == dimension.stride * dimension.count:
            result[-1] = Dimension(dimension.stride, dimension.count * result[-1].count)
        else:
            result.append(dimension)
    return tuple(result)


def regions(object: MemoryObject) -> tuple[Region, ...]:
    """The outermost arrays of an object."""
    leaves = [(cell.offset, cell.offset + cell.width, merged(cell.dimensions)) for cell in object.cells]
    return _regions(sorted(leaves, key=lambda leaf: leaf[0]), 0)


def _regions(leaves: Sequence[tuple[int, int, tuple[Dimension, ...]]], low: int) -> tuple[Region, ...]:
    """Neighbouring leaves with the same outermost dimension, less than a stride apart, belong to one array of structs."""
    found: list[Region] = []
    floor = low
    position = 0
    while position < len(leaves):
        offset, end, dimensions = leaves[position]
        position += 1
        if not dimensions:
            floor = max(floor, end)
            continue
        outer = dimensions[0]
        inside = [(offset, end, dimensions[1:])]
        while position < len(leaves) and leaves[position][2][:1] == (outer,) and leaves[position][0] < offset + outer.stride:
            inside.append((leaves[position][0], leaves[position][1], leaves[position][2][1:]))
            position += 1
        # Bytes before the first leaf that nothing else covers are unmodelled members of the element.
        last = max(leaf[1] + sum(d.stride * (d.count - 1) for d in leaf[2]) for leaf in inside)
        start = max(floor, last - outer.stride)
        start = min(start, offset)
        found.append(Region(start, outer.stride, outer.count, _regions(inside, start)))
        floor = max(floor, found[-1].end)
    return tuple(found)


class Geometry:
    """The regions of one object, with the arithmetic of places in it."""

    def __init__(self, object: MemoryObject, *, molded: bool = False) -> None:
        self.object = object
        self.stepped: dict[int, int] = {}  # of a molded object: the least step taken from each offset
        self.molded = molded
        self.regions = regions(object)
        # Nothing to tell apart: one place for all offsets.
        self.rigid = object.size is None or not (object.cells or molded)

    def chain(self, offset: int) -> list[tuple[Region, int]]:
        """The regions around an offset, outermost first, each with the offset's index there."""
        result: list[tuple[Region, int]] = []
        level = self.regions
        while level:
            for region in level:
                if region.start <= offset < region.end:
                    index = (offset - region.start) // region.stride
                    result.append((region, index))
                    offset -= index * region.stride
                    level = region.children
                    break
            else:
                break
        return result

    def canonical(self, offset: int, free: int) -> Place:
        """The place with index 0 at its free levels."""
        if free <= 0:
            return offset, free
        kept = 0
        for level, (region, index) in enumerate(self.chain(offset)):
            if free >> level & 1:
                offset -= index * region.stride
                kept |= 1 << level
        return offset, kept

    def shift(self, place: Place, distance: int, step: int) -> tuple[Place, ...]:
        """The places of ``p + distance + k * step`` for any integer k, p being at ``place`` (step 0: k is 0)."""
        if place == ANYWHERE or self.rigid or (distance == 0 and step == 0):
            return (place,)
        if step == ANY_STEP:
            return (ANYWHERE,)
        moved = tuple(self._move(place, distance)) if distance else (place,)
        if step:
            moved = tuple(loose for each in moved for loose in self._loosen(each, step))
        if ANYWHERE in moved:
            return (ANYWHERE,)
        return tuple(dict.fromkeys(moved))

    def _move(self, place: Place, distance: int) -> Iterator[Place]:
        offset, free = place
        size = self.object.size
        assert size is not None
        if free == 0:
            if 0 <= offset + distance <= size:
                yield offset + distance, 0
            return
        level = free.bit_length() - 1
        chain = self.chain(offset)
        region = chain[level][0]
        element = region.start + (offset - region.start) // region.stride * region.stride
        if element <= offset + distance < element + region.stride:
            yield self.canonical(offset + distance, free)
            return
        if distance % region.stride == 0 and abs(distance) < region.stride * region.count and self._bounds(region, level):
            # C11 6.5.6p8: steps of whole elements stay inside the array.
            yield place
            if distance > 0 or region.start == (chain[level - 1][0].start if level else 0):
                return
            # But what looks like steps back may lead from an element to the structure around its array.
        yield from self._leave(place, distance, region, level)

    def _bounds(self, region: Region, level: int) -> bool:
        """Whether the program's pointer arithmetic stays inside the region: it is an array of the program, or all there is."""
        if not self.object.guessed or (level == 0 and self.object.padding):
            return True
        whole = self.regions[0].stride - self.object.padding if self.object.padding else self.object.size
        return region.stride * region.count == whole

    def _leave(self, place: Place, distance: int, region: Region, level: int) -> Iterator[Place]:
        """Steps that are not of whole elements: from each index of the innermost free level on its own."""
        offset, free = place
        outer = free & ~(1 << level)
        base = offset - region.start
        inside = region.start + (base + distance) % region.stride
        extent = region.stride * region.count
        # Index i leaves the array where base + distance + i * stride is not in [0, extent).
        low = min(region.count, max(0, -((base + distance) // region.stride)))
        high = min(region.count, max(0, -((base + distance - extent) // region.stride)))
        leaving = [*range(low), *range(high, region.count)]
        if low < high:
            yield self.canonical(inside, free)
        if len(leaving) > LARGEST_IMAGE:
            yield ANYWHERE
            return
        for index in leaving:
            yield from self._move((offset + index * region.stride, outer), distance)

    def _loosen(self, place: Place, step: int) -> Iterator[Place]:
        """Any number of steps: the index of the outermost enclosing array whose elements the steps keep apart becomes free."""
        offset, free = place
        if free == -1:
            yield ANYWHERE
            return
        if self.molded:
            self.stepped[offset] = min(step, self.stepped.get(offset, step))
            yield place
            return
        local = offset
        for level, (region, index) in enumerate(self.chain(offset - 1)):
            if local == region.end and step % region.stride == 0:
                # One past the last element: also a pointer into the array that ends here.
                yield self.canonical(offset - region.stride, free | 1 << level)
                if offset == self.object.size:
                    return
            local -= index * region.stride
        local = offset
        for level, (region, index) in enumerate(self.chain(offset)):
            if step % region.stride == 0:
                yield self.canonical(offset, free | 1 << level)
                if not self._bounds(region, level):
                    yield ANYWHERE
                elif region.stride == 1 and local == region.start and region.count != self.object.size:
                    # It may as well be a pointer to the bytes of a structure that starts with this array of characters.
                    yield ANYWHERE
                return
            local -= index * region.stride
        size = self.object.size
        # Not in an array: the pointer behaves as one into an array of length one (C11 6.5.6p7).
        yield place if size is not None and step >= size else ANYWHERE
