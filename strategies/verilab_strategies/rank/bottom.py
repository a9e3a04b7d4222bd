"""rank=bottom: every target of the complete model, those far from the root first (R_B of the thesis §4.2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.refinement.operators import Level, Rank


class RankBottom(Rank):
    """Sorts by descending state level; targets of one level keep their order."""

    explores_all = True

    def __str__(self) -> str:
        return "bottom"

    def __call__(self, targets: Sequence[ArgNode], level: Level) -> Sequence[ArgNode]:
        return sorted(targets, key=level, reverse=True)


def make(parameter: str) -> RankBottom:
    """No parameter."""
    if parameter:
        raise ValueError(f"takes no parameter, got {parameter!r}")
    return RankBottom()
