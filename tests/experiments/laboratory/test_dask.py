"""The workers of a Dask scheduler come to the rows of this machine; one that is killed costs none, one that differs is refused."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from tests.experiments.laboratory.cluster import TEXT, cluster
from tests.experiments.laboratory.dask_kills import campaign
from tests.experiments.laboratory.killing import experiment, kill, table
from verilab.cli.app import app
from verilab.experiments.design.design import load_design
from verilab.experiments.laboratory import workers
from verilab.experiments.laboratory.campaign import run_design
from verilab.experiments.laboratory.pools import SchedulerGone, dask_pool
from verilab.experiments.laboratory.workers import Equipment, WorkerDiffers, equipment, files_of, perform_at_worker
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest
from verilab.verification.configuration import ConfigurationError


def test_two_workers_of_which_one_is_killed_come_to_the_same_rows_as_this_machine(tmp_path: Path) -> None:
    outcome = campaign(tmp_path, 8, 1, 0)
    assert (outcome.rows, outcome.kills, outcome.doubled) == (8, 1, 0)
    assert (outcome.both, outcome.killed) == ([], []), outcome.text()


def test_a_scheduler_that_dies_ends_the_experiment_with_the_rows_that_there_are(tmp_path: Path) -> None:
    file, rows = experiment(tmp_path, 8, TEXT), tmp_path / "e.duckdb"
    design = load_design(file)
    with cluster(tmp_path, 1) as client, ExperimentStore(rows) as store:
        store.begin(manifest(design.described()), design.tasks, design.configurations)
        with dask_pool(client.address, design.record) as pool:
            records = run_design(design, store, pool.submit, pool.slots, pool.check)
            next(records)
            kill(client.scheduler.pid)
            with pytest.raises(SchedulerGone, match="run the same again to go on"):
                list(records)
    assert 1 <= len(table(rows)) < 16


def test_a_worker_with_another_version_is_named_before_anything_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with cluster(tmp_path, 1) as client:
        monkeypatch.setattr(workers, "source_digest", lambda: "x")  # of this process, not of the worker's
        refused = pytest.raises(ConfigurationError, match=r"the worker tcp://127.* has .*; install the same there")
        with refused, dask_pool(client.address, frozenset()):
            pytest.fail("it was taken")


def test_what_another_worker_has_instead_is_told() -> None:
    ours = Equipment("a", (("verilab", "1"), ("z3-solver", "2")))
    assert ours.difference(Equipment("a", (("verilab", "1"), ("z3-solver", "2")))) == ""
    assert ours.difference(Equipment("a", (("verilab", "1"), ("z3-solver", "3")))) == "z3-solver 3, not 2"
    assert ours.difference(Equipment("a", (("verilab", "1"),))) == "z3-solver not at all, not 2"
    assert ours.difference(Equipment("b", ours.versions)) == "other sources of verilab (b, not a)"


def test_a_worker_without_the_tasks_files_makes_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.get_worker", lambda: SimpleNamespace(address="tcp://there", state=SimpleNamespace(nthreads=1)))
    (run, *_) = load_design(experiment(tmp_path, 1, TEXT)).runs()
    files = files_of(run.task)
    ((name, _),) = files
    Path(name).write_text("int main(void) { return 0; }\n")
    with pytest.raises(WorkerDiffers, match=r"tcp://there on .* has another text of .*t0\.c; every worker needs the tasks' files"):
        perform_at_worker(run, frozenset(), equipment(), files)
    os.unlink(name)
    with pytest.raises(WorkerDiffers, match=r"has no file .*t0\.c"):
        perform_at_worker(run, frozenset(), equipment(), files)
    with pytest.raises(WorkerDiffers, match="has other sources of verilab"):
        perform_at_worker(run, frozenset(), Equipment("x", equipment().versions), files)


def test_an_address_of_another_service_is_refused(tmp_path: Path) -> None:
    file = experiment(tmp_path, 1, TEXT)
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def answer() -> None:
            with suppress(OSError):  # until the server is closed
                while True:
                    with server.accept()[0] as connection:
                        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 4)

        threading.Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        done = CliRunner().invoke(app, ["experiment", "run", str(file), "--dask", address])
    assert done.exit_code == 2
    assert f"--dask {address}: no scheduler answers" in " ".join(done.output.split())
    assert not file.with_suffix(".duckdb").exists()
