"""rank=first: only the first target that the exploration found (CEGAR, FORTE'15 Alg. 1; R_F of the thesis §4.2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.refinement.operators import Level, Rank


class RankFirst(Rank):
    """Keeps the first target; the exploration stops as soon as it has one, or where ``complete`` (as in PCEGAR) goes on to its end."""

    several = False

    def __init__(self, *, complete: bool = False) -> None:
        self.explores_all = complete

    def __str__(self) -> str:
        return "first:complete" if self.explores_all else "first"

    def __call__(self, targets: Sequence[ArgNode], level: Level) -> Sequence[ArgNode]:
        return targets[:1]


def make(parameter: str) -> RankFirst:
    """Nothing (stop at the first target) or ``complete`` (explore to the end, then take the first)."""
    if parameter not in ("", "complete"):
        raise ValueError(f"unknown parameter {parameter!r}; known: complete, or no parameter")
    return RankFirst(complete=parameter == "complete")
