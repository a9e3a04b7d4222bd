"""The storage of a C object: a tree that mirrors its type, with a variable or an array at every scalar leaf.

An array of structures is one ``Array`` per leaf field, indexed row-major.  A union of at most eight bytes is one scalar; a larger one is
laid out as its largest member.  What the tree does not hold (a union's other members, arrays beyond the limit) is reached through
the object's address, where the memory model knows how bytes overlap.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import field, replace
from math import prod

from verilab.data_classes import dataclass
from verilab.program.builder import ProgramBuilder
from verilab.program.c_types import floating
from verilab.program.c_types.layout import IncompleteTypeError, alignment_of, size_of
from verilab.program.c_types.types import (
    C_INT,
    SHORT,
    SIGNED_CHAR,
    UNSIGNED_CHAR,
    UNSIGNED_INT,
    UNSIGNED_SHORT,
    ArrayType,
    CType,
    FloatType,
    IntegerType,
    Member,
    PointerType,
    RecordType,
    is_variable_length,
)
from verilab.program.memory.objects.objects import Cell, Dimension, MemoryObject, ObjectKind
from verilab.program.memory.objects.placement import ALIGNMENT
from verilab.program.storages import Array, Variable
from verilab.program.types import DataModel, IntType


@dataclass(frozen=True, slots=True, eq=False)
class ScalarNode:
    """One scalar leaf; ``storage`` is an Array where arrays enclose it."""

    storage: Variable | Array


@dataclass(frozen=True, slots=True, eq=False)
class RecordNode:
    """A structure or union: the parts by the identity of their ``Member``; a member without storage of its own is missing.

    ``shared`` is the one scalar that holds all of a small union.
    """

    parts: dict[int, StorageNode]
    shared: ScalarNode | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ArrayNode:
    """``count`` elements that share one tree."""

    element: StorageNode
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class FloatNode:
    """A floating-point leaf without patterns: its value is not modelled."""


StorageNode = ScalarNode | RecordNode | ArrayNode | FloatNode


@dataclass(slots=True, eq=False)
class StoredObject:
    """An object with its storage; ``root`` is None where nothing of it is modelled, for the reason ``unmodelled``.

    ``alignment``: what its address is a multiple of, in bytes: its type's, where its declaration says nothing else.  ``literal``: the bytes
    of a string literal.  ``nameless``: a compound literal of a constant type.
    """

    name: str
    type: CType
    kind: ObjectKind
    root: StorageNode | None
    cells: tuple[Cell, ...]
    size: int | None
    unmodelled: str
    memory: MemoryObject | None = None
    constant: bool = False
    alignment: int = 1
    literal: bytes = b""
    nameless: bool = False

    def address_object(self) -> MemoryObject:
        """The object as the memory model sees it; asking for it means that its address is taken."""
        if self.memory is None:
            alignment = min(self.alignment, ALIGNMENT)
            self.memory = MemoryObject(
                self.name,
                self.kind,
                self.size,
                self.cells,
                None,
                self.unmodelled,
                constant=self.constant,
                alignment=alignment,
                literal=self.literal,
                nameless=self.nameless,
            )
        return self.memory


def machine_type(type: CType, model: DataModel) -> IntType | None:
    """The machine integer that holds a scalar of this type; None for aggregates, and floating point without patterns."""
    if isinstance(type, IntegerType):
        return type.machine
    if isinstance(type, PointerType):
        return IntType(model.pointer_width, False)
    return floating.machine_type(type)


def value_type(member: Member) -> CType:
    """The type of a member's value: a bit-field's has the field's width, and is the first standard type of this width, as in gcc."""
    if member.width is None:
        return member.type
    declared = member.type
    assert isinstance(declared, IntegerType)
    machine = IntType(member.width, declared.machine.signed)
    if machine.width == declared.machine.width:
        return declared if machine.width > 1 else replace(declared, field=True)  # a _Bool has seven bits more
    return next((type for type in _STANDARD if type.machine == machine), IntegerType(declared.name, machine, declared.rank, True))


_STANDARD = (C_INT, UNSIGNED_INT, SIGNED_CHAR, UNSIGNED_CHAR, SHORT, UNSIGNED_SHORT)  # of less bits than the widest bit-field


