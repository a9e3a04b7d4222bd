"""select=join-first: the first k candidates joined, the others delayed (S_<=k of the thesis §4.2.2).

With a selection as a second parameter, it chooses among the candidates of each target, and the first k of those choices are joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from verilab.refinement.choice import Choice, ScoredSelect, all_scores
from verilab.refinement.joining import join, one_per_target
from verilab.refinement.operators import Candidate, Context, Select
from verilab.refinement.registry import make_inner_select


class SelectJoinFirst(ScoredSelect):
    """Joins at most ``most`` candidates, or with ``inner`` what that selects for each of at most so many targets."""

    def __init__(self, most: int, inner: Select | None = None) -> None:
        if most < 1:
            raise ValueError(f"{most}: give a number of at least 1")
        self.most = most
        self.inner = inner

    def __str__(self) -> str:
        return f"join-first:{self.most}" if self.inner is None else f"join-first:{self.most}:{self.inner}"

    # S_<=k : <(e_1, pi_1), ..., (e_n, pi_n)>  |->  (e_INIT, pi_1 u ... u pi_min(k, n))
    def choose(self, candidates: Sequence[Candidate], context: Context) -> Choice:
        explain = partial(self._reason, candidates)
        if self.inner is None:
            return Choice(join(candidates[: self.most]), explain)
        choices = one_per_target(candidates, self.inner, context)
        return Choice(join([choice.candidate for choice in choices[: self.most]]), explain, all_scores(choices))

    def suffices(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Where they suffice for the choice among the target's own."""
        return self.inner is not None and self.inner.suffices(candidates, context)

    def _reason(self, candidates: Sequence[Candidate]) -> str:
        """What was joined."""
        whose = "candidates" if self.inner is None else f"targets' choices of {self.inner}"
        return f"the first {self.most} {whose} at most, of {len(candidates)} candidates"


def make(parameter: str) -> SelectJoinFirst:
    """A number k of at least 1 (2 without one), then after a colon what selects among the candidates of each target."""
    count, _, inner = parameter.partition(":")
    if count and not (count.isascii() and count.isdigit()):
        raise ValueError(f"{count!r}: give a number of at least 1, as in join-first:4")
    return SelectJoinFirst(int(count or 2), make_inner_select(inner) if inner else None)
