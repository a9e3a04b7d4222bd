"""Result files of BenchExec, CSVs of sweeps and JSON rows of oracles in an experiment's store: read whole, then written whole or not."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verilab.experiments.benchexec.results import rows_of_files
from verilab.experiments.oracle.stored import HINT, read_branches
from verilab.experiments.store import Circumstances, ExperimentStore, Record
from verilab.experiments.store.csv_rows import read_rows
from verilab.experiments.store.record import Row
from verilab.program.errors import InputError
from verilab.verification.schema import Run

ORACLE = ".jsonl"
"""How the name of a file of ``verilab oracle --json`` ends."""

BENCHEXEC = "BenchExec"
"""Who limited runs that BenchExec measured."""


def import_results(files: Sequence[Path], into: Path, label: str = "") -> int:
    """Add the rows of the files to a store, which is made where there is none; how many there were.

    Further rows of the same setting and task are repetitions.  ``label`` takes the place of the setting's name; of several, it stands
    before each of theirs.  What an oracle found (.jsonl) takes the place of what was imported of the same run.  Raises InputError for
    what is no such file, StoreError where the store has rows of a setting of this name already, or cannot hold the rows; then nothing is
    written.
    """
    rows = _named([row for file in files if file.suffix != ORACLE for row in _rows(file)], label)
    branches = [row for file in files if file.suffix == ORACLE for row in _branches(file)]
    source = {
        "files": [{"file": str(file), "sha256": hashlib.sha256(file.read_bytes()).hexdigest()} for file in files],
        "labels": sorted({row.label for row in rows}),
    }
    is_new = not into.exists()
    try:
        with ExperimentStore(into) as store:
            store.take_in(_records(rows), source, branches)
    except BaseException:  # also an interruption must not leave a half of it
        if is_new:
            for file in (into, into.with_name(f"{into.name}.wal")):
                file.unlink(missing_ok=True)
        raise
    return len(rows) + len(branches)


def _branches(file: Path) -> list[Row]:
    branches = read_branches(file)
    if not branches:
        raise InputError("there are no candidates in it", file=str(file), hint=HINT)
    return branches


def _rows(file: Path) -> list[Run]:
    rows = read_rows(file) if file.suffix == ".csv" else rows_of_files([file])
    if not rows:
        raise InputError("there are no runs in it", file=str(file), hint="give a file that has some")
    return rows


def _named(rows: Sequence[Run], label: str) -> list[Run]:
    if not label:
        return list(rows)
    several = len({row.label for row in rows}) > 1
    return [replace(row, label=f"{label} {row.label}" if several else label) for row in rows]


def _records(rows: Sequence[Run]) -> list[Record]:
    """With their repetitions counted."""
    seen = Counter[tuple[str, str]]()
    records = []
    for row in rows:
        seen[row.label, row.result.task] += 1
        circumstances = Circumstances(limited_by=BENCHEXEC) if row.result.versions else Circumstances()
        records.append(Record(row, seen[row.label, row.result.task], circumstances=circumstances))
    return records
