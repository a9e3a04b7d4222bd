"""A run begins with the precision of another one and needs no refinement; strategies without precision and broken files are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verilab as vl
from verilab.cli.app import app
from verilab.experiments.laboratory.sweep import sweep
from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.program.tasks.properties import ErrorConvention
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.precisions import file_of
from verilab.verification.verification import verify

SOURCE = """\
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int g;
int add(int a) { int r = a; { int r = g; a += r; } return a + 1; }
int main(void) {
  int x = 0, y = 0, n = __VERIFIER_nondet_int();
  g = 0;
  while (x < n && x < 9) { x++; y++; }
  for (int i = 0; i < 3; i++) g = add(g) - g;
  if (x != y) reach_error();
  if (g < 0) reach_error();
  return 0;
}
"""
BOTH = """\
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int flag = 0, x = 0, n = __VERIFIER_nondet_int();
  if (n > 3) { flag = 1; x = n; }
  if (flag == 1 && x <= 3) reach_error();
  return 0;
}
"""
"""What is certain is the value of the flag, what is not the order of the two others."""


def task(folder: Path, name: str = "p", source: str = SOURCE) -> Task:
    file = folder / f"{name}.c"
    file.write_text(source)
    return Task(name, (file,), error_convention=ErrorConvention(frozenset({"reach_error"})))


@pytest.mark.parametrize(
    "strategy", ["", "rank=first propose=path select=first apply=restart:function", "rank=first propose=path apply=pivot"]
)
@pytest.mark.parametrize("analysis", ["value", "predicate", "composite"])
def test_a_precision_that_a_run_leaves_makes_the_next_one_need_no_refinement(tmp_path: Path, analysis: str, strategy: str) -> None:
    file, source = tmp_path / "found.precision", BOTH if analysis == "composite" else SOURCE
    common = Configuration(analysis=analysis, strategy=strategy, time_limit=60)
    first = verify(task(tmp_path, source=source), replace(common, export_precision=str(file)))
    assert (first.verdict, first.statistics.refinements > 0) == ("true", True)
    assert first.details["exported_precision"]["decided"]
    second = verify(task(tmp_path, source=source), replace(common, initial_precision=str(file)))
    assert (second.verdict, second.statistics.refinements) == ("true", 0)
    (read,) = second.details["initial_precision"].values()
    assert (read["left_out"], read["notes"]) == ({}, [])
    assert file.with_name("found.precision.values").exists() == (analysis == "composite")


def test_of_auto_the_precision_of_the_phase_with_the_answer_is_written(tmp_path: Path) -> None:
    file = tmp_path / "found.precision"
    program = task(tmp_path, source=SOURCE.replace("x < 9", "1"))
    result = verify(program, Configuration(strategy="single-path-located", time_limit=60, export_precision=str(file)))
    written = result.details["exported_precision"]
    assert (result.verdict, written["files"], written["decided"]) == ("true", [str(file)], True)
    assert written["phase"] == "predicate (int)"
    assert "|main::x|" in file.read_text()


@pytest.mark.parametrize("strategy", ["apply=strengthen", "apply=split-and-slice"])
def test_strategies_without_precision_are_refused(tmp_path: Path, strategy: str) -> None:
    configuration = Configuration(analysis="predicate", strategy=strategy, export_precision=str(tmp_path / "p"))
    with pytest.raises(ConfigurationError, match="writes labels and keeps no precision; give a strategy with apply=restart or pivot"):
        verify(task(tmp_path), configuration)


def test_an_analysis_that_tracks_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="analysis='induction' tracks nothing"):
        verify(task(tmp_path), Configuration(analysis="induction", export_precision=str(tmp_path / "p")))


def test_a_name_that_is_no_file_is_refused_with_what_would_work(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="initial_precision='ful': no such file; give 'empty', 'full', a precision file"):
        verify(task(tmp_path), Configuration(analysis="value", initial_precision="ful"))


def test_a_broken_file_is_refused_at_its_place(tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("(declare-fun x () Int)\n\n*:\n(assert (= x y))\n")
    with pytest.raises(InputError, match=r"broken\.txt:4:14: unknown symbol y"):
        verify(task(tmp_path), Configuration(analysis="predicate", initial_precision=str(broken)))
    shown = CliRunner().invoke(app, ["verify", str(task(tmp_path).files[0]), "--initial-precision", str(broken)])
    assert (shown.exit_code, "broken.txt:4:14: error: unknown symbol y" in shown.stderr) == (2, True)


def test_the_command_line_says_what_was_not_used(tmp_path: Path) -> None:
    given, written = tmp_path / "map.txt", tmp_path / "out.txt"
    declared = "(declare-fun |main::gone| () Int)\n(declare-fun |main::x| () Int)\n"
    given.write_text(f"{declared}\nmain N3:\n(assert (= |main::gone| 1))\n(assert (= |main::x| 1))\n")
    arguments = ["verify", str(task(tmp_path).files[0]), "--analysis", "predicate", "--json"]
    shown = CliRunner().invoke(app, [*arguments, "--initial-precision", str(given), "--export-precision", str(written)])
    assert "predicate (int): 1 sections of nodes of another tool hold in the whole function" in shown.stderr
    assert "1 facts left out: of a variable that the program does not have" in shown.stderr
    assert json.loads(shown.stdout)["details"]["exported_precision"]["files"] == [str(written)]


def test_a_folder_has_a_file_for_each_task_of_a_sweep(tmp_path: Path) -> None:
    folder = f"{tmp_path / 'precisions'}/"
    (tmp_path / "a").mkdir()
    tasks = [task(tmp_path, "a/first"), task(tmp_path, "a/second", SOURCE.replace("x < 9", "x < 5"))]
    first = list(sweep(tasks, [("first", Configuration(analysis="value", export_precision=folder, time_limit=60))]))
    assert sorted(path.name for path in Path(folder).iterdir()) == ["a_first.precision", "a_second.precision"]
    second = list(sweep(tasks, [("second", Configuration(analysis="value", initial_precision=folder, time_limit=60))]))
    assert [run.result.statistics.refinements > 0 for run in first] == [True, True]
    assert [run.result.statistics.refinements for run in second] == [0, 0]


def test_a_task_without_a_file_in_the_folder_begins_with_nothing_and_says_so(tmp_path: Path) -> None:
    result = verify(task(tmp_path), Configuration(analysis="value", initial_precision=str(tmp_path)))
    assert result.details["initial_precision"]["notes"] == [
        f"{file_of(str(tmp_path), task(tmp_path))}: no such file, so the run begins with nothing"
    ]


def test_a_loop_of_the_library_begins_with_a_file_and_tells_its_precision(tmp_path: Path) -> None:
    program = task(tmp_path)
    with vl.refine(program, analysis="predicate") as loop:
        loop.run()
        texts = loop.precision()
    file = tmp_path / "map.txt"
    file.write_text(texts["predicates"])
    with vl.refine(program, analysis="predicate", initial_precision=str(file)) as again:
        assert [step.number for step in again] == []
    assert loop.statistics.refinements > 0
