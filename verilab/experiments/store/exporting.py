"""Exporting an experiment: each table as Parquet, CSV or JSON, and its manifest; the runs also as CSV of a sweep, or a data frame."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from verilab.experiments.store.columns import ADDED, ORDER, TABLES
from verilab.experiments.store.csv_rows import write_csv
from verilab.experiments.store.database import INSTALL, StoreError, connected, has_table
from verilab.experiments.store.reading import read_manifest, read_runs
from verilab.experiments.store.record import Record, run_row
from verilab.verification.schema import Run

if TYPE_CHECKING:
    from pandas import DataFrame

FORMATS = {"parquet": "FORMAT PARQUET", "csv": "FORMAT CSV, HEADER", "json": "FORMAT JSON, ARRAY true"}
"""By the ending of a file, how the database is told to write it."""

SWEEP = "sweep"
"""The format of ``verilab sweep``: one CSV of the runs, which the tables of papers and oracles are made from."""


def export(path: Path, folder: Path, format: str) -> list[Path]:
    """Write the tables to a folder, and the manifest as JSON; the files that were written.  StoreError for a format that there is not."""
    if format not in (*FORMATS, SWEEP):
        raise StoreError(f"format {format!r}: unknown; known: {', '.join((*FORMATS, SWEEP))}")
    with connected(path) as connection:
        folder.mkdir(parents=True, exist_ok=True)
        manifest = folder / "manifest.json"
        manifest.write_text(json.dumps(read_manifest(connection), indent=1) + "\n")
        if format == SWEEP:
            rows = folder / "runs.csv"
            for _ in write_csv(read_runs(connection), rows):
                pass
            return [rows, manifest]
        files = []
        for table in TABLES:
            if table == "manifest" or (table in ADDED and not has_table(connection, table)):
                continue
            file = folder / f"{table}.{format}"
            name = str(file).replace("'", "''")
            connection.execute(f"COPY (SELECT * FROM {table} ORDER BY {ORDER[table]}) TO '{name}' ({FORMATS[format]})")
            files.append(file)
        return [*files, manifest]


def frame_of(runs: Iterable[Run]) -> DataFrame:
    """A line for each, in their order, with the columns of the table ``runs``; StoreError where pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise StoreError(f"rows become a data frame of pandas, which is not installed ({error}); install it with: {INSTALL}") from None
    columns = TABLES["runs"]
    rows = [run_row(Record(run)) for run in runs]
    lines = [[json.dumps(row[name]) if kind == "JSON" else row[name] for name, kind in columns.items()] for row in rows]
    return DataFrame(lines, columns=list(columns))
