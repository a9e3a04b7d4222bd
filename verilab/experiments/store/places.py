"""Where the rows of a sweep go: a CSV, or the file of an experiment, so that a laboratory has one store of rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from verilab.experiments.store.columns import run_key
from verilab.experiments.store.csv_file import begin, resume
from verilab.experiments.store.csv_rows import append_csv, write_csv
from verilab.experiments.store.manifest import manifest, solver_versions
from verilab.experiments.store.record import Record
from verilab.experiments.store.writing import ExperimentStore
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run


class Place(Protocol):
    """Where rows go."""

    @property
    def path(self) -> Path: ...

    def earlier(self, tasks: Sequence[Task], configurations: Sequence[tuple[str, Configuration]]) -> list[Run]:
        """Begin to write; the rows that are there already and need no further run."""
        ...

    def written(self, rows: Iterable[Run], earlier: Sequence[Run]) -> Iterator[Run]:
        """Pass the rows on, each written before the next one is asked for."""
        ...


@dataclass(frozen=True, slots=True)
class RowFile:
    """A CSV; with ``resume`` new rows come after those that are already there."""

    path: Path
    resume: bool

    def earlier(self, tasks: Sequence[Task], configurations: Sequence[tuple[str, Configuration]]) -> list[Run]:
        if self.resume:
            return resume(self.path, configurations)
        begin(self.path, configurations)
        return []

    def written(self, rows: Iterable[Run], earlier: Sequence[Run]) -> Iterator[Run]:
        return append_csv(rows, self.path) if earlier else write_csv(rows, self.path)


@dataclass(slots=True)
class RowStore:
    """A file of DuckDB.  Runs that it has are made again and replaced, or with ``resume`` kept; rows of other sweeps stay as they are.

    Raises StoreError where it has rows of other versions, sources or task files, which would not be comparable.
    """

    path: Path
    resume: bool
    _store: ExperimentStore | None = field(default=None, init=False)

    def earlier(self, tasks: Sequence[Task], configurations: Sequence[tuple[str, Configuration]]) -> list[Run]:
        store = self._store = ExperimentStore(self.path)
        about = store.manifest.get("experiment") or {"name": self.path.stem, "title": "", "study": ""}
        store.begin(manifest(about), tasks, dict(configurations))
        if not self.resume:
            return []
        there = store.done()
        wanted = {(task.name, label) for task in tasks for label, _ in configurations if run_key(task.name, label) in there}
        return [run for run in store.results() if (run.result.task, run.label) in wanted]

    def written(self, rows: Iterable[Run], earlier: Sequence[Run]) -> Iterator[Run]:
        assert self._store is not None, "begun before it is written to"
        with self._store as store:
            for row in rows:
                store.add([Record(row)])
                yield row
            store.note("solvers", solver_versions())