@dataclass(slots=True)
class StorageMaker:
    """Makes the storage tree of one object."""

    builder: ProgramBuilder
    function: str | None
    limit: int
    cells: list[Cell] = field(default_factory=list)

    def make(self, type: CType, path: str, offset: int, dimensions: tuple[Dimension, ...], bit: int = 0) -> StorageNode | None:
        """The tree for a part of ``type`` at byte ``offset`` of the object; ``path`` is the part's unique name."""
        model = self.builder.data_model
        if is_variable_length(type):
            return None
        match type:
            case FloatType() if floating.lacks_patterns(type):
                return FloatNode()
            case ArrayType(element=element, length=length):
                return self._array(element, length, path, offset, dimensions)
            case RecordType(is_union=True):
                return self._union(type, path, offset, dimensions)
            case RecordType(members=members):
                parts: dict[int, StorageNode] = {}
                for member in members or ():
                    self._member(parts, member, path, offset, dimensions)
                return RecordNode(parts)
        machine = machine_type(type, model)
        return None if machine is None else self._scalar(machine, path, offset, dimensions, bit)

    def _scalar(self, machine: IntType, path: str, offset: int, dimensions: tuple[Dimension, ...], bit: int) -> StorageNode:
        storage: Variable | Array
        if dimensions:
            storage = self.builder.array(path, machine, prod(dimension.count for dimension in dimensions), self.function)
        else:
            storage = self.builder.variable(path, machine, self.function)
        self.cells.append(Cell(offset, storage, dimensions, bit))
        return ScalarNode(storage)

    def _array(self, element: CType, length: int | None, path: str, offset: int, dimensions: tuple[Dimension, ...]) -> StorageNode | None:
        if not length or length * prod(dimension.count for dimension in dimensions) > self.limit:
            return None
        inner = (*dimensions, Dimension(size_of(element, self.builder.data_model), length))
        node = self.make(element, path, offset, inner)
        return None if node is None else ArrayNode(node, length)

    def _member(self, parts: dict[int, StorageNode], member: Member, path: str, offset: int, dimensions: tuple[Dimension, ...]) -> None:
        name = f"{path}.{member.name}" if member.name is not None else f"{path}.<{member.offset}>"
        node = self.make(value_type(member), name, offset + member.offset, dimensions, member.bit)
        if node is not None:
            parts[id(member)] = node

    def _union(self, type: RecordType, path: str, offset: int, dimensions: tuple[Dimension, ...]) -> StorageNode:
        parts: dict[int, StorageNode] = {}
        model = self.builder.data_model
        scalars = {
            id(member): machine
            for member in type.members or ()
            if (machine := machine_type(member.type, model)) is not None and member.width is None
        }
        if 0 < type.size <= 8 and any(not floating.lacks_patterns(member.type) for member in type.members or ()):
            covering = (machine for machine in scalars.values() if machine.width == 8 * type.size)
            shared = self._scalar(next(covering, IntType(8 * type.size, False)), path, offset, dimensions, 0)
            assert isinstance(shared, ScalarNode)
            for identity, machine in scalars.items():
                if machine.width == shared.storage.type.width:
                    parts[identity] = shared
            self.builder.conversions.shared.append(shared.storage)
            return RecordNode(parts, shared)
        if type.members:
            self._member(parts, max(type.members, key=self._coverage), path, offset, dimensions)
        return RecordNode(parts)

    def _coverage(self, member: Member) -> tuple[int, bool, int]:
        """Prefers the largest member, then a structure to an array of characters."""
        try:
            size = size_of(member.type, self.builder.data_model)
        except IncompleteTypeError:
            size = 0
        return size, isinstance(member.type, RecordType), -member.offset


def stored_object(builder: ProgramBuilder, name: str, type: CType, kind: ObjectKind, function: str | None, limit: int) -> StoredObject:
    """A new object with its storage."""
    maker = StorageMaker(builder, function, limit)
    root = maker.make(type, name, 0, ())
    alignment, size = 1, None
    with suppress(IncompleteTypeError):
        alignment, size = alignment_of(type, builder.data_model), size_of(type, builder.data_model)
    reason = "variable-length array" if is_variable_length(type) else "large array" if size else "external memory"
    return StoredObject(name, type, kind, root, tuple(maker.cells), size, reason, alignment=alignment)
