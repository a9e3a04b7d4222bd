"""What a paper's table says, as data: its rows are configurations, its columns sets of tasks, its cells solved tasks."""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from verilab.data_classes import dataclass
from verilab.experiments.papers.tables.settings import Setting
from verilab.verification.configuration import Configuration

ALL = "All Tasks"
"""The column of a table that counts every task."""


class Possible(Enum):
    """Which tasks a comparison of refinements is about: what the deciding row did at least once."""

    CHOICE = "chose among several candidates"  # FORTE'15 §5 (3), SPIN'15 §5 "Benchmarks"
    REFINEMENT = "refined"  # thesis §4.3; SPIN'15 §5 for its Table 3


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A row: the paper's name, our preset and analysis that run it, and the tasks solved, one number per column of the table.

    ``solved`` is empty where the paper gives no number; ``cpu_h`` is the CPU time in hours on the tasks that all rows solved, if given.
    """

    name: str
    preset: str
    analysis: str
    solved: tuple[int, ...] = ()
    cpu_h: float | None = None

    @property
    def label(self) -> str:
        """What people call its runs."""
        return f"{self.analysis} {self.preset}"


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of a paper.

    ``source`` says where it stands; ``columns`` are the paper's names of its sets of tasks, ``tasks`` their sizes (empty: not given).
    ``baseline`` is the preset of the row that ratios refer to.  Tasks count for which ``possible`` happened in a run of the row
    ``deciding`` (a preset; "": of any row), and of their verdicts those in ``verdicts``.  ``setting``: the paper's in all rows, ``ours``
    our own (``verilab.experiments.papers.tables.settings``), ``our_scope`` our scope of precision, "" for that of the presets; ``filter``:
    by which of ``categories.FILTERS`` its tasks were chosen, "" for none; ``limit``: what a run of the paper could use.
    """

    name: str
    source: str
    title: str
    columns: tuple[str, ...]
    tasks: tuple[int, ...]
    rows: tuple[Heuristic, ...]
    baseline: str
    possible: Possible
    deciding: str = ""
    verdicts: frozenset[str] = frozenset({"true", "false"})
    setting: Setting = field(default_factory=dict)
    ours: Setting = field(default_factory=dict)
    our_scope: str = ""
    filter: str = ""
    limit: str = "15 min of CPU time"

    @property
    def stated(self) -> frozenset[str]:
        """The fields that the settings are about: those of the paper's, and ours."""
        return frozenset(self.setting) | frozenset(self.ours)

    def row_of(self, configuration: Configuration) -> Heuristic | None:
        """The row that a configuration runs, whichever operators it has in place of the preset's; None if it is none of the table's."""
        preset = configuration.strategy.partition(" ")[0]
        return next((row for row in self.rows if (row.analysis, row.preset) == (configuration.analysis, preset)), None)

    def row(self, preset: str) -> Heuristic:
        """The row of a preset; KeyError if there is none."""
        for row in self.rows:
            if row.preset == preset:
                return row
        raise KeyError(preset)

    def solved(self, preset: str, column: str = ALL) -> int | None:
        """The paper's number of a row and column; None where it gives none."""
        numbers = self.row(preset).solved
        return numbers[self.columns.index(column)] if numbers and column in self.columns else None

    def ratio(self, preset: str, column: str = ALL) -> float | None:
        """The paper's solved tasks of a row relative to the baseline's."""
        ours, base = self.solved(preset, column), self.solved(self.baseline, column)
        return None if ours is None or not base else ours / base

    def cpu_ratio(self, preset: str) -> float | None:
        """The paper's CPU time of a row relative to the baseline's, on the tasks that all rows solved."""
        ours, base = self.row(preset).cpu_h, self.row(self.baseline).cpu_h
        return None if ours is None or not base else ours / base
