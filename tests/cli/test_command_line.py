"""The command line keeps its promises: exit codes, the last line, the JSON object, clear errors and no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.verification.schema import EDITS

DECLARATIONS = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n"
SAFE = DECLARATIONS + "int main(void) { int x = 0; while (__VERIFIER_nondet_int()) { x = 1 - x; } if (x > 1) reach_error(); return 0; }\n"
UNSAFE = DECLARATIONS + "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 42) reach_error(); return 0; }\n"
OPEN = DECLARATIONS + "int main(void) { long double d = __VERIFIER_nondet_int(); if (d * 3 > 1.0) reach_error(); return 0; }\n"
RUNNER = CliRunner()


def _write(folder: Path, text: str, name: str = "program.c") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(
    ("text", "analysis", "verdict", "code"),
    [(SAFE, "auto", "true", 0), (UNSAFE, "auto", "false", 1), (OPEN, "predicate", "unknown", 3)],
)
def test_exit_code_and_last_line_tell_the_verdict(tmp_path: Path, text: str, analysis: str, verdict: str, code: int) -> None:
    result = RUNNER.invoke(app, ["verify", _write(tmp_path, text), "--analysis", analysis])
    assert result.exit_code == code
    assert result.stdout.splitlines()[-1].startswith(f"RESULT: {verdict}")


@pytest.mark.parametrize("analysis", ["value", "predicate"])
def test_the_json_object_has_every_promised_key(tmp_path: Path, analysis: str) -> None:
    result = RUNNER.invoke(app, ["verify", _write(tmp_path, UNSAFE), "--analysis", analysis, "--json"])
    report = json.loads(result.stdout)
    assert result.exit_code == 1
    assert report["verdict"] == "false"
    assert report["reason"] == ""
    assert report["evidence"]["kind"] == "replay"
    assert report["evidence"]["accepted"] is True
    assert report["evidence"]["checked_by"].startswith("interpreter")
    statistics = {
        "wall_s",
        "cpu_s",
        "solver_s",
        "own_s",
        "analysis_s",
        "evidence_s",
        "states",
        "refinements",
        "predicates",
        "interpolation",
    }
    statistics |= {"targets", "provident", "targets_passed_over", "candidates", "choices", "model_errors", *EDITS}
    statistics |= {"exploration_s", "stop_s", "precision_s", "refinement_s"}
    assert set(report["statistics"]) == statistics
    assert report["configuration"]["analysis"] == analysis
    assert {"python", "z3-solver", "cvc5"} <= set(report["versions"])


def test_an_unknown_verdict_names_what_is_not_modelled(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["verify", _write(tmp_path, OPEN), "--analysis", "predicate"])
    assert "float" in result.stdout.splitlines()[-1]


def test_the_invariants_of_a_proof_are_checked_by_the_other_solver(tmp_path: Path) -> None:
    for backend, checker in (("z3", "cvc5"), ("cvc5", "z3")):
        arguments = ["verify", _write(tmp_path, SAFE), "--analysis", "predicate", "--backend", backend, "--json"]
        evidence = json.loads(RUNNER.invoke(app, arguments).stdout)["evidence"]
        assert evidence["kind"] == "invariants"
        assert evidence["accepted"] is True
        assert checker in evidence["checked_by"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--analysis", "magic"], "known: auto, value, predicate"),
        (["--backend", "zz3"], "known: z3, cvc5"),
        (["--strategy", "lazzy"], "did you mean 'lazy'"),
        (["--interpolation", "z3:horny"], "horn"),
        (["--time-limit", "-1"], "positive"),
        (["--colour"], "No such option"),
    ],
)
def test_wrong_usage_is_answered_with_what_would_work(tmp_path: Path, arguments: list[str], expected: str) -> None:
    result = RUNNER.invoke(app, ["verify", _write(tmp_path, SAFE), *arguments])
    assert result.exit_code == 2
    assert expected in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("broken.c", "int main(void) { int x = ; }", "broken.c:1:26: error"),
        ("undeclared.c", "int main(void) { return y; }", "undeclared.c:1:25: error"),
        ("task.yml", "input_files: [", "task.yml:1"),
        ("task.yml", "format_version: '2.0'\ninput_files: 'missing.c'\nproperties: []\n", "missing.c"),
        ("program.java", "class A {}", "kind '.java'"),
    ],
)
def test_wrong_input_names_the_place(tmp_path: Path, name: str, text: str, expected: str) -> None:
    result = RUNNER.invoke(app, ["verify", _write(tmp_path, text, name)])
    assert result.exit_code == 2
    assert expected in result.stderr
    assert "Traceback" not in result.stderr


def test_a_missing_file_is_a_clear_error() -> None:
    result = RUNNER.invoke(app, ["verify", "/nowhere/program.c"])
    assert result.exit_code == 2
    assert "/nowhere/program.c" in result.stderr


def test_backends_lists_both_solvers_with_their_procedures() -> None:
    result = RUNNER.invoke(app, ["backends"])
    assert result.exit_code == 0
    assert "horn" in result.stdout
    assert "sygus" in result.stdout


def test_strategies_lists_the_operators() -> None:
    result = RUNNER.invoke(app, ["strategies"])
    assert result.exit_code == 0
    assert "pivot" in result.stdout


def test_a_sweep_prints_its_table_and_writes_its_rows(tmp_path: Path) -> None:
    files = [_write(tmp_path, SAFE, "safe.c"), _write(tmp_path, UNSAFE, "unsafe.c")]
    rows = tmp_path / "rows.csv"
    result = RUNNER.invoke(app, ["sweep", *files, "--analyses", "value,predicate", "--csv", str(rows), "--jobs", "2"])
    assert result.exit_code == 0
    assert len(rows.read_text().splitlines()) == 1 + 4
    assert "predicate" in result.stdout


def test_a_sweep_without_tasks_is_a_usage_error() -> None:
    result = RUNNER.invoke(app, ["sweep"])
    assert result.exit_code == 2
    assert "--demo" in result.stderr


def test_checked_interpolants_lead_to_the_same_verdict(tmp_path: Path) -> None:
    loop = DECLARATIONS + (
        "int main(void) { int n = __VERIFIER_nondet_int(), x = 0; if (n < 0 || n > 9) return 0;"
        " while (x < n) x = x + 1; if (x != n) reach_error(); return 0; }\n"
    )
    arguments = ["verify", _write(tmp_path, loop), "--analysis", "predicate", "--json"]
    plain = json.loads(RUNNER.invoke(app, arguments).stdout)
    checked = json.loads(RUNNER.invoke(app, [*arguments, "--check-interpolants"]).stdout)
    assert plain["verdict"] == checked["verdict"] == "true"
    assert checked["configuration"]["check_interpolants"] is True
    assert checked["statistics"]["refinements"] > 0
