"""Every two settings of an experiment against each other: what only one of them solved, and how their times differ.

All p-values, those of McNemar's tests and those of Wilcoxon's, are corrected together by Holm's method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from verilab.data_classes import dataclass
from verilab.experiments.statistics.effects import log_ratio, mean_interval, tests, time_ratio, wilcoxon
from verilab.experiments.statistics.outcomes import Outcomes
from verilab.experiments.statistics.paired import Interval, holm, mcnemar


@dataclass(frozen=True, slots=True)
class Pair:
    """One setting against another on the same ``tasks`` tasks, of which ``both`` are solved by both.

    ``more``: tasks that only the first solved, ``fewer`` only the second; ``difference`` of the shares that they solved, in [-1, 1].
    ``ratio``: how many times as long the first takes, None where both solved none.  The p-values are corrected.
    """

    first: str
    second: str
    tasks: int
    more: tuple[str, ...]
    fewer: tuple[str, ...]
    difference: Interval
    p_solved: float
    both: int
    ratio: Interval | None
    p_time: float


def pairs(settings: Sequence[Outcomes], baseline: Outcomes | None = None) -> list[Pair]:
    """Each two of the settings, or each other one against a baseline; on the same tasks.  Refused where SciPy is not installed."""
    tests()
    chosen = (
        combinations(settings, 2) if baseline is None else [(setting, baseline) for setting in settings if setting.label != baseline.label]
    )
    compared = [_pair(first, second) for first, second in chosen]
    corrected = holm([pair.p_solved for pair in compared] + [pair.p_time for pair in compared])
    return [replace(pair, p_solved=p, p_time=q) for pair, p, q in zip(compared, corrected, corrected[len(compared) :], strict=False)]


def _pair(first: Outcomes, second: Outcomes) -> Pair:
    tasks = sorted(first.figures)
    more, fewer = sorted(first.solved - second.solved), sorted(second.solved - first.solved)
    both = sorted(first.solved & second.solved)
    logs = [log_ratio(first.figure(task), second.figure(task)) for task in both]
    difference = mean_interval([float(task in first.solved) - float(task in second.solved) for task in tasks])
    return Pair(
        first.label,
        second.label,
        len(tasks),
        tuple(more),
        tuple(fewer),
        difference,
        mcnemar(len(more), len(fewer)),
        len(both),
        time_ratio(logs),
        wilcoxon(logs),
    )
