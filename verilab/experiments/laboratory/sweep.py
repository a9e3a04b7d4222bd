"""A sweep: tasks x configurations, each run in a process of its own, rows given as they come: an experiment without a name or a file.

Runs share nothing, so that a crash, a kill or a memory limit costs one run.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

from verilab.experiments.laboratory.turns import in_turn
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import Run, RunResult
from verilab.verification.serving.answers import RejectedInput

if TYPE_CHECKING:
    from pandas import DataFrame


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
        from verilab.experiments.store.exporting import frame_of  # only here: who wants rows needs no pandas

        return frame_of(self)


def _swept(
    tasks: Iterable[Task],
    configurations: Sequence[tuple[str, Configuration]],
    jobs: int,
    done: Collection[tuple[str, str]],
    run: Callable[[Task, Configuration], RunResult],
) -> Generator[Run, None, None]:
    work = (
        (task, label, configuration)
        for task, (label, configuration) in itertools.product(tasks, configurations)
        if (task.name, label) not in done
    )
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        try:
            with closing(in_turn(work, lambda planned: pool.submit(one, *planned, run), jobs)) as turns:
                for finished in turns:
                    for _, future in finished:
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
