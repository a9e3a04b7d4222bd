"""A row for each task family, size and configuration: the verdict and how much was explored and refined on the way to it."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, astuple, dataclass, fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from verilab.families.writing import write_all
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

SLICING = "rank=first propose=sliced-prefixes select=domain-type:good,width:narrow,length:short apply=restart:located"
BOTH = "rank=first propose=sliced-prefixes:analyses=all select=length:short apply=pivot"
MULTI_PATH = "rank=all propose=path select=join-all apply=restart:global"

CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "auto": {},
    "value": {"analysis": "value"},
    "value edges lazy": {"analysis": "value", "engine": "edges", "strategy": "lazy"},
    "value slicing": {"analysis": "value", "strategy": SLICING},
    "value multi-path": {"analysis": "value", "strategy": MULTI_PATH},
    "predicate int": {"analysis": "predicate"},
    "predicate bv single": {"analysis": "predicate", "encoding": "bv", "block": "single"},
    "predicate lazy": {"analysis": "predicate", "strategy": "lazy"},
    "predicate slicing": {"analysis": "predicate", "strategy": SLICING},
    "predicate multi-path": {"analysis": "predicate", "strategy": MULTI_PATH},
    "composite": {"analysis": "composite"},
    "composite slicing": {
        "analysis": "composite",
        "strategy": "rank=first propose=sliced-prefixes:analyses=all select=length:short apply=pivot",
    },
}
"""Between them every operator that changes the model, both engines, both encodings and two block operators."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one run did.  The numbers are 0 where it ran out of time: how far it came is the machine's doing."""

    task: str
    configuration: str
    verdict: str
    reason: str
    states: int
    refinements: int
    candidates: int
    facts: int

    @property
    def in_time(self) -> bool:
        return "time" not in self.reason and "memory" not in self.reason


def _row(task: Task, name: str, seconds: float) -> Row:
    result = verify(task, Configuration(**CONFIGURATIONS[name], time_limit=seconds))
    row = Row(task.name, name, result.verdict, result.reason, 0, 0, 0, 0)
    if not row.in_time:
        return Row(task.name, name, "unknown", "out of time", 0, 0, 0, 0)
    numbers = result.statistics
    return Row(task.name, name, result.verdict, result.reason, numbers.states, numbers.refinements, numbers.candidates, numbers.predicates)


def record(names: Sequence[str], sizes: int, seconds: float, jobs: int) -> Iterator[Row]:
    """The rows of all families at their first ``sizes`` sizes under the named configurations, each run at most ``seconds`` long.

    A value of the configuration that is not known raises ConfigurationError.
    """
    with tempfile.TemporaryDirectory() as folder:
        write_all(Path(folder), sizes)
        tasks = [task for path in sorted(Path(folder).glob("*/*.yml")) for task in load_tasks(path)]
        with ProcessPoolExecutor(jobs, mp_context=get_context("fork"), max_tasks_per_child=None) as pool:
            pairs = [(task, name) for task in tasks for name in names]
            yield from pool.map(_row, *zip(*pairs, strict=True), [seconds] * len(pairs))


def write(rows: Iterable[Row], path: Path) -> None:
    """Write rows as CSV, one column a field."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([field.name for field in fields(Row)])
        writer.writerows(astuple(row) for row in rows)


def read(path: Path) -> list[Row]:
    """The rows that ``write`` wrote."""
    with path.open(newline="") as file:
        rows = csv.reader(file)
        next(rows)
        return [Row(task, name, verdict, reason, *map(int, numbers)) for task, name, verdict, reason, *numbers in rows]


def differences(old: Iterable[Row], new: Iterable[Row]) -> list[str]:
    """Where two recordings differ, a line each; runs that ended in time in one of them only are named, not compared."""
    before = {(row.task, row.configuration): row for row in old}
    lines = []
    for row in new:
        was = before.get((row.task, row.configuration))
        if was is None or was == row:
            continue
        if not (was.in_time and row.in_time):
            lines.append(f"time: {row.task} [{row.configuration}]: {was.verdict} before, {row.verdict} now")
            continue
        then, now = asdict(was), asdict(row)
        changed = ", ".join(f"{key} {then[key]!r} -> {now[key]!r}" for key in now if then[key] != now[key])
        lines.append(f"differs: {row.task} [{row.configuration}]: {changed}")
    return lines
