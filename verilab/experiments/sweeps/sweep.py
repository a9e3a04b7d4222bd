"""A sweep: tasks x configurations, each run in a process of its own, rows given as they come.

The product of the axes is computed here and nowhere enumerated by hand.  Runs share nothing, so that a crash, a kill or a memory
limit costs one run.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace

from verilab.experiments.configuration import Configuration
from verilab.experiments.runs.isolated import RejectedInput, run_isolated
from verilab.experiments.schema import DEFAULT, Run, RunResult
from verilab.program.tasks import Task

ALWAYS = ("analysis", "backend", "encoding", "interpolation", "strategy")
"""The axes that name a run also where nothing varies."""


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
) -> Iterator[Run]:
    """Run every task under every configuration, at most ``jobs`` processes at once; rows come as runs finish.

    ``done``: the runs that need no repetition, as names of tasks and labels.
    Wrong input is a row like any other: verdict unknown, reason "input error: ...".
    """
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
