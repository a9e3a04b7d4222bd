"""One case of what an access through a pointer means: its elements, their indices, and the condition that tells it from other cases."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.data_classes import dataclass
from verilab.program.expressions import Expression, Read, Select
from verilab.program.memory.folding import binary, conjunction, constant
from verilab.program.memory.objects.objects import MemoryObject
from verilab.program.memory.objects.regions import Place, Region
from verilab.program.memory.points_to.contents import Instance
from verilab.program.memory.resolution.linear import LinearAddress, LinearForm, LinearPointer, index_of
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType


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
    """The bits that an access reads or writes, relative to the byte that its address names.

    ``truth``: it writes a byte that is 0, 1, or anything, which a ``_Bool`` is of that has one bit here.
    """

    type: IntType
    bit: int
    truth: bool = False

    @property
    def bytes(self) -> int:
        return (self.bit + self.type.width + 7) // 8


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
    indices: tuple[tuple[int, Expression], ...] | None = None
    if isinstance(form, LinearPointer):
        indices = _pointer_indices(case, form, base, address.type)
    elif form is not None and form.object is case.object:
        indices = _linear_indices(case, form, address.type)
    if indices is not None:
        return indices
    relative = binary("-", address, constant(base + case.place[0], address.type))
    result: list[tuple[int, Expression]] = []
    for number, (level, region) in enumerate(case.levels):
        stride = constant(region.stride, address.type)
        result.append((level, binary("/", relative, stride)))
        if number + 1 < len(case.levels):
            relative = binary("%", relative, stride)
    return tuple(result)


def _linear_indices(case: PreciseCase, form: LinearAddress, type: IntType) -> tuple[tuple[int, Expression], ...] | None:
    """Each term belongs to the outermost level whose stride divides its coefficient; None where something is left over.

    A level without a term of its own is no row-major access: an inner index may run over it, as where a loop walks over all bytes of an
    array of structs.
    """
    rest = form.offset
    terms = list(form.terms)
    result: list[tuple[int, Expression]] = []
    for number, (level, region) in enumerate(case.levels):
        mine = [(coefficient // region.stride, term) for coefficient, term in terms if coefficient % region.stride == 0]
        terms = [(coefficient, term) for coefficient, term in terms if coefficient % region.stride]
        if number + 1 < len(case.levels):
            start, inside = divmod(rest - region.start, region.stride)
            rest = region.start + inside
            if not mine:
                return None
        else:
            start, inside = divmod(rest - case.place[0], region.stride)
            if inside:
                return None
        result.append((level, index_of(mine, start, type)))
    return None if terms else tuple(result)


def _pointer_indices(case: PreciseCase, form: LinearPointer, base: int, type: IntType) -> tuple[tuple[int, Expression], ...] | None:
    """The pointer's own index plus that of what is added to it; None where the pointer may be between two elements.

    p = base + anchor + k * stride   =>   (p + offset + sum c * t - base - start) / stride  =  k + (offset + anchor - start) / stride + ...
    """
    if case.object not in form.anchors or len(case.levels) != 1 or case.levels[0][0] != 0:
        return None
    anchor, step, fixed = form.anchors[case.object]
    stride = case.levels[0][1].stride
    start = form.offset + anchor - case.place[0]
    if not fixed and (start > 0 or form.terms):
        return None  # the pointer itself may be before the array
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
