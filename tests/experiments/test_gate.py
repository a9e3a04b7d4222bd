"""The regression gate: what is lost, wrong or slower beyond chance is told, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verilab.errors import Refused
from verilab.experiments.statistics.answers import merged
from verilab.experiments.statistics.gate import changes, contradictions, without_counterpart
from verilab.verification.schema import Run, RunResult, RunStatistics


def run(number: int, seconds: float = 1.0, verdict: str = "true", label: str = "a", expected: bool | None = True) -> Run:
    return Run(label, RunResult(f"family/t{number}", verdict, statistics=RunStatistics(cpu_s=seconds), expected=expected))


OLD = [run(number, 1.0 + number / 10) for number in range(12)]


def test_the_same_runs_are_no_regression() -> None:
    (change,) = changes(OLD, OLD)
    assert change.effect is not None
    assert (change.tasks, change.both, change.lost, change.gained, change.wrong) == (12, 12, (), (), ())
    assert (change.effect.estimate, change.p_time, change.p_solved) == (1.0, 1.0, 1.0)
    assert not change.slower(1.0)


def test_runs_that_take_twice_as_long_are_slower_beyond_chance() -> None:
    new = [replace(each, result=replace(each.result, statistics=RunStatistics(cpu_s=2 * each.result.statistics.cpu_s))) for each in OLD]
    (change,) = changes(OLD, new)
    assert change.effect is not None
    assert change.effect.estimate == pytest.approx(2.0)
    assert change.slower(1.5)
    assert not change.slower(2.5)
    (back,) = changes(new, OLD)
    assert not back.slower(1.0)


def test_one_slow_run_among_many_is_chance() -> None:
    (change,) = changes(OLD, [run(0, 1.5), *OLD[1:]])
    assert not change.slower(1.0)


def test_lost_gained_and_wrong_tasks_are_named() -> None:
    old = [*OLD, run(12, verdict="unknown"), run(13, expected=None)]
    new = [run(0, verdict="unknown"), *OLD[1:], run(12), run(13, expected=None)]
    (change,) = changes(old, new)
    assert (change.lost, change.gained, change.wrong) == (("family/t0",), ("family/t12",), ())
    (change,) = changes([run(1, verdict="unknown")], [run(1, verdict="false")])
    assert change.wrong == ("family/t1",)
    assert change.effect is None


def test_tasks_and_configurations_of_one_of_the_two_are_told() -> None:
    assert without_counterpart(OLD, OLD) == []
    new = [*OLD[2:], run(20), run(1, label="b")]
    assert without_counterpart(OLD, new) == [
        "a: 2 tasks of the old one only",
        "a: 1 task of the new one only",
        "b: 1 task of the new one only",
    ]


def test_contradictions_between_old_and_new_are_told() -> None:
    assert contradictions(OLD, OLD) == []
    assert contradictions([run(1, expected=None)], [run(1, verdict="false", expected=None)]) == [
        "family/t1: false by a (new); true by a (old)"
    ]


def test_the_p_values_of_several_configurations_are_corrected() -> None:
    old = [replace(each, label=label) for label in "abcd" for each in OLD]
    new = [
        replace(run(number, each.result.statistics.cpu_s * (1.01 + number / 50)), label=label)
        for label in "abcd"
        for number, each in enumerate(OLD)
    ]
    alone = changes(OLD, [each for each in new if each.label == "a"])[0]
    together = changes(old, [*new[:12], *old[12:]])
    assert together[0].p_time >= 3 * alone.p_time


def test_repetitions_are_one_run_with_the_median_of_their_times() -> None:
    (merged_run,) = merged([run(1, 1.0), run(1, 5.0), run(1, 2.0)])
    assert merged_run.result.statistics.cpu_s == 2.0
    (merged_run,) = merged([run(1), run(1, verdict="unknown")])
    assert merged_run.result.verdict == "unknown"
    (merged_run,) = merged([run(1), run(1, verdict="false")])
    assert merged_run.result.classification == "wrong"


def test_runs_of_nothing_in_common_are_refused() -> None:
    with pytest.raises(Refused, match="no task under the same configuration"):
        changes(OLD, [run(1, label="b")])
