"""``verilab automata`` and ``verify --automaton``: listed, shown, checked, and a line for each property."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.experiments.store.csv_rows import read_rows
from verilab.program.automata import protocol_names

RUNNER = CliRunner()
PROGRAM = """void mutex_lock(int *m) { }
void mutex_unlock(int *m) { }
int main(void) { int a, b; mutex_lock(&a); mutex_unlock(&b); return 0; }
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    (tmp_path / "program.c").write_text(PROGRAM)
    return str(tmp_path / "program.c")


def test_the_protocols_are_listed_and_shown() -> None:
    listed = RUNNER.invoke(app, ["automata"]).stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(protocol_names())
    assert "automaton usb-urbs" in RUNNER.invoke(app, ["automata", "usb-urbs"]).stdout


def test_there_is_a_verdict_for_each_property(program: str) -> None:
    result = RUNNER.invoke(app, ["verify", program, "--automaton", "mutex-twice", "--automaton", "noio-under-mutex"])
    assert result.exit_code == 1
    lines = [line.split() for line in result.stdout.splitlines() if line.startswith("property")]
    assert [(line[1], line[2]) for line in lines] == [("mutex-twice:", "false"), ("noio-under-mutex:", "true")]
    assert result.stdout.splitlines()[-1] == "RESULT: false"


def test_the_json_object_has_the_properties(program: str) -> None:
    result = RUNNER.invoke(app, ["verify", program, "--automaton", "mutex-twice", "--json"])
    (each,) = json.loads(result.stdout)["properties"]
    assert (each["name"], each["verdict"], each["evidence"]["accepted"]) == ("mutex-twice", "false", True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["automata", "mutex"], "is no protocol and no file"),
        (["verify", "PROGRAM", "--automaton", "mutex-twise"], "did you mean mutex-twice?"),
        (["verify", "PROGRAM", "--automaton", "missing.automaton"], "missing.automaton: error: no such file"),
        (["verify", "PROGRAM", "--automaton", "WRONG"], "wrong.automaton:2:27: error: there is no state 't'"),
        (["verify", "PROGRAM", "--automaton", "mutex-twice", "--automaton", "mutex-twice"], "two properties have the name"),
    ],
)
def test_wrong_automata_are_refused_with_their_place(program: str, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "wrong.automaton").write_text("automaton wrong\nstate s initial on end -> t")
    places = {"PROGRAM": program, "WRONG": str(tmp_path / "wrong.automaton")}
    result = RUNNER.invoke(app, [places.get(each, each) for each in arguments])
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_the_refinement_log_says_which_property_a_path_violates(program: str, tmp_path: Path) -> None:
    log = str(tmp_path / "log.jsonl")
    result = RUNNER.invoke(
        app,
        [
            "verify",
            program,
            "--analysis",
            "value",
            "--automaton",
            "noio-under-mutex",
            "--automaton",
            "mutex-twice",
            "--log-refinements",
            log,
        ],
    )
    assert result.exit_code == 1
    shown = RUNNER.invoke(app, ["explain", log]).stdout  # a long path breaks the line
    assert "violates mutex-twice" in " ".join(shown.split())


def test_generated_modules_are_the_tasks_of_a_sweep(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    result = RUNNER.invoke(app, ["sweep", "--modules", "1", "--analyses", "value", "--csv", str(rows)])
    assert result.exit_code == 0, result.output
    (row,) = read_rows(rows)
    assert (row.result.task, row.result.classification, len(row.result.properties)) == ("kernel-module/kernel-module-2-safe", "solved", 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--module-sizes", "4"], "give --modules N too"),
        (["--modules", "2", "--module-sizes", "4,x"], "positive numbers"),
        (["--modules", "0"], "give at least 1"),
        (["--modules", "2", "--demo"], "leave out the tasks and --demo"),
    ],
)
def test_a_wrong_choice_of_modules_is_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = RUNNER.invoke(app, ["sweep", *arguments, "--csv", str(tmp_path / "rows.csv")])
    assert result.exit_code == 2
    assert message in result.stderr
