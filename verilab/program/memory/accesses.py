"""What an access through a pointer may mean: the cases its points-to set leaves, each with the condition that tells it apart.

Memory safety is assumed: an access outside every object, to a function or through null is not a case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verilab.program.cfa import Array, Variable
from verilab.program.expressions import Expression, Read, Select
from verilab.program.memory.contents import Instance, Targets
from verilab.program.memory.folding import binary, conjunction, constant
from verilab.program.memory.linear import LinearAddress, LinearForm, LinearPointer, index_of
from verilab.program.memory.objects import MemoryObject, ObjectKind
from verilab.program.memory.regions import ANYWHERE, Place, Region, merged
from verilab.program.types import IntType

MOST_CASES = 32


@dataclass(frozen=True, slots=True, eq=False)
class PreciseCase:
    """The access means these elements of known cells: one that fits exactly, or several that it overlaps, all bits being covered.

    ``room`` is None except where the access is of whole bytes somewhere inside the only element: then it is the number of byte
    positions at which the access may start.
    """

    object: MemoryObject
    place: Place
    instances: tuple[Instance, ...]
    levels: tuple[tuple[int, Region], ...]  # the free levels of the place, outermost first
    room: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class VagueCase:
    """The access means some bytes of this object, in a way that is not modelled; it may change any of ``cells``."""

    object: MemoryObject
    cells: tuple[Variable | Array, ...]
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """All cases of one access; ``external`` is the reason where memory that the program did not make is among them."""

    precise: tuple[PreciseCase, ...]
    vague: tuple[VagueCase, ...]
    external: str | None

    @property
    def imprecise(self) -> str | None:
        """The reason of imprecision; None where every case is precise."""
        return self.vague[0].reason if self.vague else self.external


@dataclass(frozen=True, slots=True)
class Access:
    """The bits that an access reads or writes, relative to the byte that its address names."""

    type: IntType
    bit: int

    @property
    def bytes(self) -> int:
        return (self.bit + self.type.width + 7) // 8


def cases_of(targets: Targets, points_to: Iterable[int], access: Access) -> Cases:
    """The cases of an access whose address has this points-to set."""
    precise: list[PreciseCase] = []
    vague: dict[MemoryObject, VagueCase] = {}
    external: str | None = None
    for target in _essential(targets, sorted(points_to)):
        object = targets.object(target)
        if object.kind is ObjectKind.EXTERNAL:
            external = object.unmodelled
        elif object.kind is not ObjectKind.FUNCTION:
            found: PreciseCase | VagueCase | None
            if targets.known[target][1] == ANYWHERE:
                inside, found = _anywhere(targets, object, access)
                precise.extend(inside)
            else:
                found = _case(targets, target, access)
            if isinstance(found, PreciseCase):
                precise.append(found)
            elif found is not None and (object not in vague or len(vague[object].cells) < len(found.cells)):
                vague[object] = found
    if len(precise) > MOST_CASES or len(vague) > MOST_CASES:
        crowd = dict.fromkeys(each.object for each in precise)
        return Cases((), (*vague.values(), *(_all_of(each, "many pointer targets") for each in crowd)), external)
    if not precise and not vague and external is None:
        external = "pointer without target"
    return Cases(tuple(precise), tuple(vague.values()), external)


def _all_of(object: MemoryObject, reason: str) -> VagueCase:
    return VagueCase(object, tuple(dict.fromkeys(cell.storage for cell in object.cells)), reason)


def _anywhere(targets: Targets, object: MemoryObject, access: Access) -> tuple[list[PreciseCase], VagueCase | None]:
    """An access at an unknown offset: one case for each cell that it may be of or inside of, at any index.

    They are all cases where every byte is in such a cell and aligned accesses (C11 6.3.2.3p7: others are undefined) do not straddle two.
    """
    found: list[PreciseCase] = []
    size = access.bytes
    whole = access.bit == 0 and access.type.width == 8 * size
    complete = whole
    for cell in object.cells:
        place = (cell.offset, (1 << len(merged(cell.dimensions))) - 1)
        fitting = cell.bit == access.bit and cell.type.width == access.type.width
        floating = whole and cell.bit == 0 and cell.type.width == 8 * cell.width and cell.width > size
        if fitting or floating:
            levels = _levels(targets, targets.target(object, place))
            room = None if fitting else cell.width - size + 1
            found.append(PreciseCase(object, place, (Instance(cell, cell.offset, 0),), levels, room))
        strides = (dimension.stride for dimension in cell.dimensions)
        aligned = not (cell.offset % size or cell.width % size or any(stride % size for stride in strides))
        complete = complete and aligned and (fitting or floating)
    modelled = sum(cell.width * (cell.storage.length if isinstance(cell.storage, Array) else 1) for cell in object.cells)
    if complete and modelled == object.size:
        return found, None
    storages = tuple(dict.fromkeys(cell.storage for cell in object.cells))
    return found, VagueCase(object, storages, "pointer cast" if object.cells else object.unmodelled)


def _essential(targets: Targets, points_to: Sequence[int]) -> list[int]:
    """The targets without those that another one of the same object includes; ANYWHERE is kept, with every other place it includes."""
    present = set(points_to)
    result: list[int] = []
    for target in points_to:
        object, (offset, free) = targets.known[target]
        geometry = targets.geometry(target)
        wider = False
        if free >= 0 and geometry.regions:
            levels = len(geometry.chain(offset))
            for mask in range(1, 1 << levels):
                if mask & free == free and mask != free:
                    other = targets.numbered(object, geometry.canonical(offset, mask))
                    wider = wider or (other is not None and other in present)
        if not wider:
            result.append(target)
    return result


def _case(targets: Targets, target: int, access: Access) -> PreciseCase | VagueCase | None:
    object = targets.object(target)
    place = targets.known[target][1]
    touched = targets.touched(target, access.bytes)
    if not touched.valid:
        return None
    storages = tuple(dict.fromkeys(instance.cell.storage for instance in touched.instances))
    if not touched.local:
        return VagueCase(object, storages, "pointer cast" if object.cells else object.unmodelled)
    for instance in touched.instances:
        if first_bit(instance, place) == access.bit and instance.cell.type.width == access.type.width:
            return PreciseCase(object, place, (instance,), _levels(targets, target))
    low, high = access.bit, access.bit + access.type.width
    spans = [(first_bit(each, place), first_bit(each, place) + each.cell.type.width, each) for each in touched.instances]
    overlapped = tuple(each for start, end, each in spans if start < high and low < end)
    ranges = sorted((max(low, start), min(high, end)) for start, end, _ in spans if start < high and low < end)
    position = low
    for start, end in ranges:
        if start != position:
            break
        position = end
    if position == high:
        return PreciseCase(object, place, overlapped, _levels(targets, target))
    return VagueCase(object, storages, "pointer cast" if storages else object.unmodelled)


def first_bit(instance: Instance, place: Place) -> int:
    """The first bit of an element, relative to the byte at the place."""
    return 8 * (instance.offset - place[0]) + instance.cell.bit


def fits(case: PreciseCase, access: Access) -> bool:
    """Whether the access is exactly of one element."""
    only = case.instances[0]
    return (
        len(case.instances) == 1
        and case.room is None
        and first_bit(only, case.place) == access.bit
        and only.cell.type.width == access.type.width
    )


def _levels(targets: Targets, target: int) -> tuple[tuple[int, Region], ...]:
    offset, free = targets.known[target][1]
    chain = targets.geometry(target).chain(offset) if free else []
    return tuple((level, region) for level, (region, _) in enumerate(chain) if free >> level & 1)


def element(case: PreciseCase, instance: Instance, indices: Sequence[tuple[int, Expression]], type: IntType) -> Expression:
    """The current value of one element of a case; ``indices`` are those of the free levels, ``type`` that of an index."""
    if isinstance(instance.cell.storage, Variable):
        return Read(instance.cell.storage)
    return Select(instance.cell.storage, flat_index(instance, indices, type))


def flat_index(instance: Instance, indices: Sequence[tuple[int, Expression]], type: IntType) -> Expression:
    """The row-major index: the known levels' part plus each free level's index times the number of elements below it."""
    if not indices:
        return constant(instance.index, type)
    dimensions = instance.dimensions
    terms: list[tuple[int, Expression]] = []
    for level, index in indices:
        weight = 1
        for dimension in dimensions[level + 1 :]:
            weight *= dimension.count
        terms.append((weight, index))
    return index_of(terms, instance.index, type)


def free_indices(case: PreciseCase, address: Expression, form: LinearForm | None, base: int) -> tuple[tuple[int, Expression], ...]:
    """The index at each free level of the place that ``address`` is at."""
    if not case.levels:
        return ()
    found: tuple[tuple[int, Expression], ...] | None = None
    if isinstance(form, LinearPointer):
        found = _pointer_indices(case, form, base, address.type)
    elif form is not None and form.object is case.object:
        found = _linear_indices(case, form, address.type)
    if found is not None:
        return found
    relative = binary("-", address, constant(base + case.place[0], address.type))
    result: list[tuple[int, Expression]] = []
    for number, (level, region) in enumerate(case.levels):
        stride = constant(region.stride, address.type)
        result.append((level, binary("/", relative, stride)))
        if number + 1 < len(case.levels):
            relative = binary("%", relative, stride)
    return tuple(result)


def _linear_indices(case: PreciseCase, form: LinearAddress, type: IntType) -> tuple[tuple[int, Expression], ...] | None:
    """Each term belongs to the outermost level whose stride divides its coefficient; None where something is left over."""
    rest = form.offset - case.place[0]
    terms = list(form.terms)
    result: list[tuple[int, Expression]] = []
    for number, (level, region) in enumerate(case.levels):
        mine = [(coefficient // region.stride, term) for coefficient, term in terms if coefficient % region.stride == 0]
        terms = [(coefficient, term) for coefficient, term in terms if coefficient % region.stride]
        last = number + 1 == len(case.levels)
        if last and rest % region.stride:
            return None
        start, rest = divmod(rest, region.stride)
        result.append((level, index_of(mine, start, type)))
    return None if terms or rest else tuple(result)


def _pointer_indices(case: PreciseCase, form: LinearPointer, base: int, type: IntType) -> tuple[tuple[int, Expression], ...] | None:
    """The pointer's own index plus that of what is added to it; None where the pointer may be between two elements.

    p = base + anchor + k * stride   =>   (p + offset + sum c * t - base - start) / stride  =  k + (offset + anchor - start) / stride + ...
    """
    if case.object not in form.anchors or len(case.levels) != 1 or case.levels[0][0] != 0:
        return None
    anchor, step = form.anchors[case.object]
    stride = case.levels[0][1].stride
    start = form.offset + anchor - case.place[0]
    if step % stride or start % stride or any(coefficient % stride for coefficient, _ in form.terms):
        return None
    relative = binary("-", form.pointer, constant(base + anchor, type))
    terms = [(1, binary("/", relative, constant(stride, type)))]
    terms += [(coefficient // stride, term) for coefficient, term in form.terms]
    return ((0, index_of(terms, start // stride, type)),)


def guard(case: PreciseCase | VagueCase, address: Expression, base: int, alone: bool) -> Expression:
    """The condition that the address is in this case; ``alone`` where no other case is about the same object."""
    type = address.type
    if isinstance(case, VagueCase):
        size = case.object.size or 1
        return binary("<", binary("-", address, constant(base, type)), constant(size, type))
    start = constant(base + case.place[0], type)
    if not case.levels and case.room is None:
        return binary("==", address, start)
    relative = binary("-", address, start)
    conditions: list[Expression] = []
    # One more than the distance of the last position, so that no address outside of the object passes.
    reach = (case.room or 1) + sum(region.stride * (region.count - 1) for _, region in case.levels)
    for _, region in case.levels:
        conditions.append(binary("<", relative, constant(reach, type)))
        relative = binary("%", relative, constant(region.stride, type))
        reach -= region.stride * (region.count - 1)
    if case.levels and alone:
        return conditions[0]
    if case.room is not None:
        conditions.append(binary("<", relative, constant(case.room, type)))
    elif case.levels[-1][1].stride > 1:
        conditions.append(binary("==", relative, constant(0, type)))
    return conjunction(conditions)


def inner_bits(case: PreciseCase, address: Expression, base: int) -> Expression:
    """Where inside its element an access of a case with ``room`` starts, in bits."""
    relative = binary("-", address, constant(base + case.place[0], address.type))
    for _, region in case.levels:
        relative = binary("%", relative, constant(region.stride, address.type))
    return binary("*", relative, constant(8, address.type))
