"""Sizes, alignments and record layouts of the System V ABI (i386 for ILP32, x86-64 for LP64), as gcc lays them out.

A bit-field of declared type T and width w goes at the current bit unless it would span more units of T's alignment than T itself has,
then at the next such unit; a packed one, or one under ``#pragma pack``, always goes at the current bit; one of width zero moves to the
next unit of T and counts for nothing else.  On i386 ``long long`` and ``double`` have alignment 4 inside records, so that a bit-field of
``long long`` may lie across two halves.  (gcc's stor-layout.c: ``place_field``, ``update_alignment_for_field``, ``excess_unit_span``.)
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.c_types.types import (
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntegerType,
    Member,
    PointerType,
    RecordType,
    VoidType,
)
from verilab.program.types import DataModel

LIST_TAG = "__va_list_tag"  # of the structure that a va_list is an array of, in gcc and in the parser's declaration
LIST_SIZE = 24
"""Bytes of a va_list on x86-64: the model keeps one pointer at its beginning."""


def is_list(type: CType) -> bool:
    """Whether a type is ``va_list``, which the model keeps as one pointer to the next argument."""
    return isinstance(type, PointerType) and isinstance(type.target, RecordType) and type.target.tag == LIST_TAG


class IncompleteTypeError(Exception):
    """The size of a type was asked for that has none; the caller names the place."""


def size_of(type: CType, model: DataModel) -> int:
    """The size in bytes; gcc's 1 for ``void`` and functions.  IncompleteTypeError where there is none."""
    match type:
        case IntegerType(machine=machine):
            bytes_needed = (machine.width + 7) // 8
            return 1 << (bytes_needed - 1).bit_length()
        case PointerType() if is_list(type) and model is DataModel.LP64:
            return LIST_SIZE
        case PointerType():
            return model.pointer_width // 8
        case FloatType(size=size):
            return size
        case VoidType() | FunctionType():
            return 1
        case ArrayType(element=element, length=length):
            if length is None:
                raise IncompleteTypeError(f"the array type {type} has no length")
            return size_of(element, model) * length
        case RecordType(members=members, size=size):
            if members is None:
                raise IncompleteTypeError(f"{type} is declared but not defined")
            return size


def alignment_of(type: CType, model: DataModel) -> int:
    """The alignment inside a record, in bytes."""
    match type:
        case ArrayType(element=element):
            return alignment_of(element, model)
        case RecordType(alignment=alignment):
            narrowed = type.narrowed or (model is DataModel.ILP32 and _is_double_word(type))
            return min(alignment, 4) if narrowed else alignment
        case FloatType(alignment=alignment):
            return alignment
        case VoidType() | FunctionType():
            return 1
    if isinstance(type, PointerType):
        return model.pointer_width // 8
    size = size_of(type, model)
    return min(size, 4) if model is DataModel.ILP32 else size


def _is_double_word(type: RecordType) -> bool:
    """Whether it is a vector of eight bytes of integers, which gcc for i386 treats as a ``long long`` unless it may use MMX."""
    if not type.is_vector or type.size != 8 or not type.members:
        return False
    elements = type.members[0].type
    return isinstance(elements, ArrayType) and isinstance(elements.element, IntegerType)


def round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def preferred_alignment_of(type: CType, model: DataModel) -> int:
    """gcc's ``__alignof__``: outside of records ``long long``, ``double`` and pairs of them have alignment 8 on i386 too."""
    match type:
        case RecordType(alignment=alignment):
            return alignment
        case ArrayType(element=element):
            return preferred_alignment_of(element, model)
        case IntegerType():
            return size_of(type, model)
        case FloatType(size=size, parts=parts) if size == 8 * parts:
            return 8
    return alignment_of(type, model)


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """A member as declared: ``width`` in bits for a bit-field.

    ``alignment`` is what an attribute or ``_Alignas`` of the member asks for; ``type_alignment`` what its typedef name says instead of its
    type; ``packed`` where the member itself has that attribute.
    """

    name: str | None
    type: CType
    width: int | None = None
    alignment: int | None = None
    type_alignment: int | None = None
    packed: bool = False
    qualifiers: frozenset[str] = frozenset()

    @property
    def asks(self) -> bool:
        """Whether an attribute asks for its alignment, and ``_Atomic`` does not."""
        return self.alignment is not None or (self.type_alignment is not None and "_Atomic" not in self.qualifiers)


