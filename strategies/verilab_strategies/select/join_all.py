"""select=join-all: all candidates joined into one refinement (the all-join S_u of the thesis §4.2.2).

With a selection as parameter, it chooses among the candidates of each target, and those choices are joined: the multi-path form of
refinement selection, which no paper has.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from verilab.refinement.choice import Choice, ScoredSelect, all_scores
from verilab.refinement.joining import join, one_per_target
from verilab.refinement.operators import Candidate, Context, Select
from verilab.refinement.registry import make_inner_select


class SelectJoinAll(ScoredSelect):
    """Joins every candidate, or with ``inner`` what that selects for each target."""

    def __init__(self, inner: Select | None = None) -> None:
        self.inner = inner

    def __str__(self) -> str:
        return "join-all" if self.inner is None else f"join-all:{self.inner}"

    # S_u : <(e_1, pi_1), ..., (e_n, pi_n)>  |->  (e_INIT, pi_1 u ... u pi_n)
    def choose(self, candidates: Sequence[Candidate], context: Context) -> Choice:
        explain = partial(self._reason, candidates)
        if self.inner is None:
            return Choice(join(candidates), explain)
        choices = one_per_target(candidates, self.inner, context)
        return Choice(join([choice.candidate for choice in choices]), explain, all_scores(choices))

    def suffices(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Where they suffice for the choice among the target's own."""
        return self.inner is not None and self.inner.suffices(candidates, context)

    def _reason(self, candidates: Sequence[Candidate]) -> str:
        """What was joined."""
        targets = len({candidate.target.id for candidate in candidates})
        whose = "all candidates" if self.inner is None else f"the choice of {self.inner} for each target"
        return f"{whose}: {len(candidates)} candidates for {targets} target{'s' if targets > 1 else ''}"


def make(parameter: str) -> SelectJoinAll:
    """Nothing (every candidate), or what selects among the candidates of each target: a list of scores or a selection."""
    return SelectJoinAll(make_inner_select(parameter) if parameter else None)
