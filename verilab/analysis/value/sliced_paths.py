"""Sliced paths under the value analysis whose front is cut off a sliced prefix (SPIN'15 §2), by the mirror of FORTE'15 Alg. 3.

    for a sliced prefix <op_1 .. op_n>, that contradicts in op_n alone:
    j := the latest start with  SP_{op_j .. op_n}({})  contradicting;     add  <op_j .. op_n>
    op_j an assume:  op_j := no-op, and again;     else: end

What a contradiction needs is known from the way back (``first_contradiction``): before its first interpolant that is not empty nothing is
needed, so that the latest start lies there or behind.  One step later with nothing known, another derivation may end in the same
contradiction, where an assume teaches what was known before; else the start is the latest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verilab.analysis.prefixes import Front
from verilab.analysis.value.first_contradiction import interpolate
from verilab.analysis.value.interpolation import Interpolation
from verilab.analysis.value.strongest_post.post import Post
from verilab.program.cfa import Operation
from verilab.program.operations import Assume


def fronts(
    post: Post, operations: Sequence[Operation], prefix: Interpolation, omitted: frozenset[int], most: int
) -> Iterator[tuple[Front, Interpolation]]:
    """At most ``most`` of them, the latest start first, each with its interpolants, which are empty up to the cut.

    ``prefix``: the interpolants of the sliced prefix, from which the assumes ``omitted`` are left out.
    """
    end = prefix.length - 1
    left_out: frozenset[int] = frozenset()
    known: Interpolation | None = prefix
    for _ in range(most):
        if known is None:
            return
        cut, known = _latest_start(post, operations[: end + 1], known, omitted | left_out)
        if cut or left_out:  # else it is the prefix itself
            yield Front(cut, left_out), known
        if cut == end or not isinstance(operations[cut], Assume):
            return
        left_out |= {cut}
        known = _contradiction(post, operations[: end + 1], omitted | left_out, 0)


def _latest_start(post: Post, operations: Sequence[Operation], known: Interpolation, omitted: frozenset[int]) -> tuple[int, Interpolation]:
    """The latest start of the operations from which they contradict in the last one, and the interpolants from there on."""
    while True:
        cut = _start(known)
        if cut == len(operations) - 1:
            return cut, known
        later = _contradiction(post, operations, omitted, cut + 1)
        if later is None:
            return cut, known
        known = later


def _contradiction(post: Post, operations: Sequence[Operation], omitted: frozenset[int], cut: int) -> Interpolation | None:
    """The interpolants of the operations from ``cut`` on; None where they do not contradict, or do before the last one."""
    interpolation = interpolate(post, operations, omitted.union(range(cut)))
    return interpolation if interpolation is not None and interpolation.length == len(operations) else None


def _start(known: Interpolation) -> int:
    """The operations before which nothing is needed: as many as have an empty interpolant behind them at first."""
    count = 0
    for assignment, repeated in known.assignments.pairs:
        if assignment:
            break
        count += repeated
    return count
