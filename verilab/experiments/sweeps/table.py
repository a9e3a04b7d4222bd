"""The table of a sweep: solved, wrong, unknown by reason and time, one line per configuration."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verilab.verification.schema import Run, RunResult


@dataclass(frozen=True, slots=True)
class Summary:
    """What one configuration achieved; times in seconds of wall time, ``own_share`` in [0, 1] (median over the runs).

    ``common_*`` are sums over the tasks that every configuration of the sweep solved, so that they can be compared.
    """

    label: str
    tasks: int
    true: int
    false: int
    wrong: int
    model_errors: int
    unknown: Counter[str]
    total_s: float
    median_solved_s: float
    own_share: float
    common: int = 0
    common_s: float = 0.0
    common_refinements: int = 0
    common_predicates: int = 0

    @property
    def solved(self) -> int:
        return self.true + self.false


def reason_class(reason: str) -> str:
    """The part of an unknown verdict's reason that it shares with others of its kind."""
    return reason.partition(":")[0].partition("(")[0].strip() or "no reason given"


def summarise(rows: Sequence[Run]) -> list[Summary]:
    """One Summary per configuration, in the order of first appearance."""
    groups: dict[str, list[Run]] = {}
    for row in rows:
        groups.setdefault(row.label, []).append(row)
    solved = [{row.result.task for row in group if row.result.classification == "solved"} for group in groups.values()]
    common = set.intersection(*solved) if solved else set()
    return [_summary(label, group, common) for label, group in groups.items()]


class Answers:
    """Who says what of each task, or of each of its properties where it has several."""

    def __init__(self, rows: Iterable[Run] = ()) -> None:
        self._verdicts: dict[str, dict[str, list[str]]] = {}
        self.contradictions = 0
        """How many of them some run calls true and another false."""
        for row in rows:
            self.add(row)

    def add(self, row: Run) -> None:
        """Count a run in."""
        for subject, verdict in _answers(row.result):
            if verdict != "unknown":
                said = self._verdicts.setdefault(subject, {})
                self.contradictions += verdict not in said and len(said) == 1
                said.setdefault(verdict, []).append(row.label)

    def told(self) -> list[str]:
        """The contradictions, with who says what."""
        return [
            f"{task}: " + "; ".join(f"{verdict} by {', '.join(labels)}" for verdict, labels in sorted(answers.items()))
            for task, answers in self._verdicts.items()
            if len(answers) > 1
        ]


def disagreements(rows: Iterable[Run]) -> list[str]:
    """The tasks that some configuration calls true and another false, with who says what: one of them is wrong."""
    return Answers(rows).told()


def _answers(result: RunResult) -> list[tuple[str, str]]:
    """What the run said, property by property where a task has several: the verdict on all together hides who says what of each."""
    if len(result.properties) < 2:
        return [(result.task, result.verdict)]
    return [(f"{result.task}, {each.name}", each.verdict) for each in result.properties]


def _summary(label: str, rows: Sequence[Run], common: set[str]) -> Summary:
    solved = [row.result for row in rows if row.result.classification == "solved"]
    unknown = Counter(reason_class(row.result.reason) for row in rows if row.result.verdict == "unknown")
    shares = [
        row.result.statistics.own_s / (row.result.statistics.own_s + row.result.statistics.solver_s)
        for row in rows
        if row.result.statistics.own_s + row.result.statistics.solver_s > 0
    ]
    compared = [result.statistics for result in solved if result.task in common]
    return Summary(
        label,
        len(rows),
        sum(result.verdict == "true" for result in solved),
        sum(result.verdict == "false" for result in solved),
        sum(row.result.classification == "wrong" for row in rows),
        sum(row.result.statistics.model_errors for row in rows),
        unknown,
        sum(row.result.statistics.wall_s for row in rows),
        statistics.median(result.statistics.wall_s for result in solved) if solved else 0.0,
        statistics.median(shares) if shares else 0.0,
        len(compared),
        sum(figures.wall_s for figures in compared),
        sum(figures.refinements for figures in compared),
        sum(figures.predicates for figures in compared),
    )
