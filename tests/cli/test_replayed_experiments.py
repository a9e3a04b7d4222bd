"""The queries that an experiment recorded are asked again, and what engines answer is in its file."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verilab
from tests.experiments.store.records import CONFIGURATIONS, record, task
from verilab.cli.app import app
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest

RUNNER = CliRunner()
EXPERIMENT = """\
record = ["queries"]
repetitions = 2
[tasks]
families = [{ name = "counted-loop", sizes = [2] }]
[settings]
analysis = "predicate"
[limits]
wall = 60
"""


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    result = RUNNER.invoke(app, ["experiment", "run", str(tmp_path / "e.toml")])
    assert result.exit_code == 0, result.output
    return tmp_path / "e.duckdb"


def test_what_engines_answer_to_the_queries_of_an_experiment_is_in_its_file(recorded: Path, tmp_path: Path) -> None:
    command = ["queries", "replay", str(recorded), "--with", "z3:horn,cvc5:proofs", "--csv", str(tmp_path / "replay.csv")]
    result = RUNNER.invoke(app, [*command, "--timeout", "20"])
    assert result.exit_code == 0, result.output
    stored = verilab.open(recorded)
    asked = stored.queries[["run", "file"]].drop_duplicates()
    assert len(asked) >= 2
    assert asked.run.nunique() == 2  # a repetition has queries of its own
    assert {(run, file, engine) for run, file in asked.itertuples(index=False) for engine in ("z3:horn", "cvc5:proofs")} == set(
        stored.replays[["run", "file", "engine"]].itertuples(index=False, name=None)
    )
    assert set(stored.replays.outcome) == {"valid"}
    assert set(stored.replays.timeout) == {20.0}
    with (tmp_path / "replay.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted((row["query"], row["engine"], row["predicates"]) for row in rows) == sorted(
        (f"{row.run}/{row.file}", row.engine, str(row.predicates)) for row in stored.replays.itertuples()
    )
    again = RUNNER.invoke(app, ["queries", "replay", str(recorded), "--with", "cvc5:proofs", "--timeout", "10"])
    assert again.exit_code == 0, again.output
    replaced = verilab.open(recorded).replays
    assert replaced.groupby("engine").timeout.unique().map(list).to_dict() == {"z3:horn": [20.0], "cvc5:proofs": [10.0]}
    assert len(replaced) == len(stored.replays)


def test_an_experiment_without_queries_is_refused(tmp_path: Path) -> None:
    rows = tmp_path / "e.duckdb"
    with ExperimentStore(rows) as store:
        store.begin(manifest({"name": "mine", "study": ""}), [task(1, tmp_path)], {"predicate": CONFIGURATIONS["predicate"]})
    result = RUNNER.invoke(app, ["queries", "replay", str(rows), "--with", "z3:horn"])
    assert result.exit_code == 2
    assert 'give its experiment record = ["queries"]' in result.output


def test_what_was_answered_goes_with_the_run_that_is_made_again(tmp_path: Path) -> None:
    rows = tmp_path / "e.duckdb"
    recorded_run = record(1, "predicate")
    row = {"run": recorded_run.key, "file": "q.smt2", "engine": "z3:horn", "outcome": "valid", "detail": "", "seconds": 0.1, "timeout": 1.0}
    sizes = dict.fromkeys(("cuts", "nodes", "atoms", "variables", "predicates", "new_predicates"), 1)
    with ExperimentStore(rows) as store:
        store.begin(manifest({"name": "mine", "study": ""}), [task(1, tmp_path)], {"predicate": CONFIGURATIONS["predicate"]})
        store.add([recorded_run])
        store.add_replays([{**row, **sizes, "fallback": ""}, {**row, **sizes, "fallback": "", "run": "another"}])
        store.add([recorded_run])
    assert verilab.open(rows).replays.run.tolist() == ["another"]
