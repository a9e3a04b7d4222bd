"""What ``verilab papers`` can run: rows that are configurations, the tasks, and the text that the runs give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from verilab.experiments.configuration import Configuration
from verilab.experiments.papers.comparison import compare
from verilab.experiments.papers.figures import Heuristic, PaperTable
from verilab.experiments.papers.report import report
from verilab.experiments.schema import Run
from verilab.program.tasks import Task
from verilab.refinement.strategy import parse_strategy


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: ``key`` is what ``--only`` calls it, ``label`` what its runs are called, ``settings`` fields of a Configuration."""

    key: str
    label: str
    name: str
    settings: Mapping[str, Any]

    def configuration(self, base: Configuration) -> Configuration:
        """``base`` with the row's settings; StrategyError or ConfigurationError where they name what is not there."""
        parse_strategy(self.settings["strategy"])
        return replace(base, **self.settings)

    def runs(self, configuration: Configuration) -> bool:
        """Whether a configuration is one of this row."""
        return all(getattr(configuration, name) == value for name, value in self.settings.items())


class Study(Protocol):
    """A table of a paper as a command."""

    name: str
    source: str
    title: str
    only_own: bool = False
    """Whether its lines are programs, so that no others can be given."""
    logged: bool = False
    """Whether the text needs the runs' refinement logs."""

    def rows(self) -> Sequence[Row]:
        """In the order of the table."""
        ...

    def row_of(self, configuration: Configuration) -> str | None:
        """The key of the row that a configuration runs, None if it is none of the table's."""
        return next((row.key for row in self.rows() if row.runs(configuration)), None)

    def own_tasks(self) -> list[Task]:
        """The tasks that are run where none are given; empty where some have to be."""
        return []

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        """The table of some runs, which had ``limit`` (for people) each; ``logs`` is the folder of their refinement logs, if there is one.

        Raises ConfigurationError where none belongs to the table.
        """
        ...


@dataclass(frozen=True)
class Comparing(Study):
    """A table whose cells are numbers of solved tasks, beside the paper's as ratios."""

    table: PaperTable

    def __post_init__(self) -> None:
        for name in ("name", "source", "title"):
            object.__setattr__(self, name, getattr(self.table, name))

    def rows(self) -> Sequence[Row]:
        return [self._row(heuristic) for heuristic in self.table.rows]

    def row_of(self, configuration: Configuration) -> str | None:
        """By analysis and strategy alone: the block operator is the reader's, where rows were made without this command."""
        heuristic = self.table.row_of(configuration)
        return None if heuristic is None else heuristic.preset

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        return report(compare(self.table, runs), runs, limit)

    def _row(self, heuristic: Heuristic) -> Row:
        settings = {"analysis": heuristic.analysis, "strategy": heuristic.preset, "block": self.table.block}
        return Row(heuristic.preset, heuristic.label, heuristic.name, settings)


def logs_of(rows: Path) -> Path:
    """The folder beside a CSV that has the refinement logs of its runs."""
    return rows.with_suffix(".logs")


def log_of(logs: Path, key: str) -> Path:
    """The refinement log of the one run of a row."""
    return logs / f"{key.replace(':', '-')}.jsonl"
