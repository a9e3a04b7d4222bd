"""The tables of a comparison of an experiment's settings: where each stands, every two, and each against itself (the gate)."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.experiments.sheets.sheet import Cell, Column, Sheet
from verilab.experiments.statistics.gate import Change
from verilab.experiments.statistics.outcomes import (
    VIRTUAL_BEST,
    VIRTUAL_WORST,
    Outcomes,
    outcomes,
    setting_named,
    unique,
    virtual_best,
    virtual_worst,
)
from verilab.experiments.statistics.paired import Interval
from verilab.experiments.statistics.pairwise import Pair, pairs
from verilab.verification.schema import Run

_STANDINGS = (
    Column("setting", None),
    Column("tasks"),
    Column("solved"),
    Column("wrong"),
    Column("only it"),
    Column("fastest"),
    Column("CPU s", 1),
    Column("common CPU s", 1),
)
_PAIRS = (
    Column("setting", None),
    Column("against", None),
    Column("only first"),
    Column("only second"),
    Column("solved %", 1),
    Column("from", 1),
    Column("to", 1),
    Column("p solved", 3),
    Column("both"),
    Column("times as long", 2),
    Column("from", 2),
    Column("to", 2),
    Column("p time", 3),
)


def comparison_sheets(runs: Sequence[Run], baseline: str = "") -> list[Sheet]:
    """The settings of some runs against each other, or against a baseline, which may be the virtual best or worst.

    Raises ContradictingVerdicts, and Refused where there is nothing to compare or no such baseline.
    """
    settings = outcomes(runs)
    virtual = [virtual_best(settings), virtual_worst(settings)]
    base = setting_named([*settings, *virtual], baseline, "--baseline") if baseline else None
    sheets = [standings(settings, virtual)]
    if compared := pairs(settings, base):
        sheets.append(pair_sheet(compared))
    return sheets


def standings(settings: Sequence[Outcomes], virtual: Sequence[Outcomes] = ()) -> Sheet:
    """Where each setting stands.  ``fastest``: on how many tasks nobody was faster; ``common``: on the tasks that all settings solved."""
    alone, best = unique(settings), virtual_best(settings)
    common = frozenset[str].intersection(*(setting.solved for setting in settings))
    rows = []
    for setting in (*settings, *virtual):
        seconds = {task: setting.figure(task) for task in setting.solved}
        counts: tuple[Cell, ...] = (None, None, None)
        if setting.label not in (VIRTUAL_BEST, VIRTUAL_WORST):
            fastest = sum(best.figures[task] == figure for task, figure in seconds.items())
            counts = (len(setting.wrong), len(alone[setting.label]), fastest)
        times = (sum(seconds.values()), sum(seconds[task] for task in common))
        rows.append((setting.label, len(setting.figures), len(setting.solved), *counts, *times))
    title = f"settings on the {len(best.figures)} tasks that all were run on; common: the {len(common)} that all solved"
    return Sheet(title, _STANDINGS, tuple(rows))


def pair_sheet(compared: Sequence[Pair]) -> Sheet:
    """Every pair: solved tasks by McNemar's test, times by Wilcoxon's."""
    rows = []
    for pair in compared:
        difference = Interval(*(100 * bound for bound in (pair.difference.estimate, pair.difference.low, pair.difference.high)))
        solved = (len(pair.more), len(pair.fewer), *_bounds(difference), pair.p_solved)
        rows.append((pair.first, pair.second, *solved, pair.both, *_bounds(pair.ratio), pair.p_time))
    title = "pairs of settings: differences of the shares solved and ratios of CPU times with 95 % intervals, p-values corrected by Holm"
    return Sheet(title, _PAIRS, tuple(rows))


def _bounds(interval: Interval | None) -> tuple[Cell, Cell, Cell]:
    return (None, None, None) if interval is None else (interval.estimate, interval.low, interval.high)


def unique_lines(runs: Sequence[Run]) -> list[str]:
    """The tasks that only one setting solved, a line for each setting that has some."""
    return [f"only {label}: {', '.join(sorted(tasks))}" for label, tasks in unique(outcomes(runs)).items() if tasks]


_CHANGES = (
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


def change_sheet(changes: Sequence[Change]) -> Sheet:
    """A line for each configuration; the bounds are those of the 95 % interval."""
    rows = []
    for change in changes:
        effect = (None, None, None) if change.effect is None else (change.effect.estimate, change.effect.low, change.effect.high)
        rows.append(
            (change.label, change.tasks, len(change.lost), len(change.gained), change.p_solved, change.both, *effect, change.p_time)
        )
    return Sheet("each configuration, new against old", _CHANGES, tuple(rows))