@dataclass(frozen=True, slots=True)
class Packing:
    """What governs a whole record: its attributes ``packed`` and ``aligned``, and the bound of ``#pragma pack`` (0: none)."""

    packed: bool = False
    alignment: int = 1
    bound: int = 0


def lay_out(record: RecordType, fields: list[FieldDeclaration], model: DataModel, packing: Packing | None = None) -> None:
    """Define the record: place its members and set its size and alignment."""
    packing = packing if packing is not None else Packing()
    alignment = packing.alignment
    cursor = 0  # in bits
    end = 0
    members: list[Member] = []
    for declaration in fields:
        start = 0 if record.is_union else cursor
        member, cursor, natural = _place(declaration, start, model, packing)
        if member is not None:
            members.append(member)
        alignment = max(alignment, natural)
        end = max(end, cursor)
    record.members = tuple(members)
    record.alignment = alignment
    record.size = round_up(end, 8 * alignment) // 8
    record.by_name = _index(record.members)
    asked = packing.alignment > 1 or any(declaration.asks for declaration in fields)
    record.narrowed = model is DataModel.ILP32 and record.size == 8 == alignment and not asked and _fits_register(record, model)


def _fits_register(type: CType, model: DataModel) -> bool:
    """Whether gcc keeps values of a type in an integer register: of as many bytes as one has, and so are all parts of a record."""
    parts = [member.type for member in type.members or () if member.width is None] if isinstance(type, RecordType) else []
    return size_of(type, model) in (1, 2, 4, 8) and all(_fits_register(part, model) for part in parts)


def _place(declaration: FieldDeclaration, start: int, model: DataModel, packing: Packing) -> tuple[Member | None, int, int]:
    """The member placed at or after bit ``start``, the first bit after it, and the alignment it asks of the record."""
    natural = declaration.type_alignment or alignment_of(declaration.type, model)
    packed = packing.packed or declaration.packed
    if declaration.width is not None:
        return _place_bits(declaration, start, model, packing, natural)
    if packed:
        natural = declaration.alignment or 1
    elif declaration.alignment is not None:
        natural = max(natural, declaration.alignment)
    if packing.bound:
        natural = min(natural, packing.bound)
    incomplete = isinstance(declaration.type, ArrayType) and declaration.type.length is None  # flexible array member
    size = 0 if incomplete else size_of(declaration.type, model)
    begin = round_up(start, 8 * natural)
    member = Member(declaration.name, declaration.type, begin // 8, alignment=natural, qualifiers=declaration.qualifiers)
    return member, begin + 8 * size, natural


def _place_bits(
    declaration: FieldDeclaration, start: int, model: DataModel, packing: Packing, natural: int
) -> tuple[Member | None, int, int]:
    width = declaration.width
    assert width is not None
    unit = 8 * natural
    if width == 0:
        return None, round_up(start, max(unit, 8 * (declaration.alignment or 1))), 1
    packed = packing.packed or declaration.packed
    own = declaration.alignment or 0
    if packing.bound:
        own = min(own, packing.bound)
    begin = round_up(start, 8 * own) if own else start
    if not packed and not packing.bound and -(-(begin % unit + width) // unit) > 8 * size_of(declaration.type, model) // unit:
        begin = round_up(begin, unit)
    finish = begin + width
    if declaration.name is None:
        return None, finish, 1
    asked = min(natural, packing.bound) if packing.bound else 1 if packed else natural
    member = Member(declaration.name, declaration.type, begin // 8, begin % 8, width, qualifiers=declaration.qualifiers)
    return member, finish, max(asked, own)


def _index(members: tuple[Member, ...]) -> dict[str, tuple[Member, ...]]:
    """For every member name, also of anonymous records inside, the path of members that leads to it."""
    paths: dict[str, tuple[Member, ...]] = {}
    for member in members:
        if member.name is not None:
            paths[member.name] = (member,)
        elif isinstance(member.type, RecordType):
            for name, path in member.type.by_name.items():
                paths[name] = (member, *path)
    return paths
