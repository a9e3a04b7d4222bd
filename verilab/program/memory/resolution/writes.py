"""Resolution of writes through pointers into assignments, stores and havocs.

With one case the write is direct.  With few cases control branches on the address; with many, every candidate is updated conditionally,
``x := (p == &x) ? value : x``, on one path.  Writes to memory that is not modelled are forgotten: reads of it are arbitrary anyway.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.data_classes import dataclass
from verilab.program.cfa import Edge, Location, Operation
from verilab.program.expressions import Cast, Constant, Expression, IfThenElse, Read, storages
from verilab.program.memory.folding import binary, cast, constant, disjunction
from verilab.program.memory.objects.objects import FOREIGN, MemoryObject
from verilab.program.memory.points_to.contents import Instance
from verilab.program.memory.raw.operations import HavocThrough, StoreThrough
from verilab.program.memory.resolution.accesses import (
    Access,
    Cases,
    PreciseCase,
    element,
    first_bit,
    fits,
    flat_index,
    free_indices,
    guard,
    inner_bits,
)
from verilab.program.memory.resolution.editing import Editor, Hoist
from verilab.program.memory.resolution.linear import LinearForm
from verilab.program.memory.resolution.reads import Reads
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import BOOL, BYTE, IntType

MOST_BRANCHES = 3

Steps = list[tuple[Operation, str | None]]


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    """A write whose address and value are resolved: ``form`` is the raw address as a sum where it is one."""

    cases: Cases
    address: Expression
    form: LinearForm | None
    value: Expression | Nondet
    bit: int


class Writes:
    """Resolves the raw writes of edges."""

    def __init__(self, reads: Reads, editor: Editor) -> None:
        self.reads = reads
        self.editor = editor

    def store(self, edge: Edge, raw: StoreThrough, source: Location, target: Location) -> None:
        """Replace a write through a pointer on ``edge`` by edges from ``source`` to ``target``."""
        hoists: list[Hoist] = []
        done: dict[int, Expression] = {}
        address = self.reads.resolve(raw.address, source, hoists, done)
        value = raw.value if isinstance(raw.value, Nondet) else self.reads.resolve(raw.value, source, hoists, done)
        source = self.editor.hoisted(edge, source, hoists)
        cases = self.reads.cases(raw.address, Access(value.type, raw.bit, _is_byte_of_truth(raw.value)))
        write = Write(cases, address, self.reads.form(raw.address, done), value, raw.bit)
        certain = cases.imprecise is None
        if any(case.cells for case in cases.vague):
            source = self._vague(edge, source, target, write)
            certain = True
            if not cases.precise:
                return
        scalars = tuple(case for case in cases.precise if not case.levels and not is_array(case))
        if len(scalars) <= MOST_BRANCHES:
            source = self._branches(edge, source, target, write, cases.precise, certain)
            if not certain or not cases.precise:
                # Elsewhere a number that is no address leads to nothing that may be written to.
                self.editor.emit(edge, source, target, Skip(), cases.external if cases.precise else None)
            return
        arrays = tuple(case for case in cases.precise if case.levels or is_array(case))
        source = self._branches(edge, source, target, write, arrays, False)
        self._conditional(edge, source, target, write, scalars)

    def _vague(self, edge: Edge, source: Location, target: Location, write: Write) -> Location:
        """Branches to the cases that are not modelled, the last of which may be to forget the write; where a precise case holds."""
        precise = source
        if write.cases.precise:
            known = disjunction([self.reads.guard(write.cases, case, write.address) for case in write.cases.precise])
            precise, source = self.editor.branch(edge, source, known)
        touching = [case for case in write.cases.vague if case.cells]
        elsewhere = write.cases.external is not None or len(touching) < len(write.cases.vague)
        for number, case in enumerate(touching):
            here = source
            if elsewhere or number + 1 < len(touching):
                inside = guard(case, write.address, self.reads.bases[case.object], alone=True)
                here, source = self.editor.branch(edge, source, inside)
            self.editor.emit(edge, here, target, Havoc(case.cells, NondetKind.IMPRECISE, case.reason), case.reason)
        if elsewhere:
            self.editor.chain(edge, source, target, ())
        return precise

    def _branches(
        self, edge: Edge, source: Location, target: Location, write: Write, cases: Sequence[PreciseCase], certain: bool
    ) -> Location:
        """One branch per case; where it is certain that one of them holds, the last needs no condition.  Returns where none holds."""
        for number, case in enumerate(cases):
            here = source
            if not certain or number + 1 < len(cases):
                here, source = self.editor.branch(edge, source, self.reads.guard(write.cases, case, write.address))
            here, steps = self._update(edge, here, case, write)
            self.editor.chain(edge, here, target, steps)
        return source

    def _conditional(self, edge: Edge, source: Location, target: Location, write: Write, cases: Sequence[PreciseCase]) -> None:
        """A conditional update of every element of the cases, all scalars.

        Not for arrays: where the address is in another object their index would be out of bounds.
        """
        elements = [(case, instance) for case in cases for instance in case.instances]
        source, write = self._independent(edge, source, write, {instance.cell.storage for _, instance in elements})
        value = write.value
        if isinstance(value, Nondet):
            source, value = self._saved(edge, source, value)
        steps: Steps = []
        for case, instance in elements:
            condition = self.reads.guard(write.cases, case, write.address)
            indices = free_indices(case, write.address, write.form, self.reads.bases[case.object])
            old = element(case, instance, indices, write.address.type)
            new = IfThenElse(condition, self._inserted(case, instance, old, value, write), old)
            steps.append((_assignment(instance, indices, new, write.address.type), None))
        self.editor.chain(edge, source, target, steps)

    def _independent(self, edge: Edge, source: Location, write: Write, changed: set[Variable | Array]) -> tuple[Location, Write]:
        """The same write with its address and value kept in temporaries where they read what the write changes."""
        address, form, value = write.address, write.form, write.value
        if not changed.isdisjoint(storages(address)):
            source, address = self._saved(edge, source, address)
            form = None
        if not isinstance(value, Nondet) and not changed.isdisjoint(storages(value)):
            source, value = self._saved(edge, source, value)
        return source, Write(write.cases, address, form, value, write.bit)

    def _saved(self, edge: Edge, source: Location, value: Expression | Nondet) -> tuple[Location, Expression]:
        temporary = self.editor.temporary(source, value.type)
        following = self.editor.location(source)
        reason = value.origin if isinstance(value, Nondet) and value.kind is NondetKind.IMPRECISE else None
        self.editor.emit(edge, source, following, Assign(temporary, value), reason)
        return following, Read(temporary)

    def _update(self, edge: Edge, source: Location, case: PreciseCase, write: Write) -> tuple[Location, Steps]:
        """The operations that write the value in one case."""
        if len(case.instances) > 1:
            source, write = self._independent(edge, source, write, {instance.cell.storage for instance in case.instances})
        value = write.value
        if isinstance(value, Nondet) and not fits(case, Access(value.type, write.bit)):
            source, value = self._saved(edge, source, value)
        indices = free_indices(case, write.address, write.form, self.reads.bases[case.object])
        steps: Steps = []
        for instance in case.instances:
            if isinstance(value, Nondet):
                reason = value.origin if value.kind is NondetKind.IMPRECISE else None
                anything = Nondet(instance.cell.type, value.kind, value.origin)
                steps.append((_assignment(instance, indices, anything, write.address.type), reason))
            else:
                old = element(case, instance, indices, write.address.type)
                new = self._inserted(case, instance, old, value, write)
                steps.append((_assignment(instance, indices, new, write.address.type), None))
        return source, steps

    def _inserted(self, case: PreciseCase, instance: Instance, old: Expression, value: Expression, write: Write) -> Expression:
        """The element's new value: the written bits from ``value``, the others from ``old``."""
        if case.room is not None:
            bits = inner_bits(case, write.address, self.reads.bases[case.object])
            return _inserted_at(bits, old, value)
        return _inserted(first_bit(instance, case.place) - write.bit, old, value)

    def havoc(self, edge: Edge, write: HavocThrough, source: Location, target: Location) -> None:
        """Every cell of the object that the address points into becomes arbitrary."""
        hoists: list[Hoist] = []
        address = self.reads.resolve(write.address, source, hoists)
        source = self.editor.hoisted(edge, source, hoists)
        objects, external = self._objects(write.address)
        reason = write.origin if write.kind is NondetKind.IMPRECISE else None
        if len(objects) > MOST_BRANCHES:
            cells = tuple(dict.fromkeys(cell.storage for written in objects for cell in written.cells))
            self.editor.emit(edge, source, target, Havoc(cells, NondetKind.IMPRECISE, "many pointer targets"), "many pointer targets")
            return
        for written in objects:
            cells = tuple(dict.fromkeys(cell.storage for cell in written.cells))
            if isinstance(address, Constant) and len(objects) == 1 and not external:
                self.editor.emit(edge, source, target, _havoc(cells, write), reason)
                return
            # The pointer may be null: then the function writes nothing.
            inside = binary("-", address, constant(self.reads.bases[written], address.type))
            here, source = self.editor.branch(edge, source, binary("<", inside, constant(written.size or 1, address.type)))
            self.editor.emit(edge, here, target, _havoc(cells, write), reason)
        self.editor.chain(edge, source, target, ())

    def _objects(self, address: Expression) -> tuple[list[MemoryObject], bool]:
        """The objects with storage that an address may point into, in order; whether external memory is possible too."""
        targeted = dict.fromkeys(self.reads.targets.object(target) for target in self.reads.targets_at(address))
        foreign = any(object.kind in FOREIGN for object in targeted)
        return [object for object in targeted if object.cells and object.kind not in FOREIGN], foreign


