"""Phases in turns: one runs at a time, slices double, what a phase has done is kept, and the first answer ends the others."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.allowances import allowance_of
from tests.waiting import is_alive, wait_until
from verilab.processes.lines import Line
from verilab.program.tasks import load_tasks
from verilab.resources import CpuAllowance, Deadline, cpu_seconds, mapped_megabytes
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program
from verilab.verification.phases import interleaving
from verilab.verification.phases.clock import SharedClock
from verilab.verification.phases.interleaving import FIRST_ROUND, at_once, first_round
from verilab.verification.phases.messages import Ended, Held, Paused, Stop, ToPhase, Why
from verilab.verification.phases.outcome import Outcome
from verilab.verification.phases.phase import Phase
from verilab.verification.phases.plan import plan
from verilab.verification.phases.portfolio import fitting
from verilab.verification.phases.process import LEAST_GRACE, PhaseProcess, State
from verilab.verification.progress import Progress
from verilab.verification.schema import RunResult
from verilab.verification.verification import verify

COUNTING = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  for (int i = 0; i < n; i++) { x++; y++; }
  if (x != y) reach_error();
  return 0;
}
"""
"""The value analysis counts up to 2^31, the predicate analysis needs one predicate."""
UNDECIDED = """\
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 1; i <= n && i; i++) s += i;
  if (n < 65536 && 2 * s != n * (n + 1)) reach_error();
  return 0;
}
"""
"""2 (1 + ... + n) = n (n + 1), also modulo 2^32: no analysis here finds that."""

BITWISE = """\
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint(), y = x ^ 0x55, i = 0;
  while (i < n) i++;
  y ^= 0x55;
  if (y != x) reach_error();
  return 0;
}
"""
"""Integers do not know what ^ does, bit vectors need one predicate."""


def ended(name: str, **more: object) -> Ended:
    return Ended(Outcome({"phase": name, "seconds": 0.0, "cpu_seconds": 0.0, "statistics": {}} | more))


def ticks(line: Line[ToPhase], clock: SharedClock, name: str, count: int) -> None:
    """A phase of so many steps of 10 ms, which pauses where its slice is over, and tells for how long it waited."""
    for step in range(count):
        time.sleep(0.01)
        if time.monotonic() >= clock.until:
            line.send(Paused(Progress(name, numbers={"states": step})))
            if isinstance(line.receive(), Stop):
                break
    line.send(ended(name, waited=clock.waited))


def run_until_reported(process: PhaseProcess, key: str) -> None:
    """Give it slices of 50 ms until it has told something: a busy machine may take many of them to fork."""
    while not process.last.numbers.get(key) and not process.has_ended:
        process.run(0.05, Deadline())


def test_a_phase_pauses_after_its_slice_and_its_waiting_is_not_its_time() -> None:
    process = PhaseProcess("a", lambda line, clock: ticks(line, clock, "a", 300))
    began = time.monotonic()
    run_until_reported(process, "states")
    while process.state is State.FROZEN:  # a busy machine may not give it the time to pause
        process.run(0.05, Deadline())
    assert process.state is State.PAUSED
    assert 0 < process.last.numbers["states"] < 299
    time.sleep(0.5)
    process.run(60.0, Deadline())
    assert process.outcome is not None
    assert process.outcome.row["waited"] >= 0.5
    assert process.used <= time.monotonic() - began - 0.5


def test_a_phase_that_does_not_pause_is_made_to_stand_still_and_goes_on() -> None:
    """Like one inside a solver that ignores its timeout."""

    def busy(line: Line[ToPhase], clock: SharedClock) -> None:
        end = time.process_time() + 1.5
        while time.process_time() < end:
            pass
        line.send(ended("busy"))

    process = PhaseProcess("busy", busy)
    process.run(0.1, Deadline())
    assert process.state is State.FROZEN
    used = cpu_seconds()
    time.sleep(0.5)
    assert cpu_seconds() - used < 0.2
    process.run(0.1, Deadline(), alone=True)
    assert process.outcome is not None


def test_a_phase_that_checks_its_evidence_is_not_made_to_stand_still() -> None:
    def checks(line: Line[ToPhase], clock: SharedClock) -> None:
        line.send(Held(True))
        time.sleep(LEAST_GRACE + 1.0)
        line.send(Held(False))
        line.send(ended("checks"))

    process = PhaseProcess("checks", checks)
    process.run(0.1, Deadline())
    assert process.has_ended
    assert process.outcome is not None


