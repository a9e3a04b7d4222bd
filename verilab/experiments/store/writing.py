"""Writing an experiment: each finished run in one transaction, so that a kill at any time loses none and leaves none half.

with ExperimentStore(path) as store:
    store.begin(manifest, tasks, configurations)
    store.add([record])
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from verilab.experiments.store.columns import KEYS, MODELS
from verilab.experiments.store.database import StoreError, connected, insert, interruptible, store_errors, transaction
from verilab.experiments.store.manifest import first_change, source_rows, task_row
from verilab.experiments.store.reading import StoredRows
from verilab.experiments.store.record import Record, Row, rows_of
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SAME = ("sources", "versions")
"""The keys of the manifest that must not change while an experiment gets further rows: they would not be comparable."""


class ExperimentStore(StoredRows):
    """The file of an experiment, held by this process alone as long as it is open; StoreError where another one holds it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._stack = ExitStack()
        self._connection = self._stack.enter_context(connected(path, writing=True))

    def __enter__(self) -> ExperimentStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def _asked(self) -> Iterator[DuckDBPyConnection]:
        with interruptible():
            yield self._connection

    def close(self) -> None:
        """Give the file up; what was added is in it whether or not this is ever called."""
        self._stack.close()

    def begin(self, manifest: Mapping[str, Any], tasks: Sequence[Task], configurations: Mapping[str, Configuration]) -> None:
        """Note what the rows are run with: for a new experiment, or after what an earlier session noted.

        Raises StoreError where rows of before were run with other sources, versions, task files or, under the same label, configuration.
        """
        before = self.manifest
        sessions = [*before.get("sessions", []), manifest["session"]]
        known = before.get("configurations", {})
        labels = {label: configuration.to_json() for label, configuration in configurations.items()}
        files = [task_row(task) for task in tasks]
        texts = source_rows(tasks) if MODELS in manifest["experiment"].get("record", ()) else []
        imported = _labels(before)
        if taken := sorted(imported & labels.keys()):
            raise StoreError(f"{self.path}: it has imported rows of {taken[0]!r}; give another file")
        if self._labels() - imported:
            for key in SAME:
                self._compare(key, before.get(key), manifest[key])
            for label in labels.keys() & known.keys():
                self._compare(f"configuration {label!r}", known[label], labels[label])
            self._compare_files(files)
        now = {key: value for key, value in manifest.items() if key != "session"}
        now |= {"sessions": sessions, "configurations": known | labels}
        with store_errors(self.path), transaction(self._connection):
            self._note(now)
            self._replace("tasks", files)
            self._replace("sources", texts)

    def take_in(self, records: Sequence[Record], source: Mapping[str, Any], branches: Sequence[Row] = ()) -> None:
        """Write runs that were not performed here, with what the manifest is to say of them under ``imported``; all or none.

        ``source`` has their ``labels``.  ``branches``: rows of this table, which take the place of those of the same run.  Raises
        StoreError where there are rows of one of these labels already, or where the database cannot hold a value.
        """
        import duckdb

        if taken := sorted(self._labels() & set(source["labels"])):
            raise StoreError(f"{self.path}: it has rows of {taken[0]!r} already; give the new ones another name by --label")
        before = self.manifest
        known = {task for (task,) in self.rows("SELECT task FROM tasks")}
        expected = {record.run.result.task: record.run.result.expected for record in records}
        new: list[dict[str, Any]] = [
            {"task": task, "definition": "", "expected": verdict, "files": []} for task, verdict in expected.items() if task not in known
        ]
        about = {"experiment": {"name": self.path.stem, "title": "", "study": ""}} if "experiment" not in before else {}
        try:
            with interruptible(), transaction(self._connection):
                self._note(about | {"imported": [*before.get("imported", []), dict(source)]})
                self._replace("tasks", new)
                recordings = list({row["recording"] for row in branches})
                self._connection.execute("DELETE FROM branches WHERE recording IN (SELECT unnest(?::VARCHAR[]))", [recordings])
                for table, rows in (_tables(records) | {"branches": list(branches)}).items():
                    insert(self._connection, table, rows)
        except (duckdb.Error, ValueError) as error:
            raise StoreError(f"{self.path}: the rows cannot be stored: {str(error).splitlines()[0][:200]}") from None

    def note(self, key: str, value: Any) -> None:
        """Write an entry of the manifest, in the place of the one that it has."""
        with store_errors(self.path), transaction(self._connection):
            self._note({key: value})

    def add(self, records: Sequence[Record]) -> None:
        """Write finished runs, all or none; each that is there already is replaced, with all that belongs to it."""
        tables = _tables(records)
        keys = [record.key for record in records]
        again = [key for (key,) in self.rows("SELECT run FROM runs WHERE run IN (SELECT unnest(?))", [keys])]
        with store_errors(self.path), transaction(self._connection):
            for table in (*tables, "replays") if again else ():
                self._connection.execute(f"DELETE FROM {table} WHERE run IN (SELECT unnest(?))", [again])
            for table, rows in tables.items():
                insert(self._connection, table, rows)

    def add_replays(self, rows: Sequence[Row]) -> None:
        """Write what engines answered, in the place of what each of them answered to the same query before."""
        with store_errors(self.path), transaction(self._connection):
            for row in rows:
                same = [row[name] for name in ("run", "file", "engine")]
                self._connection.execute("DELETE FROM replays WHERE run = ? AND file = ? AND engine = ?", same)
            insert(self._connection, "replays", rows)

    def _labels(self) -> set[str]:
        return {label for (label,) in self.rows("SELECT DISTINCT label FROM runs")}

    def _note(self, entries: Mapping[str, Any]) -> None:
        self._replace("manifest", [{"key": key, "value": value} for key, value in entries.items()])

    def _replace(self, table: str, rows: Sequence[dict[str, Any]]) -> None:
        key = KEYS[table]
        self._connection.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT unnest(?))", [[row[key] for row in rows]])
        insert(self._connection, table, rows)

    def _compare(self, what: str, old: Any, new: Any) -> None:
        if old != new and (change := first_change(old, new)):
            raise StoreError(f"{self.path}: its rows have other {what}: {change}; use the same, or give another file")

    def _compare_files(self, rows: Sequence[dict[str, Any]]) -> None:
        """StoreError where a task of before is not what it was."""
        stored = self.rows("SELECT task, files FROM tasks")
        known = {task: [file["sha256"] for file in read] for task, files in stored if (read := json.loads(files))}  # none of imported ones
        for row in rows:
            if known.get(row["task"], now := [file["sha256"] for file in row["files"]]) != now:
                raise StoreError(
                    f"{self.path}: its rows are about another text of the task {row['task']}; use the files of before, or give another file"
                )


def _labels(manifest: Mapping[str, Any]) -> set[str]:
    """Those of imported rows."""
    return {label for source in manifest.get("imported", []) for label in source["labels"]}


def _tables(records: Sequence[Record]) -> dict[str, list[dict[str, Any]]]:
    """The rows of each table."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        for table, rows in rows_of(record).items():
            tables.setdefault(table, []).extend(rows)
    return tables
