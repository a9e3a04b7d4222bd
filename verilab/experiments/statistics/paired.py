"""What two configurations did on the same tasks: discordant tasks, differences and ratios with bootstrap intervals.

For tasks t = 1 .. n with figures (a_t, b_t), a statistic s of all pairs, and R samples of n tasks with replacement, the interval is that
between the 2.5 % and the 97.5 % quantile of s over the samples (percentile bootstrap; Efron, Tibshirani 1993, ch. 13).  Discordant tasks
are solved by one of the two only; under the hypothesis that neither is better each of the d of them falls to either side by a fair coin:

    p  =  min(1, 2 * sum of C(d, k) / 2^d for k = 0 .. min(more, fewer))          (McNemar's test, exact)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import floor

from verilab.data_classes import dataclass

ROUNDS = 2000
LEVEL = 0.95
FEWEST_PAIRS = 6

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate between its bounds."""

    estimate: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Whether the bounds leave out a value."""
        return not self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Paired:
    """One configuration against another on ``tasks`` tasks.

    ``more`` were solved by the first only, ``fewer`` by the second only; ``difference``: of the shares of tasks solved, in [-1, 1].
    ``p``: of McNemar's test.
    """

    tasks: int
    more: int
    fewer: int
    difference: Interval
    p: float

    @property
    def discordant(self) -> int:
        return self.more + self.fewer


def paired(solved: Sequence[tuple[bool, bool]], seed: int = 0) -> Paired:
    """Whether the first and the second solved each task.  ValueError without tasks."""
    more = sum(first and not second for first, second in solved)
    fewer = sum(second and not first for first, second in solved)
    difference = bootstrap([(float(first), float(second)) for first, second in solved], _mean_difference, seed)
    return Paired(len(solved), more, fewer, difference, mcnemar(more, fewer))


def ratio_of_sums(pairs: Sequence[Pair], seed: int = 0, level: float = LEVEL) -> Interval | None:
    """The sum of the first figures over that of the second ones; None where a sum of the second ones may be 0."""
    if not pairs or not all(second for _, second in pairs):
        return None
    return bootstrap(pairs, _ratio, seed, level=level)


# level  1 - (1 - .95) / m  for each of m intervals: all of them hold together with probability .95 (Bonferroni)
def ratio_is_shown(pairs: Sequence[Pair], comparisons: int, seed: int = 0) -> bool:
    """Whether the ratio of sums differs from 1, as one of so many comparisons that are made together.

    Never on fewer than FEWEST_PAIRS: so few cannot tell any difference from chance (a sign test of five has p > .05).
    """
    if len(pairs) < FEWEST_PAIRS:
        return False
    interval = ratio_of_sums(pairs, seed, 1 - (1 - LEVEL) / max(1, comparisons))
    return interval is not None and interval.excludes(1.0)


# interval of  s(pairs)  from  s(sample_1), ..., s(sample_R)
def bootstrap(
    pairs: Sequence[Pair], statistic: Callable[[Sequence[Pair]], float], seed: int = 0, rounds: int = ROUNDS, level: float = LEVEL
) -> Interval:
    """The statistic with the bounds of its percentile bootstrap; the same for the same pairs and seed.  ValueError without pairs."""
    if not pairs:
        raise ValueError("there are no pairs to take samples of")
    chance = random.Random(seed)
    samples = sorted(statistic(chance.choices(pairs, k=len(pairs))) for _ in range(rounds))
    tail = (1 - level) / 2
    return Interval(statistic(pairs), samples[floor(tail * rounds)], samples[-1 - floor(tail * rounds)])


def mcnemar(more: int, fewer: int) -> float:
    """The probability of as uneven a split of the discordant tasks, or a more uneven one, by chance."""
    discordant = more + fewer
    term = tail = 1  # C(d, 0), and from each the next one: whole numbers of thousands of digits, which are made once
    for count in range(min(more, fewer)):
        term = term * (discordant - count) // (count + 1)
        tail += term
    return min(1.0, 2 * tail / (1 << discordant))


def _mean_difference(pairs: Sequence[Pair]) -> float:
    return sum(first - second for first, second in pairs) / len(pairs)


def _ratio(pairs: Sequence[Pair]) -> float:
    return sum(first for first, _ in pairs) / sum(second for _, second in pairs)


# sorted p_1 <= .. <= p_m:  q_k = min(1, max over j <= k of (m - j + 1) p_j)
def holm(values: Sequence[float]) -> list[float]:
    """The corrected p-values in the order of the given ones: below a level, the chance of any false one among them is (Holm 1979)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected = [1.0] * len(values)
    largest = 0.0
    for rank, place in enumerate(order):
        largest = max(largest, (len(values) - rank) * values[place])
        corrected[place] = min(1.0, largest)
    return corrected
