"""What the tables of this folder share: which runs they are about, by task and row, and what the paper counts of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from verilab.experiments.papers.comparing.report import setting_lines, verdict_lines
from verilab.experiments.papers.study import Study, in_both_settings
from verilab.experiments.papers.tables.rows import Row
from verilab.experiments.papers.tables.settings import by_setting, heading
from verilab.experiments.sheets.sheet import aligned
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.schema import Run, RunResult

RowRuns = dict[tuple[str, str], RunResult]
"""By the task's name and the row's key."""


class SplittingTable(Study, Protocol):
    """A table under the paper's setting and under ours, one below the other."""

    def own_rows(self) -> Sequence[Row]:
        """Without the setting, in the order of the table."""
        ...

    def notes(self, limit: str) -> list[str]:
        """The lines below the title: what the numbers are, of runs that had ``limit`` (for people)."""
        ...

    def parts(self, own_runs: RowRuns) -> Iterable[list[str]]:
        """What one setting's runs come to; empty parts are left out."""
        ...

    def rows(self) -> Sequence[Row]:
        return in_both_settings(self.own_rows(), self.setting)

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        find_runs(self, runs)
        parts = [[f"{self.source}: {self.title}", *self.notes(limit)], engine_lines(self, runs)]
        for side, group in by_setting(runs).items():
            parts += [
                [f"=== {heading(side, group, self.setting)}", *setting_lines(group, self.setting)],
                *self.parts(find_runs(self, group)),
            ]
        return "\n\n".join("\n".join(part) for part in [*parts, verdict_lines(runs)] if part) + "\n"


def find_runs(study: Study, runs: Sequence[Run]) -> RowRuns:
    """The runs that belong to the table; ConfigurationError if none does."""
    own_runs: RowRuns = {}
    for run in runs:
        key = study.row_of(run.result.configuration)
        if key is not None:
            own_runs[run.result.task, key] = run.result
    if not own_runs:
        labels = dict.fromkeys(run.label for run in runs)
        raise ConfigurationError(
            f"no row belongs to {study.name}; its configurations: {', '.join(repr(row.label) for row in study.rows())}; "
            f"found: {', '.join(map(repr, labels)) or 'no rows'}"
        )
    return own_runs


def engine_lines(study: Study, runs: Sequence[Run]) -> list[str]:
    """Which engine answered in each row under each setting, and how many programs it solved with it: a line a row."""
    lines = []
    for side, group in by_setting(runs).items():
        for row in study.rows():
            own = [run.result for run in group if row.under is side and study.row_of(run.result.configuration) == row.key]
            if own:
                engines = dict.fromkeys(_engine(result.configuration) for result in own)
                lines.append([row.name, side.possessive, " or ".join(engines), f"{solved(own)} of {len(own)}"])
    return aligned(["row", "setting", "engine", "solved"], lines, left=(0, 1, 2))


def _engine(configuration: Configuration) -> str:
    """Who interpolates, and who checks where that is another."""
    asked = configuration.interpolation or f"{configuration.backend}, its procedures in turn"
    owner = asked.replace(",", ":").partition(":")[0]
    return asked if owner == configuration.backend else f"{asked}; {configuration.backend} checks"


def mark(result: RunResult | None) -> str:
    """The paper's marks: proven, refuted, nothing; and "!" for what it has none for, a wrong verdict."""
    if result is None:
        return ""
    match result.classification, result.verdict:
        case "wrong", _:
            return "!"
        case "solved", "true":
            return "✓"
        case "solved", _:
            return "✗"
    return "-"


def solved(results: Iterable[RunResult | None]) -> int:
    """How many of them have a right verdict."""
    return sum(result is not None and result.classification == "solved" for result in results)


def tells(result: RunResult | None) -> bool:
    """Whether there are counts of a run: one that was killed at its limit has told none."""
    return result is not None and result.statistics.analysis_s > 0


def milliseconds(result: RunResult) -> float:
    """Of exploring and refining: front end and evidence apart."""
    return 1000 * result.statistics.analysis_s


def prover_calls(result: RunResult) -> int:
    """The paper's TPC: interpolants come from the proof of the path's check and are no call of their own."""
    statistics = result.statistics
    return statistics.edge_checks + statistics.entailment_checks + statistics.path_checks


def interpolations(result: RunResult) -> int:
    """The queries that procedures were asked."""
    return int(result.statistics.interpolation_total("asked"))
