"""The array structure of an object's bytes, and the sets of offsets that pointers into it are abstracted to.

A region is an array inside an object: ``count`` elements, ``stride`` bytes apart, from byte ``start``; the regions inside its first
element are its children.  A pointer's offset is abstracted to a *place* ``(offset, free)``: bit k of ``free`` says that the index at
nesting level k around ``offset`` may be any, and ``offset`` then has index 0 there.  So for ``struct { int a; char b[3]; } s[10]``

    &s[2].b[1]  (21, 0b00)      &s[i].b[1]  (5, 0b01)      &s[2].b[j]  (20, 0b10)      &s[i].b[j]  (4, 0b11)

``ANYWHERE`` is every offset of the object, and ``BITS`` as well: of a number that was made of the bits of an address, and of which nothing
is known but where the object lies.  Offsets just before and behind the object are places as well, at which nothing can be
accessed: a pointer may go there and come back.  Further away it gets by one long distance only: mostly that of another object which the
same pointer may point to, but it may come back from there as well.  Integers that hold an address may then be anywhere.  A free index
stands for any integer, so that a pointer may leave its array and return; what it can access on the way is said by other places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import gcd

from verilab.data_classes import dataclass
from verilab.program.memory.objects.objects import Dimension, MemoryObject

Place = tuple[int, int]

ANYWHERE: Place = (0, -1)
BITS: Place = (1, -1)
ANY_BITS = -4  # the step of what makes another number of an address
ANY_STEP = -1  # the step of a change to an address that may lead anywhere in the same object
LEAP = -3  # the step of one distance where only what leads far away from the object, or back from there, counts
CLEARED, SET, FLIPPED = -5, -6, -7  # the steps of low bits that change, by ``& ~bits``, ``| bits`` and ``^ bits``: ``count`` has them
NO_POINTER = -2  # the step where an integer is moved by a constant distance, which may lead out of the object and back
NEAREST_OUTSIDE = 8  # bytes that a pointer may be away from its object; an element of its array where that is more
LARGEST_RUN = 16  # elements of one array that longer steps lead to, which are told apart
LARGEST_WALK = 16  # places that steps lead to: every byte of each structure would fill the points-to sets of a driver
LARGEST_IMAGE = 64  # offsets that one place may turn into before it becomes ANYWHERE


def is_anywhere(place: Place) -> bool:
    """Whether the place is every offset of its object."""
    return place[1] == -1


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
    neighbours: list[Region] = []
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
        neighbours.append(Region(start, outer.stride, outer.count, _regions(inside, start)))
        floor = max(floor, neighbours[-1].end)
    return tuple(neighbours)


class Geometry:
    """The regions of one object, with the arithmetic of places in it."""

    def __init__(self, object: MemoryObject, *, molded: bool = False) -> None:
        self.object = object
        self.stepped: dict[int, int] = {}  # of a molded object: the least step taken from each offset
        self.molded = molded
        self.regions = regions(object)
        self.margin = max([NEAREST_OUTSIDE, *(region.stride for region in self.regions)])
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

    def shift(self, place: Place, distance: int, step: int, count: int = 0, *, far: bool = False) -> tuple[Place, ...]:
        """The places of ``p + distance + k * step``, p being at ``place`` (step 0: k is 0).

        k is any integer where ``count`` is 0, else 0 <= k < count: a subscript of an array that is declared with this length.  ``far``:
        one distance longer than the object leads to a place far away, too.  Of a number made of bits ``count`` is the largest that it may
        be: where the alignment of the object fixes these bits, they say nothing of where it lies.  Of an address with other
        low bits it has these.
        """
        if place == BITS or (distance == 0 and step == 0):
            return (place,)
        if step == ANY_BITS:
            return () if 0 < count < self.object.alignment else (BITS,)
        if place == ANYWHERE or self.rigid:
            return (place,)
        if step == ANY_STEP:
            return (ANYWHERE,)
        if step in (CLEARED, SET, FLIPPED):
            return (self._with_other_bits(place, step, count),)
        if step == LEAP and not self.is_near(place[0]):
            return ((place[0] + distance, 0),) if self.is_near(place[0] + distance) else ()
        moved = tuple(self._move(place, distance)) if distance else (place,)
        if step == NO_POINTER:
            moved = tuple(target if self.is_near(target[0]) else ANYWHERE for target in moved)
        jumps = far and self.object.size is not None and abs(distance) > self.object.size + self.margin and self.is_near(place[0])
        moved = tuple(target for target in moved if jumps or self.is_near(target[0]))
        if step == LEAP:
            return tuple(target for target in moved if not self.is_near(target[0]))
        if step > 0:
            moved = tuple(loose for target in moved for loose in self._steps(target, step, count))
        if ANYWHERE in moved:
            return (ANYWHERE,)
        return tuple(dict.fromkeys(moved))

    def _with_other_bits(self, place: Place, step: int, bits: int) -> Place:
        """The place with other low bits, where those of the object's own address are zero; else anywhere."""
        offset, free = place
        if free or bits >= self.object.alignment:
            return ANYWHERE
        changed = offset & ~bits if step == CLEARED else offset | bits if step == SET else offset ^ bits
        return (changed, 0) if self.is_near(changed) else ANYWHERE

    def is_near(self, offset: int) -> bool:
        """Whether a pointer may be at this offset."""
        return self.object.size is None or -self.margin <= offset <= self.object.size + self.margin

    def _move(self, place: Place, distance: int) -> Iterator[Place]:
        offset, free = place
        if free == 0:
            yield offset + distance, 0
            return
        level = free.bit_length() - 1
        region = self.chain(offset)[level][0]
        element = region.start + (offset - region.start) // region.stride * region.stride
        if element <= offset + distance < element + region.stride:
            yield self.canonical(offset + distance, free)
        elif level == 0 and region.stride * region.count == self.object.size:
            # All there is: a pointer that leaves it can only come back.
            yield self.canonical(region.start + (offset - region.start + distance) % region.stride, free)
        else:
            yield from self._leave(place, distance, region, level)

    def _leave(self, place: Place, distance: int, region: Region, level: int) -> Iterator[Place]:
        """A move out of an element: inside the array, or from each index of the innermost free level on its own out of it.

        Index i leaves the array where base + distance + i * stride is not in [0, extent).
        """
        offset, free = place
        outer = free & ~(1 << level)
        base = offset - region.start
        inside = region.start + (base + distance) % region.stride
        extent = region.stride * region.count
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

    def _steps(self, place: Place, step: int, count: int) -> Iterator[Place]:
        """Steps from a place: over everything that they can reach, whatever the arrays inside the object are.

        Programs walk over whole structures by pointers to other types; only a subscript of a declared array keeps its bounds.  A free
        index on the way (any multiple of its stride s) makes of steps g steps of gcd(g, s).
        """
        offset, free = place
        if free == -1:
            yield ANYWHERE
            return
        if self.molded:
            self.stepped[offset] = min(step, self.stepped.get(offset, step))
            yield place
            return
        size = self.object.size
        assert size is not None
        frame = _Frame(self.regions, 0, size, 0, 0, 0, offset)
        chain = self.chain(offset)
        for level, (region, index) in enumerate(chain):
            padding = self.object.padding if level == 0 else 0
            local = frame.offset - index * region.stride
            if padding and count and step == region.stride:
                break  # the allocation itself, which takes the next instance
            if not padding and not (count and local + step * count <= region.start + region.stride):
                break
            kept = frame.kept | (free & 1 << level)
            base = frame.base + index * region.stride
            frame = _Frame(region.children, region.start, region.start + region.stride - padding, level + 1, base, kept, local)
        loose = [region.stride for level, (region, _) in enumerate(chain) if level >= frame.level and free >> level & 1]
        if loose:
            step, count = gcd(step, *loose), 0
        if not loose and not count and step >= frame.high - frame.low:
            yield place  # a pointer to one object of its type, or to what is just before or behind it and may come back
            back = frame.low + (frame.offset - frame.low) % step
            if back != frame.offset and back < frame.high:
                yield back + frame.base, frame.kept
            if frame.offset + step == frame.high:
                yield frame.high + frame.base, frame.kept  # one step leads to the end of it all, from where others lead back
            return
        first = frame.offset if count else frame.low + (frame.offset - frame.low) % step
        last = min(frame.high, first + step * count) if count else frame.high
        visited = tuple(islice(_residues(frame, first, last, step), LARGEST_WALK + 1))
        yield from visited if len(visited) <= LARGEST_WALK else (ANYWHERE,)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A part of an object that steps stay inside: [low, high) with its regions at nesting level ``level``, moved on by ``base``.

    ``kept`` has the free levels around it; ``offset`` is the place's own in these coordinates.
    """

    regions: tuple[Region, ...]
    low: int
    high: int
    level: int
    base: int
    kept: int
    offset: int


def _residues(frame: _Frame, first: int, last: int, step: int) -> Iterator[Place]:
    """The places of first, first + step, ... below ``last``, and of the end itself where no array ends there."""
    position = first
    while position < last:
        region = next((candidate for candidate in frame.regions if candidate.start <= position < candidate.end), None)
        if region is None:
            yield position + frame.base, frame.kept
            position += step
            if position == frame.high:
                yield position + frame.base, frame.kept
            continue
        kept = frame.kept | 1 << frame.level
        common = gcd(step, region.stride)
        inside = region.start + (position - region.start) % common
        visited = range(position, min(region.end, last), step)
        if common == region.stride and (step == common or len(visited) > LARGEST_RUN):
            yield inside + frame.base, kept
        elif common == region.stride:
            yield from ((start + frame.base, frame.kept) for start in visited)
            if visited[-1] + step == frame.high:  # each is an element of its own: none of them stands for the end
                yield frame.high + frame.base, frame.kept
        else:
            end = region.start + region.stride
            inner = _Frame(region.children, region.start, end, frame.level + 1, frame.base, kept, inside)
            for place in _residues(inner, inside, end, common):
                if place[0] != end + frame.base:
                    yield place
        position += -(-(region.end - position) // step) * step
