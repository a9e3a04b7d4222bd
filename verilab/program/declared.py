"""What a translation unit declares, as the front end understands it: to be compared with what a compiler makes of the same text."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.c_types.types import CType
from verilab.program.cfa import Position
from verilab.program.memory.objects.objects import Cell


@dataclass(frozen=True, slots=True)
class DeclaredType:
    """A type that the file's end can name: ``struct s``, ``union u`` or a typedef name."""

    spelling: str
    type: CType
    position: Position


@dataclass(frozen=True, slots=True)
class DeclaredEnumerator:
    """``size``: of its type, in bytes."""

    name: str
    value: int
    size: int
    position: Position


@dataclass(frozen=True, slots=True)
class DeclaredObject:
    """A defined object of static storage duration that the program uses, with its storage.

    ``name`` is its C name, ``local`` where it belongs to a function; ``size`` is in bytes, None where it is not known.
    """

    name: str
    local: bool
    size: int | None
    cells: tuple[Cell, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class UndeclaredFunction:
    """A function that is called at ``position`` and declared nowhere, so that it returns an int."""

    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Declared:
    """Of one file, in the order of declaration."""

    types: tuple[DeclaredType, ...]
    enumerators: tuple[DeclaredEnumerator, ...]
    objects: tuple[DeclaredObject, ...]
    undeclared: tuple[UndeclaredFunction, ...] = ()
