"""The database of an experiment: one DuckDB file, with errors that say what would work."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.errors import Refused
from verilab.experiments.store.columns import ADDED, FORMAT, LATER, TABLES, definition

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

INSTALL = 'pip install "verilab[laboratory]"'

INTERRUPTED = "Query interrupted"

SUFFIX = ".duckdb"
MAGIC = b"DUCK"
"""The bytes 8 to 11 of a file of this database."""


class StoreError(Refused):
    """A file of rows that cannot be used; the message says why and what would work."""


class Busy(StoreError):
    """Another process is writing to the file."""

    def __init__(self, message: str, process: int) -> None:
        super().__init__(message)
        self.process = process


@contextmanager
def connected(path: Path, *, writing: bool = False) -> Iterator[DuckDBPyConnection]:
    """A connection to a file that exists, or that ``writing`` makes; StoreError where there is none to be had."""
    try:
        import duckdb
    except ImportError as error:
        raise StoreError(f"experiments are stored by DuckDB, which is not installed ({error}); install it with: {INSTALL}") from None
    if not writing and not path.is_file():
        raise StoreError(f"{path}: no such file; give the .duckdb file that verilab experiment run wrote")
    if path.suffix != SUFFIX or (path.is_file() and path.stat().st_size and _magic(path) != MAGIC):
        # Asked by another name, the database would look into the file and open something else.
        raise StoreError(f"{path}: no DuckDB file; give one that ends with {SUFFIX}")
    try:
        connection = duckdb.connect(str(path), read_only=not writing)
    except duckdb.Error as error:
        raise _refused(path, str(error)) from None
    try:
        with interruptible():
            tables = _tables(connection)
            if writing and not tables:  # new, or begun by a process that was killed at once
                _create(connection)
            else:
                _check(path, connection, tables)
                if writing:
                    _complete(connection, ADDED - tables)
        with store_errors(path):
            yield connection
    finally:
        connection.close()


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """What the file, or the disk that it is on, cannot give or take, as a StoreError; whatever else the database says goes on."""
    import duckdb

    try:
        with interruptible():
            yield
    except duckdb.TransactionException as error:  # the disk is full, mostly
        raise _damaged(path, f"cannot be written to: {error}") from None
    except (duckdb.IOException, duckdb.FatalException, duckdb.InternalException, duckdb.SerializationException) as error:
        raise _damaged(path, str(error)) from None
    except duckdb.Error as error:
        if type(error) is not duckdb.Error:  # a damaged page has no class of its own
            raise
        raise _damaged(path, str(error)) from None


@contextmanager
def interruptible() -> Iterator[None]:
    """An interruption from the keyboard while the database computes is a KeyboardInterrupt, as it is anywhere else.

    DuckDB's module takes the signal for itself and raises a RuntimeError of this text.
    """
    try:
        yield
    except RuntimeError as error:
        if str(error) != INTERRUPTED:
            raise
        raise KeyboardInterrupt from None


def _damaged(path: Path, message: str) -> StoreError:
    return StoreError(f"{path}: {message.splitlines()[0][:200]}; what was written before is in it, as far as it can be read")


def insert(connection: DuckDBPyConnection, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Append rows of plain JSON values, each with a value for every column of the table."""
    if not rows:
        return
    columns = TABLES[table]
    names = ", ".join(f'"{name}"' for name in columns)
    structure = json.dumps([{name: kind if kind != "INTEGER[]" else ["INTEGER"] for name, kind in columns.items()}])
    chosen = [{name: row[name] for name in columns} for row in rows]
    # One statement, however many rows there are: the database takes them apart.
    statement = f"INSERT INTO {table} ({names}) SELECT unnest(from_json_strict(?, ?), max_depth := 2)"
    connection.execute(statement, [json.dumps(chosen, allow_nan=False), structure])


def has_table(connection: DuckDBPyConnection, table: str) -> bool:
    """Whether the file has a table, which one of ADDED may not be."""
    return table in _tables(connection)


@contextmanager
def transaction(connection: DuckDBPyConnection) -> Iterator[None]:
    """All of it, or nothing."""
    connection.execute("BEGIN")
    try:
        yield
    except BaseException:  # also an interruption must not leave a half of it
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _create(connection: DuckDBPyConnection) -> None:
    with transaction(connection):
        for table in TABLES:
            connection.execute(definition(table))
        insert(connection, "manifest", [{"key": "format", "value": FORMAT}])


def _complete(connection: DuckDBPyConnection, tables: Collection[str]) -> None:
    """Give a file of an earlier version the tables and columns that have come since."""
    with transaction(connection):
        for table in tables:
            connection.execute(definition(table))
        for name in lacking(connection):
            default = json.dumps(LATER[name]).replace("'", "''")
            connection.execute(f'ALTER TABLE runs ADD COLUMN "{name}" {TABLES["runs"][name]}')
            connection.execute(f"""UPDATE runs SET "{name}" = from_json('{default}', '"{TABLES["runs"][name]}"')""")


def lacking(connection: DuckDBPyConnection) -> list[str]:
    """The columns of ``runs`` that have come since the file was made."""
    there = {name for (name,) in connection.execute("SELECT column_name FROM duckdb_columns() WHERE table_name = 'runs'").fetchall()}
    return [name for name in TABLES["runs"] if name not in there]


def _magic(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(12)[8:]


def _tables(connection: DuckDBPyConnection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


def _check(path: Path, connection: DuckDBPyConnection, tables: set[str]) -> None:
    if missing := TABLES.keys() - ADDED - tables:
        raise StoreError(f"{path}: no file of an experiment: it has no table {min(missing)!r}; give another file")
    row = connection.execute("SELECT value FROM manifest WHERE key = 'format'").fetchone()
    if row is not None and (unknown := [name for name in lacking(connection) if name not in LATER]):
        raise StoreError(f"{path}: no file of an experiment: its runs have no column {unknown[0]!r}; give another file")
    if row is None or row[0] != str(FORMAT):
        raise StoreError(f"{path}: another format of rows ({row and row[0]}, not {FORMAT}); read it with the version that wrote it")


def _refused(path: Path, message: str) -> StoreError:
    holder = re.search(r"PID (\d+)", message)
    if holder is None:
        return StoreError(f"{path}: {message.splitlines()[0]}")
    process = int(holder.group(1))
    return Busy(f"{path}: process {process} is writing to it; wait for it, or look at it with: verilab experiment status", process)
