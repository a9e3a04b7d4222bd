"""apply=pivot: lazy abstraction; keep the model, remove only what follows from the pivot (Henzinger et al. 2002; SPIN'15 §3).

The pivot is the first node of the path with a non-trivial interpolant: from there on the refined precision changes the states.  Where
several targets are left from before a refinement, the current precision may exclude one of them already: it is removed all the same.
"""

from __future__ import annotations

from verilab.analysis.exploration import Exploration
from verilab.refinement.operators import Apply, Candidate, RefinableAnalysis


class ApplyPivot(Apply):
    """Refines per location (or globally) and prunes the exploration at the pivot."""

    def __init__(self, *, located: bool) -> None:
        self.located = located

    def __str__(self) -> str:
        return f"pivot:{'located' if self.located else 'global'}"

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        pivot = chosen.pivot
        if analysis.refine(chosen.increment, located=self.located):
            exploration.arg.stamp()
        elif pivot is None or exploration.arg.is_current(pivot):
            return None
        if pivot is None or pivot.parent is None:
            return exploration.restarted()
        exploration.reopen(exploration.arg.prune(pivot))
        return exploration


def make(parameter: str) -> ApplyPivot:
    """``located`` (the default) or ``global``."""
    if parameter not in ("", "global", "located"):
        raise ValueError(f"unknown scope {parameter!r}; known: global, located")
    return ApplyPivot(located=parameter != "global")
