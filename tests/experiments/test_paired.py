"""Paired comparisons: discordant tasks, bootstrap intervals, McNemar's test."""

from __future__ import annotations

import random
from statistics import mean, stdev

import pytest
from scipy import stats

from verilab.experiments.statistics.paired import bootstrap, mcnemar, paired, ratio_of_sums


def test_discordant_tasks_are_those_that_only_one_solved() -> None:
    found = paired([(True, True), (True, False), (True, False), (False, True), (False, False)])
    assert (found.tasks, found.more, found.fewer, found.discordant) == (5, 2, 1, 3)
    assert found.difference.estimate == pytest.approx(1 / 5)


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
    found = paired([(bool(first), bool(second)) for first, second in pairs]).difference
    assert found.low == pytest.approx(mean(differences) - error, abs=error / 5)
    assert found.high == pytest.approx(mean(differences) + error, abs=error / 5)
    assert found.estimate == pytest.approx(mean(differences))


def test_a_difference_is_shown_only_where_the_bounds_leave_out_none() -> None:
    assert not paired([(True, False), (False, True)] * 20).is_shown
    assert paired([(True, False)] * 10 + [(True, True)] * 20).is_shown
    assert not paired([(True, True)] * 20).is_shown


def test_the_same_seed_gives_the_same_bounds_and_the_ratio_is_of_sums() -> None:
    pairs = [(1.0, 2.0), (30.0, 10.0), (4.0, 4.0)]
    found = ratio_of_sums(pairs)
    assert found is not None
    assert found == ratio_of_sums(pairs)
    assert found.estimate == pytest.approx(35 / 16)
    assert found.low == pytest.approx(0.5)
    assert found.high == pytest.approx(3.0)


def test_nothing_is_said_of_ratios_to_nothing() -> None:
    assert ratio_of_sums([]) is None
    assert ratio_of_sums([(1.0, 0.0)]) is None
    with pytest.raises(ValueError, match="no pairs"):
        bootstrap([], lambda pairs: 0.0)
