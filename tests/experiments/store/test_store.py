"""The file of an experiment: what goes in comes out, once, whatever is killed meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

import verilab
from tests.experiments.store.records import CONFIGURATIONS, record, task, with_models
from verilab.experiments.store import ExperimentStore, StoredExperiment, StoreError, export
from verilab.experiments.store.columns import ADDED, TABLES
from verilab.experiments.store.csv_rows import read_rows
from verilab.experiments.store.database import connected
from verilab.experiments.store.manifest import manifest, solver_versions


def begun(path: Path, folder: Path | None = None) -> ExperimentStore:
    store = ExperimentStore(path)
    store.begin(manifest({"name": "t"}), [task(1, folder or path.parent)], CONFIGURATIONS)
    return store


def test_what_is_added_is_read_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    records = [record(number, label) for number in (1, 2) for label in CONFIGURATIONS]
    with begun(path) as store:
        store.add(records[:3])
        store.add(records[3:])
    stored = StoredExperiment(path)
    assert sorted(stored.results(), key=str) == sorted((each.run for each in records), key=str)
    for each in records:
        assert stored.refinements_of(each.key) == each.refinements
    assert len(stored.queries) == 4
    assert stored.queries.loc[0, "procedure"] == "z3:horn"


@pytest.mark.parametrize("phases", [("value", "value"), ("value", "predicate")])
def test_the_models_of_refinements_are_read_back_each_stored_once(tmp_path: Path, phases: tuple[str, str]) -> None:
    path = tmp_path / "e.duckdb"
    each = replace(record(1), refinements=with_models(phases))
    with begun(path) as store:
        store.add([each])
        store.add([each])
    stored = StoredExperiment(path)
    assert stored.refinements_of(each.key) == each.refinements
    assert len(stored.sql("SELECT * FROM models")) == (3 if len(set(phases)) == 1 else 4)


def test_the_sources_of_tasks_are_stored_where_models_are(tmp_path: Path) -> None:
    (tmp_path / "t1.c").write_text("int main(void) { return 0; }")
    for recorded, count in (["models"], 1), (["refinements"], 0):
        path = tmp_path / f"{recorded[0]}.duckdb"
        with ExperimentStore(path) as store:
            store.begin(manifest({"name": "t", "record": recorded}), [task(1, tmp_path)], CONFIGURATIONS)
        assert StoredExperiment(path).sql("SELECT text FROM sources").text.tolist() == ["int main(void) { return 0; }"] * count


def test_a_file_of_before_there_were_models_is_read_and_written_on(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with begun(path) as store:
        store.add([record(1)])
    with connected(path, writing=True) as connection:
        for table in ADDED:
            connection.execute(f"DROP TABLE {table}")
    old = StoredExperiment(path)
    assert old.refinements_of(record(1).key) == record(1).refinements
    assert "models.csv" not in [file.name for file in export(path, tmp_path / "exported", "csv")]
    with begun(path) as store:
        store.add([replace(record(2), refinements=with_models())])
    assert StoredExperiment(path).refinements_of(record(2).key) == with_models()


def test_the_tables_are_data_frames_with_a_column_for_every_setting(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with begun(path) as store:
        store.add([record(1), record(2, verdict="false")])
    experiment = verilab.open(path)
    assert list(experiment.runs.columns) == list(TABLES["runs"])
    assert list(experiment.runs["class"]) == ["solved", "wrong"]
    assert experiment.runs.cpu_limit.tolist() == [7.5, 7.5]
    assert experiment.candidates.role.tolist() == ["chosen", "adds nothing", "", "adds nothing"] * 2
    assert experiment.candidates.scores[0] == {"length": 4.0, "width": float("inf")}
    assert experiment.sql("SELECT count(*) AS n FROM refinements WHERE states > ?", [11]).n.tolist() == [4]
    assert json.loads(experiment.tasks.files[0])[0]["file"].endswith("t1.c")


def test_a_run_that_is_added_again_replaces_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with begun(path) as store:
        store.add([record(1), record(2)])
        store.add([replace(record(1, verdict="unknown"), refinements=())])
    stored = StoredExperiment(path)
    assert [run.result.verdict for run in stored.results()] == ["unknown", "true"]
    assert len(stored.refinements) == 2


def test_the_same_run_twice_in_one_transaction_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with begun(path) as store:
        with pytest.raises(Exception, match=r"PRIMARY KEY|primary key"):
            store.add([record(1), record(1)])
        assert store.done() == set()
        store.add([record(1)])
        assert len(store.done()) == 1


def test_the_manifest_says_what_it_was_run_with(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    begun(path).close()
    begun(path).close()
    stored = StoredExperiment(path).manifest
    assert stored["packages"]["duckdb"]
    assert stored["versions"]["python"]
    assert set(stored["configurations"]) == set(CONFIGURATIONS)
    assert [session["command"] for session in stored["sessions"]] == [sys.argv, sys.argv]
    assert stored["sessions"][0]["machine"]["kernel"]


def test_the_solvers_are_asked_for_their_versions() -> None:
    assert solver_versions()["z3"]


def test_rows_that_cannot_be_compared_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    program = tmp_path / "t1.c"
    program.write_text("int main(void) { return 0; }")
    with begun(path) as store:
        store.add([record(1)])
        others = CONFIGURATIONS | {"value": replace(CONFIGURATIONS["value"], seed=3)}
        with pytest.raises(StoreError, match="other configuration 'value': seed was 0 and is 3"):
            store.begin(manifest({"name": "t"}), [], others)
        with pytest.raises(StoreError, match="other sources: digest was "):
            store.begin(manifest({"name": "t"}) | {"sources": {"digest": "0"}}, [], CONFIGURATIONS)
        program.write_text("int main(void) { return 1; }")
        with pytest.raises(StoreError, match="another text of the task family/t1"):
            store.begin(manifest({"name": "t"}), [task(1, tmp_path)], CONFIGURATIONS)


def test_a_file_that_is_none_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("task,verdict\n")
    for use in (StoredExperiment, ExperimentStore):
        with pytest.raises(StoreError, match=r"no DuckDB file"):
            use(path)
        with pytest.raises(StoreError, match=r"no DuckDB file"):
            use(path.rename(tmp_path / "rows.duckdb"))
        (tmp_path / "rows.duckdb").rename(path)
    assert path.read_text() == "task,verdict\n"
    with pytest.raises(StoreError, match="no such file"):
        StoredExperiment(tmp_path / "none.duckdb")
    assert not (tmp_path / "none.duckdb").exists()


def test_the_database_of_somebody_else_is_refused(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "e.duckdb"
    duckdb.connect(str(path)).execute("CREATE TABLE other (a INTEGER)")
    with pytest.raises(StoreError, match="no file of an experiment: it has no table"):
        ExperimentStore(path)


def test_a_file_of_an_earlier_version_is_read_and_written_with_the_columns_that_have_come_since(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with begun(path) as store:
        store.add([record(1)])
    with connected(path, writing=True) as connection:
        for name in ("seed", "cpu_limit", "block", "path_checks"):
            connection.execute(f'ALTER TABLE runs DROP COLUMN "{name}"')
    (before,) = StoredExperiment(path).results()
    assert (before.result.configuration.cpu_limit, before.result.configuration.block) == (None, "auto")
    with ExperimentStore(path) as store:
        store.add([record(2)])
    first, second = StoredExperiment(path).results()
    assert first == before
    assert second == record(2).run
    with connected(path, writing=True) as connection:
        connection.execute("ALTER TABLE runs DROP COLUMN reason")
    with pytest.raises(StoreError, match="its runs have no column 'reason'"):
        StoredExperiment(path)


WRITER = """
import sys
from pathlib import Path
from tests.experiments.store.records import CONFIGURATIONS, record, task
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest
path = Path(sys.argv[1])
store = ExperimentStore(path)
store.begin(manifest({"name": "t"}), [task()], CONFIGURATIONS)
for number in range(1, 10_000):
    each = record(number)
    if each.key not in store.done():
        store.add([each])
        print(number, flush=True)
