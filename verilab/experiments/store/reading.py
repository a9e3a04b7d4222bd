"""Reading an experiment: its tables as data frames, its runs and refinements as values.

    experiment = verilab.open("selection.duckdb")
    experiment.runs.groupby("label").cpu_s.median()
    experiment.sql("SELECT role, avg(length) FROM candidates GROUP BY role")

The file is open only while something is asked for, so that a run may go on beside it; while one does, StoreError says so.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.experiments.store.columns import ADDED, LATER, ORDER, TABLES
from verilab.experiments.store.database import INSTALL, StoreError, connected, has_table, lacking
from verilab.experiments.store.record import Row, refinement_of, run_of, with_models
from verilab.verification.configuration import SETTINGS
from verilab.verification.schema import KILLED, Refinement, Run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from pandas import DataFrame


class StoredRows:
    """What the rows of an experiment say of its runs, whether its file is held by who writes it or opened for each question."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def _asked(self) -> AbstractContextManager[DuckDBPyConnection]:
        """The connection on which a question is asked."""
        return connected(self.path)

    @property
    def manifest(self) -> dict[str, Any]:
        """What it was run with."""
        with self._asked() as connection:
            return read_manifest(connection)

    def results(self, keys: Collection[str] | None = None) -> list[Run]:
        """The runs as values, or those of some keys, by task, label and repetition."""
        with self._asked() as connection:
            return read_runs(connection, keys)

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """What a statement of SQL finds, without pandas."""
        with self._asked() as connection:
            return connection.execute(statement, list(parameters)).fetchall()

    def done(self) -> set[str]:
        """The keys of the runs that are there."""
        return {key for (key,) in self.rows("SELECT run FROM runs")}

    def unknown(self) -> dict[str, str]:
        """The reasons of the runs without a verdict, by their keys."""
        return dict(self.rows("SELECT run, reason FROM runs WHERE verdict = 'unknown'"))

    def disturbed(self) -> set[str]:
        """The keys of the runs of which something outside ended a solver, whatever they came to."""
        return {key for (key,) in self.rows("SELECT run FROM runs WHERE json_exists(details, ?)", [f"$.{KILLED}"])}

    def mean_seconds(self) -> dict[str, float]:
        """By label the mean wall time of the runs that are there."""
        return dict(self.rows("SELECT label, avg(wall_s) FROM runs GROUP BY label"))


class StoredExperiment(StoredRows):
    """An experiment's file.  Every table is a pandas data frame; its columns: ``verilab.experiments.store.columns``."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(Path(path))
        with connected(self.path):  # so that what is none is told at once
            pass

    @property
    def runs(self) -> DataFrame:
        """One row for each run, by task, label and repetition."""
        return self._table("runs")

    @property
    def refinements(self) -> DataFrame:
        """One row for each refinement, by run and place in it."""
        return self._table("refinements")

    @property
    def candidates(self) -> DataFrame:
        """One row for each candidate of each refinement."""
        return self._table("candidates")

    @property
    def queries(self) -> DataFrame:
        """One row for each time an interpolation procedure was asked; ``file`` is below ``queries_folder``."""
        return self._table("queries")

    @property
    def replays(self) -> DataFrame:
        """One row for each engine that was asked a recorded query again, by run, file and engine."""
        return self._table("replays")

    @property
    def branches(self) -> DataFrame:
        """One row for each candidate that an oracle followed, where its rows were imported."""
        return self._table("branches")

    @property
    def tasks(self) -> DataFrame:
        """What was verified: the files of each task with their SHA-256."""
        return self._table("tasks")

    @property
    def queries_folder(self) -> Path:
        """Where the recorded queries are."""
        return queries_folder(self.path)

    def sql(self, statement: str, parameters: Sequence[Any] = ()) -> DataFrame:
        """What a statement of SQL finds; the tables are named as the properties of this object."""
        try:
            import pandas  # noqa: F401  (what the database makes its frames of)
        except ImportError as error:
            raise StoreError(f"tables become data frames of pandas, which is not installed ({error}); install it with: {INSTALL}") from None
        with connected(self.path) as connection:
            return connection.execute(statement, list(parameters)).df()

    def _table(self, name: str) -> DataFrame:
        if name in ADDED:
            with connected(self.path) as connection:
                there = has_table(connection, name)
            if not there:  # a file of before there was such a table
                columns = ", ".join(f'NULL::{kind} AS "{column}"' for column, kind in TABLES[name].items())
                return self.sql(f"SELECT {columns} WHERE false")
        return self.sql(f"SELECT * FROM {name} ORDER BY {ORDER[name]}")

    def refinements_of(self, run: str) -> tuple[Refinement, ...]:
        """The refinements of a run, by its key, with all their candidates."""
        with connected(self.path) as connection:
            return read_refinements_of(connection, run)


def queries_folder(path: Path) -> Path:
    """The folder beside a file of rows that has their queries, one folder for each run."""
    return path.with_suffix(".queries")


def read_manifest(connection: DuckDBPyConnection) -> dict[str, Any]:
    """The manifest by its keys."""
    return {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM manifest ORDER BY key").fetchall()}


def read_refinements_of(connection: DuckDBPyConnection, run: str, most: int | None = None) -> tuple[Refinement, ...]:
    """The refinements of a run, by its key, with all their candidates and models; of ``most`` the first ones."""
    first, parameters = ("", [run]) if most is None else (" AND place <= ?", [run, most])
    candidates: dict[int, list[Row]] = {}
    for row in _rows(connection, "candidates", f"WHERE run = ?{first} ORDER BY place, candidate", parameters):
        candidates.setdefault(row["place"], []).append(row)
    rows = _rows(connection, "refinements", f"WHERE run = ?{first} ORDER BY place", parameters)
    models = _rows(connection, "models", f"WHERE run = ?{first}", parameters)
    return with_models([refinement_of(row, candidates.get(row["place"], ())) for row in rows], models)


def read_configuration(connection: DuckDBPyConnection, run: str) -> tuple[str, dict[str, Any]]:
    """The task of a run, by its key, and its settings by their names."""
    (row,) = _rows(connection, "runs", "WHERE run = ?", [run])
    return row["task"], {name: row[name] for name in SETTINGS}


def read_runs(connection: DuckDBPyConnection, keys: Collection[str] | None = None) -> list[Run]:
    """The runs, or those of some keys, by task, label and repetition."""
    chosen, parameters = ("", []) if keys is None else ("WHERE run IN (SELECT unnest(?))", [sorted(keys)])
    return [run_of(row) for row in _rows(connection, "runs", f"{chosen} ORDER BY {ORDER['runs']}", parameters)]


def _rows(connection: DuckDBPyConnection, table: str, rest: str, parameters: Sequence[Any] = ()) -> list[Row]:
    """The rows of a table with their JSON read; none of a table that the file does not have yet, and defaults of such columns."""
    if table in ADDED and not has_table(connection, table):
        return []
    absent = {name: LATER[name] for name in lacking(connection)} if table == "runs" else {}
    columns = {name: kind for name, kind in TABLES[table].items() if name not in absent}
    names = ", ".join(f'"{name}"' for name in columns)
    rows = connection.execute(f"SELECT {names} FROM {table} {rest}", list(parameters)).fetchall()
    readers = [json.loads if kind == "JSON" else None for kind in columns.values()]
    return [
        absent
        | {name: read(value) if read and value is not None else value for name, read, value in zip(columns, readers, cells, strict=True)}
        for cells in rows
    ]
