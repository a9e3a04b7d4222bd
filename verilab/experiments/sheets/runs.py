"""Tables that an experiment's database makes: the runs behind a figure with what leads on from each (its key, its recorded refinements, the
files of its queries), and the refinements of each configuration, of which a million are no more than it reads in a second.
"""

from __future__ import annotations

from collections.abc import Iterable

from verilab.data_classes import dataclass
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


_REFINEMENTS = (
    Column("configuration", None),
    Column("runs"),
    Column("refinements"),
    Column("median of a run", 1),
    Column("most of a run"),
    Column("targets found", 2),
    Column("candidates", 2),
    Column("joins"),
    Column("adding nothing"),
    Column("largest model"),
)

_OF_REFINEMENTS = """
    WITH of_run AS (
        SELECT
            run, count(*) AS refinements, sum(found) AS found, sum(candidates) AS candidates, max(states) AS states,
            count(*) FILTER (WHERE len(joined) > 0) AS joins, sum(len(rejected)) AS rejected
        FROM refinements GROUP BY run
    )
    SELECT
        label, count(*), sum(r.refinements), median(coalesce(r.refinements, 0)), max(coalesce(r.refinements, 0)),
        sum(r.found) / sum(r.refinements), sum(r.candidates) / sum(r.refinements), sum(r.joins), sum(r.rejected), max(r.states)
    FROM runs LEFT JOIN of_run AS r USING (run) GROUP BY label ORDER BY min(runs.rowid)
"""


def refinement_sheet(stored: StoredExperiment) -> Sheet:
    """A line for each configuration.  Refused where no refinements were recorded.

    ``targets found`` and ``candidates`` are means over the refinements, ``largest model`` is in abstract states.
    """
    counts = stored.rows(_OF_REFINEMENTS)
    rows = [tuple(float(cell) if cell is not None and place else cell for place, cell in enumerate(row)) for row in counts]
    if not any(row[2] for row in rows):
        raise Refused(f'{stored.path}: it has no refinements; record them, by record = ["refinements"] in the experiment')
    return Sheet("the refinements of each configuration", _REFINEMENTS, tuple(rows))
