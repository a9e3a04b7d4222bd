"""A sweep: tasks x configurations, each run in a process of its own, rows given as they come.

The product of the axes is computed here and nowhere enumerated by hand.  Runs share nothing, so that a crash, a kill or a memory
limit costs one run.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import DEFAULT, Run, RunResult
from verilab.verification.serving.answers import RejectedInput

if TYPE_CHECKING:
    from pandas import DataFrame

ALWAYS = ("analysis", "backend", "encoding", "interpolation", "strategy")
"""The axes that name a run also where nothing varies."""


def product(base: Configuration, axes: Mapping[str, Sequence[object]]) -> list[tuple[str, Configuration]]:
    """Every combination of the axes' values as (label, configuration); the label lists the axes that have several values."""
    return [(label, replace(base, **setting)) for label, setting in combinations(axes)]  # checked by Configuration


def combinations(axes: Mapping[str, Sequence[object]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every combination of the axes' values, by axis, with its label."""
    for values in itertools.product(*axes.values()):
        setting = dict(zip(axes, values, strict=True))
        label = " ".join(f"{value}" or DEFAULT for name, value in setting.items() if len(axes[name]) > 1)
        yield label or " ".join(f"{value}" for value in values if value != ""), setting


def sweep(
    tasks: Iterable[Task],
    configurations: Sequence[tuple[str, Configuration]],
    *,
    jobs: int = 1,
    done: Collection[tuple[str, str]] = (),
    run: Callable[[Task, Configuration], RunResult] = run_isolated,
) -> Rows:
    """Run every task under every configuration, at most ``jobs`` processes at once; rows come as runs finish, or as one data frame.

    ``done``: the runs that need no repetition, as names of tasks and labels.
    Wrong input is a row like any other: verdict unknown, reason "input error: ...".
    """
    return Rows(_swept(tasks, configurations, jobs, done, run))


class Rows(Iterator[Run]):
    """The rows of a sweep, which is run as they are asked for."""

    def __init__(self, rows: Generator[Run, None, None]) -> None:
        self._rows = rows

    def __next__(self) -> Run:
        return next(self._rows)

    def close(self) -> None:
        """End the runs that go on, and give none any more."""
        self._rows.close()

    def frame(self) -> DataFrame:
        """The rows that were not given yet, when all are there: a line for each, with the columns of ``verilab.open(...).runs``.

        StoreError where pandas is not installed.
        """
        from verilab.experiments.store.frames import frame_of  # only here: who wants rows needs no pandas

        return frame_of(self)


def _swept(
    tasks: Iterable[Task],
    configurations: Sequence[tuple[str, Configuration]],
    jobs: int,
    done: Collection[tuple[str, str]],
    run: Callable[[Task, Configuration], RunResult],
) -> Generator[Run, None, None]:
    pending: set[Future[Run]] = set()
    work = itertools.product(tasks, configurations)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        try:
            for task, (label, configuration) in work:
                if (task.name, label) in done:
                    continue
                pending.add(pool.submit(one, task, label, configuration, run))
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


def one(task: Task, label: str, configuration: Configuration, run: Callable[[Task, Configuration], RunResult]) -> Run:
    """The row of one run; where its input is wrong, that is the reason of an unknown verdict."""
    try:
        result = run(task, configuration)
    except RejectedInput as error:
        first_line = str(error).splitlines()[0] if str(error) else "rejected"
        result = RunResult(task.name, "unknown", f"input error: {first_line}", configuration=configuration, expected=task.promised)
    return Run(label, result)
