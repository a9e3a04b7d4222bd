"""rank=top: every target of the complete model, those near the root first (R_T of the thesis §4.2.1).

A refinement for a target near the root is expected to exclude paths to further targets, which branch from the refined path (§4.3.3).
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.refinement.operators import Level, Rank


class RankTop(Rank):
    """Sorts by ascending state level; targets of one level keep their order."""

    explores_all = True

    def __str__(self) -> str:
        return "top"

    def __call__(self, targets: Sequence[ArgNode], level: Level) -> Sequence[ArgNode]:
        return sorted(targets, key=level)


def make(parameter: str) -> RankTop:
    """No parameter."""
    if parameter:
        raise ValueError(f"takes no parameter, got {parameter!r}")
    return RankTop()
