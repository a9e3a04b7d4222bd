"""Base addresses: distinct, aligned, never null, far enough apart that one past an object's end is not another object."""

from __future__ import annotations

from collections.abc import Iterable

from verilab.program.memory.objects.objects import MemoryObject, ObjectKind
from verilab.program.types import DataModel

FIRST_ADDRESS = 0x10000  # no system maps anything below, so that small numbers are no addresses
ALIGNMENT = 16


def place(objects: Iterable[MemoryObject], data_model: DataModel) -> dict[MemoryObject, int]:
    """A base address for every object but external memory, ascending in the given order.

    OverflowError where the objects do not fit below half of the address space (addresses stay positive when read as signed).
    """
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
