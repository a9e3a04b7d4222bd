"""What ``verilab papers`` can run: rows that are configurations, the tasks, and the text that the runs give."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from verilab.data_classes import dataclass
from verilab.experiments.figures.shapes import Plot
from verilab.experiments.papers.comparing.comparison import compare
from verilab.experiments.papers.comparing.differences import both_settings, discordant
from verilab.experiments.papers.comparing.report import report
from verilab.experiments.papers.plots import plots
from verilab.experiments.papers.tables.figures import Heuristic, PaperTable
from verilab.experiments.papers.tables.rows import Row, varied
from verilab.experiments.papers.tables.settings import OURS, Setting, Under, by_setting, heading
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.schema import Run


class Study(Protocol):
    """A table of a paper as a command."""

    name: str
    source: str
    title: str
    only_own: bool = False
    """Whether its lines are programs, so that no others can be given."""
    takes_files: bool = True
    """Whether tasks of files can be given, whatever they are."""
    logged: bool = False
    """Whether the text needs the runs' refinement logs."""
    replaceable: bool = False
    """Whether settings that are given may take the place of the rows': not where these tell the rows apart."""

    filter: str = ""
    """By which its paper chose tasks of SV-COMP (``verilab.experiments.papers.tables.categories``), "" where it did not."""
    setting: Setting = MappingProxyType({})
    """The paper's, where it has one that all rows share: no field of it tells them apart."""

    def rows(self) -> Sequence[Row]:
        """In the order of the table."""
        ...

    def own_fields(self) -> frozenset[str]:
        """The fields of a configuration that tell the rows apart, so that no others' values can take their place."""
        settings = () if self.replaceable else tuple(row.settings for row in self.rows())
        return frozenset[str]().union(*settings) - self.setting.keys()

    def chosen(self, under: Under, only: Collection[str] = ()) -> list[Row]:
        """The rows of a side, or those of them that ``only`` names by their keys, in the table's order."""
        return [row for row in self.rows() if under.includes(row.under) and (not only or row.key in only)]

    def row_keys(self) -> tuple[str, ...]:
        """What the rows are called, each once."""
        return tuple(dict.fromkeys(row.key for row in self.rows()))

    def row_of(self, configuration: Configuration) -> str | None:
        """The key of the row that a configuration runs, None if it is none of the table's."""
        return next((row.key for row in self.rows() if row.runs(configuration, self.setting)), None)

    def own_tasks(self) -> list[Task]:
        """The tasks that are run where none are given; empty where some have to be."""
        return []

    def tasks(self, tasks: Sequence[Task]) -> list[Task]:
        """What is run of some tasks.  ConfigurationError where they are not of the kind that the table is about."""
        return list(tasks)

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        """The table of some runs, which had ``limit`` (for people) each; ``logs`` is the folder of their refinement logs, if there is one.

        Raises ConfigurationError where none belongs to the table.
        """
        ...

    def plots(self, runs: Sequence[Run]) -> Sequence[Plot]:
        """The figures of some runs."""
        return []

    def discordant(self, runs: Sequence[Run]) -> frozenset[str]:
        """The names of the tasks that some rows solved and others did not.  ConfigurationError for a table that is not about this."""
        raise ConfigurationError(f"{self.name} does not compare rows by the tasks that they solve")


@dataclass(frozen=True)
class Comparing(Study):
    """A table whose cells are numbers of solved tasks, beside the paper's as ratios."""

    table: PaperTable
    replaceable: bool = True

    def __post_init__(self) -> None:
        for name in ("name", "source", "title", "filter"):
            object.__setattr__(self, name, getattr(self.table, name))

    def rows(self) -> Sequence[Row]:
        """Under the paper's setting, then under ours."""
        return [row_under(self.table, heuristic, side) for side in (Under.PAPER, Under.OURS) for heuristic in self.table.rows]

    def row_of(self, configuration: Configuration) -> str | None:
        """By analysis and strategy alone: the setting is the reader's, where rows were made without this command."""
        heuristic = self.table.row_of(configuration)
        return None if heuristic is None else heuristic.preset

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        """The report of each setting that has runs; where both have, first a table of both."""
        groups = by_setting(runs)
        if len(groups) < 2:
            return report(compare(self.table, runs), runs, limit)
        parts = [both_settings(self.table, groups[Under.PAPER], groups[Under.OURS])]
        for side, group in groups.items():
            parts.append(f"=== {heading(side, group, self.table.setting)}\n\n{report(compare(self.table, group), group, limit)}")
        return "\n\n".join(parts)

    def discordant(self, runs: Sequence[Run]) -> frozenset[str]:
        return discordant(self.table, runs)

    def plots(self, runs: Sequence[Run]) -> Sequence[Plot]:
        """Those of each setting that has runs."""
        figures: list[Plot] = []
        for side, group in by_setting(runs).items():
            for plot in plots(compare(self.table, group, every=True)):
                title = plot.title + (" (our setting)" if side is Under.OURS else "")
                figures.append(replace(plot, name=plot.name + side.ending, title=title))
        return figures


def in_both_settings(rows: Sequence[Row], setting: Setting) -> list[Row]:
    """Rows under a paper's setting, then under ours, which is the default one."""
    papers = [replace(row, settings={**row.settings, **setting}) for row in rows]
    return papers + [replace(row, label=row.label + OURS, under=Under.OURS) for row in rows]


def row_under(table: PaperTable, heuristic: Heuristic, side: Under) -> Row:
    """A row of a paper's table under the paper's setting or under ours."""
    setting, suffix = (table.setting, "") if side is Under.PAPER else (table.ours, OURS)
    settings = {"analysis": heuristic.analysis, "strategy": heuristic.preset, **setting}
    row = Row(heuristic.preset, heuristic.label + suffix, heuristic.name, settings, side)
    return row if side is Under.PAPER else varied(row, table.our_scope)


def logs_of(rows: Path) -> Path:
    """The folder beside a CSV that has the refinement logs of its runs."""
    return rows.with_suffix(".logs")


def log_of(logs: Path, key: str) -> Path:
    """The refinement log of the one run of a row."""
    return logs / f"{key.replace(':', '-')}.jsonl"
