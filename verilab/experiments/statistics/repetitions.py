"""Repetitions of a run count as one run: the median of their figures, and a verdict where all have the same."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import replace

from verilab.verification.schema import Run, RunResult


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
