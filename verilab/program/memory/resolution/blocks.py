"""Resolution of block operations (memcpy, memset, struct copies through pointers) into one write per scalar of the destination.

    copy:  *(d + r) := *(s + r)        set:  *(d + r) := byte byte ... byte        for every scalar at distance r inside the block

A short block whose destinations are laid out differently, or that ends inside a scalar, is copied byte by byte.  Of a block whose length is
computed, scalars are written one after the other as long as they are inside of it, where all destinations have the same ones; a length that
ends inside of one, or behind the last that is modelled, makes the destination arbitrary, as do too many scalars.
"""

from __future__ import annotations

from typing import cast as typed

from verilab.program.cfa import Edge, Location
from verilab.program.expressions import Constant, Expression, IfThenElse, Read
from verilab.program.memory.folding import binary, cast, constant, disjunction
from verilab.program.memory.objects.objects import FOREIGN, MemoryObject, ObjectKind
from verilab.program.memory.points_to.summaries import bytes_of
from verilab.program.memory.raw.expressions import Load
from verilab.program.memory.raw.operations import CopyBytes, HavocThrough, SetBytes, StoreThrough
from verilab.program.memory.resolution.accesses import first_bit
from verilab.program.memory.resolution.editing import Editor, Hoist
from verilab.program.memory.resolution.linear import linear_sum
from verilab.program.memory.resolution.reads import Reads
from verilab.program.memory.resolution.writes import Writes
from verilab.program.operations import Assign, Nondet, NondetKind
from verilab.program.types import BYTE, IntType

LARGEST_BLOCK = 1 << 16
MOST_SCALARS = 128
MOST_COMPUTED = 64  # of a block whose length is computed
MOST_BYTES = 64  # of a block whose scalars are not the same everywhere

Scalars = tuple[tuple[int, int, IntType], ...]  # (distance in bytes, bit, type) of each


