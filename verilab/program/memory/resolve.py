"""Resolution of every raw node of a lowered program into direct accesses (to be called right before ``ProgramBuilder.finish``)."""

from __future__ import annotations

from collections.abc import Callable

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Function
from verilab.program.memory.objects import MemoryObject

Instance = Callable[[Function, MemoryObject], Function | None]


def resolve(builder: ProgramBuilder, instance: Instance | None = None) -> None:
    """Replace every raw node in the builder's edges.

    ``instance(caller, callee)`` is the instance of a function that an indirect call inside ``caller`` enters, None where that call
    would exceed the recursion bound (it then counts as unknown); by default the object's own function.
    """
    raise NotImplementedError
