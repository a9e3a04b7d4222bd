"""The rows of a study: what one arm made of one query, and the CSV that they are in, from which a study goes on."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.queries.arms import Arm
from verilab.experiments.queries.measures import Measures
from verilab.experiments.queries.placement import Placement
from verilab.solving.factors import FACTORS

_ORIGIN = ("query", "task", "strategy", "iteration", "logic", "engine")
_SIZES = ("cuts", "nodes", "atoms", "variables", "predicates", "new_predicates")
_PLACE = ("placed", "gaps", "strongest", "weakest", "weakness")
COLUMNS = (
    *_ORIGIN,
    *FACTORS,
    "outcome",
    "detail",
    "seconds",
    "limit",
    *_SIZES,
    "fallback",
    *_PLACE,
    "excludes",
    "excludes_by_atoms",
    "path_constants",
    "cpu_s",
)


@dataclass(frozen=True, slots=True)
class StudyRow:
    """What one arm made of one query.

    ``outcome``: valid, invalid, failed, unsupported, timedout, satisfiable, unchecked as in a replay, or undeclared (the engine does not
    know a theory of the query, and was not asked).  ``excludes``: whether the conjuncts of the answer, as predicates of the program's
    states, exclude the path in a cartesian abstraction; ``excludes_by_atoms``: its atoms, in a Boolean one.  Yes, no or undecided: an
    interpolant sequence excludes its path as long as each of its formulas is about one state.  ``path_constants``: how many values that
    were computed along the path an answer names, "" without one.
    """

    query: str
    task: str
    strategy: str
    iteration: str
    logic: str
    arm: Arm
    outcome: str
    detail: str = ""
    seconds: float = 0.0
    limit: float = 0.0
    cuts: int = 0
    measures: Measures = field(default=Measures(0, 0, 0))
    predicates: int = 0
    new_predicates: int = 0
    fallback: str = ""
    placement: Placement = field(default=Placement())
    excludes: str = ""
    excludes_by_atoms: str = ""
    path_constants: str = ""
    cpu_seconds: float = 0.0

    def cells(self) -> dict[str, str]:
        """By column; weakness is "" where it is not known."""
        where = self.placement
        return {
            "query": self.query,
            "task": self.task,
            "strategy": self.strategy,
            "iteration": self.iteration,
            "logic": self.logic,
            "engine": self.arm.engine,
            **self.arm.levels(),
            "outcome": self.outcome,
            "detail": self.detail,
            "seconds": f"{self.seconds:.6f}",
            "limit": f"{self.limit:g}",
            "cuts": str(self.cuts),
            "nodes": str(self.measures.nodes),
            "atoms": str(self.measures.atoms),
            "variables": str(self.measures.variables),
            "predicates": str(self.predicates),
            "new_predicates": str(self.new_predicates),
            "fallback": self.fallback,
            "placed": str(where.placed),
            "gaps": str(where.gaps),
            "strongest": "" if where.strongest is None else str(where.strongest),
            "weakest": "" if where.weakest is None else str(where.weakest),
            "weakness": "" if where.weakness is None else f"{where.weakness:.4f}",
            "excludes": self.excludes,
            "excludes_by_atoms": self.excludes_by_atoms,
            "path_constants": self.path_constants,
            "cpu_s": f"{self.cpu_seconds:.4f}",
        }


class StudyFile:
    """The rows of a study as CSV, which grows task by task.  Refused where the file has other columns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[dict[str, str]] = []
        if path.exists():
            with path.open(encoding="utf-8", newline="") as file:
                reader = csv.DictReader(file)
                if tuple(reader.fieldnames or ()) != COLUMNS:
                    raise Refused(f"{path}: its columns are not those of a study; name another file")
                self.rows = list(reader)

    def add(self, rows: Sequence[StudyRow]) -> None:
        """Write the rows of a task, all at once."""
        cells = [row.cells() for row in rows]
        new = not self.path.exists()
        with self.path.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            if new:
                writer.writeheader()
            writer.writerows(cells)
        self.rows += cells

    def done(self) -> set[tuple[str, ...]]:
        """Query, engine and levels of every row."""
        return {key_of(row) for row in self.rows}


def key_of(row: Mapping[str, str]) -> tuple[str, ...]:
    """Query, engine and levels."""
    return (row["query"], row["engine"], *(row[name] for name in FACTORS))
