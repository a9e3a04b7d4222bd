"""How often a precision that a run leaves makes the next run need no refinement, on tasks of a corpus.

    python -m tests.verification.precision_round_trips FOLDER... --tasks 40 --seconds 5 --bytes 8000

Tasks with programs up to that size are drawn by the seed, each verified by the value or the predicate
analysis in turns; of those that are solved after a refinement the
precision is written, and the run repeated with it.  One line a task, the share at the end.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from verilab.errors import Refused
from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import RunResult

ANALYSES = ("predicate", "value")


WALL = 8
"""Seconds of wall time for each second of CPU time that a run may have: other processes run beside it."""


def drawn(folders: list[str], seed: int, most: int) -> Iterator[Task]:
    """The tasks of the folders with programs of at most ``most`` bytes, in an order that the seed decides."""
    files = sorted(path for folder in folders for path in Path(folder).rglob("*.yml"))
    random.Random(seed).shuffle(files)
    for file in files:
        try:
            yield from (task for task in load_tasks(file) if task.files[0].stat().st_size <= most)
        except InputError as error:
            print(f"{file.name}: {error}", flush=True)


def run(task: Task, analysis: str, seconds: float, **precision: Any) -> RunResult | None:
    """A run of a task; None where it has no verdict."""
    try:
        result = run_isolated(task, Configuration(analysis=analysis, cpu_limit=seconds, time_limit=WALL * seconds, **precision))
    except (InputError, Refused) as error:
        print(f"{task.name}: {error}", flush=True)
        return None
    return result if result.verdict in ("true", "false") else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--tasks", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--bytes", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    tasks, done, without = drawn(given.folders, given.seed, given.bytes), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while done < given.tasks and (task := next(tasks, None)) is not None:
            analysis = ANALYSES[done % len(ANALYSES)]
            file = str(Path(folder) / "found.precision")
            first = run(task, analysis, given.seconds, export_precision=file)
            if first is None or not first.statistics.refinements:
                continue
            second = run(task, analysis, given.seconds, initial_precision=file)
            refinements = None if second is None else second.statistics.refinements
            done += 1
            without += refinements == 0
            again = "no verdict" if second is None else f"{second.verdict}, {refinements}"
            print(f"{task.name}, {analysis}: {first.verdict}, {first.statistics.refinements} refinements; then {again}", flush=True)
    print(f"{without} of {done} need no refinement")


if __name__ == "__main__":
    main()
