"""One planned run: performed in a process or control group of its own, tried again where something outside of it ended it."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from threading import Event

from verilab.data_classes import dataclass
from verilab.experiments.design.design import PlannedRun
from verilab.experiments.laboratory.cores import CorePool
from verilab.experiments.laboratory.sweep import one
from verilab.experiments.oracle.recording import read_lines
from verilab.experiments.store import PROCESS_GROUP, Circumstances, Record
from verilab.experiments.store.columns import MODELS, QUERIES, REFINEMENTS
from verilab.program.tasks import Task
from verilab.solving.queries.recorder import INDEX, read_index
from verilab.verification.configuration import Configuration
from verilab.verification.controlled import control_groups, run_controlled
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import KILLED, Query, RunResult, read_refinements
from verilab.verification.serving.answers import SERVER_DIED

WORKER_DIED = "crash: the worker that had the run died"
ATTEMPTS = 3
"""How often a run is begun that something outside of it ends; what it came to the last time is its row."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that was performed, with the texts of its recorded queries by the names of their files."""

    record: Record
    queries: dict[str, str]


def perform(
    run: PlannedRun, recorded: frozenset[str], slots: int, stop: Event | None = None, *, in_control_groups: bool = False
) -> Finished:
    """Run it on its share of the cores of this process, which performs so many runs at a time.

    ``recorded``: what of ``verilab.experiments.design.RECORDS``.  ``in_control_groups``: BenchExec limits and measures it.
    Raises Stopped soon after ``stop`` is set.
    """
    limited_by = control_groups() if in_control_groups else PROCESS_GROUP
    with _cores(slots).taken() as cores:
        for attempt in range(1, ATTEMPTS + 1):
            finished = _performed(run, recorded, _circumstances(attempt, cores, limited_by), stop)
            if not interrupted(finished.record.run.result):
                break
    return finished


def interrupted(result: RunResult) -> bool:
    """Whether something outside of the run ended it or one of its solvers: nothing in verilab kills what may still answer."""
    if result.verdict != "unknown" and "stderr" in result.details:
        return True  # it died with its verdict told and the rest not: its numbers are those of a moment before
    return KILLED in result.details or (result.verdict == "unknown" and by_others(result.reason))


def by_others(reason: str) -> bool:
    """Whether the reason of an unknown verdict is that something outside of the run ended it."""
    return any(sign in reason for sign in ("SIGKILL", SERVER_DIED, WORKER_DIED))


@cache
def _cores(slots: int) -> CorePool:
    return CorePool(slots)


def _circumstances(attempt: int, cores: tuple[int, ...], limited_by: str) -> Circumstances:
    now = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds")
    return Circumstances(attempt, platform.node(), cores, round(os.getloadavg()[0], 2), limited_by, now)


def _performed(run: PlannedRun, recorded: frozenset[str], circumstances: Circumstances, stop: Event | None) -> Finished:
    with tempfile.TemporaryDirectory(prefix="verilab-run-") as name:
        folder = Path(name)
        log = folder / "refinements.jsonl" if recorded & {REFINEMENTS, MODELS} else None
        queries = folder / "queries" if QUERIES in recorded else None
        performed = one(run.task, run.label, run.configuration, _runner(log, queries, circumstances, stop, models=MODELS in recorded))
        rows = () if log is None else read_refinements(read_lines(log))
        asked, texts = ((), {}) if queries is None else _queries(queries)
    return Finished(Record(performed, run.repetition, rows, asked, circumstances), texts)


def _runner(
    log: Path | None, queries: Path | None, circumstances: Circumstances, stop: Event | None, *, models: bool
) -> Callable[[Task, Configuration], RunResult]:
    def run(task: Task, configuration: Configuration) -> RunResult:
        recording = configuration if queries is None else replace(configuration, record_queries=str(queries))
        if circumstances.limited_by == PROCESS_GROUP:
            result = run_isolated(task, recording, log=log, models=models, cores=circumstances.cores, stop=stop)
        else:
            result = run_controlled(task, recording, log, models=models, cores=circumstances.cores, stop=stop)
        return replace(result, configuration=configuration)

    return run


def _queries(folder: Path) -> tuple[tuple[Query, ...], dict[str, str]]:
    """The queries of a folder, one for each time that a procedure was asked, and the texts of their files."""
    if not (folder / INDEX).exists():
        return (), {}
    rows = read_index(folder)
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.smt2"))}
    return tuple(query for row in rows for query in Query.from_index(row)), texts