@pytest.mark.parametrize("where", ["paused", "frozen", "new"])
def test_a_phase_is_ended_wherever_it_stands(where: str) -> None:
    def phase(line: Line[ToPhase], clock: SharedClock) -> None:
        if where == "paused":
            ticks(line, clock, "a", 10**6)
        line.send(Progress("a", numbers={"states": 7}))
        time.sleep(600)

    process = PhaseProcess("a", phase)
    if where != "new":
        run_until_reported(process, "states")
    process.stop(Why.TIME, "timeout")
    process.end()
    assert process.has_ended
    assert (process.outcome is None) == (where == "new")
    if where == "frozen":
        assert process.outcome is not None
        assert process.outcome.row["reason"] == "timeout"
        assert process.outcome.row["states"] == 7


def test_a_phase_that_dies_costs_itself_and_what_it_told_is_kept() -> None:
    def dies(line: Line[ToPhase], clock: SharedClock) -> None:
        line.send(Progress("dies", numbers={"states": 3, "solver_s": 0.5}))
        faulthandler.disable()  # what it prints would be in the report of the tests
        os.kill(os.getpid(), signal.SIGSEGV)

    process = PhaseProcess("dies", dies)
    process.run(10.0, Deadline())
    assert process.outcome is not None
    assert process.outcome.row["reason"] == "crash: the process of dies died of SIGSEGV"
    assert (process.outcome.row["states"], process.outcome.solver_s) == (3, 0.5)


def test_a_phase_has_its_own_part_of_the_memory() -> None:
    def hoards(line: Line[ToPhase], clock: SharedClock) -> None:
        before, kept = mapped_megabytes(), []
        try:
            while True:
                kept.append(bytearray(8 << 20))
        except MemoryError:
            line.send(ended("hoards", grown=mapped_megabytes() - before))

    process = PhaseProcess("hoards", hoards)
    process.limit_memory(200)
    process.run(20.0, Deadline())
    assert process.outcome is not None
    assert 150 <= process.outcome.row["grown"] <= 200


def test_what_a_phase_has_started_ends_with_it() -> None:
    def starts(line: Line[ToPhase], clock: SharedClock) -> None:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        line.send(Progress("starts", numbers={"pid": child.pid}))
        time.sleep(600)

    process = PhaseProcess("starts", starts)
    run_until_reported(process, "pid")
    pid = process.last.numbers["pid"]
    process.end()
    wait_until(lambda: not is_alive(pid), "the end of what the phase has started")


@pytest.fixture
def counting(tmp_path: Path) -> Path:
    path = tmp_path / "counting.c"
    path.write_text(COUNTING)
    return path


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> RunResult:
    """What ``auto`` says of COUNTING, its phases one after the other in their turns."""
    path = tmp_path_factory.mktemp("counted") / "counting.c"
    path.write_text(COUNTING)
    (task,) = load_tasks(path)
    return verify(task, Configuration(time_limit=100))


def test_a_proof_of_one_phase_does_not_wait_for_the_share_of_another(counted: RunResult) -> None:
    """One after the other the value analysis would have 40 of 100 s."""
    result = counted
    assert result.verdict == "true", result.reason
    phases = {phase["phase"]: phase for phase in result.details["phases"]}
    assert phases.keys() > {"value"}  # which has no proof: another phase has
    assert phases["value"]["seconds"] < 20
    assert result.statistics.states == sum(phase["states"] for phase in phases.values())


