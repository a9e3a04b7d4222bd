"""Who says what of each task: where two contradict each other one of them is wrong; repetitions of a run count as one."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import replace

from verilab.verification.schema import Run, RunResult


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

    def disagreements(self) -> list[str]:
        """The contradictions, with who says what."""
        return [
            f"{task}: " + "; ".join(f"{verdict} by {', '.join(labels)}" for verdict, labels in sorted(answers.items()))
            for task, answers in self._verdicts.items()
            if len(answers) > 1
        ]


def disagreements(rows: Iterable[Run]) -> list[str]:
    """The tasks that some configuration calls true and another false, with who says what: one of them is wrong."""
    return Answers(rows).disagreements()


def _answers(result: RunResult) -> list[tuple[str, str]]:
    """What the run said, property by property where a task has several: the verdict on all together hides who says what of each."""
    if len(result.properties) < 2:
        return [(result.task, result.verdict)]
    return [(f"{result.task}, {answer.name}", answer.verdict) for answer in result.properties]


def repeated(runs: Iterable[Run]) -> dict[tuple[str, str], list[RunResult]]:
    """The results of each label and task."""
    results: dict[tuple[str, str], list[RunResult]] = {}
    for run in runs:
        results.setdefault((run.label, run.result.task), []).append(run.result)
    return results


def merged(runs: Iterable[Run]) -> list[Run]:
    """One run for each task and label, with the median times of its repetitions."""
    return [Run(label, _merged(results)) for (label, _), results in repeated(runs).items()]


def deciding(results: Sequence[RunResult]) -> RunResult:
    """The repetition whose verdict stands for all: an unknown one where they differ."""
    # The first wrong one hides behind no right one.
    shown = next((result for result in results if result.classification == "wrong"), results[0])
    if shown.classification != "wrong" and len({result.verdict for result in results}) > 1:
        shown = next((result for result in results if result.verdict == "unknown"), shown)
    return shown


def _merged(results: Sequence[RunResult]) -> RunResult:
    shown = deciding(results)
    times = {name: statistics.median(getattr(result.statistics, name) for result in results) for name in ("wall_s", "cpu_s")}
    return replace(shown, statistics=replace(shown.statistics, **times))
