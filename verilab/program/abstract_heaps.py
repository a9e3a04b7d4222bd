"""Abstract heaps: finite descriptions of all the memories that a program may have at one place (the syntax and what it means).

Storage shape graphs (Sagiv, Reps, Wilhelm: "Solving shape-analysis problems in languages with destructive updating", TOPLAS 1998) with
constants and intervals of integers in their fields.  A heap describes a memory if some set of its objects, with all that is reachable
from variables and from the program's own objects, can be mapped to the heap's nodes such that

    a single node           has exactly one object, any other node any number of them, none included
    an object               has its node's size, and in each field one of the values that its node has there
    a variable              has the value that the heap gives it; one that the heap does not name has any value
    two objects             hold an object's address in the same field only if its node is ``shared`` through that field (``Link``)
    two fields              of whatever objects hold an object's address only if its node is ``shared`` through ``SEVERAL``

where a value that is anything (``None``), or of an interval, is no address for the last lines, nor does anything become reachable through
it.  Addresses are pairs of an object and a distance from its start; where objects lie is unknown.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import field
from enum import Enum

from verilab.data_classes import dataclass
from verilab.program.cfa import Program
from verilab.program.control import ControlPoint
from verilab.program.memory.objects.objects import MemoryObject
from verilab.program.storages import Variable

Name = Hashable
"""Of a node; any value that tells it from the heap's others."""


class Self(Enum):
    """Stands for a node in its own fields, where each object points to itself; only nodes that are not single have it."""

    SELF = "self"

    def __repr__(self) -> str:
        return "SELF"


SELF = Self.SELF


@dataclass(frozen=True, slots=True)
class Pointer:
    """The address of byte ``offset`` of an object of the node; None for some byte of it, or the one behind its last."""

    node: Name
    offset: int | None


@dataclass(frozen=True, slots=True)
class Range:
    """Some integer from ``low`` to ``high``, both included; there are at least two."""

    low: int
    high: int


Value = int | Range | Pointer
Values = frozenset[Value] | None
"""Any of these values; None for anything at all.  A field's integer is any that is congruent modulo two to the power of its width."""
Field = tuple[int, int]
"""A scalar in an object: the offset and the number of its bytes."""
Link = tuple[int, int, int]
"""A field of objects of one size; the last number is their size, OWN for fields of all the program's own objects."""
OWN = -1
SEVERAL: Link = (-1, 0, 0)
"""Stands for two different fields, or two objects' same one."""


@dataclass(frozen=True, slots=True)
class Node:
    """Objects of ``size`` bytes.

    ``zeroed``: bytes that are part of no field are zero; else they are anything.  ``shared``: the links through which several objects may
    point to the same one of these, and SEVERAL.  ``object``: the program's own object that it is, None for memory that was allocated.
    ``ended``: they are no objects any more, and have no fields; addresses of them are left, where other objects may lie by now.
    """

    size: int
    single: bool
    fields: Mapping[Field, Values] = field(default_factory=dict)
    zeroed: bool = False
    shared: frozenset[Link] = frozenset()
    object: MemoryObject | None = None
    ended: bool = False

    def link(self, field: Field) -> Link:
        """The field as what points to objects."""
        return *field, self.size if self.object is None else OWN


@dataclass(frozen=True, slots=True)
class Heap:
    """``variables`` whose values are known; each points to single nodes only."""

    variables: Mapping[Variable, Value]
    nodes: Mapping[Name, Node]


@dataclass(frozen=True, slots=True)
class HeapInvariant:
    """The claim that whenever control is at one of the loop heads, one of its heaps describes the memory, and no error is reached.

    ``program``: one whose operations on memory stand as they were lowered.  Loop heads that are not named are not reached.
    """

    program: Program
    heaps: Mapping[ControlPoint, tuple[Heap, ...]]


class NotModelled(Exception):
    """The program does something that abstract heaps cannot follow; the message says what."""
