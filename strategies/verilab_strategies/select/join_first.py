"""select=join-first: the first k candidates joined, the others delayed (S_<=k of the thesis §4.2.2).

With a selection as a second parameter, it chooses among the candidates of each target, and the first k of those choices are joined.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.refinement.joining import join, one_per_target
from verilab.refinement.operators import Candidate, Context, Select
from verilab.refinement.registry import make_inner_select


class SelectJoinFirst(Select):
    """Joins at most ``most`` candidates, or with ``inner`` what that selects for each of at most so many targets."""

    def __init__(self, most: int, inner: Select | None = None) -> None:
        if most < 1:
            raise ValueError(f"{most}: give a number of at least 1")
        self.most = most
        self.inner = inner

    def __str__(self) -> str:
        return f"join-first:{self.most}" if self.inner is None else f"join-first:{self.most}:{self.inner}"

    # S_<=k : <(e_1, pi_1), ..., (e_n, pi_n)>  |->  (e_INIT, pi_1 u ... u pi_min(k, n))
    def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        chosen = candidates if self.inner is None else one_per_target(candidates, self.inner, context)
        return join(chosen[: self.most])

    def suffices(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Where they suffice for the choice among the target's own."""
        return self.inner is not None and self.inner.suffices(candidates, context)

    def reason(self, chosen: Candidate, candidates: Sequence[Candidate]) -> str:
        """What was joined."""
        whose = "candidates" if self.inner is None else f"targets' choices of {self.inner}"
        return f"the first {self.most} {whose} at most, of {len(candidates)} candidates"


def make(parameter: str) -> SelectJoinFirst:
    """A number k of at least 1 (2 without one), then after a colon what selects among the candidates of each target."""
    count, _, inner = parameter.partition(":")
    if count and not (count.isascii() and count.isdigit()):
        raise ValueError(f"{count!r}: give a number of at least 1, as in join-first:4")
    return SelectJoinFirst(int(count or 2), make_inner_select(inner) if inner else None)
