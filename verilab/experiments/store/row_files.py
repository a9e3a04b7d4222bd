"""Rows of whatever file has some, so that commands that make tables of rows need not be told which: by the ending of its name."""

from __future__ import annotations

from pathlib import Path

from verilab.experiments.benchexec.results import rows_of_files
from verilab.experiments.statistics.answers import merged
from verilab.experiments.store.csv_rows import read_rows
from verilab.experiments.store.database import SUFFIX
from verilab.experiments.store.reading import StoredExperiment
from verilab.verification.schema import Run

RESULTS = (".xml", ".bz2", ".gz", ".xz")
KINDS = f"an experiment's file ({SUFFIX}), a CSV of verilab sweep, or a result file of BenchExec (.xml)"


def rows_of_file(path: Path) -> list[Run]:
    """The runs of a file of KINDS, repetitions included; what is neither a database nor BenchExec's is taken for a CSV.

    Raises InputError or StoreError for what is no such file, OSError for what cannot be read.
    """
    if path.suffix == SUFFIX:
        return StoredExperiment(path).results()
    return rows_of_files([path]) if path.suffix in RESULTS else read_rows(path)


def tabled_rows_of_file(path: Path) -> list[Run]:
    """The same for a table that has one run for each task and setting: repetitions in an experiment's file count as one."""
    rows = rows_of_file(path)
    return merged(rows) if path.suffix == SUFFIX else rows
