"""Running an experiment: what its file does not have yet, with each finished run written before the next one is looked at.

The pool is any executor of ``concurrent.futures``: threads that watch over processes of this machine, or Dask's over those of many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import suppress
from pathlib import Path

from verilab.errors import Refused
from verilab.experiments.design import Design, PlannedRun
from verilab.experiments.laboratory.performing import ATTEMPTS, WORKER_DIED, Finished, by_others
from verilab.experiments.store import Circumstances, ExperimentStore, Record, StoredExperiment
from verilab.experiments.store.reading import queries_folder
from verilab.verification.schema import PropertyResult, Run, RunResult

Submit = Callable[[PlannedRun], "Future[Finished]"]

_AHEAD = 2
"""Runs that are handed out for each that is performed, so that no worker waits."""


LOOK_SECONDS = 2.0
"""Between two looks at whether those who perform the runs are there."""


def nothing_to_check() -> None:
    """Of who performs the runs: they are threads of this process."""


def run_design(
    design: Design, store: ExperimentStore, submit: Submit, slots: int, check: Callable[[], None] = nothing_to_check
) -> Iterator[Record]:
    """Perform the runs that the store lacks, ``slots`` at a time; each is in the store when it is given.

    A run whose worker dies is handed out again, and so is one whose row says that something outside of it ended it.  ``check`` is called
    while nothing finishes: what it raises ends the experiment.
    """
    done = finished_runs(store)
    waiting = (run for run in design.runs() if run.key not in done)
    pending: dict[Future[Finished], tuple[PlannedRun, int]] = {}

    def hand_out(run: PlannedRun, attempt: int) -> None:
        pending[submit(run)] = run, attempt

    try:
        for run in waiting:
            hand_out(run, 1)
            if len(pending) >= _AHEAD * slots:
                yield from _collected(store, pending, hand_out, check)
        while pending:
            yield from _collected(store, pending, hand_out, check)
    finally:
        with suppress(Refused):
            check()  # nothing can be called off of who is there no more
            for future in pending:
                future.cancel()


def finished_runs(store: ExperimentStore | StoredExperiment) -> set[str]:
    """The keys of the runs that need no repetition."""
    return store.done() - {key for key, reason in store.unknown().items() if by_others(reason)} - store.disturbed()


def _collected(
    store: ExperimentStore,
    pending: dict[Future[Finished], tuple[PlannedRun, int]],
    hand_out: Callable[[PlannedRun, int], None],
    check: Callable[[], None],
) -> list[Record]:
    """What has finished, written."""
    while not (finished := wait(pending, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)[0]):
        check()
    records = []
    for future in finished:
        run, attempt = pending.pop(future)
        try:
            found = future.result()
        except (Exception, CancelledError) as error:
            if not _worker_died(error):
                raise
            if attempt < ATTEMPTS:
                hand_out(run, attempt + 1)
                continue
            found = _lost(run, attempt)
        _write_queries(store.path, found)
        records.append(found.record)
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
