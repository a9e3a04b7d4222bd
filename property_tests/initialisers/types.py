"""Random types of C to be initialised: nested structures, unions and arrays, bit-fields, anonymous members, flexible arrays."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

SCALARS = (
    "char",
    "signed char",
    "unsigned char",
    "short",
    "int",
    "unsigned",
    "long",
    "long long",
    "unsigned long long",
    "_Bool",
    "enum low",
)
FIELDS = {"int": 32, "unsigned": 32, "unsigned char": 8, "short": 16, "_Bool": 1, "long long": 64}
CHARACTERS = frozenset({"char", "signed char", "unsigned char"})


@dataclass(frozen=True)
class Scalar:
    name: str


@dataclass(frozen=True)
class Array:
    element: Type
    length: int


@dataclass(frozen=True)
class Member:
    """``name`` is None for an anonymous structure or union; ``width`` is that of a bit-field."""

    name: str | None
    type: Type
    width: int | None = None


@dataclass(frozen=True, eq=False)
class Record:
    """A structure or union with a tag of its own."""

    kind: str
    tag: str
    members: tuple[Member, ...]


Type = Scalar | Array | Record


def declared(type: Type, name: str) -> str:
    """``name`` declared with the type."""
    while isinstance(type, Array):
        name, type = f"{name}[{type.length}]", type.element
    return f"{type.name if isinstance(type, Scalar) else f'{type.kind} {type.tag}'} {name}".rstrip()


def leaves(type: Type, place: str) -> list[str]:
    """The lvalues of every scalar inside."""
    match type:
        case Scalar():
            return [place]
        case Array():
            return [leaf for i in range(type.length) for leaf in leaves(type.element, f"{place}[{i}]")]
        case Record():
            inner = ((place if member.name is None else f"{place}.{member.name}", member) for member in type.members)
            return [leaf for name, member in inner for leaf in leaves(member.type, name)]


def scalars(type: Type) -> int:
    """How many scalars fill it where braces are left out: of a union's first member."""
    match type:
        case Scalar():
            return 1
        case Array():
            return type.length * scalars(type.element)
        case Record(kind="union"):
            return scalars(type.members[0].type)
        case Record():
            return sum(scalars(member.type) for member in type.members)


@dataclass
class TypeMaker:
    """Makes types; ``definitions`` are the text of those with tags, in order."""

    rng: random.Random
    prefix: str
    definitions: list[str] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    _names: int = 0

    def make(self, depth: int) -> Type:
        rng, roll = self.rng, self.rng.random()
        if depth <= 0 or roll < 0.25:
            return Scalar(rng.choice(SCALARS))
        if roll < 0.4:
            return Array(Scalar(rng.choice(SCALARS)), rng.randrange(1, 5))
        if roll < 0.52:
            return Array(self.make(depth - 1), rng.randrange(1, 4))
        if roll < 0.6 and self.records:
            return rng.choice(self.records)
        return self.record(depth)

    def record(self, depth: int) -> Record:
        rng = self.rng
        kind = "union" if rng.random() < 0.3 else "struct"
        members = [self._member(depth) for _ in range(rng.randrange(1, 5))]
        if members[0].name is None and rng.random() < 0.5:
            members.reverse()
        record = Record(kind, f"{self.prefix}{len(self.definitions)}", tuple(members))
        inside = " ".join(self._declaration(member) for member in members)
        self.definitions.append(f"{kind} {record.tag} {{ {inside} }};")
        self.records.append(record)
        return record

    def _member(self, depth: int) -> Member:
        rng = self.rng
        self._names += 1
        name = f"m{self._names}"
        if rng.random() < 0.2:
            type = rng.choice(list(FIELDS))
            return Member(name, Scalar(type), rng.randrange(1, FIELDS[type] + 1))
        if depth > 1 and rng.random() < 0.2:
            return Member(None, self._anonymous(depth - 1))
        return Member(name, self.make(depth - 1))

    def _anonymous(self, depth: int) -> Record:
        members = tuple(self._member(depth) for _ in range(self.rng.randrange(1, 4)))
        return Record(self.rng.choice(("struct", "union")), "", members)

    def _declaration(self, member: Member) -> str:
        if member.name is None:
            assert isinstance(member.type, Record)
            return f"{member.type.kind} {{ {' '.join(self._declaration(inner) for inner in member.type.members)} }};"
        width = f" : {member.width}" if member.width is not None else ""
        return f"{declared(member.type, member.name)}{width};"
