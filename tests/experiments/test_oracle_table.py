"""Oracle Best, Oracle Worst and Diff (FORTE'15 Table 1) from rows of a sweep, in memory or read from its CSV."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.evidence.record import Evidence
from verilab.experiments.design.product import product
from verilab.experiments.oracle.strategies import OracleError, oracle_table, oracle_tables
from verilab.experiments.store.csv_rows import COUNTS, read_rows, write_csv
from verilab.program.errors import InputError
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics, family_of

RUNNER = CliRunner()


def row(label: str, task: str, verdict: str = "true", cpu_s: float = 1.0, expected: bool | None = True) -> Run:
    """A run of the strategy that the label names."""
    configuration = Configuration(strategy=label)
    statistics = RunStatistics(
        wall_s=cpu_s + 1,
        cpu_s=cpu_s,
        solver_s=0.25,
        own_s=0.75,
        analysis_s=0.5,
        states=7,
        refinements=3,
        provident=5,
        candidates=9,
        choices=2,
        predicates=2,
        interpolation={"all": dict.fromkeys((*COUNTS, "seconds"), 0.0) | {"asked": 3.0, "valid": 3.0, "seconds": 0.5}},
    )
    reason = "timeout" if verdict == "unknown" else ""
    return Run(label, RunResult(task, verdict, reason, Evidence("invariants", "cvc5", True), statistics, configuration, expected=expected))


ROWS = [
    row("good", "locks/a", cpu_s=1.0),
    row("bad", "locks/a", cpu_s=4.0),
    row("good", "locks/b", cpu_s=2.0),
    row("bad", "locks/b", "unknown", cpu_s=60.0),
    row("good", "eca/c", "false", cpu_s=1.0),  # a wrong verdict solves nothing
    row("bad", "eca/c", "true", cpu_s=3.0),
    row("good", "eca/d", "unknown"),
    row("bad", "eca/d", "unknown"),
    row("good", "eca/e", cpu_s=5.0),
    row("bad", "eca/e", cpu_s=2.0),
]


def test_best_counts_what_some_strategy_solves_and_worst_what_all_solve() -> None:
    table = oracle_table(ROWS)
    assert table.strategies == ("good", "bad")
    assert [(line.family, line.tasks, line.solved, line.best, line.worst, line.diff) for line in (*table.families, table.total)] == [
        ("eca", 3, {"good": 1, "bad": 2}, 2, 1, 1),
        ("locks", 2, {"good": 2, "bad": 1}, 2, 1, 1),
        ("all tasks", 5, {"good": 3, "bad": 3}, 4, 2, 2),
    ]


def test_times_are_of_the_tasks_that_all_strategies_solve() -> None:
    total = oracle_table(ROWS).total
    assert total.cpu_s == {"good": 6.0, "bad": 6.0}
    assert (total.best_cpu_s, total.worst_cpu_s) == (3.0, 9.0)


def test_each_task_names_its_best_and_worst_strategy() -> None:
    tasks = {task.task: (task.best, task.worst, task.best_cpu_s, task.worst_cpu_s) for task in oracle_table(ROWS).tasks}
    assert tasks == {
        "locks/a": ("good", "bad", 1.0, 4.0),
        "locks/b": ("good", "bad", 2.0, None),
        "eca/c": ("bad", "good", 3.0, None),
        "eca/d": (None, "good", None, None),
        "eca/e": ("bad", "good", 2.0, 5.0),
    }


def test_a_task_that_not_every_strategy_has_run_is_left_out_and_named() -> None:
    table = oracle_table([*ROWS, row("good", "locks/interrupted")])
    assert table.total.tasks == 5
    assert table.incomplete == ("locks/interrupted",)


def test_a_sweep_over_more_than_strategies_has_a_table_for_each_rest() -> None:
    rows = [
        Run(f"{analysis} {each.label}", replace(each.result, configuration=replace(each.result.configuration, analysis=analysis)))
        for analysis in ("value", "predicate")
        for each in ROWS
    ]
    tables = oracle_tables(rows, ["bad", "good"])
    assert list(tables) == ["value", "predicate"]
    assert tables["value"].total.diff == 2
    assert tables["value"].strategies == ("bad", "good")


def test_a_strategy_is_told_by_the_configuration_and_not_by_the_label() -> None:
    rows = [Run(f"anything {number}", row(name, "a/a").result) for number, name in enumerate(("select=first", "rank=all select=first", ""))]
    tables = oracle_tables(rows, ["select=first", "rank=all select=first", "default"])
    assert {part: table.strategies for part, table in tables.items()} == {"": ("select=first", "rank=all select=first", "default")}


def test_what_cannot_be_compared_is_refused_with_what_is_known() -> None:
    with pytest.raises(OracleError, match="no row has the configuration 'ugly'; known: 'good', 'bad'"):
        oracle_table(ROWS, ["good", "ugly"])
    with pytest.raises(OracleError, match="at least two"):
        oracle_table(ROWS, ["good"])
    with pytest.raises(OracleError, match="no rows for all of the strategies 'good', 'ugly'"):
        oracle_tables(ROWS, ["good", "ugly"])


def test_the_family_of_a_task_is_its_folder() -> None:
    assert [family_of(name) for name in ("locks/a", "c/locks/a", "a")] == ["locks", "c/locks", "-"]


def test_the_default_strategy_of_a_sweep_has_a_name_and_a_table() -> None:
    configurations = product(Configuration(), {"analysis": ["value"], "strategy": ["", "lazy"]})
    assert [label for label, _ in configurations] == ["default", "lazy"]
    assert product(Configuration(), {"analysis": ["value"], "strategy": [""]})[0][0] == "value"


def csv_of(folder: Path) -> Path:
    path = folder / "rows.csv"
    assert list(write_csv(ROWS, path)) == ROWS
    return path


def test_reading_the_csv_of_a_sweep_gives_its_rows_again(tmp_path: Path) -> None:
    assert read_rows(csv_of(tmp_path)) == ROWS


def test_an_unfinished_last_line_is_left_out_and_older_csvs_with_fewer_columns_are_read(tmp_path: Path) -> None:
    path = csv_of(tmp_path)
    path.write_text(path.read_text().rstrip()[:-30])
    assert read_rows(path) == ROWS[:-1]
    path.write_text("task,configuration,verdict,colour\nlocks/a,good,true,red\n")
    (only,) = read_rows(path)
    assert (only.label, only.result.task, only.result.classification, only.result.statistics.cpu_s) == ("good", "locks/a", "solved", 0.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"rows.csv:1: has no column 'task'"),
        ("task,verdict\na,true\n", r"rows.csv:1: has no column 'configuration'"),
        ("task,configuration,verdict\na,b,true\na,b,perhaps\n", r"rows.csv:3: .*verdict 'perhaps'; known: true, false, unknown"),
        ("task,configuration,verdict\na,b\na,b,true\n", r"rows.csv:2: has 2 cells in 3 columns"),
        ("task,configuration,verdict,cpu_s\na,b,true,inf\n", r"rows.csv:2: .*cpu_s is 'inf', no number from 0"),
        ("task,configuration,verdict,expected\na,b,true,maybe\n", r"rows.csv:2: .*expected is 'maybe'"),
    ],
)
def test_what_is_no_csv_of_a_sweep_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_rows(path)


def test_the_command_prints_table_1_and_writes_each_tasks_best_and_worst(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["oracle-table", str(csv_of(tmp_path)), "--json", str(tmp_path / "oracle.json")])
    assert result.exit_code == 0, result.output
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in result.stdout.splitlines() if line.startswith("│")]
    assert ["all tasks", "5", "3", "3", "4", "2", "2"] in lines
    assert ["oracle best (fastest for each task)", "3.0", "50%"] in lines
    assert '"best": "good"' in (tmp_path / "oracle.json").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["missing.csv"], "No such file"), (["rows.csv", "--strategies", "good;ugly"], "no rows for all of the strategies")],
)
def test_wrong_use_of_the_command_is_answered_clearly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    csv_of(tmp_path)
    monkeypatch.chdir(tmp_path)
    result = RUNNER.invoke(app, ["oracle-table", *arguments])
    assert result.exit_code == 2
    assert message in result.stderr
