"""A path that another tool gives is followed in our automaton, and what a strategy learns from it excludes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verilab as vl
from tests.program.witnesses.texts import digest_of, invariants, violation
from verilab.cli.app import app
from verilab.errors import Refused
from verilab.program.errors import InputError
from verilab.verification.path_refinement import Lesson

SOURCE = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int inc(int a) {
  return a + 1;
}
int main(void) {
  int x = 0, n = __VERIFIER_nondet_int();
  while (x < n) {
    x = inc(x);
  }
  if (x < 0 || (x == n && n > 3))
    if (x != n || n < 3)
      reach_error();
  return 0;
}
"""
SWITCH = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = 0;
  switch (a) {
    case 1:
      b = 1;
      break;
    case 2:
      b = 2;
  }
  if (b == 2 && a != 2)
    reach_error();
  return 0;
}
"""


def written(folder: Path, source: str, *segments: tuple[str, ...]) -> tuple[Path, Path]:
    """A program and a violation witness of it."""
    program, witness = folder / "p.c", folder / "w.yml"
    program.write_text(source)
    witness.write_text(violation("p.c", *segments, digest=digest_of(program)))
    return program, witness


@pytest.mark.parametrize("strategy", ["single-path-located", "spin15-good-narrow"])
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_path_goes_as_often_around_a_loop_as_the_witness_says(tmp_path: Path, rounds: int, strategy: str) -> None:
    around = [("branch 8 true",)] * rounds + [("branch 8 false",)]
    program, witness = written(tmp_path, SOURCE, *around, ("target 13",))
    refinement = vl.refine_path(program, witness, analysis="predicate", strategy=strategy)
    assert refinement.lesson is Lesson.LEARNED
    # a round: into the loop, the argument, the call, the return statement, the return, the assignment
    assert (refinement.edges - 5 - 6 * rounds) in (1, 2, 3), "which condition of line 11 holds is not said"
    assert refinement.facts


def test_of_a_witness_that_says_little_the_shortest_path_is_taken(tmp_path: Path) -> None:
    program, witness = written(tmp_path, SOURCE, ("target 13",))
    assert vl.refine_path(program, witness).edges < 9


@pytest.mark.parametrize("analysis", ["predicate", "value", "composite"])
def test_what_is_learned_excludes_the_path(tmp_path: Path, analysis: str) -> None:
    program, witness = written(tmp_path, SOURCE, ("branch 8 false",), ("target 13",))
    file = tmp_path / "increment.txt"
    shown = CliRunner().invoke(app, ["refine", str(program), str(witness), "--analysis", analysis, "--export-precision", str(file)])
    if analysis == "value" and shown.exit_code == 3:  # x < 0 is no value, and n has none
        assert "the value domain cannot exclude the path" in shown.stderr
        return
    assert shown.exit_code == 0
    again = CliRunner().invoke(app, ["refine", str(program), str(witness), "--analysis", analysis, "--initial-precision", str(file)])
    assert (again.exit_code, "nothing is to be learned" in again.stderr) == (0, True)


def test_the_increment_is_on_standard_output_where_no_file_is_given(tmp_path: Path) -> None:
    program, witness = written(tmp_path, SOURCE, ("branch 8 true",), ("branch 8 false",), ("target 13",))
    shown = CliRunner().invoke(app, ["refine", str(program), str(witness)])
    assert (shown.exit_code, "(declare-fun |main::n| () Int)" in shown.stdout, "learned" in shown.stderr) == (0, True, True)
    lesson = json.loads(CliRunner().invoke(app, ["refine", str(program), str(witness), "--json"]).stdout)
    assert (lesson["lesson"], list(lesson["precision"])) == ("learned", ["predicates"])


def test_a_branch_of_a_switch_is_followed(tmp_path: Path) -> None:
    program, witness = written(tmp_path, SWITCH, ("branch 5 2",), ("target 13",))
    refinement = vl.refine_path(program, witness, analysis="predicate", strategy="single-path-located")
    assert any("main::a" in fact and "2" in fact for fact in refinement.facts)


@pytest.mark.parametrize("analysis", ["predicate", "value"])
def test_an_execution_is_said_to_be_one(tmp_path: Path, analysis: str) -> None:
    source = SOURCE.replace("x < 0 || (x == n && n > 3)", "x == n && n > 3").replace("x != n || n < 3", "n < 9")
    program, witness = written(tmp_path, source, *[("branch 8 true",)] * 4, ("branch 8 false",), ("target 13",))
    assert vl.refine_path(program, witness, analysis=analysis).lesson is Lesson.FEASIBLE  # type: ignore[arg-type]  # a parameter of the test, not a literal
    shown = CliRunner().invoke(app, ["refine", str(program), str(witness), "--analysis", analysis])
    assert (shown.exit_code, shown.stdout, "feasible (the path is an execution)" in shown.stderr) == (1, "", True)


def test_a_logged_path_teaches_again_what_it_taught(tmp_path: Path) -> None:
    program, _ = written(tmp_path, SOURCE, ("target 13",))
    log = tmp_path / "log.jsonl"
    settings = ["--analysis", "predicate", "--strategy", "single-path-located", "--block", "single"]
    CliRunner().invoke(app, ["verify", str(program), *settings, "--log-refinements", str(log), "--time-limit", "60"])
    row = json.loads(log.read_text().splitlines()[0])
    shown = CliRunner().invoke(app, ["refine", str(program), str(log), *settings, "--json"])
    lesson = json.loads(shown.stdout)
    assert lesson["facts"] == sorted(each["fact"] for each in row["increment"])
    assert lesson["edges"] == len(row["targets"][0]["path"])


def test_a_logged_path_of_blocks_is_refused(tmp_path: Path) -> None:
    program, _ = written(tmp_path, SOURCE, ("target 13",))
    log = tmp_path / "log.jsonl"
    arguments = ["verify", str(program), "--analysis", "predicate", "--log-refinements", str(log), "--time-limit", "60"]
    CliRunner().invoke(app, arguments)
    with pytest.raises(InputError, match="a block has several ways: give a log of a run with --block single"):
        vl.refine_path(program, log)
    with pytest.raises(InputError, match="has no refinement 99"):
        vl.refine_path(program, log, refinement=99)


def test_a_correctness_witness_has_no_path(tmp_path: Path) -> None:
    program, witness = written(tmp_path, SOURCE, ("target 13",))
    witness.write_text(invariants("p.c", ("loop", "8", "x >= 0"), digest=digest_of(program)))
    with pytest.raises(InputError, match="is a correctness witness, which has no path"):
        vl.refine_path(program, witness)


def test_a_witness_of_another_version_of_the_program_is_warned_of(tmp_path: Path) -> None:
    program, witness = written(tmp_path, SOURCE, ("branch 8 false",), ("target 13",))
    program.write_text(SOURCE.replace("n > 3", "n > 4"))
    shown = CliRunner().invoke(app, ["refine", str(program), str(witness)])
    assert (shown.exit_code, "the witness is about another version of 'p.c'" in shown.stderr) == (0, True)


def test_a_way_that_no_path_takes_is_refused(tmp_path: Path) -> None:
    program, witness = written(tmp_path, SOURCE, ("assume 14 x > 3",), ("target 13",))
    with pytest.raises(Refused, match="no path of the program to its error takes the way that the witness describes"):
        vl.refine_path(program, witness)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"block": "large"}, "a given path is followed edge by edge; give block='single' or 'auto'"),
        ({"analysis": "auto"}, "analysis='auto' is not one that refines; give one of: value, predicate, composite"),
        ({"analysis": "induction"}, "analysis='induction' is not one that refines"),
        ({"counter": "symbolic"}, "a given path is one of the program's control flow; give 'explicit'"),
    ],
)
def test_settings_that_follow_no_path_are_refused(tmp_path: Path, settings: dict[str, str], message: str) -> None:
    program, witness = written(tmp_path, SOURCE, ("target 13",))
    with pytest.raises(Refused, match=message):
        vl.refine_path(program, witness, **settings)  # type: ignore[arg-type]  # wrong on purpose
