"""Paired comparisons: discordant tasks, bootstrap intervals, McNemar's test."""

from __future__ import annotations

import random
from statistics import mean, stdev

import pytest
from scipy import stats

from verilab.experiments.statistics.paired import bootstrap, mcnemar, paired, ratio_is_shown, ratio_of_sums


def test_discordant_tasks_are_those_that_only_one_solved() -> None:
    pairing = paired([(True, True), (True, False), (True, False), (False, True), (False, False)])
    assert (pairing.tasks, pairing.more, pairing.fewer, pairing.discordant) == (5, 2, 1, 3)
    assert pairing.difference.estimate == pytest.approx(1 / 5)


def test_mcnemar_is_the_two_sided_binomial_test_of_the_discordant_tasks() -> None:
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(5, 5) == 1.0
    assert mcnemar(0, 6) == pytest.approx(2 / 64)
    assert mcnemar(1, 9) == mcnemar(9, 1) == pytest.approx(2 * (1 + 10) / 1024)


def test_mcnemar_is_exact_of_thousands_of_discordant_tasks_at_once() -> None:
    for more, fewer in ((9_700, 10_000), (10_000, 10_000), (0, 2_000)):
        assert mcnemar(more, fewer) == pytest.approx(float(stats.binomtest(more, more + fewer).pvalue), rel=1e-6)


def test_the_bounds_are_those_of_the_normal_approximation_where_that_holds() -> None:
    """Of 400 pairs, independent of the procedure: the mean +- 1.96 standard errors, within a tenth of their width."""
    chance = random.Random(1)
    pairs = [(float(chance.random() < 0.6), float(chance.random() < 0.5)) for _ in range(400)]
    differences = [first - second for first, second in pairs]
    error = 1.96 * stdev(differences) / 20
    pairing = paired([(bool(first), bool(second)) for first, second in pairs]).difference
    assert pairing.low == pytest.approx(mean(differences) - error, abs=error / 5)
    assert pairing.high == pytest.approx(mean(differences) + error, abs=error / 5)
    assert pairing.estimate == pytest.approx(mean(differences))


def test_three_of_eight_discordant_tasks_on_one_side_are_no_difference() -> None:
    """p = .25, whatever the bounds of a percentile bootstrap leave out."""
    solved = paired([(True, False)] * 3 + [(True, True)] * 5)
    assert solved.difference.excludes(0.0)
    assert solved.p == pytest.approx(0.25)


def test_an_effort_differs_where_its_interval_leaves_out_one() -> None:
    chance = random.Random(2)
    slower = [(2.3 * other * chance.uniform(0.8, 1.25), other) for other in (chance.uniform(1, 10) for _ in range(20))]
    same = [(other * 2 ** chance.uniform(-1, 1), other) for other in (chance.uniform(1, 10) for _ in range(20))]
    assert ratio_is_shown(slower, 1)
    assert ratio_is_shown(slower, 12)
    assert not ratio_is_shown(same, 1)


def test_the_more_comparisons_the_wider_the_interval_that_decides() -> None:
    pairs = [(1.0 + 0.03 * place, 1.2) for place in range(20)]
    levels = [ratio_of_sums(pairs, level=1 - 0.05 / count) for count in (1, 5, 50)]
    widths = [each.high - each.low for each in levels if each is not None]
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


def test_five_tasks_show_nothing() -> None:
    assert not ratio_is_shown([(3.0, 1.0)] * 5, 1)
    assert ratio_is_shown([(3.0, 1.0)] * 6, 1)


def test_the_same_seed_gives_the_same_bounds_and_the_ratio_is_of_sums() -> None:
    pairs = [(1.0, 2.0), (30.0, 10.0), (4.0, 4.0)]
    ratio = ratio_of_sums(pairs)
    assert ratio is not None
    assert ratio == ratio_of_sums(pairs)
    assert ratio.estimate == pytest.approx(35 / 16)
    assert ratio.low == pytest.approx(0.5)
    assert ratio.high == pytest.approx(3.0)


def test_nothing_is_said_of_ratios_to_nothing() -> None:
    assert ratio_of_sums([]) is None
    assert ratio_of_sums([(1.0, 0.0)]) is None
    with pytest.raises(ValueError, match="no pairs"):
        bootstrap([], lambda pairs: 0.0)
