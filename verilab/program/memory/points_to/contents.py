"""Which bytes of which objects a pointer value may mean: targets, and what an access to a target touches.

A target is an (object, place) pair, numbered; the points-to sets are sets of these numbers, as the bits of an integer.
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.memory.objects.objects import EXTERNAL, Cell, Dimension, MemoryObject
from verilab.program.memory.objects.regions import ANYWHERE, BITS, Geometry, Place, Region, is_anywhere, merged

LARGEST_SPREAD = 256  # places inside one object that are told apart before pointers to more of them become ANYWHERE
MOST_TARGETS = 1200  # in a program, before every further place but a start becomes ANYWHERE: the sets of large drivers fill up with them
MOST_TO_GO_FAR = 600  # in a program, before pointers far away from their objects are not followed: a driver's container_of leads there
LARGEST_COUNT = 16  # places that are told apart before array elements at constant indices become elements at any index


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """One element of a cell: the flat ``index`` of an array's element (0 for a scalar) that starts at byte ``offset``."""

    cell: Cell
    offset: int
    index: int

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """The cell's dimensions, one per level of nested regions."""
        return merged(self.cell.dimensions)


@dataclass(frozen=True, slots=True, eq=False)
class Touched:
    """What an access of some bytes at a target overlaps.

    ``instances`` are in the coordinates of the target's place; ``complete`` says that they cover every accessed byte, ``local`` that the
    access stays inside one element of the innermost free array (then the instances are all that it can touch, up to free indices).
    ``valid`` is False for an access outside of the object, which no memory-safe program makes.
    """

    instances: tuple[Instance, ...]
    complete: bool
    local: bool
    valid: bool = True


