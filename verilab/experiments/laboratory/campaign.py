"""Running an experiment: what its file does not have yet, with each finished run written before the next one is looked at."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import closing
from pathlib import Path

from verilab.experiments.design.design import Design, PlannedRun
from verilab.experiments.laboratory.performing import ATTEMPTS, WORKER_DIED, Finished, by_others
from verilab.experiments.laboratory.turns import in_turn, nothing_to_check
from verilab.experiments.store import Circumstances, ExperimentStore, Record
from verilab.experiments.store.reading import StoredRows, queries_folder
from verilab.verification.schema import PropertyResult, Run, RunResult

_LOGGER = logging.getLogger("verilab.experiments")

Submit = Callable[[PlannedRun], "Future[Finished]"]

_AHEAD = 2
"""Runs that are handed out for each that is performed, so that no worker waits."""

Begun = tuple[PlannedRun, int]
"""A run, and how often it was handed out."""


def run_design(
    design: Design, store: ExperimentStore, submit: Submit, slots: int, check: Callable[[], None] = nothing_to_check
) -> Iterator[Record]:
    """Perform the runs that the store lacks, ``slots`` at a time; each is in the store when it is given.

    A run whose worker dies is handed out again, and so is one whose row says that something outside of it ended it.  ``check`` is called
    while nothing finishes: what it raises ends the experiment.
    """
    done = finished_runs(store)
    _LOGGER.info("%s: %d runs, of which %d are there; %d at a time", design.name, design.count, len(done), slots)
    again: list[Begun] = []
    work = ((run, 1) for run in design.runs() if run.key not in done)
    with closing(in_turn(work, lambda begun: submit(begun[0]), _AHEAD * slots, check, again)) as turns:
        for finished in turns:
            yield from _written(store, finished, again)


def finished_runs(store: StoredRows) -> set[str]:
    """The keys of the runs that need no repetition."""
    return store.done() - {key for key, reason in store.unknown().items() if by_others(reason)} - store.disturbed()


def _written(store: ExperimentStore, finished: Sequence[tuple[Begun, Future[Finished]]], again: list[Begun]) -> list[Record]:
    """What has finished, in the store; what was lost goes to ``again``."""
    records = []
    for (run, attempt), future in finished:
        try:
            performed = future.result()
        except (Exception, CancelledError) as error:
            if not _worker_died(error):
                raise
            if attempt < ATTEMPTS:
                _LOGGER.info("%s, %s: its worker died, it is handed out again", run.task.name, run.label)
                again.append((run, attempt + 1))
                continue
            performed = _lost(run, attempt)
        _write_queries(store.path, performed)
        records.append(performed.record)
    store.add(records)
    return records


def _worker_died(error: BaseException) -> bool:
    """Whether Dask lost the run; its names are looked at, so that it need not be installed."""
    return isinstance(error, CancelledError) or type(error).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError")


def _lost(run: PlannedRun, attempts: int) -> Finished:
    properties = tuple(PropertyResult(name, "unknown", WORKER_DIED, expected=expected) for name, expected in run.task.expectations.items())
    result = RunResult(
        run.task.name, "unknown", WORKER_DIED, configuration=run.configuration, expected=run.task.promised, properties=properties
    )
    return Finished(Record(Run(run.label, result), run.repetition, circumstances=Circumstances(attempts)), {})


def _write_queries(path: Path, finished: Finished) -> None:
    """Before the row that names them: a file that no row names is written again, a row without its file would lead nowhere."""
    if finished.queries:
        folder = queries_folder(path) / finished.record.key
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in finished.queries.items():
            (folder / Path(name).name).write_text(text, encoding="utf-8")
