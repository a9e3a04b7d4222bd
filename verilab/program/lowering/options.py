"""The limits inside which the front end is exact."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.memory.objects.placement import Placement


class NotModular(Exception):
    """A program whose recursive calls cannot be left to contracts; the message says why."""


@dataclass(frozen=True, slots=True)
class LoweringOptions:
    """Beyond these limits a program is over-approximated and the edge says so.

    ``recursion_bound``: instances of a recursive function before a further call counts as unknown.
    ``recursive_calls``: recursive functions have one instance, and what a call between them does is left to whoever reads
    ``Program.recursive_calls``; refused (NotModular) where the calls of a function share more than scalars of file scope.
    ``array_limit``: scalars in one array object; longer arrays are not modelled.
    ``copy_limit``: scalars that one assignment, initialiser or parameter copies one by one.
    ``objects_limit``: edges of a program in which what functions without a body return may be objects of their own: each makes the accesses
    through it more; in a larger one they return numbers and what is not modelled (``memory.external.provided_objects``).
    ``block_limit``: scalars of a block that is copied or filled through pointers.
    ``unrolled_limit``: elements of an array that become zero one by one; more do in a loop.
    ``placement``: where objects lie.
    ``exact_bits``: a number made of the bits of an address is that of this placement, also where another one gives another number.
    ``pointer_calls``: pairs of caller and callee; where such a call through a pointer is recursive, it is unfolded as a direct one is.
    ``as_it_stands``: operations on memory stay as they are, for whoever executes them; no pointer is resolved.
    ``keeps_result``: what main returns is part of the program, though nothing in it reads that.
    """

    recursion_bound: int = 25
    recursive_calls: bool = False
    array_limit: int = 4096
    copy_limit: int = 4096
    objects_limit: int = 2000
    block_limit: int = 128
    unrolled_limit: int = 1 << 30
    keeps_result: bool = False
    placement: Placement = Placement.APART
    exact_bits: bool = False
    as_it_stands: bool = False
    pointer_calls: frozenset[tuple[str, str]] = frozenset()


EXECUTED = LoweringOptions(
    recursion_bound=100,
    array_limit=1 << 20,
    copy_limit=1 << 17,
    block_limit=1 << 15,
    unrolled_limit=1 << 10,
    keeps_result=True,
    exact_bits=True,
)
"""Of a program that is executed only: what would be too large to reason about is not too large to run, and who takes its execution for a
proof compares it with those of other placements."""
