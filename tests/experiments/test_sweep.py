"""A sweep runs the whole product, keeps every row, and says what was solved, wrong and unknown."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from verilab.errors import Refused
from verilab.evidence.record import Evidence
from verilab.experiments.design.product import product
from verilab.experiments.laboratory.sweep import sweep
from verilab.experiments.sheets.summaries import reason_class, summarise
from verilab.experiments.statistics.answers import disagreements
from verilab.experiments.store.columns import TABLES
from verilab.experiments.store.csv_rows import COLUMNS, read_rows, write_csv
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.phases.plan import plan
from verilab.verification.schema import PropertyResult, Run, RunResult, RunStatistics, combined
from verilab.verification.serving.answers import RejectedInput

TASKS = [Task("family/good", (Path("good.c"),), expected=True), Task("family/bad", (Path("bad.c"),), expected=False)]


def _run(task: Task, configuration: Configuration) -> RunResult:
    """Claims true for everything; refuses bv."""
    if configuration.encoding == "bv":
        raise RejectedInput("bad.c:1:2: error: no such thing\n  int\n")
    statistics = RunStatistics(wall_s=2.0, own_s=0.5, solver_s=1.5)
    return RunResult(task.name, "true", evidence=Evidence("invariants", "cvc5", True), statistics=statistics, expected=task.expected)


@pytest.mark.parametrize(
    ("axis", "value", "message"),
    [
        ("strategy", "spin15-good-narow", "did you mean 'spin15-good-narrow'?"),
        ("backend", "z4", "backend: unknown backend 'z4'; known: z3"),
        ("checker", "z4", "checker: unknown backend 'z4'; known: z3"),
    ],
)
def test_a_misspelt_name_is_refused_before_any_run(axis: str, value: str, message: str) -> None:
    with pytest.raises(Refused, match=re.escape(message)):
        product(Configuration(), {axis: [value]})


def test_the_product_has_every_combination_labelled_by_what_varies() -> None:
    combinations = product(Configuration(), {"analysis": ["value", "predicate"], "backend": ["z3", "cvc5"], "encoding": ["int"]})
    assert [label for label, _ in combinations] == ["value z3", "value cvc5", "predicate z3", "predicate cvc5"]
    assert combinations[3][1] == Configuration(analysis="predicate", backend="cvc5")


def test_a_sweep_of_one_combination_still_has_a_label() -> None:
    assert product(Configuration(), {"analysis": ["value"]})[0][0] == "value"


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_task_runs_under_every_configuration(jobs: int) -> None:
    configurations = product(Configuration(), {"analysis": ["value"], "encoding": ["int", "bv"]})
    rows = list(sweep(TASKS, configurations, jobs=jobs, run=_run))
    assert {(row.result.task, row.label) for row in rows} == {(task.name, label) for task in TASKS for label in ("int", "bv")}


def test_the_rows_of_a_sweep_are_a_data_frame_with_the_columns_of_a_store() -> None:
    rows = sweep(TASKS, product(Configuration(), {"encoding": ["int"]}), run=_run)
    first = next(rows)
    assert first.result.task == "family/good"
    frame = rows.frame()  # of what was not given yet
    assert list(frame.columns) == list(TABLES["runs"])
    assert frame[["task", "label", "verdict", "class", "wall_s"]].to_numpy().tolist() == [["family/bad", "int", "true", "wrong", 2.0]]
    assert json.loads(frame.details[0])["evidence"]["checked_by"] == "cvc5"
    assert len(rows.frame()) == 0


def test_a_sweep_that_is_closed_runs_no_more() -> None:
    ran = []

    def run(task: Task, configuration: Configuration) -> RunResult:
        ran.append(task.name)
        return _run(task, configuration)

    rows = sweep(TASKS * 5, product(Configuration(), {"encoding": ["int"]}), run=run)
    next(rows)
    rows.close()
    assert list(rows) == []
    assert len(ran) < 5


def test_wrong_input_is_a_row_and_not_the_end() -> None:
    configurations = product(Configuration(), {"encoding": ["bv", "int"]})
    reasons = {row.label: row.result.reason for row in sweep(TASKS[:1], configurations, run=_run)}
    assert reasons == {"bv": "input error: bad.c:1:2: error: no such thing", "int": ""}


def test_rows_are_on_disk_before_the_next_run_ends(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    configurations = product(Configuration(), {"encoding": ["int"]})
    for seen, _ in enumerate(write_csv(sweep(TASKS, configurations, run=_run), path), start=1):
        with path.open() as file:
            assert len(list(csv.reader(file))) == 1 + seen
    with path.open() as file:
        table = list(csv.DictReader(file))
    assert tuple(table[0]) == COLUMNS
    assert [row["class"] for row in table] == ["solved", "wrong"]


def test_the_summary_counts_solved_wrong_and_unknown_by_reason() -> None:
    configurations = product(Configuration(), {"encoding": ["int", "bv"]})
    integers, bit_vectors = summarise(list(sweep(TASKS, configurations, run=_run)))
    assert (integers.solved, integers.wrong, integers.median_solved_s, integers.own_share) == (1, 1, 2.0, 0.25)
    assert (bit_vectors.solved, dict(bit_vectors.unknown)) == (0, {"input error": 2})


def _half(task: Task, configuration: Configuration) -> RunResult:
    """Predicate analysis solves both tasks, value analysis one of them, and calls the other the wrong way round."""
    right = configuration.analysis == "predicate" or task.name == "family/good"
    verdict = "true" if bool(task.expected) == right else "false"
    statistics = RunStatistics(wall_s=3.0, refinements=4, predicates=5)
    return RunResult(task.name, verdict, statistics=statistics, expected=task.expected)


def test_configurations_are_compared_on_the_tasks_that_all_of_them_solved() -> None:
    configurations = product(Configuration(), {"analysis": ["value", "predicate"]})
    rows = list(sweep(TASKS, configurations, run=_half))
    assert [(s.common, s.common_s, s.common_refinements, s.common_predicates) for s in summarise(rows)] == [(1, 3.0, 4, 5)] * 2
    assert disagreements(rows) == ["family/bad: false by predicate; true by value"]


def test_reasons_are_grouped_by_what_they_share() -> None:
    assert reason_class("crash: the run's process died of SIGKILL") == "crash"
    assert reason_class("timeout") == "timeout"


@pytest.mark.parametrize(
    "wrong",
    [{"analysis": "magic"}, {"encoding": "float"}, {"time_limit": 0}, {"memory_limit": 3}, {"order": "random"}, {"block_threshold": 0}],
)
def test_a_configuration_that_cannot_run_is_refused_with_its_field(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match=next(iter(wrong))):
        Configuration(**wrong)


def test_the_composite_has_blocks_of_single_edges_only() -> None:
    assert Configuration(analysis="composite", block="single").block == "single"
    with pytest.raises(ConfigurationError, match=r"block='large': the composite .*give block='single'"):
        Configuration(analysis="composite", block="large")


@pytest.mark.parametrize("strategy", ["spin15-va+pa+", "propose=path:analyses=all"])
def test_a_strategy_over_several_analyses_selects_the_composite_or_is_refused(strategy: str) -> None:
    for analysis in ("auto", "composite"):
        assert [phase.analysis for phase in plan(Configuration(analysis=analysis, strategy=strategy)).phases] == ["composite"]
    for analysis in ("value", "predicate"):
        with pytest.raises(ConfigurationError, match="give analysis='composite'"):
            plan(Configuration(analysis=analysis, strategy=strategy))
    assert [phase.analysis for phase in plan(Configuration(analysis="predicate", strategy="spin15-pa")).phases] == ["predicate"]
    with pytest.raises(ConfigurationError, match="give block='single'"):
        plan(Configuration(strategy=strategy, block="adjustable"))
    assert [phase.analysis for phase in plan(Configuration(strategy="lazy")).phases] == ["value", "predicate", "predicate"]


def test_a_configuration_survives_json() -> None:
    configuration = Configuration(analysis="value", seed=7, time_limit=None)
    assert Configuration.from_json(configuration.to_json()) == configuration
    with pytest.raises(ConfigurationError, match="unknown fields: colour"):
        Configuration.from_json({"colour": "red"})


def _observed(*answers: tuple[str, str, bool | None]) -> RunResult:
    properties = tuple(PropertyResult(name, verdict, expected=expected) for name, verdict, expected in answers)
    return RunResult("kernel/module", combined(properties)[0], properties=properties)


@pytest.mark.parametrize("verdict", ["true", "false", "unknown"])
@pytest.mark.parametrize("expected", [True, False, None])
def test_a_row_that_is_read_back_is_as_right_or_wrong_as_it_was(tmp_path: Path, verdict: str, expected: bool | None) -> None:
    path = tmp_path / "rows.csv"
    results = [_observed(("mutex", verdict, expected)), _observed(("a=b", "true", True), ("mutex", verdict, expected))]
    list(write_csv([Run("value", result) for result in results], path))
    again = [row.result for row in read_rows(path)]
    assert [each.classification for each in again] == [each.classification for each in results]
    assert [each.properties for each in again] == [each.properties for each in results]


def test_verdicts_that_contradict_each_other_on_a_property_are_found_behind_the_same_verdict_on_all() -> None:
    one, other = _observed(("mutex", "false", None), ("rcu", "true", None)), _observed(("mutex", "true", None), ("rcu", "false", None))
    assert one.verdict == other.verdict == "false"
    assert disagreements([Run("single", one), Run("multi", other)]) == [
        "kernel/module, mutex: false by single; true by multi",
        "kernel/module, rcu: false by multi; true by single",
    ]
