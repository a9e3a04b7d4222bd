"""The tables of an experiment: what each configuration solved, and what it took on the tasks that all solved."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.experiments.sheets.sheet import Column, Sheet
from verilab.experiments.sweeps.table import Summary

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


def summary_sheets(summaries: Sequence[Summary]) -> list[Sheet]:
    """A line for each configuration; then, where several solved the same tasks, what these took.  Times are wall times in seconds."""
    rows = []
    for each in summaries:
        counts = (each.tasks, each.solved, each.true, each.false, each.wrong, each.unknown.total())
        reasons = ", ".join(f"{count} {reason}" for reason, count in each.unknown.most_common())
        rows.append((each.label, *counts, each.total_s, each.median_solved_s, 100 * each.own_share, reasons))
    found = [Sheet("what each configuration solved", _SOLVED, tuple(rows))]
    if len(summaries) > 1 and summaries[0].common:
        common = tuple((each.label, each.common_s, each.common_refinements, each.common_predicates) for each in summaries)
        found.append(Sheet(f"on the {summaries[0].common} tasks that every configuration solved", _COMMON, common))
    return found
