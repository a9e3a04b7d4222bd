"""CPU time: of a process with all that it started, and as a limit of a run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.waiting import wait_until
from verilab import resources
from verilab.evidence.compiler.toolchain import Tools, gcc_version
from verilab.processes.tree import _children_by_parent, _listed_children, seconds_used_by
from verilab.program.tasks import load_tasks
from verilab.resources import (
    CpuAllowance,
    Deadline,
    OutOfTime,
    checking,
    cpu_seconds,
    preparing,
    side_seconds,
)
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.verification import verify


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


def test_a_limit_of_cpu_time_holds_where_no_thread_gets_its_turn() -> None:
    """The sum is computed inside of one call, which keeps the interpreter's lock, as some solvers do."""
    code = "from verilab.resources import limit_cpu_time; limit_cpu_time(0.5); sum(range(10**12))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -signal.SIGXCPU


def test_cpu_time_never_decreases_while_processes_of_processes_end() -> None:
    """A grandchild that ends between the readings of its parent and of itself is in neither: so times of phases came out negative."""
    count = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done"

    def start() -> None:
        for _ in range(40):
            subprocess.run(["sh", "-c", f"sh -c '{count}'; true"], check=True)

    thread = threading.Thread(target=start)
    thread.start()
    readings = [cpu_seconds()]
    while thread.is_alive():
        readings.append(cpu_seconds())
    assert readings == sorted(readings)
    assert readings[-1] - readings[0] > 0.4


BURN = "import time\nwhile time.process_time() < 0.4: pass"


def test_the_cpu_time_of_preparation_is_told_apart_while_it_runs_and_after(tmp_path: Path) -> None:
    """What compiles the program beside an analysis is no part of the analysis' time: neither the tools nor the thread that calls them."""
    running = threading.Event()

    def prepare() -> None:
        with preparing():
            running.set()
            Tools(tmp_path).call([sys.executable, "-c", BURN])
            while time.thread_time() < 0.2:
                pass

    everything, work = cpu_seconds(), cpu_seconds(preparation=False)
    thread = threading.Thread(target=prepare)
    thread.start()
    running.wait()
    while thread.is_alive():
        assert cpu_seconds(preparation=False) - work < 0.3
        time.sleep(0.02)
    assert cpu_seconds(preparation=False) - work < 0.3
    assert cpu_seconds() - everything >= 0.6


def test_checks_are_what_this_thread_and_its_processes_do_and_preparation_stays_apart(tmp_path: Path) -> None:
    prepared, before = resources._clock.ended, resources._clock.checked
    with checking():
        subprocess.run([sys.executable, "-c", BURN], check=True)
        Tools(tmp_path).call([sys.executable, "-c", BURN])
    checked = resources._clock.checked - before
    assert checked >= 0.4
    assert resources._clock.ended - prepared >= 0.4
    subprocess.run([sys.executable, "-c", BURN], check=True)
    assert resources._clock.checked - before == checked
    assert side_seconds() >= 0.8


@pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")
@pytest.mark.parametrize("analysis", ["auto", "value"])
def test_what_evidence_costs_is_part_of_what_the_run_costs(tmp_path: Path, analysis: str) -> None:
    """The compilers are: a run of this size has nothing else that takes as long."""
    source = tmp_path / "task.c"
    source.write_text(
        "extern void reach_error(void);\nint main(void) { int i = 0; while (i < 5) i++; if (i != 5) reach_error(); return 0; }\n"
    )
    result = verify(load_tasks(source)[0], Configuration(analysis=analysis))
    assert result.verdict == "true"
    assert "claim" in result.evidence.checked_by
    compiling = 0.02
    assert compiling < result.statistics.evidence_s < result.statistics.cpu_s


def test_other_processes_are_counted_beside_preparation() -> None:
    before = cpu_seconds(preparation=False)
    subprocess.run([sys.executable, "-c", BURN], check=True)
    assert cpu_seconds(preparation=False) - before >= 0.4


def test_a_tool_answers_where_the_system_reaps_what_has_ended(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert Tools(tmp_path).call(["sh", "-c", "echo built"]) == "built\n"
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_the_clock_is_read_while_a_process_is_waited_for_where_there_is_no_waitid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a system has no list of processes either: what is tested is who holds the lock, by a process that ends when it was read."""
    monkeypatch.setattr(sys, "platform", "darwin")
    go = tmp_path / "go"
    answers: list[str] = []
    wait = f"while ! [ -e {go} ]; do sleep 0.01; done; echo built"
    thread = threading.Thread(target=lambda: answers.append(Tools(tmp_path, 30).call(["sh", "-c", wait])))
    thread.start()
    wait_until(lambda: resources._clock.processes, "the start of the tool")
    cpu_seconds(preparation=False)
    assert resources._clock.processes, "the reading waited until the tool had been given up"
    go.touch()
    thread.join()
    assert answers == ["built\n"]


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
        wait_until(lambda: all(_listed_children(each.pid) for each in started), "children of all that was started")
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
    assert result.statistics.states > 0
    assert result.statistics.cpu_s >= 1.5


def test_a_run_out_of_cpu_time_says_what_each_phase_has_come_to(tmp_path: Path) -> None:
    """The number is prime, which no solver shows by bits in a second: some phase is inside one when the time is up."""
    file = tmp_path / "program.c"
    file.write_text(
        "extern unsigned __VERIFIER_nondet_uint(void); void reach_error(void) {}\n"
        "int main(void) { unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n"
        "    if (a > 1 && b > 1 && a * b == 4611686018427387847ull) reach_error(); return 0; }\n"
    )
    (task,) = load_tasks(file)
    result = run_isolated(task, Configuration(cpu_limit=3.0, time_limit=60))
    assert (result.verdict, result.reason) == ("unknown", "out of CPU time")
    assert [one.reason for one in result.properties] == ["out of CPU time"]
    assert 3.0 <= result.statistics.cpu_s < 5.0
    phases = {row["phase"]: row for row in result.details["phases"]}
    assert {"value (full)", "testing", "unrolling"} <= phases.keys()
    assert phases["unrolling"]["cpu_seconds"] > 0.0


def test_cpu_time_that_is_left_is_no_wall_time() -> None:
    """Where the machine is busy, 8 s of CPU time may need minutes, which queries and whatever ends earlier still have."""
    allowance = CpuAllowance(20.0)
    deadline = Deadline(300.0, allowance)
    allowance.tell(12.0)
    assert allowance.remaining() == 8.0
    assert deadline.remaining() == pytest.approx(300.0, abs=5.0)
    assert deadline.within(100.0).remaining() == pytest.approx(100.0, abs=5.0)
    deadline.check()
    allowance.tell(21.0)
    with pytest.raises(OutOfTime):
        deadline.check()


def test_a_part_of_a_deadline_is_a_share_of_both() -> None:
    allowance = CpuAllowance(20.0)
    allowance.tell(4.0)
    part = Deadline(300.0, allowance).part(0.25)
    assert part.remaining() == pytest.approx(75.0, abs=5.0)
    assert part.allowance is not None
    assert part.allowance.remaining() == 4.0  # of the 16 that are left
    allowance.tell(7.0)
    assert part.allowance.remaining() == 1.0
    assert Deadline().part(0.25).remaining() is None


def test_forked_processes_read_what_has_been_used() -> None:
    allowance = CpuAllowance(20.0)
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.read(reader, 1)
        os._exit(int(allowance.remaining()))
    allowance.tell(15.0)
    os.write(writer, b"!")
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 5
    os.close(reader)
    os.close(writer)
