"""Loop statements as the source has them: where they stand, and which scalars C can name there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum, IntEnum

from verilab.data_classes import dataclass
from verilab.program.storages import Array, Variable


class ScalarKind(Enum):
    """What the machine integer of a scalar stands for in C."""

    INTEGER = "integer"
    POINTER = "pointer"
    FLOATING = "floating point"


class Walks(IntEnum):
    """How far the pointers of a program move by arithmetic; indices of declared arrays are none."""

    NOWHERE = 0
    BY_STEPS = 1
    """By constants: what leaves an object does so at its end."""
    ANYWHERE = 2


@dataclass(frozen=True, slots=True)
class NamedScalar:
    """How C names a storage: ``x``, ``s.f``, or with one ``{}`` per dimension ``a[{}].f``, row-major over ``counts``.

    ``constant`` where nobody may write to it.
    """

    text: str
    kind: ScalarKind
    counts: tuple[int, ...] = ()
    constant: bool = False

    def element(self, index: int) -> str:
        """The name of the element with this flat index."""
        indices: list[int] = []
        for count in reversed(self.counts):
            index, last = divmod(index, count)
            indices.insert(0, last)
        return self.text.format(*indices)


@dataclass(slots=True, eq=False)
class LoopStatement:
    """A loop statement: the 1-based place of its ``keyword`` (while, do, for) in the file that was given to the front end.

    Where control is in front of the condition (of a do statement: of the body), ``names`` are the scalars that have a name; they are
    known once the whole file is lowered.
    """

    file: str
    line: int
    column: int
    keyword: str
    names: Mapping[Variable | Array, NamedScalar] = field(default_factory=dict)