def test_bit_vectors_do_not_wait_where_a_small_program_computes_with_bits(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    settings = Configuration()

    def waits(text: str) -> bool:
        file.write_text(text)
        (task,) = load_tasks(file)
        return {phase.name: phase.late for phase in fitting(plan(settings).phases, load_program(task, settings))}["predicate (bv)"]

    assert not waits(BITWISE)
    assert waits(COUNTING)


def test_the_time_of_a_phase_is_its_own(counted: RunResult) -> None:
    phases = counted.details["phases"]
    assert len(phases) > 1
    assert sum(phase["seconds"] + phase.get("evidence_seconds", 0.0) for phase in phases) <= counted.statistics.wall_s
    assert all(phase["exploration_s"] + phase["refinement_s"] <= phase["seconds"] + 0.1 for phase in phases)


def test_all_phases_have_had_turns_and_tell_why_they_ended_where_none_has_an_answer(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(UNDECIDED)
    (task,) = load_tasks(file)
    with allowance_of(20) as allowance:
        result = verify(task, Configuration(cpu_limit=20, time_limit=200), allowance=allowance)
    assert result.verdict == "unknown"
    assert [phase["phase"] for phase in result.details["phases"] if phase["reason"]] != []
    assert {phase["phase"] for phase in result.details["phases"]} == {
        "value",
        "value (full)",
        "composite (int)",
        "pdr",
        "induction",
        "testing",
        "unrolling",
        "predicate (int)",
        "predicate (bv)",
    }
    assert all(phase["reason"] in result.reason for phase in result.details["phases"])


@pytest.mark.parametrize("phases_at_once", [1, 2])
def test_so_many_phases_run_at_once_as_are_allowed(counting: Path, monkeypatch: pytest.MonkeyPatch, phases_at_once: int) -> None:
    """Each phase writes down when it steps; where two may run, others step between two steps of one of them that are in one slice."""
    steps = counting.with_name("steps")

    class Stepping:
        def __init__(self, proceedings: object, workshop: object, phase: Phase) -> None:
            self.name = phase.name

        def serve(self, line: Line[ToPhase], clock: SharedClock) -> None:
            for _ in range(100):
                time.sleep(0.01)
                with steps.open("a") as file:
                    file.write(f"{self.name}\n")
                if time.monotonic() >= clock.until:
                    line.send(Paused(Progress(self.name, numbers={"states": 0})))
                    if isinstance(line.receive(), Stop):
                        break
                    with steps.open("a") as file:
                        file.write(f"{self.name} goes on\n")
            line.send(ended(self.name, reason="over", exploration_s=0.0, precision_s=0.0, refinement_s=0.0))
            os._exit(0)

    monkeypatch.setattr(interleaving, "PhaseBody", Stepping)
    (task,) = load_tasks(counting)
    assert verify(task, Configuration(time_limit=15, phases_at_once=phases_at_once)).reason.count("over") >= 1
    lines = steps.read_text().splitlines()
    assert {"value", "predicate (int)", "predicate (bv)"} <= set(lines)
    changes = sum(one != other and "goes on" not in other and other in lines[:place] for place, (one, other) in enumerate(pairwise(lines)))
    assert (changes > 40) == (phases_at_once == 2)


def test_an_answer_ends_the_phase_that_runs_beside_it(counting: Path) -> None:
    (task,) = load_tasks(counting)
    result = verify(task, Configuration(time_limit=100, phases_at_once=2))
    assert result.verdict == "true", result.reason
    assert result.statistics.wall_s < 50  # beside it the value analysis would have counted to the end of 100 s
    phases = {phase["phase"]: phase for phase in result.details["phases"]}
    assert phases.keys() > {"value"}  # which has no proof: another phase has
    assert result.statistics.states == sum(phase["states"] for phase in phases.values())


@pytest.mark.parametrize(("cores", "expected"), [({0}, 1), ({0, 1}, 2), ({0, 1, 2, 3}, 2)])
def test_the_cores_decide_how_many_phases_run_at_once(cores: set[int], expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: cores)
    assert at_once(Configuration(phases_at_once=0)) == expected
    assert at_once(Configuration()) == 1
    assert at_once(Configuration(phases_at_once=3)) == 3


def test_rounds_are_as_short_as_the_scarcer_of_time_and_cpu_time_needs() -> None:
    """With hours of time and seconds of CPU time every phase has its turns before these are used."""
    assert first_round(Deadline(), 2) == FIRST_ROUND
    assert first_round(Deadline(15.0), 2) == pytest.approx(1.0, abs=0.1)
    assert first_round(Deadline(3600.0, CpuAllowance(15.0)), 1) == 1.0
    assert first_round(Deadline(3600.0, CpuAllowance(15.0)), 2) == 0.5  # each of two uses as much of it
    assert first_round(Deadline(None, CpuAllowance(15.0)), 1) == 1.0
    assert first_round(Deadline(15.0, CpuAllowance(3600.0)), 2) == pytest.approx(1.0, abs=0.1)
