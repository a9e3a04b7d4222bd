"""The cases that the points-to set of an address leaves for an access.

Memory safety is assumed: an access outside every object, to a function or through null is not a case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verilab.program.memory.objects.objects import FOREIGN, Cell, MemoryObject, ObjectKind
from verilab.program.memory.objects.regions import Region, is_anywhere, merged
from verilab.program.memory.points_to.contents import Instance, Targets
from verilab.program.memory.resolution.accesses import Access, Cases, PreciseCase, VagueCase, first_bit
from verilab.program.storages import Array

MOST_CASES = 32
MOST_PLACES = 16  # in an object of few cells, that are told apart


def cases_of(targets: Targets, points_to: Iterable[int], access: Access) -> Cases:
    """The cases of an access whose address has this points-to set."""
    places: dict[MemoryObject, list[int]] = {}
    for target in _essential(targets, sorted(points_to)):
        places.setdefault(targets.object(target), []).append(target)
    precise: list[PreciseCase] = []
    vague: list[VagueCase] = []
    external: str | None = None
    for object, members in places.items():
        if object.kind in FOREIGN:
            external = object.unmodelled
        elif object.kind is not ObjectKind.FUNCTION:
            known, unknown = _cases_in(targets, object, members, access)
            precise.extend(known)
            vague.extend(unknown)
    if len(precise) > MOST_CASES or len(vague) > MOST_CASES:
        crowd = dict.fromkeys(case.object for case in precise)
        return Cases((), (*vague, *(_all_of(crowded, "many pointer targets") for crowded in crowd)), external)
    if not precise and not vague and external is None:
        external = "pointer without target"
    return Cases(tuple(precise), tuple(vague), external)


def _cases_in(targets: Targets, object: MemoryObject, members: Sequence[int], access: Access) -> tuple[list[PreciseCase], list[VagueCase]]:
    """The cases in one object, the vague ones as one; an object with more places than cells is accessed anywhere."""
    members = [member for member in members if targets.touched(member, access.bytes).valid]
    known = all(not is_anywhere(targets.known[target][1]) for target in members)
    if known and len(members) <= max(len(object.cells), MOST_PLACES):
        cases = [_case(targets, target, access) for target in members]
        vague = [case for case in cases if isinstance(case, VagueCase)]
        cells = dict.fromkeys(cell for case in vague for cell in case.cells)
        together = [VagueCase(object, tuple(cells), vague[0].reason)] if vague else []
        return [case for case in cases if isinstance(case, PreciseCase)], together
    precise, rest = _anywhere(targets, object, access)
    return precise, [rest] if rest is not None else []


def _all_of(object: MemoryObject, reason: str) -> VagueCase:
    return VagueCase(object, tuple(dict.fromkeys(cell.storage for cell in object.cells)), reason)


def _anywhere(targets: Targets, object: MemoryObject, access: Access) -> tuple[list[PreciseCase], VagueCase | None]:
    """An access at an unknown offset: one case for each cell that it may be of or inside of, at any index.

    An access of several bytes may also straddle two cells: packed structures and copies of bytes are not aligned.
    """
    precise: list[PreciseCase] = []
    size = access.bytes
    whole = access.bit == 0 and access.type.width == 8 * size
    complete = whole
    for cell in object.cells:
        place = (cell.offset, (1 << len(merged(cell.dimensions))) - 1)
        fitting = cell.bit == access.bit and cell.type.width == access.type.width
        fitting = fitting or (access.truth and _is_bool(cell, object.cells))
        floating = whole and cell.bit == 0 and cell.type.width == 8 * cell.width and cell.width > size
        if fitting or floating:
            levels = _levels(targets, targets.target(object, place))
            room = None if fitting else cell.width - size + 1
            precise.append(PreciseCase(object, place, (Instance(cell, cell.offset, 0),), levels, room))
        complete = complete and (fitting or floating)
    elements = sum(cell.storage.length if isinstance(cell.storage, Array) else 1 for cell in object.cells)
    modelled = sum(cell.width * (cell.storage.length if isinstance(cell.storage, Array) else 1) for cell in object.cells)
    straddling = size > 1 and elements > 1
    if complete and modelled == object.size and not straddling:
        return precise, None
    # Where every cell has its case, only padding and unmodelled members are left.
    storages = () if complete and not straddling else tuple(dict.fromkeys(cell.storage for cell in object.cells))
    return precise, VagueCase(object, storages, "pointer cast" if object.cells else object.unmodelled)


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


def _case(targets: Targets, target: int, access: Access) -> PreciseCase | VagueCase:
    object = targets.object(target)
    place = targets.known[target][1]
    touched = targets.touched(target, access.bytes)
    storages = tuple(dict.fromkeys(instance.cell.storage for instance in touched.instances))
    if not touched.local:
        return VagueCase(object, storages, "pointer cast" if object.cells else object.unmodelled)
    for instance in touched.instances:
        if first_bit(instance, place) == access.bit and instance.cell.type.width == access.type.width:
            return PreciseCase(object, place, (instance,), _levels(targets, target))
    at_start = len(touched.instances) == 1 and first_bit(touched.instances[0], place) == 0
    if access.truth and at_start and _is_bool(touched.instances[0].cell, object.cells):
        return PreciseCase(object, place, touched.instances, _levels(targets, target))
    low, high = access.bit, access.bit + access.type.width
    spans = [(first_bit(part, place), first_bit(part, place) + part.cell.type.width, part) for part in touched.instances]
    overlapped = tuple(part for start, end, part in spans if start < high and low < end)
    ranges = sorted((max(low, start), min(high, end)) for start, end, _ in spans if start < high and low < end)
    position = low
    for start, end in ranges:
        if start != position:
            break
        position = end
    if position == high:
        return PreciseCase(object, place, overlapped, _levels(targets, target))
    return VagueCase(object, storages, "pointer cast" if storages else object.unmodelled)


def _is_bool(cell: Cell, cells: Iterable[Cell]) -> bool:
    """Whether nothing of the cell's byte is modelled but its lowest bit: a ``_Bool``, or a bit-field that is alone."""
    if cell.type.width != 1 or cell.bit:
        return False
    return not any(other is not cell and other.offset + other.bit // 8 <= cell.offset < other.offset + other.width for other in cells)


def _levels(targets: Targets, target: int) -> tuple[tuple[int, Region], ...]:
    offset, free = targets.known[target][1]
    chain = targets.geometry(target).chain(offset) if free else []
    return tuple((level, region) for level, (region, _) in enumerate(chain) if free >> level & 1)
