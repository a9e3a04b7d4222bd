"""The types of C, as the front end sees them before they become machine integers.

Sizes and alignments depend on the data model and live in ``layout``; what is fixed by the type alone is here.  Integer types compare by
value, structures and unions by identity (C compares them by tag and place of declaration).
"""

from __future__ import annotations

from dataclasses import field
from dataclasses import field as _field  # a name that the members of IntegerType do not hide

from verilab.data_classes import dataclass
from verilab.program.types import BOOL, DataModel, IntType


@dataclass(frozen=True, slots=True)
class VoidType:
    """``void``."""

    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class IntegerType:
    """An integer type: ``rank`` is its conversion rank (C11 6.3.1.1); ``field`` where it is the type of a bit-field's value.

    An enumeration is compatible with, and equal to, the integer type that it is made of; ``enumeration`` tells two of them apart.
    """

    name: str
    machine: IntType
    rank: int
    field: bool = _field(default=False, compare=False)
    enumeration: object = _field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class FloatType:
    """A real or complex floating type: ``rank`` orders the real ones, ``parts`` is 2 for a complex one.

    Values of these types are not modelled beyond constants (``verilab.program.c_types.floating``).
    """

    name: str
    size: int
    alignment: int
    rank: int = 2
    parts: int = 1

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class PointerType:
    """A pointer; ``constant`` where what it points to is ``const``; ``qualifiers``, its others, matter to selections by type only."""

    target: CType
    constant: bool = False
    qualifiers: frozenset[str] = _field(default=frozenset(), compare=False, repr=False)

    @staticmethod
    def to(target: CType, qualifiers: frozenset[str]) -> PointerType:
        """The pointer to a type with these qualifiers, ``const`` among them or not."""
        return PointerType(target, "const" in qualifiers, qualifiers - {"const"})

    @property
    def all_qualifiers(self) -> frozenset[str]:
        """Those of what it points to."""
        return self.qualifiers | {"const"} if self.constant else self.qualifiers

    def __str__(self) -> str:
        return f"{'const ' if self.constant else ''}{self.target} *"


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array; ``length`` is None where it is incomplete (``int a[]``), ``variable`` where its length is computed at run time."""

    element: CType
    length: int | None
    variable: bool = False

    def __str__(self) -> str:
        return f"{self.element}[{'' if self.length is None else self.length}]"


@dataclass(frozen=True, slots=True)
class FunctionType:
    """A function; ``parameters`` is None where they are not declared (``int f()``)."""

    result: CType
    parameters: tuple[CType, ...] | None
    variadic: bool = False

    def __str__(self) -> str:
        inside = "" if self.parameters is None else ", ".join(map(str, self.parameters)) or "void"
        return f"{self.result} ({inside}{', ...' if self.variadic else ''})"


@dataclass(frozen=True, slots=True)
class Member:
    """A member at byte ``offset`` of its record; a bit-field starts ``bit`` bits further and has ``width`` bits.

    ``name`` is None for an anonymous structure or union, whose members count as members of the enclosing one.  ``alignment`` in bytes is
    the member's own, by its attributes and those of its record; not of a bit-field.
    """

    name: str | None
    type: CType
    offset: int
    bit: int = 0
    width: int | None = None
    alignment: int = 1
    qualifiers: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class RecordType:
    """A structure or union; ``members`` is None until it is defined.  Compare by identity.

    Kind ``vector`` is gcc's vector of integers or floats: its one member is the array of its elements.  ``transparent`` unions are passed
    as any of their members.  ``narrowed`` where gcc gives members of this type a smaller alignment, as i386 does where it fits a register
    and has its alignment from an atomic member.
    """

    kind: str
    tag: str
    members: tuple[Member, ...] | None = None
    size: int = 0
    alignment: int = 1
    by_name: dict[str, tuple[Member, ...]] = field(default_factory=dict)
    transparent: bool = False
    narrowed: bool = False

    @property
    def is_vector(self) -> bool:
        return self.kind == "vector"

    @property
    def is_union(self) -> bool:
        return self.kind == "union"

    def __str__(self) -> str:
        return f"{self.kind} {self.tag}"


CType = VoidType | IntegerType | FloatType | PointerType | ArrayType | FunctionType | RecordType

VOID = VoidType()
C_BOOL = IntegerType("_Bool", BOOL, 0)
CHAR = IntegerType("char", IntType(8, True), 1)
SIGNED_CHAR = IntegerType("signed char", IntType(8, True), 1)
UNSIGNED_CHAR = IntegerType("unsigned char", IntType(8, False), 1)
SHORT = IntegerType("short", IntType(16, True), 2)
UNSIGNED_SHORT = IntegerType("unsigned short", IntType(16, False), 2)
C_INT = IntegerType("int", IntType(32, True), 3)
UNSIGNED_INT = IntegerType("unsigned int", IntType(32, False), 3)
LONG_LONG = IntegerType("long long", IntType(64, True), 5)
UNSIGNED_LONG_LONG = IntegerType("unsigned long long", IntType(64, False), 5)
INT128 = IntegerType("__int128", IntType(128, True), 6)
UNSIGNED_INT128 = IntegerType("unsigned __int128", IntType(128, False), 6)


def long_type(model: DataModel, *, signed: bool) -> IntegerType:
    """``long`` or ``unsigned long`` of the data model."""
    return IntegerType("long" if signed else "unsigned long", IntType(model.long_width, signed), 4)


def wide_type(model: DataModel) -> IntegerType:
    """``wchar_t``."""
    return C_INT if model is DataModel.LP64 else long_type(model, signed=True)


def size_type(model: DataModel) -> IntegerType:
    """The type of ``sizeof``: ``unsigned int`` on ILP32, ``unsigned long`` on LP64."""
    return UNSIGNED_INT if model is DataModel.ILP32 else long_type(model, signed=False)


def difference_type(model: DataModel) -> IntegerType:
    """``ptrdiff_t``: ``int`` on ILP32, ``long`` on LP64."""
    return C_INT if model is DataModel.ILP32 else long_type(model, signed=True)


def is_vector(type: CType) -> bool:
    """Whether it is one of gcc's vectors."""
    return isinstance(type, RecordType) and type.is_vector


def is_variable_length(type: CType) -> bool:
    """Whether the size is computed at run time: of an array, of its rows, or of a member (a GNU extension)."""
    while isinstance(type, ArrayType):
        if type.variable:
            return True
        type = type.element
    return isinstance(type, RecordType) and any(is_variable_length(member.type) for member in type.members or ())
