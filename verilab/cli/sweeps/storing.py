"""Rows of a sweep in the file of an experiment, so that a laboratory has one store of rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from verilab.experiments.store import ExperimentStore, Record
from verilab.experiments.store.columns import run_key
from verilab.experiments.store.manifest import manifest, solver_versions
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.schema import Run

StoreOption = Annotated[
    Path | None, typer.Option(help="Where the rows go in the place of a CSV: the file of an experiment (.duckdb).", show_default=False)
]


def check_destination(output: Path | None, store: Path | None) -> None:
    """ConfigurationError where rows were to go to a CSV and to an experiment's file."""
    if output is not None and store is not None:
        raise ConfigurationError("--csv and --store: rows go to one of them; give the other up, and export it later")


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
        about = store.described() or {"name": self.path.stem, "title": "", "study": ""}
        store.begin(manifest(about), tasks, dict(configurations))
        if not self.resume:
            return []
        there = store.done()
        wanted = {(task.name, label) for task in tasks for label, _ in configurations if run_key(task.name, label) in there}
        return [run for run in store.runs() if (run.result.task, run.label) in wanted]

    def written(self, rows: Iterable[Run], earlier: Sequence[Run]) -> Iterator[Run]:
        assert self._store is not None, "begun before it is written to"
        with self._store as store:
            for row in rows:
                store.add([Record(row)])
                yield row
            store.note("solvers", solver_versions())
