"""rank=first: only the first target that the exploration found (CEGAR, FORTE'15 Alg. 1; R_F of the thesis when all are explored)."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode


class RankFirst:
    """Keeps the first target; the exploration may stop as soon as it has one."""

    explores_all = False

    def __str__(self) -> str:
        return "first"

    def __call__(self, targets: Sequence[ArgNode]) -> Sequence[ArgNode]:
        return targets[:1]


def make(parameter: str) -> RankFirst:
    """No parameter."""
    if parameter:
        raise ValueError(f"takes no parameter, got {parameter!r}")
    return RankFirst()
