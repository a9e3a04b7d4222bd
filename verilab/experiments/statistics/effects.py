"""How large a difference of paired figures is, and whether chance explains it.

For tasks t = 1 .. n with times (a_t, b_t) of two configurations:

    effect       exp(mean of log(a_t / b_t)), the ratio of the geometric means, with its percentile bootstrap interval over the tasks
    p            of Wilcoxon's signed-rank test of log(a_t / b_t), two-sided; pairs that are equal are left out (Wilcoxon 1945)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from verilab.errors import Refused
from verilab.experiments.statistics.paired import LEVEL, ROUNDS, Interval

if TYPE_CHECKING:
    from types import ModuleType

LEAST_SECONDS = 0.01
"""Shorter times are taken for this long."""

_AT_ONCE = 1 << 22
"""Figures that are drawn at a time."""


def tests() -> ModuleType:
    """SciPy's; Refused where it is not installed."""
    try:
        from scipy import stats
    except ImportError as error:
        raise Refused(
            f'comparing needs SciPy, which is not installed ({error}); install it with: pip install "verilab[laboratory]"'
        ) from None
    return stats


def log_ratio(first: float, second: float) -> float:
    """log(a / b) of two times in seconds."""
    return math.log(max(first, LEAST_SECONDS)) - math.log(max(second, LEAST_SECONDS))


def time_ratio(logs: Sequence[float]) -> Interval | None:
    """The effect of the logarithms of ratios; None where there are none."""
    if not logs:
        return None
    interval = mean_interval(logs)
    return Interval(*(math.exp(bound) for bound in (interval.estimate, interval.low, interval.high)))


def wilcoxon(differences: Sequence[float]) -> float:
    """The p-value; 1 where nothing differs."""
    return float(tests().wilcoxon(differences).pvalue) if any(differences) else 1.0


# between the quantiles of  mean(sample_1), ..., mean(sample_R)
def mean_interval(values: Sequence[float], seed: int = 0) -> Interval:
    """The mean with the bounds of its percentile bootstrap (``verilab.experiments.statistics.paired``).  ValueError without values."""
    import numpy

    if not values:
        raise ValueError("there are no values to take samples of")
    chance = numpy.random.default_rng(seed)
    array = numpy.asarray(values, dtype=float)
    rounds = max(1, _AT_ONCE // len(array))
    means: list[float] = []
    while len(means) < ROUNDS:
        places = chance.integers(len(array), size=(min(rounds, ROUNDS - len(means)), len(array)))
        means += array[places].mean(axis=1).tolist()
    means.sort()
    tail = math.floor((1 - LEVEL) / 2 * ROUNDS)
    return Interval(float(array.mean()), means[tail], means[-1 - tail])
