"""What a candidate cost: its branch from the refinement on, compared with the branches of the others.

cost(c)   what the run spends after it has taken c, up to its verdict and the check of the evidence
regret    cost(chosen) / cost(best)   and   cost(chosen) - cost(best)

A branch without a verdict counts as the limit: its time is all that was left of it, its states and refinements are those that it came
to.  Whatever these are, a branch with a verdict is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from verilab.data_classes import dataclass
from verilab.experiments.oracle.branches import BranchRun
from verilab.verification.phases.analysis import DIVERGED

MEASURES = ("cpu_s", "wall_s", "states", "refinements")
"""What is compared: CPU and wall time in seconds, abstract states made, refinements executed (the one branched at included)."""

Cost = dict[str, float]
"""By measure."""


class Outcome(Enum):
    """How a branch ended."""

    DECIDED = "decided"  # with a verdict whose evidence was accepted
    UNDECIDED = "undecided"  # a limit, a crash, a path that cannot be refined
    DIVERGED = "not deterministic"  # it came to other candidates than the recorded run, and says nothing about them
    MISSING = "not followed"  # left out by the cap on branches, or interrupted


@dataclass(frozen=True, slots=True)
class CandidateCost:
    """One candidate of a refinement and what following it cost.

    ``candidate``: its place among the candidates, None for a join of several.  ``length``: steps of its sliced prefix.  ``after``: the
    cost from the refinement on; ``total``: of the whole run; both None where the branch tells nothing.  ``rank``: 1 + how many
    candidates are better by the measure of the report; all without a verdict share the last rank.  ``adds_nothing``: it was chosen, but
    the precision had it already, so that the next one chosen is what cost this.
    """

    candidate: int | None
    chosen: bool
    analysis: str
    length: int
    facts: tuple[str, ...]
    scores: dict[str, float]
    outcome: Outcome
    verdict: str
    reason: str
    after: Cost | None
    total: Cost | None
    adds_nothing: bool = False
    rank: int | None = None

    def key(self, measure: str) -> tuple[bool, float]:
        """Sorts by cost, those with a verdict first; only for candidates that were followed."""
        assert self.after is not None
        decided = self.outcome is Outcome.DECIDED
        return not decided, self.after[measure] if decided else 0.0


@dataclass(frozen=True, slots=True)
class Regret:
    """What the strategy's choice cost more than the best candidate, by one measure.

    ``ratio`` is None where the best cost nothing and the choice did.  ``at_least``: the choice has no verdict, so that its cost, the
    ratio and the difference are lower bounds.
    """

    measure: str
    chosen: float
    best: float
    ratio: float | None
    difference: float
    at_least: bool


def regret(candidates: Sequence[CandidateCost], measure: str) -> Regret | None:
    """The regret of the chosen one; None where not all were followed, or none of them has a verdict."""
    if any(candidate.after is None for candidate in candidates):
        return None
    best = min(candidates, key=lambda candidate: candidate.key(measure), default=None)
    chosen = next((candidate for candidate in candidates if candidate.chosen), None)
    if best is None or chosen is None or best.outcome is not Outcome.DECIDED:
        return None
    return compared(chosen, best, measure)


def compared(one: CandidateCost, best: CandidateCost, measure: str) -> Regret:
    """The regret of one candidate against the best; both were followed, the best has a verdict."""
    assert one.after is not None
    assert best.after is not None
    least, undecided = best.after[measure], one.outcome is not Outcome.DECIDED
    cost = max(one.after[measure], least) if undecided else one.after[measure]
    ratio = cost / least if least else (1.0 if cost == least else None)
    return Regret(measure, cost, least, ratio, cost - least, undecided)


def ranked(candidates: Sequence[CandidateCost], measure: str) -> dict[int | None, int]:
    """The rank of each candidate that was followed."""
    followed = [candidate for candidate in candidates if candidate.after is not None]
    return {candidate.candidate: 1 + sum(other.key(measure) < candidate.key(measure) for other in followed) for candidate in followed}


def costs_of(run: BranchRun, refinement: int, mark: dict[str, Any] | None, limit: float | None) -> tuple[Outcome, Cost | None, Cost | None]:
    """How a branch ended, what it cost after the refinement, and in total.

    ``mark`` is what the strategy's own run had cost at the refinement, for a branch that was killed before it came there.
    """
    if run.result.reason.startswith(DIVERGED):
        return Outcome.DIVERGED, None, None
    decided = run.result.verdict != "unknown"
    before = run.before(refinement) or mark
    if before is None or (decided and run.end is None):
        return Outcome.UNDECIDED, None, None
    statistics = run.result.statistics
    end = run.end or {"states": statistics.states, "refinements": statistics.refinements}
    last = run.trace[-1] if run.trace else before
    total = {measure: max(end.get(measure, 0), last.get(measure, 0)) for measure in MEASURES}
    if not decided and limit is not None:
        total |= {"cpu_s": max(total["cpu_s"], limit), "wall_s": max(total["wall_s"], limit)}
    after = {measure: max(0, round(total[measure] - before[measure], 3)) for measure in MEASURES}
    after["refinements"] += 1
    return Outcome.DECIDED if decided else Outcome.UNDECIDED, after, total
