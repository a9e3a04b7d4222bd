"""Interpolation problems of other solvers' repositories, as recorded queries: read where they are, written to a folder of one's own."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from pathlib import Path

from pysmt.environment import Environment

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.solving.queries.dialects import PRINCESS, ForeignQuery, read_foreign
from verilab.solving.queries.files import QueryFileError, query_text
from verilab.solving.queries.scripts import Unread

COLUMNS = ("source", "line", "question", "query", "status", "reason")
ASKS = re.compile(rb"\(\s*get-(?:interpolants?|unsat-model-interpolant)\b")
"""What a file has that asks for interpolants."""


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """A question of a file, ``source`` in the folder, at its line.

    ``query``: the file that it was written to, of the same query before where there is one; "" where it was not read, for a ``reason``.
    """

    source: str
    line: int
    question: str = ""
    query: str = ""
    status: str = ""
    reason: str = ""
    repeated: bool = False

    def cells(self) -> list[str]:
        """In the order of COLUMNS."""
        return [self.source, str(self.line), self.question, self.query, self.status, self.reason]


@dataclass(slots=True)
class Imported:
    """What became of a folder: a row for each question; ``files`` with questions."""

    files: int = 0
    rows: list[ImportedRow] = field(default_factory=list)

    @property
    def written(self) -> int:
        """The queries that were written: each once."""
        return sum(bool(row.query) and not row.repeated for row in self.rows)

    @property
    def reasons(self) -> Counter[str]:
        """Why questions were not read."""
        return Counter(row.reason for row in self.rows if row.reason)


def import_queries(folder: Path, to: Path, progress: Callable[[str], None] = lambda source_name: None) -> Imported:
    """Read every interpolation problem below a folder; the queries are written to ``to``, one file each, equal ones once.

    Refused where the folder has none.
    """
    if not folder.exists():
        raise Refused(f"{folder}: no such folder; give one with SMT-LIB files that ask for interpolants")
    imported, known = Imported(), dict[str, str]()
    to.mkdir(parents=True, exist_ok=True)
    for path in foreign_files(folder):
        source = path.name if path == folder else str(path.relative_to(folder))
        progress(source)
        imported.files += 1
        try:
            for number, read in enumerate(read_foreign(path, Environment()), start=1):
                imported.rows.append(_row(source, number, read, to, known))
        except QueryFileError as error:
            imported.rows.append(ImportedRow(source, 0, reason=str(error).removeprefix(f"{path}:").partition(": ")[2][:90]))
    if not imported.files:
        raise Refused(f"{folder} has no file that asks for interpolants: (get-interpolants ...), (get-interpolant ...) and their like")
    return imported


def foreign_files(folder: Path) -> Sequence[Path]:
    """The files below a folder that ask for interpolants, in their order; the file itself where it is one."""
    files = [folder] if folder.is_file() else sorted(path for kind in ("*.smt2", f"*{PRINCESS}") for path in folder.rglob(kind))
    return [path for path in files if path.is_file() and (path.suffix == PRINCESS or ASKS.search(path.read_bytes()))]


def _row(source: str, number: int, read: ForeignQuery | Unread, to: Path, known: dict[str, str]) -> ImportedRow:
    if isinstance(read, Unread):
        return ImportedRow(source, read.line, reason=read.reason)
    row = ImportedRow(source, read.line, read.question.value, status=read.status)
    key = query_text(read.query)
    if key in known:
        return replace(row, query=known[key], repeated=True)
    name = f"{re.sub(r'[^A-Za-z0-9._-]+', '_', source.removesuffix('.smt2').removesuffix(PRINCESS))[-100:]}-{number}.smt2"
    origin = {"task": source, "line": str(read.line), "question": read.question.value}
    (to / name).write_text(query_text(replace(read.query, origin=origin), read.status or "unknown"), errors="replace")
    known[key] = name
    return replace(row, query=name)


def write_imported(rows: Iterable[ImportedRow], path: Path) -> None:
    """A row for each question."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(row.cells() for row in rows)
