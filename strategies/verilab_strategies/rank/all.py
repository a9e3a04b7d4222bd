"""rank=all: every target of the complete model, as the exploration found them (R_ID, the identity target ranker of the thesis §4.2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.refinement.operators import Level, Rank


class RankAll(Rank):
    """Keeps all targets in their order."""

    explores_all = True

    def __str__(self) -> str:
        return "all"

    def __call__(self, targets: Sequence[ArgNode], level: Level) -> Sequence[ArgNode]:
        return list(targets)


def make(parameter: str) -> RankAll:
    """No parameter."""
    if parameter:
        raise ValueError(f"takes no parameter, got {parameter!r}")
    return RankAll()
