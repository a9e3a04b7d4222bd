"""verilab oracle shows what each candidate would have cost, writes JSON rows, and answers wrong use clearly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int b = 1; int i = 0;
  while (i < 6) { i++; if (__VERIFIER_nondet_int()) { b = 1; } }
  if (!b) { reach_error(); }
  return 0;
}
"""
RUNNER = CliRunner()


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    return str(path)


def test_the_table_has_costs_ranks_regret_and_the_scores_that_agree(program: str, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    arguments = ["oracle", program, "--strategy", "spin15-bad", "--at", "1", "--measure", "states", "--scores", "--json", str(rows)]
    result = RUNNER.invoke(app, arguments)
    assert result.exit_code == 0, result.output
    for words in (
        "refinement 1, target in line 6",
        "0 chosen",
        "main::b",
        "domain-type",
        "regret of the choice: states x",
        "domain-type:good",
    ):
        assert words in result.stdout
    found = [json.loads(line) for line in rows.read_text().splitlines()]
    kinds = [row["row"] for row in found]
    assert (kinds[0], kinds.count("run"), kinds.count("candidate"), kinds.count("regret")) == ("run", 1, 2, 4)
    first, second = (row for row in found if row["row"] == "candidate")
    assert (first["chosen"], first["rank"], second["rank"]) == (True, 2, 1)
    assert second["after"]["states"] < first["after"]["states"]
    assert {"length", "width", "domain-type"} <= set(first["scores"])
    assert all("regret" in row for row in found if row["row"] == "score")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at", "99"], "refinement 99 does not happen: the run ends after"),
        (["--at", "two"], "'two' is no number and no range"),
        (["--strategy", "lazzy"], "did you mean 'lazy'"),
        (["--analysis", "auto"], "name one analysis"),
        (["--measure", "taste"], "known: cpu_s, wall_s, states, refinements"),
        (["--max-branches", "0"], "at least 1"),
        (["--backend", "zz3"], "known: z3"),
    ],
)
def test_wrong_use_is_answered_with_what_would_work(program: str, arguments: list[str], message: str) -> None:
    result = RUNNER.invoke(app, ["oracle", program, "--strategy", "spin15-good", *arguments])
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_a_run_without_a_choice_says_so(program: str) -> None:
    result = RUNNER.invoke(app, ["oracle", program, "--strategy", "spin15-none"])
    assert result.exit_code == 0
    assert "no refinement has several candidates" in result.stdout


def test_what_the_cap_leaves_out_is_told(program: str) -> None:
    result = RUNNER.invoke(app, ["oracle", program, "--strategy", "spin15-bad", "--max-branches", "1"])
    assert result.exit_code == 0
    assert "not followed (--max-branches follows more); none at refinements 1" in result.stdout
    assert "target in line" not in result.stdout


def test_several_tasks_are_added_up_and_one_that_cannot_be_followed_is_passed_over(program: str, tmp_path: Path) -> None:
    other, wrong, rows = tmp_path / "other.c", tmp_path / "wrong.c", tmp_path / "rows.jsonl"
    other.write_text(PROGRAM.replace("i < 6", "i < 4"))
    wrong.write_text("int main(void) { return ; ; }}")
    arguments = ["oracle", program, str(wrong), str(other), "--strategy", "spin15-bad", "--at", "1", "--measure", "states"]
    result = RUNNER.invoke(app, [*arguments, "--json", str(rows)])
    assert result.exit_code == 0, result.output
    assert "wrong.c:1" in result.stderr
    assert "which score picks the best candidate, of 2 refinements of 2 tasks" in result.stdout
    found = [json.loads(line) for line in rows.read_text().splitlines()]
    scores = [row for row in found if row["row"] == "score" and (row["score"], row["measure"]) == ("domain-type:good", "states")]
    assert [(row["task"].rpartition("/")[2], row["best"], row["refinements"]) for row in scores] == [
        ("program", 1, 1),
        ("other", 1, 1),
        ("all tasks", 2, 2),
    ]
    assert scores[2]["cost"] == scores[0]["cost"] + scores[1]["cost"]


def test_where_no_task_can_be_followed_the_command_fails(program: str, tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["oracle", program, program, "--strategy", "spin15-good", "--at", "99"])
    assert result.exit_code == 2
    assert result.stderr.count("refinement 99 does not happen") == 2
    assert "none of the 2 tasks could be followed" in result.stderr
