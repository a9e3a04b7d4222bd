"""apply=restart: throw the abstract model away and explore again with the refined precision (FORTE'15 Alg. 1, lines 11-12).

pi(l) := pi(l) u increment(l)  for every l           restart:located
pi(l) := pi(l) u (union of the increment)            restart:global
"""

from __future__ import annotations

from verilab.analysis.exploration import Exploration
from verilab.refinement.operators import Apply, Candidate, RefinableAnalysis


class ApplyRestart(Apply):
    """Refines globally or per location, then starts a new exploration."""

    def __init__(self, *, located: bool) -> None:
        self.located = located

    def __str__(self) -> str:
        return f"restart:{'located' if self.located else 'global'}"

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        if not analysis.refine(chosen.increment, located=self.located):
            return None
        return exploration.restarted()


def make(parameter: str) -> ApplyRestart:
    """``global`` (the default) or ``located``."""
    if parameter not in ("", "global", "located"):
        raise ValueError(f"unknown scope {parameter!r}; known: global, located")
    return ApplyRestart(located=parameter == "located")
