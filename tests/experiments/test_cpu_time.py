"""CPU time: of a process with all that it started, and as a limit of a run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from verilab.experiments.configuration import Configuration
from verilab.experiments.runs.isolated import run_isolated
from verilab.program.tasks import load_tasks
from verilab.resources import _children_by_parent, _listed_children, cpu_seconds, seconds_used_by


def test_cpu_time_counts_the_processes_that_still_live() -> None:
    before = cpu_seconds()
    busy = subprocess.Popen(
        [sys.executable, "-c", "import time\nwhile time.process_time() < 0.6: pass\nprint(flush=True)\ntime.sleep(60)"],
        stdout=subprocess.PIPE,
    )
    assert busy.stdout is not None
    busy.stdout.readline()
    alive = cpu_seconds()
    assert seconds_used_by(busy.pid) >= 0.5
    busy.kill()
    busy.wait()
    busy.stdout.close()
    assert alive - before >= 0.5
    assert cpu_seconds() >= alive - 0.1  # what has ended is not lost


def test_children_are_found_with_and_without_the_lists_of_the_kernel() -> None:
    before = set(_listed_children(os.getpid()))
    started: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        started.append(subprocess.Popen(["sh", "-c", "sleep 60 & wait"]))

    start()
    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    by_parent = _children_by_parent()
    try:
        assert set(_listed_children(os.getpid())) - before == {each.pid for each in started} <= set(by_parent(os.getpid()))
        below = [_listed_children(each.pid) for each in started]
        end = time.monotonic() + 20
        while not all(below) and time.monotonic() < end:
            below = [_listed_children(each.pid) for each in started]
        assert [len(each) for each in below] == [1, 1]
        by_parent = _children_by_parent()
        assert below == [by_parent(each.pid) for each in started]
    finally:
        for process in (pid for each in started for pid in (*_listed_children(each.pid), each.pid)):
            os.kill(process, signal.SIGKILL)
        for each in started:
            each.wait()
    assert _listed_children(started[0].pid) == _children_by_parent()(started[0].pid) == []


def test_a_run_ends_when_its_processes_have_used_their_cpu_time(tmp_path: Path) -> None:
    """The loop never ends for the value analysis without a solver's help; what was counted until then is kept."""
    file = tmp_path / "program.c"
    file.write_text(
        "extern int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
        "int main(void) { long n = 0; while (__VERIFIER_nondet_int()) n++; if (n < 0) reach_error(); return 0; }\n"
    )
    (task,) = load_tasks(file)
    result = run_isolated(task, Configuration(analysis="value", strategy="forte15-score", cpu_limit=1.5, time_limit=60))
    assert (result.verdict, result.reason) == ("unknown", "out of CPU time")
    assert result.statistics.wall_s < 30
    assert result.statistics.states > 0
    assert result.statistics.cpu_s >= 1.5
