"""The tables of an experiment: what each configuration solved, and what it took on the tasks that all solved."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence

from verilab.data_classes import dataclass
from verilab.experiments.sheets.sheet import Column, Sheet
from verilab.verification.schema import Run

_SOLVED = (
    Column("configuration", None),
    Column("tasks"),
    Column("solved"),
    Column("true"),
    Column("false"),
    Column("wrong"),
    Column("unknown"),
    Column("total s", 1),
    Column("median s", 2),
    Column("own share %"),
    Column("why unknown", None),
)
_COMMON = (Column("configuration", None), Column("total s", 1), Column("refinements"), Column("predicates"))


@dataclass(frozen=True, slots=True)
class Summary:
    """What one configuration achieved; times in seconds of wall time, ``own_share`` in [0, 1] (median over the runs).

    ``common_*`` are sums over the tasks that every configuration of the sweep solved, so that they can be compared.
    """

    label: str
    tasks: int
    true: int
    false: int
    wrong: int
    model_errors: int
    unknown: Counter[str]
    total_s: float
    median_solved_s: float
    own_share: float
    common: int = 0
    common_s: float = 0.0
    common_refinements: int = 0
    common_predicates: int = 0

    @property
    def solved(self) -> int:
        return self.true + self.false


def reason_class(reason: str) -> str:
    """The part of an unknown verdict's reason that it shares with others of its kind."""
    return reason.partition(":")[0].partition("(")[0].strip() or "no reason given"


def summarise(rows: Sequence[Run]) -> list[Summary]:
    """One Summary per configuration, in the order of first appearance."""
    groups: dict[str, list[Run]] = {}
    for row in rows:
        groups.setdefault(row.label, []).append(row)
    solved = [{row.result.task for row in group if row.result.classification == "solved"} for group in groups.values()]
    common = set.intersection(*solved) if solved else set()
    return [_summary(label, group, common) for label, group in groups.items()]


def summary_sheets(summaries: Sequence[Summary]) -> list[Sheet]:
    """A line for each configuration; then, where several solved the same tasks, what these took.  Times are wall times in seconds."""
    rows = []
    for summary in summaries:
        counts = (summary.tasks, summary.solved, summary.true, summary.false, summary.wrong, summary.unknown.total())
        reasons = ", ".join(f"{count} {reason}" for reason, count in summary.unknown.most_common())
        rows.append((summary.label, *counts, summary.total_s, summary.median_solved_s, 100 * summary.own_share, reasons))
    sheets = [Sheet("what each configuration solved", _SOLVED, tuple(rows))]
    if len(summaries) > 1 and summaries[0].common:
        common = tuple((summary.label, summary.common_s, summary.common_refinements, summary.common_predicates) for summary in summaries)
        sheets.append(Sheet(f"on the {summaries[0].common} tasks that every configuration solved", _COMMON, common))
    return sheets


def _summary(label: str, rows: Sequence[Run], common: set[str]) -> Summary:
    solved = [row.result for row in rows if row.result.classification == "solved"]
    unknown = Counter(reason_class(row.result.reason) for row in rows if row.result.verdict == "unknown")
    shares = [
        row.result.statistics.own_s / (row.result.statistics.own_s + row.result.statistics.solver_s)
        for row in rows
        if row.result.statistics.own_s + row.result.statistics.solver_s > 0
    ]
    compared = [result.statistics for result in solved if result.task in common]
    return Summary(
        label,
        len(rows),
        sum(result.verdict == "true" for result in solved),
        sum(result.verdict == "false" for result in solved),
        sum(row.result.classification == "wrong" for row in rows),
        sum(row.result.statistics.model_errors for row in rows),
        unknown,
        sum(row.result.statistics.wall_s for row in rows),
        statistics.median(result.statistics.wall_s for result in solved) if solved else 0.0,
        statistics.median(shares) if shares else 0.0,
        len(compared),
        sum(figures.wall_s for figures in compared),
        sum(figures.refinements for figures in compared),
        sum(figures.predicates for figures in compared),
    )
