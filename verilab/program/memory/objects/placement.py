"""Base addresses: distinct, aligned, never null, far enough apart that one past an object's end is not another object.

``Placement`` says where else objects may lie: an execution that is the same wherever they do depends on no address.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from verilab.program.memory.objects.objects import MemoryObject, ObjectKind
from verilab.program.types import DataModel

FIRST_ADDRESS = 0x10000  # no system maps anything below, so that small numbers are no addresses
LAST_PAGE = 4096  # bytes at the end of the address space that hold no object: error codes kept in pointers
ALIGNMENT = 16
"""Of base addresses: what more an object asks for says nothing here."""


class Placement(Enum):
    """Where objects lie: in order and apart, as they are reasoned about; or side by side, in order or the other way round."""

    APART = "apart"
    ASCENDING = "ascending"
    DESCENDING = "descending"


def place(objects: Iterable[MemoryObject], data_model: DataModel, placement: Placement = Placement.APART) -> dict[MemoryObject, int]:
    """A base address for every object but external memory, ascending in the given order where they lie apart.

    OverflowError where the objects do not fit below half of the address space (addresses stay positive when read as signed).
    """
    if placement is not Placement.APART:
        return _side_by_side(objects, data_model, placement)
    limit = 1 << (data_model.pointer_width - 1)
    bases: dict[MemoryObject, int] = {}
    following = FIRST_ADDRESS
    for object in objects:
        if object.kind is ObjectKind.EXTERNAL or object in bases:
            continue
        bases[object] = following
        following += ((object.size or 0) // ALIGNMENT + 1) * ALIGNMENT
        if following > limit:
            raise OverflowError(f"{following} bytes of objects exceed {data_model.value} addresses at {object}")
    return bases


def _side_by_side(objects: Iterable[MemoryObject], data_model: DataModel, placement: Placement) -> dict[MemoryObject, int]:
    """One object begins where another one ends, as far as alignment lets it, at addresses that look like no other placement's."""
    limit = 1 << (data_model.pointer_width - 1)
    placed = list(dict.fromkeys(memory_object for memory_object in objects if memory_object.kind is not ObjectKind.EXTERNAL))
    following = limit // 3 * 2 // 8 * 8 + 8
    if placement is Placement.DESCENDING:
        placed.reverse()
        following = limit // 5 // 8 * 8
    bases: dict[MemoryObject, int] = {}
    for object in placed:
        following = -(-following // object.alignment) * object.alignment
        bases[object] = following
        following += object.size or 1
        if following > limit:
            raise OverflowError(f"{following} bytes of objects exceed {data_model.value} addresses at {object}")
    return bases
