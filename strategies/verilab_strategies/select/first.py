"""select=first: the first candidate, whatever it is (CEGAR without refinement selection; S_F of the thesis)."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.refinement.operators import Candidate, Context, Select


class SelectFirst(Select):
    """Takes the candidate that was proposed first."""

    by_prefix = True  # the others need not be interpolated: verilab.refinement.operators.ByPrefix

    def __str__(self) -> str:
        return "first"

    def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        return candidates[0]


def make(parameter: str) -> SelectFirst:
    """No parameter."""
    if parameter:
        raise ValueError(f"takes no parameter, got {parameter!r}")
    return SelectFirst()
