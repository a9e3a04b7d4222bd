"""Sizes, alignments, offsets, enumerators: what the front end makes of the file's types, as questions that a compiler answers.

The questions are C that is put behind the program's own text: each a number (``sizeof(struct s)``), or for a bit-field an object in which
it alone has ones.  Types that only a function sees have no name there, and are not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from verilab.data_classes import dataclass
from verilab.program.c_types.layout import IncompleteTypeError, alignment_of, size_of
from verilab.program.c_types.types import ArrayType, CType, IntegerType, Member, RecordType, VoidType, is_variable_length
from verilab.program.cfa import Position
from verilab.program.declared import Declared, DeclaredType
from verilab.program.types import DataModel

_KEYWORDS = ("sizeof", "static", "const", "struct", "union", "enum", "long", "unsigned", "__attribute__", "_Alignof", "__builtin_offsetof")
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Number:
    """An integer constant expression and the value that the front end gives it."""

    text: str
    value: int
    position: Position


@dataclass(frozen=True, slots=True)
class Bits:
    """An object of a type whose one bit-field ``member`` is all ones, and the bytes of it that we expect."""

    type: str
    member: str
    content: bytes
    position: Position

    @property
    def text(self) -> str:
        return f"the bits of {self.type}.{self.member}"


Question = Number | Bits


def questions(declared: Declared, model: DataModel, asks: Callable[[str], bool]) -> list[Question]:
    """All about what is declared in the files whose names ``asks`` approves of."""
    asked: list[Question] = []
    seen: set[int] = set()
    for declared_type in declared.types:
        if asks(declared_type.position.file):
            asked += _of_type(declared_type, model, seen)
    for enumerator in declared.enumerators:
        if asks(enumerator.position.file):
            asked.append(Number(enumerator.name, enumerator.value, enumerator.position))
            asked.append(Number(f"sizeof({enumerator.name})", enumerator.size, enumerator.position))
    return asked


def _of_type(declared: DeclaredType, model: DataModel, seen: set[int]) -> Iterator[Question]:
    name, type, position = declared.spelling, declared.type, declared.position
    if is_variable_length(type) or isinstance(type, VoidType):
        return
    try:
        yield Number(f"sizeof({name})", size_of(type, model), position)
    except IncompleteTypeError:
        return
    if isinstance(type, IntegerType):
        yield Number(f"(({name})-1 < ({name})1)", int(type.machine.signed), position)
    if not isinstance(type, RecordType) or type.is_vector or id(type) in seen:
        return
    seen.add(id(type))
    yield Number(f"_Alignof({name})", alignment_of(type, model), position)
    for path, member, offset in _members(type, model):
        yield from _of_member(declared, path, member, offset, model)


def _of_member(declared: DeclaredType, path: str, member: Member, offset: int, model: DataModel) -> Iterator[Question]:
    name, position = declared.spelling, declared.position
    if member.width is not None:
        assert isinstance(declared.type, RecordType)
        bits = ((1 << member.width) - 1) << (8 * offset + member.bit)
        yield Bits(name, path, bits.to_bytes(declared.type.size, "little"), position)
        return
    yield Number(f"__builtin_offsetof({name}, {path})", offset, position)
    try:
        yield Number(f"sizeof((({name} *)0)->{path})", size_of(member.type, model), position)
    except IncompleteTypeError:
        return  # a flexible array member


def _members(type: RecordType, model: DataModel) -> Iterator[tuple[str, Member, int]]:
    """The named members, those of anonymous ones and of structures without a tag inside: path, member, offset."""
    pending: list[tuple[str, Member, int]] = [("", member, member.offset) for member in reversed(type.members or ())]
    while pending:
        prefix, member, offset = pending.pop()
        path = prefix if member.name is None else f"{prefix}{member.name}"
        if member.name is not None:
            yield path, member, offset
        inner, inside = _element(member.type), path
        if member.type is not inner and isinstance(member.type, ArrayType):
            inside = path + "[0]" * _dimensions(member.type)
        if isinstance(inner, RecordType) and not inner.is_vector and inner.tag.startswith("<") and inner.members:
            dot = "" if member.name is None else "."
            pending.extend((f"{inside}{dot}", part, offset + part.offset) for part in reversed(inner.members))


def _element(type: CType) -> CType:
    while isinstance(type, ArrayType) and type.length:
        type = type.element
    return type


def _dimensions(type: CType) -> int:
    return 1 + _dimensions(type.element) if isinstance(type, ArrayType) else 0


NAME, FILE = "verilab_question_", "verilab-questions"


def as_c(asked: Mapping[int, Question]) -> str:
    """The questions as C to follow the program's text: the answer to question k is the object ``NAME`` k, on line k of the file ``FILE``.

    What the program defines as a macro is undefined first: behind the preprocessor all these names are what they are.
    """
    names = dict.fromkeys(_KEYWORDS)
    for question in asked.values():
        names |= dict.fromkeys(_WORD.findall(f"{question.type} {question.member}" if isinstance(question, Bits) else question.text))
    lines = ["", *(f"#undef {name}" for name in names)]
    for number, question in asked.items():
        if isinstance(question, Number):
            text = f"const long long {NAME}{number} = (long long) ({question.text});"
        else:
            text = f"const {question.type} {NAME}{number} = {{ .{question.member} = -1 }};"
        lines.append(f'#line {number} "{FILE}"\n{text}')
    return "\n".join(lines) + "\n"


def difference(question: Question, content: bytes) -> str | None:
    """What the compiler answers instead of what is expected; None where that is the same.  ``content``: the bytes of the answer."""
    if isinstance(question, Number):
        answer = int.from_bytes(content, "little", signed=True)
        return (
            None
            if answer & _MASK == question.value & _MASK
            else f"{question.text} is {question.value} for us and {answer} for the compiler"
        )
    return None if content == question.content else f"{question.text} are {question.content.hex()} for us, {content.hex()} for the compiler"


_MASK = (1 << 64) - 1
