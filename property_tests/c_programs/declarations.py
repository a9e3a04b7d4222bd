"""What a generated program declares: types, structures, variables, functions, and what is visible where."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

INTEGERS = (
    *("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "unsigned", "_Bool"),
    *("long", "unsigned long", "long long", "unsigned long long", "int", "int", "unsigned int"),
)


@dataclass(frozen=True, slots=True)
class Field:
    """A member: ``bits`` for a bit-field, ``length`` for an array, ``inner`` for a nested structure."""

    name: str
    type: str
    bits: int | None = None
    length: int | None = None
    inner: Record | None = None

    def declaration(self) -> str:
        suffix = f" : {self.bits}" if self.bits is not None else f"[{self.length}]" if self.length is not None else ""
        return f"{self.type} {self.name}{suffix};"


@dataclass(frozen=True, slots=True)
class Record:
    """A structure or a union of scalars; ``type`` is its spelling ("struct p_s0")."""

    type: str
    fields: tuple[Field, ...]

    def definition(self) -> str:
        return f"{self.type} {{ {' '.join(member.declaration() for member in self.fields)} }};"

    def scalars(self) -> Iterator[tuple[str, Field]]:
        """The access path of every scalar member (".a", ".n.b"); array members end in "[%]" for the index."""
        for member in self.fields:
            if member.inner is not None:
                for path, leaf in member.inner.scalars():
                    yield f".{member.name}{path}", leaf
            else:
                yield f".{member.name}{'[%]' if member.length is not None else ''}", member


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable.  ``shape``: "scalar", "array", "matrix", "record", "records" (array of them), "pointer" (to a scalar),
    "record pointer", "window" (a pointer with ``length`` elements behind it), "pointer pointer", "function".
    ``tag`` is what its effects are called; ``writable`` is False for loop counters and constants.
    """

    name: str
    shape: str
    type: str
    tag: str
    length: int = 0
    record: Record | None = None
    writable: bool = True


@dataclass(frozen=True, slots=True)
class Signature:
    """A function: ``parameters`` are (shape, type, length, record) of each; ``record`` is the returned structure, if any."""

    name: str
    result: str
    parameters: tuple[Variable, ...]
    record: Record | None = None


@dataclass(slots=True)
class Scope:
    """What is visible at one place of the program."""

    prefix: str
    records: list[Record] = field(default_factory=list)
    enumerators: list[str] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    functions: list[Signature] = field(default_factory=list)
    pointer_type: str = ""
    pointed: list[Signature] = field(default_factory=list)
    counter: int = 0

    def fresh(self, stem: str) -> str:
        """A name that no other declaration of the program has."""
        self.counter += 1
        return f"{self.prefix}{stem}{self.counter}"

    def having(self, *shapes: str, type: str | None = None, writable: bool = False) -> list[Variable]:
        return [
            variable
            for variable in self.variables
            if variable.shape in shapes and (type is None or variable.type == type) and (variable.writable or not writable)
        ]


def integer_type(rng: random.Random, *, addressable: bool = False) -> str:
    """A C integer type; ``addressable`` draws from few, so that pointers find variables of their type."""
    return rng.choice(("int", "unsigned char", "short", "unsigned int", "long long")) if addressable else rng.choice(INTEGERS)


def make_record(rng: random.Random, scope: Scope) -> Record:
    """A structure with scalars, bit-fields, arrays and earlier structures, or a union of scalars."""
    if rng.random() < 0.2:
        kinds = rng.sample(("int", "unsigned char", "short", "unsigned int", "signed char"), 2)
        return Record(f"union {scope.fresh('u')}", tuple(Field(f"m{number}", kind) for number, kind in enumerate(kinds)))
    fields: list[Field] = []
    structures = [record for record in scope.records if record.type.startswith("struct")]
    for number in range(rng.randrange(1, 5)):
        name = f"m{number}"
        chance = rng.random()
        if chance < 0.25:
            base, width = rng.choice(
                (("int", 32), ("unsigned int", 32), ("unsigned char", 8), ("signed char", 8), ("short", 16), ("_Bool", 1))
            )
            fields.append(Field(name, base, bits=rng.randrange(1, width + 1)))
        elif chance < 0.4:
            fields.append(Field(name, integer_type(rng), length=rng.randrange(2, 4)))
        elif chance < 0.55 and structures:
            inner = rng.choice(structures)
            fields.append(Field(name, inner.type, inner=inner))
        else:
            fields.append(Field(name, integer_type(rng)))
    return Record(f"struct {scope.fresh('s')}", tuple(fields))
