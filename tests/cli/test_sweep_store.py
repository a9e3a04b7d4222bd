"""A sweep writes into the file of an experiment, beside what is there."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

import verilab
from tests.experiments.store.records import CONFIGURATIONS, record, task
from verilab.cli.app import app
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest
from verilab.families.catalogue import families
from verilab.families.writing import write

RUNNER = CliRunner()


def swept(folder: Path, *options: str) -> str:
    """What a sweep of two small tasks prints."""
    definitions = [str(path) for path in write(folder, [families()["copy-chain"]], [1])]
    result = RUNNER.invoke(app, ["sweep", *definitions, "--time-limit", "60", *options])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_sweep_adds_its_rows_to_those_of_an_experiment_and_goes_on_where_it_was(tmp_path: Path) -> None:
    rows = tmp_path / "e.duckdb"
    with ExperimentStore(rows) as store:
        store.begin(manifest({"name": "mine", "study": ""}), [task(1, tmp_path)], {"predicate": CONFIGURATIONS["predicate"]})
        store.add([record(1, "predicate")])
    output = swept(tmp_path, "--analyses", "value,composite", "--store", str(rows))
    assert f"4 rows in {rows}" in output
    stored = verilab.open(rows)
    assert sorted(stored.runs.label) == ["composite", "composite", "predicate", "value", "value"]
    assert stored.manifest["experiment"]["name"] == "mine"
    assert stored.manifest["solvers"]["z3"]
    assert len(stored.tasks) == 3
    before = dict(zip(stored.runs.run, stored.runs.cpu_s, strict=True))
    output = swept(tmp_path, "--analyses", "value,composite", "--store", str(rows), "--resume")
    assert "4 of 4 runs are in" in output
    again = verilab.open(rows).runs
    assert dict(zip(again.run, again.cpu_s, strict=True)) == before
    assert not list(tmp_path.glob("*.csv"))
    assert RUNNER.invoke(app, ["experiment", "compare", str(rows)]).exit_code == 2  # no task is everybody's


def test_a_csv_and_a_store_at_once_are_refused(tmp_path: Path) -> None:
    (definition, *_) = write(tmp_path, [families()["copy-chain"]], [1])
    result = RUNNER.invoke(app, ["sweep", str(definition), "--csv", str(tmp_path / "r.csv"), "--store", str(tmp_path / "e.duckdb")])
    assert result.exit_code == 2
    assert "--csv and --store: rows go to one of them" in result.output
    assert not (tmp_path / "e.duckdb").exists()
