"""What is always so of a comparison of settings, whatever they solved and took."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verilab.experiments.statistics.outcomes import Outcomes, outcomes, unique, virtual_best, virtual_worst
from verilab.experiments.statistics.paired import holm
from verilab.experiments.statistics.pairwise import pairs
from verilab.verification.schema import Run, RunResult, RunStatistics

FIGURES = st.one_of(st.none(), st.floats(0.001, 1000))
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""The machine may be busy."""
PROBABILITIES = st.lists(st.floats(0, 1), max_size=12)


@st.composite
def compared(draw: st.DrawFn) -> list[Outcomes]:
    tasks = draw(st.integers(1, 8))
    drawn = []
    for number in range(draw(st.integers(1, 4))):
        figures = draw(st.lists(FIGURES, min_size=tasks, max_size=tasks))
        drawn.append(Outcomes(f"s{number}", {f"t{task}": figure for task, figure in enumerate(figures)}))
    return drawn


@UNHURRIED
@given(compared())
def test_the_virtual_best_solves_the_union_and_is_never_slower_than_any(found: list[Outcomes]) -> None:
    best, worst = virtual_best(found), virtual_worst(found)
    assert best.solved == frozenset[str]().union(*(each.solved for each in found))
    assert worst.solved == best.solved.intersection(*(each.solved for each in found))
    for each in found:
        assert all(best.figure(task) <= each.figure(task) for task in each.solved)
        assert all(worst.figure(task) >= each.figure(task) for task in worst.solved)
    assert all(best.figure(task) in [each.figures[task] for each in found] for task in best.solved)


@UNHURRIED
@given(compared())
def test_what_is_unique_to_a_setting_no_other_one_solves(found: list[Outcomes]) -> None:
    alone = unique(found)
    for one, other in itertools.permutations(found, 2):
        assert alone[one.label] <= one.solved
        assert not alone[one.label] & other.solved
    without = [each for each in found if each is not found[0]]
    lost = virtual_best(found).solved - (virtual_best(without).solved if without else frozenset())
    assert lost == alone[found[0].label]


@settings(UNHURRIED, max_examples=30)
@given(compared())
def test_a_pair_seen_from_the_other_side_is_the_same_pair(found: list[Outcomes]) -> None:
    if len(found) < 2:
        return
    (there,), (back,) = pairs(found[:2]), pairs([found[1], found[0]])
    assert (there.more, there.fewer, there.both) == (back.fewer, back.more, back.both)
    assert there.p_solved == pytest.approx(back.p_solved)
    assert there.p_time == pytest.approx(back.p_time)
    assert there.difference.estimate == pytest.approx(-back.difference.estimate)
    assert (there.ratio is None) == (back.ratio is None) == (not there.both)
    if there.ratio is not None and back.ratio is not None:
        assert there.ratio.estimate == pytest.approx(1 / back.ratio.estimate)
        assert there.ratio.low <= there.ratio.estimate * (1 + 1e-9)
        assert there.ratio.high >= there.ratio.estimate * (1 - 1e-9)


@UNHURRIED
@given(PROBABILITIES)
def test_holm_lies_between_the_value_and_bonferroni_and_keeps_the_order(values: list[float]) -> None:
    corrected = holm(values)
    for value, found in zip(values, corrected, strict=True):
        assert value <= found <= min(1.0, len(values) * value)
    for (p, p_found), (q, q_found) in itertools.combinations(zip(values, corrected, strict=True), 2):
        assert p_found <= q_found if p <= q else p_found >= q_found


@UNHURRIED
@given(compared())
def test_runs_become_the_outcomes_that_they_are(found: list[Outcomes]) -> None:
    runs = [
        Run(each.label, RunResult(task, "unknown" if figure is None else "true", statistics=RunStatistics(cpu_s=figure or 0.0)))
        for each in found
        for task, figure in each.figures.items()
    ]
    assert [(each.label, dict(each.figures)) for each in outcomes(runs)] == [(each.label, dict(each.figures)) for each in found]
