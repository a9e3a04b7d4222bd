"""The settings of one experiment against each other: virtual best and worst, unique solves, tests with correction."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from scipy import stats
from typer.testing import CliRunner

from tests.experiments.store.records import CONFIGURATIONS, record, task
from verilab.cli.app import app
from verilab.errors import Refused
from verilab.experiments.sheets import render
from verilab.experiments.sheets.comparisons import comparison_sheets, unique_lines
from verilab.experiments.statistics.effects import mean_interval
from verilab.experiments.statistics.outcomes import (
    ContradictingVerdicts,
    outcomes,
    setting_named,
    unique,
    virtual_best,
    virtual_worst,
)
from verilab.experiments.statistics.paired import holm
from verilab.experiments.statistics.pairwise import pairs
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest
from verilab.verification.schema import Run, RunResult, RunStatistics


def run(number: int, label: str, seconds: float = 1.0, verdict: str = "true", expected: bool | None = True) -> Run:
    return Run(label, RunResult(f"f/t{number}", verdict, statistics=RunStatistics(cpu_s=seconds), expected=expected))


# t1: all; t2: a slower than b; t3: only a; t4: nobody, b is wrong; t5: only b
ROWS = [
    *(run(1, label, seconds) for label, seconds in (("a", 1.0), ("b", 4.0), ("c x", 2.0))),
    *(run(2, label, seconds) for label, seconds in (("a", 9.0), ("b", 3.0), ("c x", 6.0))),
    *(run(3, label, 1.0, verdict) for label, verdict in (("a", "true"), ("b", "unknown"), ("c x", "unknown"))),
    *(run(4, label, 1.0, verdict) for label, verdict in (("a", "unknown"), ("b", "false"), ("c x", "unknown"))),
    *(run(5, label, 1.0, verdict) for label, verdict in (("a", "unknown"), ("b", "true"), ("c x", "unknown"))),
]


def test_the_virtual_best_solves_what_any_solves_and_the_worst_what_all_solve() -> None:
    settings = outcomes(ROWS)
    assert dict(virtual_best(settings).figures) == {"f/t1": 1.0, "f/t2": 3.0, "f/t3": 1.0, "f/t4": None, "f/t5": 1.0}
    assert dict(virtual_worst(settings).figures) == {"f/t1": 4.0, "f/t2": 9.0, "f/t3": None, "f/t4": None, "f/t5": None}
    assert {label: sorted(tasks) for label, tasks in unique(settings).items()} == {"a": ["f/t3"], "b": ["f/t5"], "c x": []}
    assert settings[1].wrong == {"f/t4"}
    assert unique_lines(ROWS) == ["only a: f/t3", "only b: f/t5"]


def test_pairs_tell_what_only_one_solved_and_the_ratio_of_their_times() -> None:
    settings = outcomes(ROWS)
    found = {(each.first, each.second): each for each in pairs(settings)}
    assert found.keys() == {("a", "b"), ("a", "c x"), ("b", "c x")}
    pair = found["a", "b"]
    assert (pair.tasks, pair.more, pair.fewer, pair.both) == (5, ("f/t3",), ("f/t5",), 2)
    assert pair.ratio is not None
    assert pair.ratio.estimate == pytest.approx(math.sqrt(1 / 4 * 9 / 3))
    assert pair.ratio.low == pytest.approx(1 / 4)
    assert pair.ratio.high == pytest.approx(9 / 3)
    assert found["a", "c x"].difference.estimate == pytest.approx(1 / 5)


def test_against_a_baseline_every_other_setting_is_compared_once() -> None:
    settings = outcomes(ROWS)
    assert [(each.first, each.second) for each in pairs(settings, settings[2])] == [("a", "c x"), ("b", "c x")]
    assert [each.second for each in pairs(settings, virtual_best(settings))] == ["virtual best"] * 3


def test_the_p_values_are_those_of_scipy_corrected_together() -> None:
    times = {"a": [1.0, 2.5, 3.0, 4.1, 5.0, 6.2, 7.0], "b": [1.4, 2.6, 3.9, 4.8, 6.0, 7.1, 8.8], "c": [1.1, 2.2, 3.3, 4.4, 4.9, 6.0, 7.5]}
    unsolved = {("b", 10), ("b", 11), ("b", 12), ("b", 13), ("b", 14), ("c", 10)}
    rows = [run(number, label, seconds) for label, measured in times.items() for number, seconds in enumerate(measured)]
    rows += [run(number, label, 1.0, "unknown" if (label, number) in unsolved else "true") for label in times for number in range(10, 15)]
    compared = pairs(outcomes(rows))
    raw = [float(stats.binomtest(more, more + fewer).pvalue) for more, fewer in ((5, 0), (1, 0), (0, 4))]
    for first, second, alike in (("a", "b", 0), ("a", "c", 4), ("b", "c", 1)):
        logs = [math.log(x / y) for x, y in zip(times[first], times[second], strict=True)]
        raw.append(float(stats.wilcoxon(logs + [0.0] * alike).pvalue))
    assert [each.p_solved for each in compared] + [each.p_time for each in compared] == pytest.approx(holm(raw))


def test_holm_is_the_step_down_method_by_hand() -> None:
    # 0.01 * 4, 0.02 * 3, 0.03 * 2 (not below the one before), 0.5
    assert holm([0.03, 0.01, 0.5, 0.02]) == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_the_bounds_of_a_mean_are_those_of_scipys_bootstrap() -> None:
    values = [0.1, 0.9, 0.4, 2.5, -0.3, 1.1, 0.8, 0.2, 0.0, 1.6]
    theirs = stats.bootstrap((values,), lambda each, axis: each.mean(axis=axis), n_resamples=20_000, method="percentile", vectorized=True)
    interval = mean_interval(values)
    assert interval.low == pytest.approx(theirs.confidence_interval.low, abs=0.05)
    assert interval.high == pytest.approx(theirs.confidence_interval.high, abs=0.05)
    assert interval == mean_interval(values)
    with pytest.raises(ValueError, match="no values"):
        mean_interval([])


def test_contradicting_verdicts_stop_every_comparison_and_name_task_and_settings() -> None:
    rows = [run(1, "a", expected=None), run(1, "b", verdict="false", expected=None)]
    with pytest.raises(ContradictingVerdicts, match="f/t1: false by b; true by a") as raised:
        comparison_sheets(rows)
    assert raised.value.contradictions == ("f/t1: false by b; true by a",)


def test_repetitions_count_once_with_the_median_of_their_times() -> None:
    (outcome,) = outcomes([run(1, "a", 1.0), run(1, "a", 5.0), run(1, "a", 2.0), run(2, "a"), run(2, "a", verdict="unknown")])
    assert dict(outcome.figures) == {"f/t1": 2.0, "f/t2": None}


def test_only_tasks_that_every_setting_was_run_on_count() -> None:
    first, second = outcomes([run(1, "a"), run(2, "a"), run(2, "b")])
    assert first.figures.keys() == second.figures.keys() == {"f/t2"}
    with pytest.raises(Refused, match="no task was run under every setting"):
        outcomes([run(1, "a"), run(2, "b")])
    with pytest.raises(Refused, match="no task was run under every setting"):
        outcomes([])


def test_a_setting_is_named_by_its_label_or_by_words_of_it() -> None:
    settings = outcomes(ROWS)
    assert setting_named(settings, "x", "--baseline").label == "c x"
    with pytest.raises(Refused, match=r"--baseline 'd': there is no such setting; known: 'a', 'b', 'c x'"):
        setting_named(settings, "d", "--baseline")
    both = outcomes([run(1, "a x"), run(1, "b x")])
    with pytest.raises(Refused, match="2 settings have these words"):
        setting_named(both, "x", "--x")


def test_the_tables_have_the_settings_and_the_virtual_ones() -> None:
    first, second = comparison_sheets(ROWS)
    assert [row[0] for row in first.rows] == ["a", "b", "c x", "virtual best", "virtual worst"]
    #                            tasks solved wrong only fastest  CPU s common
    assert first.rows[0][1:] == (5, 3, 0, 1, 2, 11.0, 10.0)
    assert first.rows[1][1:] == (5, 3, 1, 1, 2, 8.0, 7.0)
    assert first.rows[3][1:] == (5, 4, None, None, None, 6.0, 4.0)
    assert len(second.rows) == 3
    assert "virtual best" in render([first])


def stored(path: Path, verdicts: dict[str, str]) -> Path:
    with ExperimentStore(path) as store:
        store.begin(manifest({"name": "t"}), [task(1, path.parent)], CONFIGURATIONS)
        store.add([record(number, label, verdict=verdict) for label, verdict in verdicts.items() for number in (1, 2)])
    return path


def test_the_command_compares_the_settings_of_one_file(tmp_path: Path) -> None:
    path = stored(tmp_path / "e.duckdb", {"value": "true", "predicate": "unknown"})
    result = CliRunner().invoke(app, ["experiment", "compare", str(path), "--baseline", "value"])
    assert result.exit_code == 0, result.output
    assert "only value: family/t1, family/t2" in result.output
    for format, sign in (("latex", r"\toprule"), ("markdown", "| :--- |"), ("csv", "setting,tasks")):
        assert sign in CliRunner().invoke(app, ["experiment", "compare", str(path), "--format", format]).output


def test_the_command_stops_at_contradictions_and_refuses_what_does_not_go_together(tmp_path: Path) -> None:
    path = stored(tmp_path / "e.duckdb", {"value": "true", "predicate": "false"})
    result = CliRunner().invoke(app, ["experiment", "compare", str(path)])
    assert result.exit_code == 1
    assert "CONTRADICTION: family/t1: false by predicate; true by value" in result.output
    for arguments in (["--tolerance", "1.5"], [str(path), "--baseline", "value"], ["--format", "html"], ["--baseline", "none"]):
        result = CliRunner().invoke(app, ["experiment", "compare", str(path), *arguments])
        assert result.exit_code == (1 if arguments == ["--baseline", "none"] else 2), result.output


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "csv"])
def test_the_table_of_an_experiment_is_written_in_every_format(tmp_path: Path, format: str) -> None:
    path = stored(tmp_path / "e.duckdb", {"value": "true", "predicate": "unknown"})
    result = CliRunner().invoke(app, ["experiment", "table", str(path), "--format", format])
    assert result.exit_code == 0, result.output
    assert "predicate" in result.output
    result = CliRunner().invoke(app, ["experiment", "table", str(path), "--of", "refinements", "--format", format])
    assert result.exit_code == 0, result.output
    assert "targets found" in result.output
