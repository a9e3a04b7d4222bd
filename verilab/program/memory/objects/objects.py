"""Addressable objects: what a pointer may point to, and which variables and arrays hold an object's bytes.

An object's contents are split into *cells*: one per scalar leaf of its C type, ``struct { int a; char b[3]; } s[10]`` being two
cells, ``a`` with dimensions ``((8, 10),)`` and ``b`` with ``((8, 10), (1, 3))``.  Bytes that no cell covers (padding, floats, what the
front end does not model) read as arbitrary values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from enum import Enum
from math import prod

from verilab.data_classes import dataclass
from verilab.program.cfa import Function
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType


class Prototype(Enum):
    """What the parameters of a function say of the arguments that it takes."""

    FULL = "they are what they are passed as"
    NONE = "nothing: a float comes as a double, and there may be more"
    VARIADIC = "there may be more, which it asks for"


class ObjectKind(Enum):
    """What made an object."""

    GLOBAL = "global"
    LOCAL = "local"
    STRING = "string literal"
    HEAP = "allocation site"
    FUNCTION = "function"
    EXTERNAL = "external"  # all memory that the program did not make: reads are arbitrary, writes are forgotten
    BEYOND = "allocations beyond the bound"  # of one site: accessed as external memory; holds what the site's object may hold


FOREIGN = frozenset({ObjectKind.EXTERNAL, ObjectKind.BEYOND})  # reads are arbitrary, writes are forgotten


@dataclass(frozen=True, slots=True)
class Dimension:
    """One level of an array: ``count`` elements, ``stride`` bytes apart."""

    stride: int
    count: int


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar leaf of a C type, before it has storage: byte ``offset`` of its first element, row-major ``dimensions``.

    ``path`` names it inside the type (``".a"``, ``".b.c"``, empty for a scalar); ``bit`` is the bit offset of a bit-field
    inside the byte at ``offset`` (it may exceed 7), 0 for everything else.
    """

    path: str
    offset: int
    type: IntType
    dimensions: tuple[Dimension, ...] = ()
    bit: int = 0

    @property
    def count(self) -> int:
        return prod(dimension.count for dimension in self.dimensions)


@dataclass(frozen=True, slots=True)
class Layout:
    """A C type as leaves: its size in bytes and its scalar leaves by offset.  Leaves do not overlap; gaps are not modelled.

    ``bounded`` where it is of an allocation of computed size, with as much of it as is modelled.
    """

    size: int
    leaves: tuple[Leaf, ...]
    bounded: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """The storage of one leaf of an object.

    A Variable where ``dimensions`` is empty; else an Array whose element (i1, ..., in), row-major, lies at byte
    ``offset + i1 * stride1 + ... + in * striden``.  ``bit`` as in ``Leaf``.
    """

    offset: int
    storage: Variable | Array
    dimensions: tuple[Dimension, ...] = ()
    bit: int = 0

    def __post_init__(self) -> None:
        length = self.storage.length if isinstance(self.storage, Array) else None
        expected = prod(dimension.count for dimension in self.dimensions) if self.dimensions else None
        if length != expected:
            raise ValueError(f"storage {self.storage} has length {length}, but its cell's dimensions hold {expected} elements")

    @property
    def type(self) -> IntType:
        return self.storage.type

    @property
    def width(self) -> int:
        """Bytes that one element occupies."""
        return (self.bit + self.type.width + 7) // 8


@dataclass(frozen=True, slots=True, eq=False)
class MemoryObject:
    """A C object whose address may be taken; compare by identity.

    ``name`` is unique in the program (the C name qualified as in ``Variable``); ``size`` is in bytes, None where unknown.
    ``cells`` hold what is modelled of it; ``function`` is set for a defined function's object, and ``instances`` are those of it that
    recursive calls through pointers enter.  ``unmodelled`` is the reason of imprecision that an access to bytes without a cell carries.
    ``padding`` bytes at the end of every element of the outermost array separate the instances of an allocation site; no valid access
    touches them.  Nobody writes to a ``constant`` object.  ``anew``: it may lie where another object lay that has ended.  Its address is
    a multiple of ``alignment``, at least.  ``literal`` has the bytes of a string literal.  ``nameless``: a constant compound literal.
    ``label``: a label of a function.
    ``fixed``: a function of the implementation, whose results nobody chooses.  ``prototype``: of a function.
    The cells of one ``BEYOND`` a bound are those of the object inside it: they tell the points-to analysis what lies where.
    """

    name: str
    kind: ObjectKind
    size: int | None
    cells: tuple[Cell, ...] = ()
    function: Function | None = None
    unmodelled: str = "unmodelled memory"
    padding: int = 0
    constant: bool = False
    anew: bool = False
    fixed: bool = False
    prototype: Prototype = Prototype.FULL
    alignment: int = 1
    literal: bytes = b""
    nameless: bool = False
    label: bool = False
    instances: list[Function] = field(default_factory=list)

    @property
    def functions(self) -> tuple[Function, ...]:
        """All that a call through a pointer to it may enter."""
        return () if self.function is None else (self.function, *self.instances)

    @property
    def is_literal(self) -> bool:
        """Whether it is a literal that may lie where another one does: of a string, or compound and constant."""
        return self.kind is ObjectKind.STRING or self.nameless

    def may_share(self, other: MemoryObject) -> bool:
        """Whether the two may lie in one place though they are distinct objects of the model.

        String literals need not be distinct arrays (C11 6.4.5p7), where their bytes agree, nor compound literals of constant types
        (6.5.2.5p7); labels may have no instruction between them.
        """
        if self is other:
            return False
        if self.nameless or other.nameless:
            return self.is_literal and other.is_literal
        if self.kind is other.kind is ObjectKind.STRING:
            return self.literal in other.literal or other.literal in self.literal
        return self.kind is other.kind is ObjectKind.FUNCTION and (self.label or other.label)

    def __str__(self) -> str:
        return self.name


EXTERNAL = MemoryObject("<external>", ObjectKind.EXTERNAL, None, unmodelled="external memory")


def scalar_object(name: str, kind: ObjectKind, variable: Variable) -> MemoryObject:
    """The object of one scalar variable."""
    cell = Cell(0, variable)
    return MemoryObject(name, kind, cell.width, (cell,), alignment=cell.width)


def array_object(name: str, kind: ObjectKind, array: Array) -> MemoryObject:
    """The object of a one-dimensional array of scalars without padding."""
    width = (array.type.width + 7) // 8
    return MemoryObject(name, kind, width * array.length, (Cell(0, array, (Dimension(width, array.length),)),), alignment=width)


def function_object(name: str, function: Function | None) -> MemoryObject:
    """The object of a function, for function pointers; ``function`` is None where it is only declared."""
    return MemoryObject(name, ObjectKind.FUNCTION, 1, (), function)


def cells_of(leaves: Iterable[tuple[Leaf, Variable | Array]]) -> tuple[Cell, ...]:
    """The cells of an object laid out as these leaves, each with its storage."""
    return tuple(Cell(leaf.offset, storage, leaf.dimensions, leaf.bit) for leaf, storage in leaves)
