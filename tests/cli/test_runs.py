"""From a figure of a table back to its runs, their refinements and their queries."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.experiments.store.records import CONFIGURATIONS, record, task
from verilab.cli.app import app
from verilab.errors import Refused
from verilab.experiments.sheets.runs import Wanted, run_sheet
from verilab.experiments.store import ExperimentStore, StoredExperiment
from verilab.experiments.store.manifest import manifest

RUNNER = CliRunner()


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "e.duckdb"
    with ExperimentStore(path) as store:
        store.begin(manifest({"name": "t"}), [task(1, tmp_path)], CONFIGURATIONS)
        store.add([record(1, "value"), record(2, "value", verdict="unknown"), record(1, "predicate")])
    return path


def test_the_runs_of_a_cell_are_listed_with_what_was_recorded_of_them(rows: Path) -> None:
    stored = StoredExperiment(rows)
    assert len(run_sheet(stored, Wanted()).rows) == 3
    (found,) = run_sheet(stored, Wanted("value", kind="solved")).rows
    assert found[:4] == (record(1, "value").key, "family/t1", "value", "true")
    assert found[5:7] == (2, 1)
    assert [row[1] for row in run_sheet(stored, Wanted(reason="several")).rows] == ["family/t2"]
    assert [row[2] for row in run_sheet(stored, Wanted(task="t1")).rows] == ["predicate", "value"]
    with pytest.raises(Refused, match="no such runs; settings: 'predicate', 'value'"):
        run_sheet(stored, Wanted("none"))
    with pytest.raises(Refused, match="--class 'lost': unknown; known: solved, wrong, unknown"):
        Wanted(kind="lost")


def test_a_run_leads_to_its_refinements_and_queries(rows: Path) -> None:
    listed = RUNNER.invoke(app, ["experiment", "runs", str(rows), "--setting", "predicate", "--format", "csv"])
    key = listed.output.splitlines()[1].split(",")[0]
    folder = rows.with_suffix(".queries") / key
    folder.mkdir(parents=True)
    shown = RUNNER.invoke(app, ["explain", str(rows), "--run", key])
    assert shown.exit_code == 0, shown.output
    assert "because: shortest" in shown.output
    assert f"queries: {folder}" in shown.output
    wrong = RUNNER.invoke(app, ["explain", str(rows), "--run", "0"])
    assert wrong.exit_code == 2
    assert "has no such run; see: verilab experiment runs" in wrong.output
