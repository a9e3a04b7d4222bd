"""Where the rows of a sweep go: a CSV, or the file of an experiment, so that a laboratory has one store of rows.

Beside ``rows.csv`` stands ``rows.csv.settings.json``: the versions, a digest of the sources, and the configuration of every label.
A sweep is continued only if they are the same, so that one CSV never mixes rows that cannot be compared; it may have more tasks and
more configurations than before.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Protocol

from verilab.data_classes import dataclass
from verilab.experiments.store.columns import run_key
from verilab.experiments.store.csv_rows import COLUMNS, append_csv, locked, read_rows, read_settings, settings_file, write_csv
from verilab.experiments.store.manifest import first_change, manifest, solver_versions
from verilab.experiments.store.record import Record
from verilab.experiments.store.writing import ExperimentStore
from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.schema import Run
from verilab.verification.sources import source_digest
from verilab.verification.versions import versions

Configurations = Sequence[tuple[str, Configuration]]
"""With their labels."""


class Place(Protocol):
    """Where rows go."""

    @property
    def path(self) -> Path: ...

    def earlier(self, tasks: Sequence[Task], configurations: Configurations) -> list[Run]:
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

    def earlier(self, tasks: Sequence[Task], configurations: Configurations) -> list[Run]:
        if self.path.is_file():
            locked(self.path).close()  # before anything of another sweep is written over
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

    def earlier(self, tasks: Sequence[Task], configurations: Configurations) -> list[Run]:
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


def begin(path: Path, configurations: Configurations) -> None:
    """Note what the rows of a new CSV will be run with.  Raises InputError where there is no folder for it."""
    if not path.parent.is_dir():
        raise InputError("its folder does not exist", file=str(path), hint="make the folder, or give another --csv")
    _write_settings(path, _settings(configurations))


def resume(path: Path, configurations: Configurations) -> list[Run]:
    """The rows that a CSV already has, none if it does not exist; an unfinished last line is removed from it.

    Raises InputError for a CSV that is no sweep's or has other columns, ConfigurationError where its rows were run with other versions
    or, under the same label, with another configuration.
    """
    if not path.exists() or not _cut_unfinished_line(path):
        begin(path, configurations)
        return []
    rows = read_rows(path)
    _write_settings(path, _united(path, read_settings(path), _settings(configurations)))
    return rows


def _settings(configurations: Configurations) -> dict[str, Any]:
    return {
        "versions": versions() | {"sources": source_digest()},
        "configurations": {label: configuration.to_json() for label, configuration in configurations},
    }


def _cut_unfinished_line(path: Path) -> bool:
    """Remove what a killed sweep left half-written at the end; whether a whole header is there.

    A row is whole if it ends with its line and has all its cells: a cell may hold line ends itself.
    """
    text = path.read_bytes().decode(errors="replace")
    whole = text[: text.rfind("\n") + 1]
    try:
        lines = [cells for cells in csv.reader(io.StringIO(whole, newline="")) if cells]
    except csv.Error as error:
        raise InputError(f"is no CSV: {error}", file=str(path), hint="give another --csv") from None
    if lines and tuple(lines[0]) != COLUMNS:
        raise InputError(f"has other columns: {_difference(lines[0])}", file=str(path), line=1, hint="give another --csv")
    if len(lines) > 1 and len(lines[-1]) < len(COLUMNS):
        lines.pop()
    kept = io.StringIO(newline="")
    csv.writer(kept).writerows(lines)
    if kept.getvalue() != text:
        _replace(path, kept.getvalue())
    return bool(lines)


def _difference(header: Sequence[str]) -> str:
    missing = [name for name in COLUMNS if name not in header]
    more = [name for name in header if name not in COLUMNS]
    if not missing and not more:
        return "their order differs"
    return "; ".join([f"lacks {', '.join(missing)}"] * bool(missing) + [f"has also {', '.join(map(repr, more))}"] * bool(more))


def _united(path: Path, before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The settings with the configurations of both; ConfigurationError where they contradict each other."""
    cases = [("versions", before["versions"], now["versions"])]
    for label, configuration in now["configurations"].items():
        if label in before["configurations"]:
            cases.append((f"configuration {label!r}", before["configurations"][label], configuration))
    for what, old, new in cases:
        if change := first_change(old, new):
            raise ConfigurationError(f"--resume: the rows of {path} have other {what}: {change}; use the same, or give another --csv")
    return {"versions": now["versions"], "configurations": before["configurations"] | now["configurations"]}


def _write_settings(path: Path, settings: dict[str, Any]) -> None:
    _replace(settings_file(path), json.dumps(settings, indent=1) + "\n")


def _replace(path: Path, text: str) -> None:
    """Write a file in one step: whatever happens, it has its old or its new text."""
    draft = path.with_name(path.name + ".new")
    with draft.open("w", newline="") as file:
        file.write(text)
    os.replace(draft, path)