class Blocks:
    """Resolves copies and fills of blocks of bytes, of up to ``most`` scalars."""

    def __init__(self, reads: Reads, writes: Writes, editor: Editor, most: int = MOST_SCALARS) -> None:
        self.reads = reads
        self.writes = writes
        self.editor = editor
        self.most = most

    def scalars(self, destination: Expression, count: Expression, most: int | None = None) -> Scalars | None:
        """The scalars inside the block, the same for every modelled destination, or its bytes; None where there are too many."""
        length = self.reads.constraints.known.value(count)
        if length is None or length > LARGEST_BLOCK:
            return None
        targets = self.reads.targets
        layouts: dict[Scalars, None] = {}
        for target in self.reads.targets_at(destination):
            object = targets.object(target)
            if not object.cells or object.kind is ObjectKind.FUNCTION or object.kind in FOREIGN:
                continue
            touched = targets.touched(target, length)
            if not touched.valid:
                continue
            place = targets.known[target][1]
            starts = [(first_bit(instance, place), instance.cell) for instance in touched.instances]
            if not touched.local or any(bit < 0 or bit + cell.type.width > 8 * length for bit, cell in starts):
                return _bytes(length)
            layouts.setdefault(tuple((bit // 8 - cell.bit // 8, bit % 8 + cell.bit // 8 * 8, cell.type) for bit, cell in starts))
        if len(layouts) > 1:
            return _bytes(length)
        if any(len(layout) > (self.most if most is None else most) for layout in layouts):
            return None
        return next(iter(layouts), ())

    def _scalars_ahead(self, destination: Expression) -> Scalars | None:
        """The scalars from the destination to the end of its object, in order, the same for every modelled one; None where they are not."""
        targets = self.reads.targets
        rooms: set[int] = set()
        for target in self.reads.targets_at(destination):
            object, (offset, free) = targets.object(target), targets.known[target][1]
            if object.kind in FOREIGN or object.kind is ObjectKind.FUNCTION:
                continue
            if free or object.size is None or not object.cells or offset >= object.size:
                return None
            rooms.add(object.size - offset)
        if len(rooms) != 1:
            return None
        scalars = self.scalars(destination, constant(rooms.pop(), destination.type), most=LARGEST_BLOCK)
        ordered = sorted(scalars or (), key=lambda scalar: (scalar[0] + bytes_of(scalar[2].width, scalar[1]), scalar[0], scalar[1]))
        return tuple(ordered) or None

    def _computed(
        self, edge: Edge, operation: CopyBytes | SetBytes, origin: Expression | None, source: Location, target: Location, reason: str
    ) -> bool:
        """Replace a block whose length is computed, of bytes from ``origin`` or of one byte; whether that can be done."""
        scalars = self._scalars_ahead(operation.destination)
        if scalars is None or self.reads.constraints.known.value(operation.count) is not None:
            return False
        source, count = self._saved(edge, source, operation.count)
        source, destination = self._stable(edge, source, operation.destination)
        if isinstance(operation, CopyBytes):
            source, origin = self._stable(edge, source, operation.source)
        else:
            source, byte = self._saved(edge, source, operation.value)
        for distance, bit, type in scalars[:MOST_COMPUTED]:
            end = distance + bytes_of(type.width, bit)
            source, before = self.editor.branch(edge, source, binary("<=", constant(end, count.type), count))
            self._ends(edge, destination, before, target, binary("<", constant(distance, count.type), count), end - distance > 1, reason)
            if origin is None:
                value = _repeated(byte, bit, type)
            else:
                source, value = self._loaded(
                    edge, source, origin, (distance, bit, type), within=isinstance(operation, CopyBytes) and operation.within
                )
            following = self.editor.location(source)
            self.writes.store(edge, StoreThrough(self.reads.shifted(destination, distance), value, bit), source, following)
            source = following
        more = len(scalars) > MOST_COMPUTED
        self._ends(edge, destination, source, target, binary("<", constant(end, count.type), count), more, reason)
        return True

    def _ends(
        self, edge: Edge, destination: Expression, source: Location, target: Location, inside: Expression, possible: bool, reason: str
    ) -> None:
        """The block ends here: where it is ``possible`` that it does not at the end of a scalar, the destination is arbitrary then."""
        if possible:
            arbitrary, source = self.editor.branch(edge, source, inside)
            self._unknown(edge, destination, arbitrary, target, reason)
        self.editor.chain(edge, source, target, ())

    def _loaded(
        self, edge: Edge, source: Location, origin: Expression, scalar: tuple[int, int, IntType], *, within: bool
    ) -> tuple[Location, Expression]:
        """What is copied of one scalar, and from where on it is known."""
        distance, bit, type = scalar
        value = typed(Expression, Load(self.reads.shifted(origin, distance), type, bit))
        self._is_raw(value)
        if not within:
            return source, value
        shorter = self._shorter(origin, distance, bytes_of(type.width, bit))
        if not shorter:
            return source, value
        following, unknown = self.editor.location(source), self.editor.temporary(source, type)
        behind = all(object.size is not None and object.size <= distance for object in shorter)
        kind, reason = (NondetKind.UNINITIALISED, None) if behind else (NondetKind.IMPRECISE, "the end of a block")
        self.editor.emit(edge, source, following, Assign(unknown, Nondet(type, kind, reason or "realloc")), reason)
        if len(shorter) == len(self._objects(origin)):
            return following, Read(unknown)
        inside = [binary("-", origin, constant(self.reads.bases[object], origin.type)) for object in shorter]
        sizes = [constant(object.size or 0, origin.type) for object in shorter]
        ends = disjunction([binary("<", place, size) for place, size in zip(inside, sizes, strict=True)])
        value = IfThenElse(ends, Read(unknown), value)
        self._is_raw(value)
        return following, value

    def _is_raw(self, value: Expression) -> None:
        self.reads.constraints.dependence.raw.add(id(value))
        self.reads.keep((value,))

    def _objects(self, address: Expression) -> dict[MemoryObject, None]:
        return dict.fromkeys(self.reads.targets.object(target) for target in self.reads.targets_at(address))

    def _shorter(self, origin: Expression, distance: int, width: int) -> list[MemoryObject]:
        """The objects at an address that end in front of the end of a scalar: what is there of them is not copied."""
        targets = self.reads.targets
        reaching = {
            targets.object(target)
            for target in self.reads.targets_at(origin)
            if any(targets.touched(moved, width).valid for moved in targets.shift(target, distance, 0))
        }
        return [
            object for object in self._objects(origin) if object.kind not in FOREIGN and object.size is not None and object not in reaching
        ]

    def copy(self, edge: Edge, operation: CopyBytes, source: Location, target: Location) -> None:
        """Replace a copy on ``edge`` by edges from ``source`` to ``target``."""
        scalars = self.scalars(operation.destination, operation.count)
        if scalars is None:
            if not self._overlap(operation) and self._computed(edge, operation, operation.source, source, target, "block copy"):
                return
            self._unknown(edge, operation.destination, source, target, "block copy")
            return
        source, destination = self._stable(edge, source, operation.destination)
        source, origin = self._stable(edge, source, operation.source)
        saved: list[Expression] = []
        for scalar in scalars:
            source, value = self._loaded(edge, source, origin, scalar, within=operation.within)
            saved.append(value)
        if self._overlap(operation):
            for number, value in enumerate(saved):
                source, saved[number] = self._saved(edge, source, value)
        self._stores(edge, destination, scalars, saved, source, target)

    def set(self, edge: Edge, operation: SetBytes, source: Location, target: Location) -> None:
        """Replace a fill on ``edge`` by edges from ``source`` to ``target``."""
        hoists: list[Hoist] = []
        scalars = self.scalars(operation.destination, operation.count)
        if scalars is None and self._computed(edge, operation, None, source, target, "block fill"):
            return
        byte = self.reads.resolve(operation.value, source, hoists)
        if scalars is None or hoists:
            self._unknown(edge, operation.destination, source, target, "block fill")
            return
        source, destination = self._stable(edge, source, operation.destination)
        if not isinstance(byte, Constant) and scalars:
            source, byte = self._saved(edge, source, byte)
        self._stores(edge, destination, scalars, [_repeated(byte, bit, type) for _, bit, type in scalars], source, target)

    def _stores(
        self, edge: Edge, destination: Expression, scalars: Scalars, values: list[Expression], source: Location, target: Location
    ) -> None:
        for (distance, bit, _), value in zip(scalars, values, strict=True):
            following = self.editor.location(source)
            self.writes.store(edge, StoreThrough(self.reads.shifted(destination, distance), value, bit), source, following)
            source = following
        self.editor.chain(edge, source, target, ())

    def _unknown(self, edge: Edge, destination: Expression, source: Location, target: Location, reason: str) -> None:
        self.writes.havoc(edge, HavocThrough(destination, NondetKind.IMPRECISE, reason), source, target)

    def _overlap(self, operation: CopyBytes) -> bool:
        """Whether a scalar may be read after it was written."""
        targets = self.reads.targets
        first = {targets.known[target][0] for target in self.reads.targets_at(operation.destination)}
        return any(targets.known[target][0] in first for target in self.reads.targets_at(operation.source))

    def _stable(self, edge: Edge, source: Location, address: Expression) -> tuple[Location, Expression]:
        """The address, in a temporary unless it is a constant one: the block may contain what it is computed from."""
        root, _, terms = linear_sum(address)
        if root is not None and not terms:
            return source, address
        source, kept = self._saved(edge, source, address)
        self.reads.alias(kept, address)
        return source, kept

    def _saved(self, edge: Edge, source: Location, value: Expression) -> tuple[Location, Expression]:
        hoists: list[Hoist] = []
        resolved = self.reads.resolve(value, source, hoists)
        source = self.editor.hoisted(edge, source, hoists)
        temporary = self.editor.temporary(source, value.type)
        following = self.editor.location(source)
        self.editor.emit(edge, source, following, Assign(temporary, resolved))
        return following, Read(temporary)


def _bytes(length: int) -> Scalars | None:
    return tuple((distance, 0, BYTE) for distance in range(length)) if length <= MOST_BYTES else None


def _repeated(byte: Expression, bit: int, type: IntType) -> Expression:
    """The value of a scalar from a bit on, all of whose bytes are ``byte``: byte * (1 + 2^8 + 2^16 + ...) / 2^bit."""
    unsigned = IntType(8 * bytes_of(type.width, bit), False)
    low = cast(cast(byte, BYTE), unsigned)
    pattern = sum(1 << position for position in range(0, unsigned.width, 8))
    repeated = binary("*", low, constant(pattern, unsigned))
    return cast(binary(">>", repeated, constant(bit, unsigned)) if bit else repeated, type)
