"""The report of an oracle: per refinement the cost of each candidate and the regret, over all of them the agreement of the scores."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from verilab.data_classes import dataclass
from verilab.experiments.oracle.agreement import Agreement, agreements, summed
from verilab.experiments.oracle.branches import Branch, BranchRun
from verilab.experiments.oracle.costs import MEASURES, CandidateCost, Outcome, Regret, costs_of, ranked, regret
from verilab.experiments.oracle.recording import Recorded, Recording
from verilab.verification.schema import Candidate, RunResult


@dataclass(frozen=True, slots=True)
class RefinementReport:
    """One refinement: its candidates in the order of proposal (and the join, if that was chosen), and the regret of the choice.

    ``location``, ``line``: of the first target.  ``regrets``: by measure; empty where a candidate was not followed or none has a verdict.
    """

    number: int
    location: str
    line: int
    candidates: tuple[CandidateCost, ...]
    regrets: dict[str, Regret]

    @property
    def followed(self) -> int:
        """How many candidates were."""
        return sum(candidate.after is not None for candidate in self.candidates)


@dataclass(frozen=True, slots=True)
class OracleReport:
    """What following every candidate showed.

    ``measure``: what ranks and agreements are by.  ``recorded``: the run that was branched from, with its refinement log; ``own``: the
    strategy's own run again, without it, which the branches are compared with, None where it was not finished.  ``unstable``: what the
    own run did otherwise than the recorded one, "" for nothing.  ``left_out``: branches past the cap, or not finished when interrupted.
    """

    task: str
    strategy: str
    measure: str
    recorded: RunResult
    own: RunResult | None
    unstable: str
    refinements: tuple[RefinementReport, ...]
    agreements: dict[str, tuple[Agreement, ...]]
    left_out: int
    interrupted: bool

    @property
    def verdicts(self) -> tuple[str, ...]:
        """The different verdicts of all branches, unknown left out: more than one would mean that one is wrong."""
        verdicts = {candidate.verdict for refinement in self.refinements for candidate in refinement.candidates}
        return tuple(sorted(verdicts & {"true", "false"}))

    def rows(self) -> Iterator[dict[str, Any]]:
        """JSON rows, told apart by ``row``: "run" (one), "candidate", "regret" (by refinement and measure), "score" (by measure)."""
        head = {"task": self.task, "strategy": self.strategy}
        yield {
            "row": "run",
            **head,
            "measure": self.measure,
            "verdict": self.recorded.verdict,
            "reason": self.recorded.reason,
            "refinements": self.recorded.statistics.refinements,
            "configuration": self.recorded.configuration.to_json(),
            "versions": self.recorded.versions,
            "own": None if self.own is None else asdict(self.own.statistics),
            "unstable": self.unstable,
            "left_out": self.left_out,
            "interrupted": self.interrupted,
        }
        for refinement in self.refinements:
            place = {"refinement": refinement.number, "location": refinement.location, "line": refinement.line}
            for candidate in refinement.candidates:
                yield {"row": "candidate", **head, **place, **asdict(candidate), "outcome": candidate.outcome.value}
            for lost in refinement.regrets.values():
                yield {"row": "regret", **head, **place, **asdict(lost)}
        yield from score_rows(self.task, self.strategy, self.agreements)


def score_rows(task: str, strategy: str, by_measure: Mapping[str, Sequence[Agreement]]) -> Iterator[dict[str, Any]]:
    """JSON rows of agreements by measure."""
    for agreement in itertools.chain.from_iterable(by_measure.values()):
        yield {"row": "score", "task": task, "strategy": strategy, **asdict(agreement), "regret": agreement.regret}


def total(reports: Sequence[OracleReport]) -> dict[str, tuple[Agreement, ...]]:
    """The agreements of several runs, added up by measure."""
    return {measure: tuple(summed(report.agreements[measure] for report in reports)) for measure in MEASURES}


def make_report(
    recording: Recording, numbers: Sequence[int], runs: Sequence[BranchRun], *, measure: str, left_out: int = 0, interrupted: bool = False
) -> OracleReport:
    """The report of what was followed at the refinements of these numbers; ``measure`` (of MEASURES) is what ranks are by."""
    by_branch = {run.branch: run for run in runs}
    own = next((run for run in runs if run.branch.candidate is None), None)
    refinements = [_refinement(recording, recording.refinements[number], by_branch, own, measure) for number in numbers]
    pairs = [(recording.refinements[refinement.number].row, refinement.candidates) for refinement in refinements]
    return OracleReport(
        recording.task.name,
        recording.configuration.strategy or "default",
        measure,
        recording.result,
        None if own is None else own.result,
        "" if own is None else _unstable(recording, own),
        tuple(refinements),
        {name: tuple(agreements(pairs, name)) for name in MEASURES},
        left_out,
        interrupted,
    )


def _refinement(
    recording: Recording, recorded: Recorded, runs: dict[Branch, BranchRun], own: BranchRun | None, measure: str
) -> RefinementReport:
    mark = None if own is None else own.before(recorded.number)
    costs = []
    for place, candidate in enumerate(recorded.candidates):
        chosen = place == recorded.chosen
        run = own if chosen else runs.get(Branch(recorded.number, place))
        costs.append(_cost(recording, recorded, place, candidate, run, mark))
    if recorded.chosen is None:
        join = Candidate(0, "join", 0, (), (), recorded.row.increment, {})
        costs.append(_cost(recording, recorded, None, join, own, mark))
    ranks = ranked(costs, measure)
    costs = [replace(cost, rank=ranks.get(cost.candidate)) for cost in costs]
    target = recorded.row.targets[0]
    regrets = {name: lost for name in MEASURES if (lost := regret(costs, name)) is not None}
    return RefinementReport(recorded.number, target.location, target.line, tuple(costs), regrets)


def _cost(
    recording: Recording,
    recorded: Recorded,
    place: int | None,
    candidate: Candidate,
    run: BranchRun | None,
    mark: dict[str, Any] | None,
) -> CandidateCost:
    outcome, after, total = Outcome.MISSING, None, None
    verdict = reason = ""
    repeated = False
    if run is not None:
        outcome, after, total = costs_of(run, recorded.number, mark, recording.configuration.time_limit)
        verdict, reason = run.result.verdict, run.result.reason
        repeated = sum(line.get("refinement") == recorded.number for line in run.trace) > 1
    return CandidateCost(
        place,
        place == recorded.chosen,
        candidate.analysis,
        candidate.length,
        tuple(sorted(entry.fact for entry in candidate.increment)),
        candidate.scores,
        outcome,
        verdict,
        reason,
        after,
        total,
        repeated,
    )


# Determinism (ARCHITECTURE.md, "What is always so"): same inputs, versions and seed, same refinements in the same order, same verdict.
def _unstable(recording: Recording, own: BranchRun) -> str:
    """What the strategy's own run did otherwise when it was run again; "" for nothing.  Runs that a limit ended are compared so far."""
    for number, (one, other) in enumerate(zip(_choices(recording.trace), _choices(own.trace), strict=False), start=1):
        if one != other:
            return f"choice {number} of refinement {other[0]} has other candidates or takes another one"
    before, after = recording.result, own.result
    if "unknown" in (before.verdict, after.verdict):
        return ""
    for name, (first, second) in {
        "the verdict": (before.verdict, after.verdict),
        "the number of refinements": (before.statistics.refinements, after.statistics.refinements),
        "the number of states": (before.statistics.states, after.statistics.states),
    }.items():
        if first != second:
            return f"{name} was {first} and is {second}"
    return ""


def _choices(trace: Sequence[dict[str, Any]]) -> list[tuple[int, str, int | None]]:
    return [(line["refinement"], line["digest"], line["chosen"]) for line in trace if "refinement" in line]
