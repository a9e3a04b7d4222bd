"""A scheduler and workers of Dask on this machine, any of which can be killed and replaced."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

TEXT = '[tasks]\nfiles = ["*.c"]\n[axes]\nanalyses = ["value", "predicate"]\n[limits]\nwall = 60\n'
WAIT_SECONDS = 60


class Cluster:
    """``folder`` is for the workers' files; each worker has one thread, and nobody starts it again."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self._port = str(listener.getsockname()[1])
        self.address = f"tcp://127.0.0.1:{self._port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", self._port, "--no-dashboard")

    def add_worker(self, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """One more."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder))
        worker = self._start("dask_worker", self.address, *options, environment=environment)
        self.workers.append(worker)
        return worker

    def wait_for(self, workers: int) -> None:
        """Until so many are there."""
        from distributed import Client

        with Client(self.address, timeout=WAIT_SECONDS, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=WAIT_SECONDS)

    def _start(self, *command: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        code = f"import sys; sys.path[:] = {sys.path!r}; from distributed.cli.{command[0]} import main; main()"
        places = {"PYTHONPATH": os.pathsep.join(os.path.abspath(place) for place in sys.path if place)}
        process = subprocess.Popen(
            [sys.executable, "-c", code, *command[1:]],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **places, **(environment or {})},
        )
        self._stack.callback(self._stop, process)
        return process

    def _stop(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A scheduler with so many workers; all end with it."""
    with ExitStack() as stack:
        started = Cluster(folder, stack)
        for _ in range(workers):
            started.add_worker()
        if workers:
            started.wait_for(workers)
        yield started
