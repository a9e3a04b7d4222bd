"""The table of the regression gate."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.experiments.sheets.sheet import Column, Sheet
from verilab.experiments.statistics.gate import Change

_COLUMNS = (
    Column("configuration", None),
    Column("tasks"),
    Column("lost"),
    Column("gained"),
    Column("p solved", 3),
    Column("both"),
    Column("times as long", 2),
    Column("from", 2),
    Column("to", 2),
    Column("p time", 3),
)


def change_sheet(found: Sequence[Change]) -> Sheet:
    """A line for each configuration; the bounds are those of the 95 % interval."""
    rows = []
    for each in found:
        effect = (None, None, None) if each.effect is None else (each.effect.estimate, each.effect.low, each.effect.high)
        rows.append((each.label, each.tasks, len(each.lost), len(each.gained), each.p_solved, each.both, *effect, each.p_time))
    return Sheet("each configuration, new against old", _COLUMNS, tuple(rows))
