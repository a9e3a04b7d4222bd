"""Runs are forked from one process that has their modules: what each does is its own, and none outlives its client."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.verification.forked_tasks import ENDLESS, PREDICATE, task
from tests.waiting import is_alive, wait_until
from verilab.program.tasks import load_tasks
from verilab.verification import isolated
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.serving.answers import RejectedInput
from verilab.verification.serving.fork_server import _Run, _Server
from verilab.verification.serving.processes import ForkServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ForkServer]:
    started = ForkServer()
    monkeypatch.setattr(isolated, "fork_server", started)
    yield started
    started.close()


def pid(server: ForkServer) -> int:
    assert server._process is not None
    return server._process.pid


def children(process: int) -> list[int]:
    return [int(line) for line in subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True).stdout.split()]


def test_a_forked_run_is_the_run_of_a_fresh_process_however_many_came_before(server: ForkServer, tmp_path: Path) -> None:
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        f"from tests.verification.forked_tasks import print_figures; print_figures({str(tmp_path)!r})"
    )
    fresh = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    results = [run_isolated(task(tmp_path), PREDICATE) for _ in range(3)]
    figures = [f"{each.verdict} {each.statistics.states} {each.statistics.refinements} {each.statistics.predicates}" for each in results]
    assert figures == [fresh.stdout.strip()] * 3, fresh.stderr
    assert len({pid(server)}) == 1


def test_the_server_forks_from_one_thread_and_uses_no_solver(server: ForkServer, tmp_path: Path) -> None:
    run_isolated(task(tmp_path), PREDICATE)
    run_isolated(task(tmp_path), PREDICATE)
    assert len(os.listdir(f"/proc/{pid(server)}/task")) == 1
    assert children(pid(server)) == []


def test_a_run_has_the_folder_and_the_environment_of_its_client(
    server: ForkServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_isolated(task(tmp_path), PREDICATE)
    monkeypatch.chdir(tmp_path)
    (relative,) = load_tasks(Path("program.c"))
    assert run_isolated(relative, PREDICATE).verdict == "true"
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path / "nothing"))
    with pytest.raises(RejectedInput, match="verilab backends install mathsat"):
        run_isolated(relative, Configuration(analysis="predicate", backend="mathsat"))
    monkeypatch.delenv("VERILAB_CACHE")
    assert run_isolated(relative, PREDICATE).verdict == "true"


def test_a_run_that_is_killed_costs_that_run(server: ForkServer, tmp_path: Path) -> None:
    def kill(row: dict[str, object]) -> None:
        for child in children(pid(server)):
            os.kill(child, signal.SIGKILL)

    result = run_isolated(task(tmp_path, ENDLESS), Configuration(analysis="value"), kill)
    assert (result.verdict, result.reason) == ("unknown", "crash: the run's process died of SIGKILL")
    assert run_isolated(task(tmp_path), PREDICATE).verdict == "true"


def test_a_run_that_crashes_says_where(server: ForkServer, tmp_path: Path) -> None:
    def crash(row: dict[str, object]) -> None:
        for child in children(pid(server)):
            os.kill(child, signal.SIGSEGV)

    result = run_isolated(task(tmp_path, ENDLESS), Configuration(analysis="value"), crash)
    assert re.fullmatch(r"crash: the run's process died of SIGSEGV in \S+ of .+", result.reason)


def test_a_server_that_is_killed_costs_its_runs_and_there_is_another(server: ForkServer, tmp_path: Path) -> None:
    result = run_isolated(task(tmp_path, ENDLESS), Configuration(analysis="value"), lambda row: os.kill(pid(server), signal.SIGKILL))
    assert result.verdict == "unknown"
    assert result.reason.startswith("crash: ")
    first = pid(server)
    assert run_isolated(task(tmp_path), PREDICATE).verdict == "true"
    assert pid(server) != first


def test_a_run_that_ends_while_its_client_ends_it_is_buried_once() -> None:
    ours, theirs = socket.socketpair()
    server = _Server(theirs)
    life, mine = socket.socketpair()
    reading, writing = os.pipe()
    os.close(writing)
    child = os.fork()
    if not child:
        os._exit(3)
    run = _Run(child, life, reading)
    server._runs[child] = run
    server._watch(life, lambda: server._end(run))
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    server._bury()
    server._end(run)  # both were ready at once
    assert mine.recv(32).split()[0] == b"3"
    for end in (ours, theirs, mine, server._ended, server._wake):
        end.close()
    server._selector.close()


def test_a_run_out_of_time_leaves_no_process(server: ForkServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolated, "GRACE_SECONDS", 0.0)
    run_isolated(task(tmp_path), PREDICATE)
    result = run_isolated(task(tmp_path, ENDLESS), Configuration(analysis="value", time_limit=0.5, isolate=True))
    assert (result.verdict, result.reason) == ("unknown", "timeout")
    assert children(pid(server)) == []


def test_no_process_outlives_a_client_that_is_killed(tmp_path: Path) -> None:
    program = f"""
import sys; sys.path[:] = {sys.path!r}
from pathlib import Path
from tests.verification.forked_tasks import ENDLESS, task
from verilab.verification.configuration import Configuration
from verilab.verification import isolated
def report(row):
    print(isolated.fork_server._process.pid, flush=True)
isolated.run_isolated(task(Path(sys.argv[1]), ENDLESS), Configuration(analysis="value"), report)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as client:
        assert client.stdout is not None
        server = int(client.stdout.readline())
        runs = children(server)
        assert len(runs) == 1
        client.kill()
    wait_until(lambda: not any(map(is_alive, [server, *runs])), "the end of the server and its runs")
