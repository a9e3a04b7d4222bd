"""A sweep: tasks x configurations, each run in a process of its own, rows written as they come.

The product of the axes is computed here and nowhere enumerated by hand.  Runs share nothing, so that a crash, a kill or a memory
limit costs one run; the CSV has every finished row on disk whatever happens later.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from verilab.experiments.configuration import Configuration
from verilab.experiments.result import PropertyResult, RunResult
from verilab.experiments.runs.isolated import RejectedInput, run_isolated
from verilab.program.tasks import Task

COLUMNS = (
    "task",
    "configuration",
    "expected",
    "verdict",
    "class",
    "reason",
    "evidence",
    "checked_by",
    "accepted",
    "wall_s",
    "cpu_s",
    "solver_s",
    "own_s",
    "analysis_s",
    "states",
    "refinements",
    "provident",
    "candidates",
    "choices",
    "predicates",
    "interpolations_asked",
    "interpolations_valid",
    "interpolations_invalid",
    "interpolations_failed",
    "interpolations_unsupported",
    "interpolations_timedout",
    "interpolations_fallbacks",
    "interpolation_s",
    "properties",
    "model_errors",
)
DEFAULT = "default"
"""How a label names the value "" of an axis that varies."""

COUNTS = ("asked", "valid", "invalid", "failed", "unsupported", "timedout", "fallbacks")


@dataclass(frozen=True, slots=True)
class SweepRow:
    """One run of a sweep; ``label`` names its configuration by the axes that vary."""

    label: str
    result: RunResult

    def cells(self) -> list[str]:
        """The row in the order of COLUMNS."""
        result, statistics, evidence = self.result, self.result.statistics, self.result.evidence
        expected = "" if result.expected is None else str(result.expected).lower()
        return [
            result.task,
            self.label,
            expected,
            result.verdict,
            result.classification,
            result.reason,
            evidence.kind,
            evidence.checked_by,
            str(evidence.accepted).lower(),
            f"{statistics.wall_s:.3f}",
            f"{statistics.cpu_s:.3f}",
            f"{statistics.solver_s:.3f}",
            f"{statistics.own_s:.3f}",
            f"{statistics.analysis_s:.3f}",
            str(statistics.states),
            str(statistics.refinements),
            str(statistics.provident),
            str(statistics.candidates),
            str(statistics.choices),
            str(statistics.predicates),
            *(str(int(statistics.interpolation_total(number))) for number in COUNTS),
            f"{statistics.interpolation_total('seconds'):.3f}",
            " ".join(map(_property_cell, result.properties)),
            str(statistics.model_errors),
        ]


def _property_cell(found: PropertyResult) -> str:
    """``name=verdict``, and ``:expected`` where the task promises one: without it a wrong verdict would be read back as a right one."""
    return f"{found.name}={found.verdict}" + ("" if found.expected is None else f":{str(found.expected).lower()}")


def product(base: Configuration, axes: Mapping[str, Sequence[object]]) -> list[tuple[str, Configuration]]:
    """Every combination of the axes' values as (label, configuration); the label lists the axes that have several values."""
    names = list(axes)
    combinations = []
    for values in itertools.product(*axes.values()):
        setting = dict(zip(names, values, strict=True))
        label = " ".join(f"{value}" or DEFAULT for name, value in setting.items() if len(axes[name]) > 1)
        label = label or " ".join(f"{value}" for value in values if value != "")
        combinations.append((label, replace(base, **setting)))  # type: ignore[arg-type]  # checked by Configuration
    return combinations


def sweep(
    tasks: Iterable[Task],
    configurations: Sequence[tuple[str, Configuration]],
    *,
    jobs: int = 1,
    done: Collection[tuple[str, str]] = (),
    run: Callable[[Task, Configuration], RunResult] = run_isolated,
) -> Iterator[SweepRow]:
    """Run every task under every configuration, at most ``jobs`` processes at once; rows come as runs finish.

    ``done``: the runs that need no repetition, as names of tasks and labels.
    Wrong input is a row like any other: verdict unknown, reason "input error: ...".
    """
    pending: set[Future[SweepRow]] = set()
    work = itertools.product(tasks, configurations)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        try:
            for task, (label, configuration) in work:
                if (task.name, label) in done:
                    continue
                pending.add(pool.submit(_one, task, label, configuration, run))
                if len(pending) >= jobs:
                    finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                    for future in finished:
                        yield future.result()
            while pending:
                finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _one(task: Task, label: str, configuration: Configuration, run: Callable[[Task, Configuration], RunResult]) -> SweepRow:
    try:
        result = run(task, configuration)
    except RejectedInput as error:
        first_line = str(error).splitlines()[0] if str(error) else "rejected"
        result = RunResult(
            task.name, "unknown", f"input error: {first_line}", configuration=configuration.to_json(), expected=task.promised
        )
    return SweepRow(label, result)


def write_csv(rows: Iterable[SweepRow], path: Path) -> Iterator[SweepRow]:
    """Pass the rows on, each written and flushed to ``path`` before the next one is asked for."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerow(COLUMNS)
    return append_csv(rows, path)


def append_csv(rows: Iterable[SweepRow], path: Path) -> Iterator[SweepRow]:
    """As ``write_csv``, after the rows that the file already has."""
    with path.open("a", newline="") as file:
        writer = csv.writer(file)
        for row in rows:
            writer.writerow(row.cells())
            file.flush()
            yield row
