"""The workers of a Dask scheduler come to the rows that this machine comes to; one that is killed costs none."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.experiments.laboratory.killing import begin, experiment, finish, table

TEXT = '[tasks]\nfiles = ["*.c"]\n[axes]\nanalyses = ["value", "predicate"]\n[limits]\nwall = 60\n'


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    code = f"import sys; sys.path[:] = {sys.path!r}; from distributed.cli.{command[0]} import main; main()"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(os.path.abspath(place) for place in sys.path if place)}
    process = subprocess.Popen(
        [sys.executable, "-c", code, *command[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_two_workers_of_which_one_is_killed_come_to_the_same_rows_as_this_machine(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        address = f"127.0.0.1:{found.getsockname()[1]}"
    file = experiment(tmp_path, 6, TEXT)
    assert finish(file, rows="local.duckdb") == 0
    with ExitStack() as stack:
        host, port = address.split(":")
        stack.enter_context(started("dask_scheduler", "--host", host, "--port", port, "--no-dashboard"))
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path))
        workers = [stack.enter_context(started("dask_worker", f"tcp://{address}", *options)) for _ in range(2)]
        time.sleep(8)
        assert finish(file, "--dask", f"tcp://{address}", rows="both.duckdb") == 0
        with begin(file, "--dask", f"tcp://{address}", rows="killed.duckdb") as coordinator:
            time.sleep(4)
            os.kill(workers[0].pid, signal.SIGKILL)
            assert coordinator.wait(timeout=240) == 0
    assert table(tmp_path / "both.duckdb") == table(tmp_path / "local.duckdb") == table(tmp_path / "killed.duckdb")
