"""A file of rows is a file of rows: what makes a table of a sweep's CSV makes it of an experiment's file, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verilab
from tests.experiments.paper_rows import rows
from verilab.cli.app import app
from verilab.experiments.papers.tables.spin15 import TABLE_1
from verilab.experiments.store import ExperimentStore, Record
from verilab.experiments.store.csv_rows import write_csv
from verilab.experiments.store.manifest import manifest
from verilab.families import families, write

RUNNER = CliRunner()


def printed(*arguments: str) -> str:
    result = RUNNER.invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def both(tmp_path: Path) -> tuple[str, str]:
    """The rows of a paper's table as a CSV and in an experiment's file, there with a repetition of each."""
    runs = list(rows(TABLE_1))
    list(write_csv(runs, tmp_path / "rows.csv"))
    with ExperimentStore(tmp_path / "rows.duckdb") as store:
        store.begin(manifest({"name": "rows", "study": ""}), [], {})
        store.add([Record(run, repetition) for run in runs for repetition in (1, 2)])
    return str(tmp_path / "rows.csv"), str(tmp_path / "rows.duckdb")


def test_a_paper_s_table_is_the_same_from_either(both: tuple[str, str]) -> None:
    csv, database = (printed("papers", "spin15-predicate", "--from", file) for file in both)
    assert sorted(database.splitlines()) == sorted(csv.splitlines())  # an experiment's file is sorted by task, a CSV as it was run
    assert "Good & Narrow" in database


def test_an_oracle_s_table_is_the_same_from_either(both: tuple[str, str], tmp_path: Path) -> None:
    tables = []
    for file in both:
        printed("oracle-table", file, "--json", str(tmp_path / "table.json"))
        ((table,),) = (json.loads((tmp_path / "table.json").read_text()),)
        # Strategies and tasks stand in the order of the rows; which of two equal ones is the best one depends on it, too.
        tables.append((sorted(table["strategies"]), table["total"], {each["task"]: sorted(each["solved_by"]) for each in table["tasks"]}))
    csv, database = tables
    assert database == csv
    assert len(csv[0]) > 3


def test_the_scores_of_an_experiment_count_its_repetitions(both: tuple[str, str]) -> None:
    csv, database = ({line[6:].strip(): int(line[:6]) for line in printed("benchexec", "scores", file).splitlines()} for file in both)
    assert csv
    assert database == {label: 2 * score for label, score in csv.items()}


def test_the_rows_of_a_paper_go_to_an_experiment_s_file_and_are_continued(tmp_path: Path) -> None:
    tasks, store = write(tmp_path, [families()["boolean-or-counter"]], [1]), str(tmp_path / "e.duckdb")
    command = ["papers", "spin15-value", *map(str, tasks), "--only", "spin15-none,spin15-good-narrow", "--store", store]
    first = printed(*command, "--time-limit", "60")
    assert f"4 rows in {store}" in first
    assert sorted(verilab.open(store).runs.strategy) == ["spin15-good-narrow"] * 2 + ["spin15-none"] * 2
    assert "4 of 4 runs are in" in printed(*command, "--time-limit", "60", "--resume")
    again = printed("papers", "spin15-value", "--from", store)
    assert "Good & Narrow" in again
    assert not list(tmp_path.glob("*.csv"))


def test_a_csv_and_a_store_at_once_are_refused(tmp_path: Path) -> None:
    result = RUNNER.invoke(
        app, ["papers", "spin15-value", "--demo", "1", "--csv", str(tmp_path / "r.csv"), "--store", str(tmp_path / "e.duckdb")]
    )
    assert result.exit_code == 2
    assert "--csv and --store" in result.output
    assert list(tmp_path.iterdir()) == []
