"""The runs behind a figure of a table, with what leads on from each: its key, its recorded refinements, the files of its queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verilab.errors import Refused
from verilab.experiments.sheets.sheet import Column, Sheet
from verilab.experiments.store.reading import StoredExperiment

CLASSES = ("solved", "wrong", "unknown")

_COLUMNS = (
    Column("run", None),
    Column("task", None),
    Column("setting", None),
    Column("verdict", None),
    Column("CPU s", 2),
    Column("refinements recorded"),
    Column("queries recorded"),
    Column("reason", None),
)

_STATEMENT = """
    SELECT
        run, task, label, verdict, cpu_s,
        (SELECT count(*) FROM refinements AS r WHERE r.run = runs.run), (SELECT count(*) FROM queries AS q WHERE q.run = runs.run),
        reason, class
    FROM runs ORDER BY task, label, repetition
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which runs: of settings whose labels have all ``words``, of tasks whose names have ``task`` in them, of a class, of a reason."""

    words: str = ""
    task: str = ""
    kind: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        if self.kind and self.kind not in CLASSES:
            raise Refused(f"--class {self.kind!r}: unknown; known: {', '.join(CLASSES)}")

    def includes(self, label: str, task: str, kind: str, reason: str) -> bool:
        words = self.words == label or set(self.words.split()) <= set(label.split())
        return words and self.task in task and self.kind in ("", kind) and self.reason in reason


def run_sheet(stored: StoredExperiment, wanted: Wanted) -> Sheet:
    """A line for each of the runs.  Refused where there is none."""
    rows = []
    for *shown, kind in stored.rows(_STATEMENT):
        if wanted.includes(shown[2], shown[1], kind, shown[-1]):
            rows.append(tuple(shown))
    if not rows:
        raise Refused(f"{stored.path}: no such runs; settings: {', '.join(map(repr, _labels(stored)))}")
    return Sheet(f"{len(rows)} runs", _COLUMNS, tuple(rows))


def _labels(stored: StoredExperiment) -> Iterable[str]:
    return [label for (label,) in stored.rows("SELECT DISTINCT label FROM runs ORDER BY label")]
