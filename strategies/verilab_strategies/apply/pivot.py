"""apply=pivot: lazy abstraction; keep the model, remove only what follows from the pivot (Henzinger et al. 2002; SPIN'15 §3).

The pivot is the first node of the path with a non-trivial interpolant: from there on the refined precision changes the states.  Where
several targets are left from before a refinement, the current precision may exclude one of them already: it is removed all the same.
"""

from __future__ import annotations

from verilab.analysis.exploration import Exploration
from verilab.analysis.scope import Scope, scope_of
from verilab.refinement.operators import Apply, Candidate, RefinableAnalysis


class ApplyPivot(Apply):
    """Refines per location (or per function, or globally) and prunes the exploration at the pivot."""

    def __init__(self, scope: Scope = Scope.LOCATED) -> None:
        self.scope = scope

    def __str__(self) -> str:
        return f"pivot:{self.scope.value}"

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        pivot = chosen.pivot
        if analysis.refine(chosen.increment, self.scope):
            exploration.arg.stamp()
        elif pivot is None or exploration.arg.is_current(pivot):
            return None
        if pivot is None or pivot.parent is None:
            return exploration.restarted()
        exploration.reopen(exploration.arg.prune(pivot))
        return exploration


def make(parameter: str) -> ApplyPivot:
    """``located`` (the default), ``function`` or ``global``."""
    return ApplyPivot(scope_of(parameter, Scope.LOCATED))
