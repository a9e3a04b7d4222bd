"""``verilab queries``: recording the queries of runs."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from pysmt.environment import Environment
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.solving.queries.files import query_files, read_query
from verilab.solving.queries.recorder import read_index

RUNNER = CliRunner()
LOOP = (
    "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n"
    "int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0; if (n < 0 || n > 9) return 0;"
    " while (x < n) { x = x + 1; y = y + 2; } if (y != 2 * n) reach_error(); return 0; }\n"
)


def _program(folder: Path) -> str:
    path = folder / "loop.c"
    path.write_text(LOOP)
    return str(path)


def test_record_writes_every_query_of_a_run(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["queries", "record", _program(tmp_path), "--to", str(tmp_path / "queries"), "--block", "single"])
    assert result.exit_code == 0, result.output
    files = query_files(tmp_path / "queries")
    assert len(files) > 1
    for path in files:
        query = read_query(path, Environment())
        assert "z3:horn interpolants" in query.origin["asked"]
        assert query.origin["phase"] == "predicate (int)"
    assert [row["iteration"] for row in read_index(tmp_path / "queries")] == list(range(len(files)))
    again = RUNNER.invoke(app, ["queries", "record", _program(tmp_path), "--to", str(tmp_path / "again"), "--block", "single"])
    assert again.exit_code == 0
    assert [path.name for path in query_files(tmp_path / "again")] == [path.name for path in files]


def test_a_run_that_times_out_leaves_its_queries(tmp_path: Path) -> None:
    endless = LOOP.replace("n > 9", "n > 90000").replace("y != 2 * n", "y * y != 4 * x * n")
    path = tmp_path / "endless.c"
    path.write_text(endless)
    arguments = ["queries", "record", str(path), "--to", str(tmp_path / "queries"), "--time-limit", "3", "--block", "single"]
    result = RUNNER.invoke(app, [*arguments, "--encoding", "bv"])
    assert "unknown" in result.output
    assert query_files(tmp_path / "queries")
    for file in query_files(tmp_path / "queries"):
        read_query(file, Environment())


def test_a_run_reports_what_became_of_its_queries(tmp_path: Path) -> None:
    arguments = ["verify", _program(tmp_path), "--analysis", "predicate", "--block", "single", "--json"]
    statistics = json.loads(RUNNER.invoke(app, arguments).stdout)["statistics"]
    tally = statistics["interpolation"]["z3:horn"]
    assert tally["asked"] == tally["valid"] > 0
    assert tally["seconds"] > 0
    rows = tmp_path / "rows.csv"
    RUNNER.invoke(app, ["sweep", _program(tmp_path), "--analyses", "predicate", "--csv", str(rows)])
    with rows.open() as file:
        (row,) = csv.DictReader(file)
    assert int(row["interpolations_asked"]) == int(row["interpolations_valid"]) > 0
    assert row["interpolations_timedout"] == "0"


def test_record_refuses_what_is_no_task(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["queries", "record", str(tmp_path / "missing.c"), "--to", str(tmp_path / "queries")])
    assert result.exit_code == 2
    assert "missing.c" in result.stderr


def test_portfolios_are_configured_on_the_command_line(tmp_path: Path) -> None:
    arguments = ["verify", _program(tmp_path), "--analysis", "predicate", "--block", "single", "--json", "--check-interpolants"]
    for text in ("portfolio(z3:newton-sp=0.3, z3:horn)", "portfolio(z3:horn, cvc5:sygus, parallel)"):
        result = RUNNER.invoke(app, [*arguments, "--interpolation", text])
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["verdict"] == "true"
        assert "z3:horn" in json.loads(result.stdout)["statistics"]["interpolation"] or "newton" in text
    wrong = RUNNER.invoke(app, [*arguments, "--interpolation", "portfolio(z3:horn)"])
    assert wrong.exit_code == 2
    assert "at least two different members" in wrong.stderr
