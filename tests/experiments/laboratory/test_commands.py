"""The commands of the laboratory on files of rows: what they say while another process writes, of repetitions, and of interruptions."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner

from tests.experiments.laboratory.killing import begin, endless_experiment, experiment
from tests.experiments.store.records import CONFIGURATIONS, record, task
from tests.waiting import wait_until
from verilab.cli.app import app
from verilab.cli.laboratory import reproduce as command
from verilab.cli.laboratory.progress import ExperimentProgress
from verilab.experiments.laboratory.cores import available_cores
from verilab.experiments.store import ExperimentStore, Record, StoredExperiment, StoreError
from verilab.experiments.store.database import connected
from verilab.experiments.store.manifest import manifest
from verilab.verification.configuration import ConfigurationError
from verilab.verification.phases.plan import plan
from verilab.verification.schema import Run

HOLDING = """
import sys, time
from pathlib import Path
from verilab.experiments.store import ExperimentStore
with ExperimentStore(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def stored(path: Path, *records: Record) -> Path:
    with ExperimentStore(path) as store:
        store.begin(manifest({"name": "t"}), [task(1, path.parent)], CONFIGURATIONS)
        store.add(records)
    return path


def timed(given: Record, seconds: float) -> Record:
    result = given.run.result
    return replace(given, run=Run(given.run.label, replace(result, statistics=replace(result.statistics, wall_s=seconds))))


def test_repetitions_of_a_run_are_one_task_of_the_table(tmp_path: Path) -> None:
    rows = stored(tmp_path / "e.duckdb", *(timed(record(1, repetition=number), seconds) for number, seconds in ((1, 1), (2, 9), (3, 2))))
    result = CliRunner().invoke(app, ["experiment", "table", str(rows), "--format", "csv"])
    head, line = (text.split(",") for text in result.stdout.splitlines()[:2])
    found = dict(zip(head, line, strict=True))
    assert (found["tasks"], found["solved"], float(found["total s"])) == ("1", "1", 2.0)


def test_a_value_of_an_axis_that_is_given_twice_is_run_once(tmp_path: Path) -> None:
    (tmp_path / "t.c").write_text("int main(void) { return 0; }\n")
    options = ["--analyses", "value, value", "--store", str(tmp_path / "e.duckdb")]
    result = CliRunner().invoke(app, ["sweep", str(tmp_path / "t.c"), *options])
    assert "1 rows in" in result.stdout


def test_names_of_tasks_are_no_markup(tmp_path: Path) -> None:
    (tmp_path / "a[").mkdir()
    (tmp_path / "a[" / "red].c").write_text("int main(void) { return 0; }\n")
    result = CliRunner().invoke(app, ["sweep", f"{tmp_path}/a[/red].c", "--analyses", "value", "--csv", str(tmp_path / "rows.csv")])
    assert result.exit_code == 0, result.exception
    assert "1 rows in" in result.stdout


def test_the_time_left_is_known_of_runs_that_take_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("rich.console.monotonic", lambda: now[0])
    progress = ExperimentProgress(10, tmp_path / "e.duckdb")
    for number in range(3):
        now[0] += 100.0
        progress.add(record(number).run)
    (bar,) = progress._progress.tasks
    assert bar.time_remaining == 700


def test_rows_with_settings_that_no_run_has_any_more_are_read(tmp_path: Path) -> None:
    each = record(1)
    result = replace(each.run.result, configuration=replace(each.run.result.configuration, seed=-1))
    rows = stored(tmp_path / "e.duckdb", replace(each, run=replace(each.run, result=result)))
    assert CliRunner().invoke(app, ["experiment", "table", str(rows)]).exit_code == 0
    with pytest.raises(ConfigurationError, match="give a number from 0"):
        plan(result.configuration)


def test_a_file_that_another_process_writes_to_is_told_and_left_alone(tmp_path: Path) -> None:
    file = experiment(tmp_path, 1)
    rows = stored(file.with_suffix(".duckdb"))
    with subprocess.Popen([sys.executable, "-c", HOLDING, str(rows)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        for name in ("run", "table", "compare", "runs", "export", "report"):
            result = CliRunner().invoke(app, ["experiment", name, str(file)])
            assert result.exit_code == 2, result.output
            assert f"process {holder.pid} is writing to it" in " ".join(result.output.split())
        result = CliRunner().invoke(app, ["experiment", "check", str(file)])
        assert result.exit_code == 0, result.output
        assert "= 2 runs" in result.stdout
        rows.with_name(f"{rows.name}.progress").write_text(json.dumps({"done": 1, "total": 2, "process": holder.pid}))
        result = CliRunner().invoke(app, ["experiment", "status", str(file)])
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith("1 of 2 runs are done")
        rows.with_name(f"{rows.name}.progress").write_text(json.dumps({"done": 1, "total": 2, "process": 1}))  # of one that was killed
        result = CliRunner().invoke(app, ["experiment", "status", str(file)])
        assert (result.exit_code, result.stdout) == (2, "")
    assert not list(tmp_path.glob("*-parquet"))


def test_a_gate_tells_what_it_does_not_compare(tmp_path: Path) -> None:
    old, new = stored(tmp_path / "old.duckdb", record(1), record(2)), stored(tmp_path / "new.duckdb", record(1))
    result = CliRunner().invoke(app, ["experiment", "compare", str(old), str(new)])
    assert result.exit_code == 0, result.output
    assert "not compared: value: 1 task of the old one only" in result.stderr


def test_a_full_disk_ends_with_what_is_to_be_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise duckdb.IOException("IO Error: Could not write: No space left on device")

    with ExperimentStore(tmp_path / "e.duckdb") as store:
        store.begin(manifest({"name": "t"}), [task(1, tmp_path)], CONFIGURATIONS)
        store.add([record(1)])
        monkeypatch.setattr("verilab.experiments.store.writing.insert", full)
        with pytest.raises(StoreError, match="No space left on device; what was written before is in it"):
            store.add([record(2)])
    assert len(StoredExperiment(tmp_path / "e.duckdb").results()) == 1


@pytest.mark.parametrize("error", [duckdb.Error("Corrupt database file: a checksum"), duckdb.InternalException("INTERNAL Error: x")])
def test_a_damaged_page_is_told_and_wrong_sql_is_its_writers(tmp_path: Path, error: duckdb.Error) -> None:
    rows = stored(tmp_path / "e.duckdb", record(1))
    with pytest.raises(StoreError, match="as far as it can be read"), connected(rows):
        raise error
    with pytest.raises(duckdb.ParserException):
        StoredExperiment(rows).sql("SELEKT 1")


def test_rows_of_many_runs_are_explained_one_by_one(tmp_path: Path) -> None:
    rows = stored(tmp_path / "e.duckdb", record(1))
    result = CliRunner().invoke(app, ["explain", str(rows)])
    assert result.exit_code == 2
    assert "give one by --run KEY" in result.output


def test_who_interrupts_is_told_how_to_go_on(tmp_path: Path) -> None:
    with begin(endless_experiment(tmp_path)) as coordinator:
        wait_until((tmp_path / "experiment.duckdb.progress").exists, "the first progress of the experiment")
        coordinator.send_signal(signal.SIGINT)
        assert coordinator.wait() == 130
    result = CliRunner().invoke(app, ["experiment", "status", str(tmp_path / "experiment.toml")])
    assert "go on with: verilab experiment run" in result.stdout


@pytest.mark.parametrize(("arguments", "jobs"), [([], len(available_cores())), (["--jobs", "1"], 1)])
def test_a_named_experiment_takes_all_cores_unless_told_otherwise(
    arguments: list[str], jobs: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jobs_given: list[int] = []
    monkeypatch.setattr(command, "run_experiment", lambda design, rows, jobs, dask, **options: jobs_given.append(jobs))
    result = CliRunner().invoke(app, ["reproduce", "demo", *arguments])
    assert (result.exit_code, jobs_given) == (0, [jobs])
