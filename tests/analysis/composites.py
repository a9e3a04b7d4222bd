"""Composites of small C programs for their tests, and what their refinements were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.refinement.benches import Bench
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.refinable import RefinableAnalysis
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Apply
from verilab.refinement.strategy import parse_strategy

RANGE = """
int main(void) {
  int n = __VERIFIER_nondet_int(), flag = 0;
  if (n > 10) { if (flag == 1) { reach_error(); } if (n < 5) { reach_error(); } }
  return 0;
}
"""
"""The first error needs the value of flag, the second one the range of n."""


Make = Callable[..., Bench]


def run(analysis: RefinableAnalysis, strategy: str) -> tuple[object, list[str]]:
    """The verdict, and per refinement the analysis that was refined."""
    parsed = parse_strategy(strategy)
    noted = NotedApply(parsed.apply)
    return RefinementLoop(analysis, replace(parsed, apply=noted)).run(), noted.refined


class NotedApply(Apply):
    """Notes which analysis each refinement is of."""

    def __init__(self, apply: Apply) -> None:
        self.apply = apply
        self.refined: list[str] = []
        self.chosen: list[tuple[str, list[str]]] = []

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        self.refined.append(chosen.analysis)
        self.chosen.append((chosen.analysis, sorted(analysis.facts.text(fact) for fact in chosen.increment.all)))
        return self.apply(analysis, exploration, chosen)