class Targets:
    """Numbers targets and answers, memoised, how they shift and what accesses at them touch."""

    def __init__(self) -> None:
        self.objects: list[MemoryObject] = []
        self.known: list[tuple[int, Place]] = []
        self._object_index: dict[MemoryObject, int] = {}
        self._geometry: list[Geometry] = []
        self._numbers: dict[tuple[int, Place], int] = {}
        self._spread: list[int] = []
        self._outside: list[int] = []
        self._shifted: dict[tuple[int, int, int, int], tuple[int, ...]] = {}
        self._touched: dict[tuple[int, int], Touched] = {}
        self.molded: set[int] = set()
        self.external = self.target(EXTERNAL, (0, 0))
        self._members: dict[int, tuple[int, ...]] = {}
        self._anchors: dict[tuple[int, ...], dict[MemoryObject, tuple[int, int, bool]]] = {}
        self._sets_shifted: dict[tuple[int, int, int, int], int] = {}

    def members(self, targets: int) -> tuple[int, ...]:
        """The targets of a set that is given as bits, in order."""
        members = self._members.get(targets)
        if members is None:
            rest = targets
            result: list[int] = []
            while rest:
                lowest = rest & -rest
                result.append(lowest.bit_length() - 1)
                rest ^= lowest
            members = self._members[targets] = tuple(result)
        return members

    def mold(self, object: MemoryObject) -> int:
        """The number of an object without cells whose offsets are told apart all the same."""
        number = self.index(object)
        self._geometry[number] = Geometry(object, molded=True)
        self.molded.add(number)
        return number

    def steps_from(self, object: int) -> dict[int, int]:
        """The offsets of a molded object from which pointers step on, with the least step."""
        return self._geometry[object].stepped

    def index(self, object: MemoryObject) -> int:
        index = self._object_index.get(object)
        if index is None:
            index = len(self.objects)
            self._object_index[object] = index
            self.objects.append(object)
            self._geometry.append(Geometry(object))
            self._spread.append(0)
            self._outside.append(0)
        return index

    def target(self, object: MemoryObject, place: Place) -> int:
        return self._number(self.index(object), place)

    def object(self, target: int) -> MemoryObject:
        return self.objects[self.known[target][0]]

    def geometry(self, target: int) -> Geometry:
        return self._geometry[self.known[target][0]]

    def numbered(self, object: int, place: Place) -> int | None:
        """The target's number where it has one already."""
        return self._numbers.get((object, place))

    def _number(self, object: int, place: Place) -> int:
        if self._geometry[object].rigid and (place != BITS or self.objects[object] is EXTERNAL):
            place = (0, 0)  # numbers made of the bits of external memory's addresses say nothing of the program's objects
        key = (object, place)
        number = self._numbers.get(key)
        if number is None:
            if not is_anywhere(place):
                widened = self._widened(object, place)
                if widened != place:
                    return self._number(object, widened)
            number = len(self.known)
            self._numbers[key] = number
            self.known.append(key)
        return number

    def _widened(self, object: int, place: Place) -> Place:
        if len(self.known) > MOST_TARGETS and place != (0, 0):
            return ANYWHERE
        size = self.objects[object].size
        if size is not None and not 0 <= place[0] <= size:
            self._outside[object] += 1
            return ANYWHERE if self._outside[object] > LARGEST_SPREAD else place
        self._spread[object] += 1
        if self._spread[object] > LARGEST_SPREAD:
            return ANYWHERE
        if self._spread[object] > LARGEST_COUNT:
            geometry = self._geometry[object]
            levels = len(geometry.chain(place[0]))
            return geometry.canonical(place[0], (1 << levels) - 1) if levels else place
        return place

    def shift(self, target: int, distance: int, step: int, count: int = 0) -> tuple[int, ...]:
        """The targets of ``p + distance + k * step`` for any integer k, or those below ``count``: see ``Geometry.shift``."""
        key = (target, distance, step, count)
        targets = self._shifted.get(key)
        if targets is None:
            object, place = self.known[target]
            moved = self._geometry[object].shift(place, distance, step, count, far=len(self.known) <= MOST_TO_GO_FAR)
            targets = tuple(dict.fromkeys(self._number(object, destination) for destination in moved))
            self._shifted[key] = targets
        return targets

    def shifted(self, targets: int, distance: int, step: int, count: int = 0) -> int:
        """The same of every target in a set; both sets are given as bits."""
        if not distance and not step:
            return targets
        key = (targets, distance, step, count)
        shifted = self._sets_shifted.get(key)
        if shifted is None:
            shifted = 0
            for target in self.members(targets):
                for moved in self.shift(target, distance, step, count):
                    shifted |= 1 << moved
            self._sets_shifted[key] = shifted
        return shifted

    def anchors(self, targets: tuple[int, ...]) -> dict[MemoryObject, tuple[int, int, bool]]:
        """Per object, (anchor, stride, fixed): all of these targets are at anchor + k * stride; none where there is no such.

        The stride is that of an outermost array, the anchor lies in its first element.  ``fixed`` says that k >= 0: a pointer that walks
        may have left the array at its start.
        """
        known = self._anchors.get(targets)
        if known is not None:
            return known
        anchors: dict[MemoryObject, tuple[int, int, bool] | None] = {}
        for target in targets:
            object, (offset, free) = self.objects[self.known[target][0]], self.known[target][1]
            chain = self.geometry(target).chain(offset) if free in (0, 1) else []
            here = (offset - chain[0][1] * chain[0][0].stride, chain[0][0].stride) if chain else None
            before = anchors.get(object, (*here, True) if here else None)
            same = here is not None and before is not None and before[:2] == here
            anchors[object] = (*here, before[2] and not free) if same and here is not None and before is not None else None
        known = self._anchors[targets] = {object: anchor for object, anchor in anchors.items() if anchor is not None}
        return known

    def touched(self, target: int, width: int) -> Touched:
        """What an access of ``width`` bytes at a target overlaps."""
        key = (target, width)
        touched = self._touched.get(key)
        if touched is None:
            touched = self._touch(target, width)
            self._touched[key] = touched
        return touched

    def _touch(self, target: int, width: int) -> Touched:
        object = self.object(target)
        offset, free = self.known[target][1]
        if free == -1 or object.size is None or not object.cells:
            return Touched(tuple(Instance(cell, cell.offset, 0) for cell in object.cells), False, False)
        if not self._inside(target, offset, free, width):
            return Touched((), True, True, False)
        if free:
            region, _ = self.geometry(target).chain(offset)[free.bit_length() - 1]
            start = region.start + (offset - region.start) // region.stride * region.stride
            if not start <= offset <= offset + width <= start + region.stride:
                return self._across(object, region, offset, width)
        instances: list[Instance] = []
        for cell in object.cells:
            instances.extend(overlapping(cell, offset, offset + width))
        covered = {byte for instance in instances for byte in range(instance.offset, instance.offset + instance.cell.width)}
        complete = all(byte in covered for byte in range(offset, offset + width))
        return Touched(tuple(instances), complete, True)

    def _inside(self, target: int, offset: int, free: int, width: int) -> bool:
        """Whether the access lies inside the object and outside of the padding between its instances."""
        object = self.object(target)
        assert object.size is not None
        if object.padding:
            region = self.geometry(target).regions[0]
            return offset >= 0 and (offset - region.start) % region.stride + width <= region.stride - object.padding
        return offset >= 0 and (free != 0 or offset + width <= object.size)

    def _across(self, object: MemoryObject, region: Region, offset: int, width: int) -> Touched:
        """An access of several elements of an array: known where the object is one gapless array of scalars, which it cannot leave."""
        cell = object.cells[0]
        if len(object.cells) > 1 or region.stride != cell.width or region.children or cell.bit:
            return Touched(tuple(Instance(part, part.offset, 0) for part in object.cells), False, False)
        number = (width + region.stride - 1) // region.stride
        instances = tuple(Instance(cell, offset + i * region.stride, i) for i in range(number))
        return Touched(instances, True, region.start == offset and region.stride * region.count == object.size)


def overlapping(cell: Cell, low: int, high: int) -> list[Instance]:
    """The elements of a cell that share a byte with [low, high)."""
    starts = [(cell.offset, 0)]
    inner = sum(dimension.stride * (dimension.count - 1) for dimension in cell.dimensions) + cell.width
    for dimension in cell.dimensions:
        inner -= dimension.stride * (dimension.count - 1)
        following: list[tuple[int, int]] = []
        for start, index in starts:
            first = max(0, (low - start - inner) // dimension.stride + 1)
            last = min(dimension.count - 1, (high - 1 - start) // dimension.stride)
            following.extend((start + i * dimension.stride, index * dimension.count + i) for i in range(first, last + 1))
        starts = following
    return [Instance(cell, start, index) for start, index in starts if start < high and low < start + cell.width]