def _is_byte_of_truth(value: Expression | Nondet) -> bool:
    """Whether it is a byte that is 0 or 1, or anything."""
    if value.type.width != BYTE.width:
        return False
    return isinstance(value, Nondet) or (isinstance(value, Cast) and value.operand.type == BOOL)


def is_array(case: PreciseCase) -> bool:
    """Whether the case is about elements of arrays."""
    return any(isinstance(instance.cell.storage, Array) for instance in case.instances)


def _havoc(cells: Sequence[Variable | Array], write: HavocThrough) -> Operation:
    if len(cells) == 1 and isinstance(cells[0], Variable):
        return Assign(cells[0], Nondet(cells[0].type, write.kind, write.origin))
    return Havoc(tuple(cells), write.kind, write.origin)


def _assignment(instance: Instance, indices: Sequence[tuple[int, Expression]], value: Expression | Nondet, type: IntType) -> Operation:
    storage = instance.cell.storage
    if isinstance(storage, Variable):
        return Assign(storage, value)
    return Store(storage, flat_index(instance, indices, type), value)


def _inserted(shift: int, old: Expression, value: Expression) -> Expression:
    """``old`` with the bits from ``-shift`` on replaced by those of ``value``.

    new = (old & ~mask) | ((value moved to the element's bits) & mask)
    """
    if shift == 0 and old.type.width == value.type.width:
        return cast(value, old.type)
    width = old.type.width
    plain = IntType(width, False)
    unsigned = cast(value, IntType(value.type.width, False))
    if shift > 0:
        moved = cast(binary(">>", unsigned, constant(shift, unsigned.type)), plain)
    else:
        moved = binary("<<", cast(unsigned, plain), constant(-shift, plain))
    low, high = max(0, -shift), min(width, value.type.width - shift)
    mask = ((1 << high) - 1) & ~((1 << low) - 1)
    if mask == plain.maximum:
        return cast(moved, old.type)
    kept = binary("&", cast(old, plain), constant(~mask, plain))
    return cast(binary("|", kept, binary("&", moved, constant(mask, plain))), old.type)


def _inserted_at(bits: Expression, old: Expression, value: Expression) -> Expression:
    """``old`` with the bits from ``bits`` on replaced by those of ``value``, which is narrower.

    new = (old & ~(ones << bits)) | (value << bits)
    """
    plain = IntType(old.type.width, False)
    distance = cast(bits, plain)
    unsigned = cast(cast(value, IntType(value.type.width, False)), plain)
    ones = binary("<<", constant((1 << value.type.width) - 1, plain), distance)
    kept = binary("&", cast(old, plain), binary("^", ones, constant(plain.maximum, plain)))
    return cast(binary("|", kept, binary("<<", unsigned, distance)), old.type)
