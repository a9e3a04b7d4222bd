"""What a program stores its data in: scalar variables and arrays of scalars."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.types import IntType


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """A scalar: a C variable, a leaf field of a struct, a parameter, a return value or a temporary.

    ``name`` is unique in the program: ``global``, ``function::local``, ``function::s.field``; a variable of the k-th recursive
    instance of a function (k >= 1) is ``function#k::local``.  ``slot`` numbers variables and array elements consecutively.
    """

    name: str
    type: IntType
    slot: int
    function: str | None = None
    temporary: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """A fixed-length array of scalars; element i has slot ``slot + i``.  Arrays of structs are one Array per leaf field."""

    name: str
    type: IntType
    slot: int
    length: int
    function: str | None = None

    def __str__(self) -> str:
        return f"{self.name}[{self.length}]"


def slots_of(storage: Variable | Array) -> range:
    """The slots that a storage has: one of a variable, one for each element of an array."""
    return range(storage.slot, storage.slot + (storage.length if isinstance(storage, Array) else 1))
