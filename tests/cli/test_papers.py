"""``verilab papers``: one command for each table of the papers; rows are kept, resumed and printed again."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.experiments.paper_rows import rows, run_of
from verilab.cli.app import app
from verilab.experiments.papers.catalogue import STUDIES, TABLES
from verilab.experiments.papers.tables.spin15 import TABLE_1
from verilab.experiments.store.csv_rows import read_rows, write_csv
from verilab.families import families, write

RUNNER = CliRunner()
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two safe and two unsafe programs, of the FORTE'15 figure and with a lock."""
    folder = tmp_path_factory.mktemp("tasks")
    known = families()
    write(folder, [known["boolean-or-counter"]], [1])
    write(folder, [known["lock-protocol"]], [2])
    return str(folder)


def test_without_a_table_the_tables_are_listed() -> None:
    result = RUNNER.invoke(app, ["papers"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for study in STUDIES.values():
        place = lines.index(f"{study.name:20} {study.source}: {study.title}")
        shown = [line.split()[0] for line in itertools.takewhile(lambda line: line.startswith("  "), lines[place + 1 :])]
        assert sorted(shown) == sorted({row.key for row in study.rows()})  # once, whatever settings it is run in


def test_a_table_is_printed_again_from_its_rows_without_running_anything(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    list(write_csv(rows(TABLE_1), path))
    result = RUNNER.invoke(app, ["papers", "spin15-predicate", "--from", str(path)])
    assert result.exit_code == 0
    golden = (ROOT / "tests" / "golden" / "papers-spin15-predicate.txt").read_text()
    limits = ("a run of the paper had 15 min", "a run had 60 s of wall time, in the paper 15 min")  # a CSV tells the limits of its runs
    assert result.stdout == golden.replace(*limits)


def test_a_wrong_verdict_is_named_and_the_exit_code_is_1(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    list(write_csv([*rows(TABLE_1), run_of(TABLE_1.row("spin15-good"), "locks/bug", "true", expected=False)], path))
    result = RUNNER.invoke(app, ["papers", "spin15-predicate", "--from", str(path)])
    assert result.exit_code == 1
    assert result.stdout.endswith("in 97 runs\nWRONG: locks/bug (predicate spin15-good): true\n")


def test_some_rows_of_a_csv_can_be_compared_alone(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    list(write_csv(rows(TABLE_1), path))
    result = RUNNER.invoke(app, ["papers", "spin15-predicate", "--from", str(path), "--only", "spin15-none,spin15-good-narrow"])
    assert "on the 5 tasks that every row solved" in result.stdout
    assert "in 16 runs" in result.stdout
    assert "spin15-random" not in result.stdout


@pytest.mark.parametrize(
    ("table", "only", "heading"),
    [
        ("forte15", "forte15-score,forte15-score-worst", "Oracle over these 2 rows"),
        ("spin15-predicate", "spin15-none,spin15-good-narrow", "SPIN'15, Table 1"),
        ("spin15-value", "spin15-none,spin15-good-narrow", "SPIN'15, Table 2"),
        ("spin15-combinations", "spin15-pa,spin15-(va+pa+)+", "(VA+ ‖ PA+)+ refined"),
        ("thesis", "pcegar-single,pcegar-multi", "H1, speedup"),
    ],
)
def test_a_table_is_one_command(tmp_path: Path, tasks: str, table: str, only: str, heading: str) -> None:
    path = tmp_path / "rows.csv"
    arguments = ["papers", table, tasks, "--only", only, "--time-limit", "20", "--jobs", "2", "--csv", str(path)]
    result = RUNNER.invoke(app, [*arguments, "--interpolation", "cvc5:proofs", "--backend", "z3"])  # solvers that come with verilab
    assert result.exit_code == 0, result.output
    assert heading in result.stdout
    assert "a run had 20 s of wall time, in the paper " in result.stdout
    assert "verdicts: 0 wrong, 0 tasks with contradicting ones, in 8 runs" in result.stdout
    again = RUNNER.invoke(app, ["papers", table, "--from", str(path)])
    assert again.exit_code == 0
    assert result.stdout == again.stdout + f"8 rows in {path}\n"
    for row in read_rows(path):
        expected = {**TABLES[table].setting, "interpolation": "cvc5:proofs", "backend": "z3"}
        assert {name: getattr(row.result.configuration, name) for name in expected} == expected


def test_a_table_under_both_settings_begins_with_a_table_of_both(tmp_path: Path, tasks: str) -> None:
    arguments = ["papers", "forte15", tasks, "--only", "forte15-score,forte15-score-worst", "--under", "both", "--cpu-limit", "20"]
    result = RUNNER.invoke(app, [*arguments, "--csv", str(tmp_path / "rows.csv"), "--figures", str(tmp_path / "figures")])
    assert result.exit_code == 0, result.output
    first = result.stdout.partition("\n\n")[0]
    assert "paper's setting (4)" in first
    assert "our setting (4)" in first
    assert "a run had 60 s of wall time and 20 s of CPU time, in the paper" in result.stdout
    scopes = {row.label: row.result.configuration.strategy for row in read_rows(tmp_path / "rows.csv")}
    assert scopes["value forte15-score"] == "forte15-score"
    assert scopes["value forte15-score (ours)"] == "forte15-score apply=restart:located"
    written = {path.name for path in (tmp_path / "figures").glob("*.csv")}
    assert {"forte15-quantiles.csv", "forte15-forte15-score-worst-forte15-score.csv", "forte15-quantiles-ours.csv"} <= written


def test_tasks_that_are_chosen_by_outcome_are_said_to_be(tmp_path: Path, tasks: str) -> None:
    before = tmp_path / "before.csv"
    results = {"forte15-score": "true", "forte15-score-worst": "unknown"}
    name = "boolean-or-counter/boolean-or-counter-1-safe"
    list(write_csv([run_of(TABLES["forte15"].row(preset), name, verdict) for preset, verdict in results.items()], before))
    arguments = ["papers", "forte15", tasks, "--only", "forte15-score", "--discordant-in", str(before), "--time-limit", "20"]
    result = RUNNER.invoke(app, [*arguments, "--csv", str(tmp_path / "rows.csv")])
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"tasks chosen by outcome (--discordant-in {before}): ")
    assert [row.result.task for row in read_rows(tmp_path / "rows.csv")] == [name]


def test_a_draw_is_run_again_from_its_file(tmp_path: Path, tasks: str) -> None:
    table = ["papers", "forte15", "--only", "forte15-score"]
    draw = tmp_path / "draw.set"
    first = RUNNER.invoke(app, [*table, tasks, "--sample", "2", "--seed", "5", "--draw", str(draw), "--csv", str(tmp_path / "a.csv")])
    again = RUNNER.invoke(app, [*table, str(draw), "--csv", str(tmp_path / "b.csv")])
    assert (first.exit_code, again.exit_code) == (0, 0), first.output + again.output
    names = [[row.result.task for row in read_rows(tmp_path / name)] for name in ("a.csv", "b.csv")]
    assert len(names[0]) == 2
    assert names[0] == names[1]


@pytest.mark.parametrize(
    ("table", "only", "count"),
    [
        ("vmcai12", "kojak-large", 10),
        ("vmcai12-engines", "z3:horn,cvc5:proofs-inverse", 2),
        ("spiessl17", "large-optimised", 16),
    ],
)
def test_a_table_of_programs_brings_its_tasks(tmp_path: Path, table: str, only: str, count: int) -> None:
    path = tmp_path / "rows.csv"
    result = RUNNER.invoke(app, ["papers", table, "--only", only, "--time-limit", "1", "--csv", str(path)])
    assert result.exit_code == 0, result.output
    assert f"verdicts: 0 wrong, 0 tasks with contradicting ones, in {count} runs" in result.stdout
    again = RUNNER.invoke(app, ["papers", table, "--from", str(path)])
    assert result.stdout == again.stdout + f"{count} rows in {path}\n"


KILLED_AFTER_A_ROW = """
import os, signal, sys
from verilab.cli.app import app
from verilab.experiments.store import places
write_csv = places.write_csv
def killed_after_a_row(rows, path):
    for row in write_csv(rows, path):
        os.kill(os.getpid(), signal.SIGKILL)
        yield row
places.write_csv = killed_after_a_row
app(sys.argv[1:])
"""
"""The command line, killed in the middle of its runs, as soon as it has written a row."""


def test_a_killed_sweep_is_resumed(tmp_path: Path, tasks: str) -> None:
    path = tmp_path / "rows.csv"
    arguments = ["sweep", tasks, "--analyses", "value,predicate", "--time-limit", "20", "--csv", str(path)]
    folders = [str(ROOT), str(ROOT / "backends"), str(ROOT / "strategies")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders)}
    command = [sys.executable, "-c", KILLED_AFTER_A_ROW, *arguments]
    assert subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode == -signal.SIGKILL
    assert len(read_rows(path)) == 1
    result = RUNNER.invoke(app, [*arguments, "--resume"])
    assert result.exit_code == 0, result.output
    assert f"1 of 8 runs are in {path} already" in result.stderr
    assert len({(row.result.task, row.label) for row in read_rows(path)}) == len(read_rows(path)) == 8


def test_a_csv_with_rows_is_not_overwritten(tmp_path: Path, tasks: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("hours of work\n")
    result = RUNNER.invoke(app, ["papers", "forte15", tasks, "--csv", str(path)])
    assert result.exit_code == 2
    assert "exists already: give --resume to continue it, or another --csv" in result.stderr
    assert path.read_text() == "hours of work\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["papers", "spin16"], "'spin16' is no table; known: forte15, spin15-predicate"),
        (["papers", "forte15"], "no tasks were given"),
        (["papers", "forte15", "--demo", "--only", "magic"], "--only 'magic': forte15 has no such row; known: forte15-shortest"),
        (["papers", "forte15", "--demo", "--from", "rows.csv"], "leave out tasks, --demo"),
        (["papers", "forte15", "--from", "no-such-file.csv"], "no-such-file.csv"),
        (["papers", "forte15", "--demo", "--jobs", "0"], "--jobs 0: give at least 1"),
        (["papers", "forte15", "--demo", "--demo-sizes", "0"], "--demo-sizes 0: give at least 1"),
        (["papers", "forte15", "--demo", "--sample", "0"], "--sample 0: give at least 1"),
        (["papers", "forte15", "some.c", "--demo"], "some.c was named too"),
        (["papers", "forte15", "--demo", "--time-limit", "-1"], "time_limit=-1"),
        (["papers", "vmcai12", "--demo"], "vmcai12 is about programs of its own: leave out tasks, --demo and --modules"),
        (["papers", "vmcai12-growth", "some.c"], "vmcai12-growth is about programs of its own"),
        (["papers", "vmcai12", "--block", "single"], "--block: the rows of vmcai12 have settings of their own for it"),
        (["papers", "ablation-spin15", "--demo", "--extraction", "atoms"], "--extraction: the rows of ablation-spin15 have settings"),
        (["papers", "ablation-forte15", "--demo", "--scope", "global"], "--scope: the rows of ablation-forte15 have settings"),
        (["papers", "vmcai12", "--only", "slab"], "--only 'slab': vmcai12 has no such row; known: kojak-large, kojak-single"),
        (["papers", "spiessl17", "--only", "huge-full"], "--only 'huge-full': spiessl17 has no such row; known: single-minimal"),
    ],
)
def test_wrong_use_has_a_clear_message_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = RUNNER.invoke(app, arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []


def test_two_tasks_of_one_name_are_refused_and_repetitions_passed_over(tmp_path: Path) -> None:
    text = "extern void reach_error(void);\nint main(void) { return 0; }\n"
    for folder in ("a/loops", "b/loops"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "sum.c").write_text(text)
    one, other = (str(tmp_path / folder / "loops" / "sum.c") for folder in ("a", "b"))
    result = RUNNER.invoke(app, ["sweep", one, other, "--csv", str(tmp_path / "rows.csv")])
    assert result.exit_code == 2
    assert f"two tasks are named loops/sum: {one} and {other}" in result.stderr.replace("\n", " ")
    result = RUNNER.invoke(app, ["sweep", one, one, "--analyses", "value", "--csv", str(tmp_path / "rows.csv")])
    assert result.exit_code == 0
    assert len(read_rows(tmp_path / "rows.csv")) == 1


def test_what_goes_with_a_tables_rows_only_is_taken_and_what_does_not_is_refused(tmp_path: Path) -> None:
    module = [
        "--modules",
        "1",
        "--module-sizes",
        "1",
        "--cpu-limit",
        "10",
        "--time-limit",
        "60",
        "--backend",
        "z3",
        "--interpolation",
        "z3:horn",
    ]
    table = ["papers", "thesis", *module, "--only", "pcegar-multi", "--interpolate", "tree", "--csv", str(tmp_path / "rows.csv")]
    result = RUNNER.invoke(app, table)
    assert result.exit_code == 0, result.output
    assert {row.result.configuration.interpolate for row in read_rows(tmp_path / "rows.csv")} == {"tree"}
    refused = RUNNER.invoke(app, ["papers", "forte15", "--demo", "--interpolate", "tree", "--csv", str(tmp_path / "others.csv")])
    assert refused.exit_code == 2
    assert "analysis='value' does not interpolate formulas" in " ".join(refused.output.split())
