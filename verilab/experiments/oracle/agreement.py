"""Which score would have picked the best candidate, summed over the refinements that were followed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from verilab.data_classes import dataclass
from verilab.experiments.oracle.costs import CandidateCost, Outcome, compared
from verilab.refinement.registry import both_sides, operator_names
from verilab.verification.schema import Refinement

TOLERANCE = {"cpu_s": (1.1, 0.1), "wall_s": (1.1, 0.1)}
"""By measure: what counts as the best, as a factor and an offset in seconds.  Smaller differences of time are noise."""

STRATEGY = "the strategy"
"""What agreements call the choice that was made, beside the scores that might have made it."""

Pick = Callable[[Refinement, Sequence[CandidateCost]], CandidateCost | None]
"""From a row of the refinement log and the costs of its candidates to what would have been picked."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How one way of choosing did by one measure.

    ``refinements``: those at which all candidates were followed, there were at least two and one has a verdict, and this score is known
    for all of them; ``best``: at how many of these it picks the best.  ``cost``, ``best_cost``: the sums of what its picks and the
    best ones cost from their refinement on; their ratio is the regret.  ``at_least``: a pick without a verdict is among them.
    """

    score: str
    measure: str
    refinements: int
    best: int
    cost: float
    best_cost: float
    at_least: bool

    @property
    def regret(self) -> float | None:
        """cost / best_cost; None where the best cost nothing."""
        return self.cost / self.best_cost if self.best_cost else None


def agreements(refinements: Sequence[tuple[Refinement, Sequence[CandidateCost]]], measure: str) -> list[Agreement]:
    """The strategy itself first, then every known score in both sides, those that pick the best most often before the others."""
    counted = [(row, costs) for row, costs in refinements if _comparable(costs)]
    if not counted:
        return []
    picks = [_agreement(STRATEGY, _strategy, counted, measure), *(_agreement(text, pick, counted, measure) for text, pick in _scores())]
    return _ordered(pick for pick in picks if pick.refinements)


def summed(several: Iterable[Iterable[Agreement]]) -> list[Agreement]:
    """The agreements of several runs by one measure, added up score by score."""
    groups: dict[tuple[str, str], list[Agreement]] = {}
    for agreement in itertools.chain.from_iterable(several):
        groups.setdefault((agreement.score, agreement.measure), []).append(agreement)
    return _ordered(
        Agreement(
            score,
            measure,
            sum(agreement.refinements for agreement in group),
            sum(agreement.best for agreement in group),
            round(sum(agreement.cost for agreement in group), 3),
            round(sum(agreement.best_cost for agreement in group), 3),
            any(agreement.at_least for agreement in group),
        )
        for (score, measure), group in groups.items()
    )


def _ordered(agreements: Iterable[Agreement]) -> list[Agreement]:
    """The strategy, then the scores: those that pick the best most often first, among equals those whose picks cost less."""
    return sorted(agreements, key=lambda agreement: (agreement.score != STRATEGY, -agreement.best, agreement.cost, agreement.score))


def _comparable(costs: Sequence[CandidateCost]) -> bool:
    return len(costs) > 1 and all(cost.after is not None for cost in costs) and any(cost.outcome is Outcome.DECIDED for cost in costs)


def _scores() -> list[tuple[str, Pick]]:
    picks: list[tuple[str, Pick]] = []
    for name in operator_names("score"):
        picks += [(score.text, _by_score(name, score.prefers_large)) for score in both_sides(name)]
    return picks


def _strategy(row: Refinement, costs: Sequence[CandidateCost]) -> CandidateCost | None:
    return next((cost for cost in costs if cost.chosen), None)


# The selection by one score alone (verilab.refinement.scores.Lexicographic): among equals the shortest prefix, then the first target,
# then the analysis and the facts.
def _by_score(name: str, prefers_large: bool) -> Pick:
    def pick(row: Refinement, costs: Sequence[CandidateCost]) -> CandidateCost | None:
        singles = [cost for cost in costs if cost.candidate is not None]
        if any(name not in single.scores for single in singles):
            return None

        def key(cost: CandidateCost) -> tuple[Any, ...]:
            assert cost.candidate is not None
            value = cost.scores[name]
            target = row.targets[row.candidates[cost.candidate].target].node
            return (-value if prefers_large else value), cost.length, target, cost.analysis, cost.facts, cost.candidate

        return min(singles, key=key, default=None)

    return pick


def _agreement(text: str, pick: Pick, refinements: Sequence[tuple[Refinement, Sequence[CandidateCost]]], measure: str) -> Agreement:
    factor, offset = TOLERANCE.get(measure, (1.0, 0.0))
    number = hits = 0
    cost = least = 0.0
    at_least = False
    for row, costs in refinements:
        picked = pick(row, costs)
        if picked is None:
            continue
        best = min(costs, key=lambda candidate: candidate.key(measure))
        regret = compared(picked, best, measure)
        number += 1
        hits += not regret.at_least and regret.chosen <= regret.best * factor + offset
        cost, least = cost + regret.chosen, least + regret.best
        at_least = at_least or regret.at_least
    return Agreement(text, measure, number, hits, round(cost, 3), round(least, 3), at_least)
