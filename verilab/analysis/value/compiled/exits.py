"""Nodes and exits of generated code: what a control point leads to under static knowledge of the state.

A ``Key`` is a control point with what is known there at compile time (which storages surely have a value, which may have one) and
the history that decides whether the next join is worth a coverage check.  An ``Exit`` is a small tree: go on, branch, fork, end.
"""

from __future__ import annotations

from typing import NamedTuple

from verilab.analysis.value.precision import Storage
from verilab.data_classes import dataclass
from verilab.program.control import ControlPoint


class Key(NamedTuple):
    """A node of generated code.

    ``known`` and ``maybe`` are bit sets of storages; ``group`` selects one group of leaving edges (-1: all); ``undecided`` means that
    the group's condition was found unknown at run time.  ``forked``: 0 no fork of equal states since the last stop, 1 there was one
    (the next join is a stop), 2 a join was passed since (stop here).  ``separators`` are storages whose values tell forked states apart.
    """

    point: ControlPoint
    known: int
    maybe: int
    group: int = -1
    undecided: bool = False
    forked: int = 0
    separators: int = 0


@dataclass(frozen=True, slots=True)
class Goto:
    """Assign, then go on at ``key``; ``before`` are statements for temporaries that ``assigned`` needs."""

    key: Key
    assigned: tuple[Storage, str] | None = None
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """``then`` where the condition (Python source) is true, else ``otherwise``."""

    before: tuple[str, ...]
    condition: str
    then: Exit
    otherwise: Exit


@dataclass(frozen=True, slots=True)
class Fork:
    """All of these happen, each on its own copy of the state."""

    exits: tuple[Exit, ...]


@dataclass(frozen=True, slots=True)
class End:
    """No successor."""


Exit = Goto | Branch | Fork | End
END = End()