"""


@pytest.mark.parametrize("seconds", [0.05, 0.3, 0.7])
def test_a_writer_that_is_killed_loses_no_row_that_it_told_of_and_none_is_there_twice(tmp_path: Path, seconds: float) -> None:
    path, acknowledged = tmp_path / "e.duckdb", set()
    for _ in range(2):
        command = [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}\n" + WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            acknowledged.add(int(writer.stdout.readline()))
            time.sleep(seconds)
            os.kill(writer.pid, signal.SIGKILL)
            acknowledged.update(int(line) for line in writer.stdout if line.endswith("\n"))
        with connected(path) as connection:
            rows = connection.execute("SELECT task FROM runs").fetchall()
            orphans = connection.execute("SELECT count(*) FROM refinements WHERE run NOT IN (SELECT run FROM runs)").fetchall()
            whole = connection.execute("SELECT count(*) FROM candidates").fetchall()
        found = [int(name.removeprefix("family/t")) for (name,) in rows]
        assert acknowledged <= set(found)
        assert len(found) == len(set(found)) <= len(acknowledged) + 1
        assert orphans == [(0,)]
        assert whole == [(4 * len(found),)]
        acknowledged = set(found)


def test_a_file_that_another_process_writes_says_which(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    reader = f"import sys; sys.path[:] = {sys.path!r}; import verilab; verilab.open({str(path)!r})"
    with begun(path):
        process = subprocess.run([sys.executable, "-c", reader], capture_output=True, text=True, check=False)
    assert f"process {os.getpid()} is writing to it" in process.stderr


def test_an_interruption_while_the_database_computes_is_one_as_anywhere_else(tmp_path: Path) -> None:
    heeded = signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it
    try:
        with ExperimentStore(tmp_path / "e.duckdb") as store:
            store.rows("SET threads = 1")  # else others may take all of the work, and this thread waits for them and for no signal
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            with pytest.raises(KeyboardInterrupt):
                store.rows("SELECT count(*) FROM range(100000) a, range(200000) b WHERE a.range % 7 = b.range % 5")  # half a minute
            assert store.done() == set()
    finally:
        signal.signal(signal.SIGINT, heeded)


@pytest.mark.parametrize("format", ["parquet", "csv", "json"])
def test_every_table_is_exported(tmp_path: Path, format: str) -> None:
    path = tmp_path / "e.duckdb"
    with begun(path) as store:
        store.add([record(1), record(2)])
    files = export(path, tmp_path / "out's", format)
    assert [file.name for file in files] == [*(f"{name}.{format}" for name in TABLES if name != "manifest"), "manifest.json"]
    assert json.loads(files[-1].read_text())["experiment"] == {"name": "t"}
    with connected(path) as connection:
        function = {"parquet": "read_parquet", "csv": "read_csv", "json": "read_json"}[format]
        for file in files[:-1]:
            name = str(file).replace("'", "''")
            (count,) = connection.execute(f"SELECT count(*) FROM {function}('{name}')").fetchone() or (0,)
            assert count == connection.execute(f"SELECT count(*) FROM {file.stem}").fetchall()[0][0]


def test_runs_are_exported_as_the_csv_of_a_sweep(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with begun(path) as store:
        store.add([record(1), record(2)])
    rows, _ = export(path, tmp_path, "sweep")
    assert [row.result.task for row in read_rows(rows)] == ["family/t1", "family/t2"]


def test_a_wrong_format_names_the_known_ones(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    begun(path).close()
    with pytest.raises(StoreError, match="known: parquet, csv, json, sweep"):
        export(path, tmp_path / "out", "xlsx")
    assert not (tmp_path / "out").exists()
