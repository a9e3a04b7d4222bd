"""apply=restart: throw the abstract model away and explore again with the refined precision (FORTE'15 Alg. 1, lines 11-12).

pi(l) := pi(l) u increment(l)  for every l                             restart:located
pi(l) := pi(l) u (union of the increment in the function of l)         restart:function
pi(l) := pi(l) u (union of the increment)                              restart:global
"""

from __future__ import annotations

from verilab.analysis.exploration import Exploration
from verilab.analysis.scope import Scope, scope_of
from verilab.refinement.operators import Apply, Candidate, RefinableAnalysis


class ApplyRestart(Apply):
    """Refines globally, per function or per location, then starts a new exploration."""

    def __init__(self, scope: Scope = Scope.GLOBAL) -> None:
        self.scope = scope

    def __str__(self) -> str:
        return f"restart:{self.scope.value}"

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        if not analysis.refine(chosen.increment, self.scope):
            return None
        return exploration.restarted()


def make(parameter: str) -> ApplyRestart:
    """``global`` (the default), ``function`` or ``located``."""
    return ApplyRestart(scope_of(parameter, Scope.GLOBAL))
