"""Phases in turns: one runs at a time, slices double, what a phase has done is kept, and the first answer ends the others."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from verilab.experiments.configuration import Configuration
from verilab.experiments.runs.turns import Ended, Turn, in_turns
from verilab.experiments.runs.verification import verify
from verilab.processes import die_with_parent
from verilab.program.tasks import load_tasks

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


class Steps:
    """A clock that a phase moves: a step takes a second."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def turn(self, name: str, steps: int, log: list[str], since: int = 0, first: float = 1.0) -> Turn:
        """A phase of so many steps, the first of which takes ``first`` seconds; no other may be inside a step of its own."""

        def run(turn: Turn) -> None:
            for step in range(steps):
                before = self.seconds
                time.sleep(0.001)
                assert self.seconds == before
                self.seconds += 1.0 if step else first
                log.append(f"{name}{step}")
                turn.pause()

        return Turn(name, 1.0, run, since, self)


def test_one_runs_at_a_time_goes_on_where_it_was_and_has_slices_that_double() -> None:
    log: list[str] = []
    clock = Steps()
    in_turns([clock.turn("a", 8, log), clock.turn("b", 8, log)], 1.0, lambda: False)
    assert log == ["a0", "b0", "a1", "a2", "b1", "b2", "a3", "a4", "a5", "a6", "b3", "b4", "b5", "b6", "a7", "b7"]


def test_what_a_phase_takes_beyond_its_slice_it_has_less_of_later() -> None:
    """a is 10 seconds inside a solver in its first slice: of 1 + 2 + 4 + 8 it has only 5 left, after b had 7."""
    log: list[str] = []
    clock = Steps()
    in_turns([clock.turn("a", 7, log, first=10.0), clock.turn("b", 9, log)], 1.0, lambda: False)
    assert log == ["a0", "b0", "b1", "b2", "b3", "b4", "b5", "b6", "a1", "a2", "a3", "a4", "a5", "b7", "b8", "a6"]


def test_a_late_phase_begins_in_its_round_or_when_no_other_is_left() -> None:
    log: list[str] = []
    clock = Steps()
    in_turns([clock.turn("a", 4, log), clock.turn("late", 3, log, since=1)], 1.0, lambda: False)
    assert log == ["a0", "a1", "a2", "late0", "late1", "a3", "late2"]
    log.clear()
    in_turns([clock.turn("a", 3, log), clock.turn("late", 3, log, since=9)], 1.0, lambda: False)
    assert log == ["a0", "a1", "a2", "late0", "late1", "late2"]


def test_the_first_phase_may_have_a_start() -> None:
    log: list[str] = []
    clock = Steps()
    in_turns([clock.turn("a", 5, log), clock.turn("b", 2, log)], 1.0, lambda: False, ahead=3.0)
    assert log == ["a0", "a1", "a2", "a3", "b0", "a4", "b1"]


def test_the_first_answer_ends_the_others_where_they_wait_and_their_ends_are_kept() -> None:
    told: list[str] = []

    def endless(turn: Turn) -> None:
        try:
            while True:
                time.sleep(0.001)
                turn.pause()
        except Ended:
            told.append("ended")
            raise
        finally:
            told.append("cleaned up")

    in_turns([Turn("endless", 1.0, endless), Turn("answers", 1.0, lambda turn: told.append("answer"))], 0.01, lambda: "answer" in told)
    assert told == ["answer", "ended", "cleaned up"]


def test_a_phase_that_never_began_is_never_run() -> None:
    told: list[str] = []
    turns = [Turn("first", 1.0, lambda turn: told.append("first")), Turn("second", 1.0, lambda turn: told.append("second"))]
    in_turns(turns, 0.01, lambda: bool(told))
    assert told == ["first"]


def test_a_phase_that_takes_too_much_memory_ends_while_others_are_left() -> None:
    told: list[str] = []

    def hoard(turn: Turn) -> None:
        kept = []
        try:
            while True:
                kept.append(bytearray(8 << 20))
                turn.pause()
        except MemoryError:
            told.append("gave up")

    def patient(turn: Turn) -> None:
        while "gave up" not in told:
            time.sleep(0.001)
            turn.pause()
        told.append("went on")

    in_turns([Turn("hoard", 1.0, hoard), Turn("patient", 1.0, patient)], 0.02, lambda: False, memory=200)
    assert told == ["gave up", "went on"]


def test_what_a_phase_raises_is_raised_to_who_runs_them() -> None:
    def fails(turn: Turn) -> None:
        raise KeyError("defect")

    with pytest.raises(KeyError, match="defect"):
        in_turns([Turn("fails", 1.0, fails)], 0.01, lambda: False)


def test_a_process_that_a_phase_has_started_outlives_its_turns() -> None:
    """Where a process dies with its parent, Linux takes the thread that started it for that."""
    started: list[subprocess.Popen[bytes]] = []

    def starts(turn: Turn) -> None:
        started.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], preexec_fn=die_with_parent))

    def looks(turn: Turn) -> None:
        time.sleep(0.3)
        started[0].poll()

    in_turns([Turn("starts", 1.0, starts), Turn("looks", 1.0, looks)], 0.01, lambda: False)
    try:
        assert started[0].returncode is None
    finally:
        started[0].kill()
        started[0].wait()


@pytest.fixture
def counting(tmp_path: Path) -> Path:
    path = tmp_path / "counting.c"
    path.write_text(COUNTING)
    return path


def test_a_proof_of_one_phase_does_not_wait_for_the_share_of_another(counting: Path) -> None:
    """One after the other the value analysis would have 40 of 100 s."""
    (task,) = load_tasks(counting)
    result = verify(task, Configuration(time_limit=100))
    assert result.verdict == "true", result.reason
    phases = {phase["phase"]: phase for phase in result.details["phases"]}
    assert phases["predicate (int)"]["refinements"] >= 1
    assert phases["value"]["seconds"] < 20
    assert result.statistics.states == sum(phase["states"] for phase in phases.values())


def test_the_time_of_a_phase_is_its_own(counting: Path) -> None:
    (task,) = load_tasks(counting)
    result = verify(task, Configuration(time_limit=30))
    phases = result.details["phases"]
    assert len(phases) > 1
    assert sum(phase["seconds"] + phase.get("evidence_seconds", 0.0) for phase in phases) <= result.statistics.wall_s
    assert all(phase["exploration_s"] + phase["refinement_s"] <= phase["seconds"] + 0.1 for phase in phases)


def test_all_phases_have_had_turns_and_tell_why_they_ended_where_none_has_an_answer(tmp_path: Path) -> None:
    """2 (1 + ... + n) = n (n + 1), also modulo 2^32: no analysis here finds that."""
    file = tmp_path / "program.c"
    file.write_text(
        "extern unsigned __VERIFIER_nondet_uint(void); void reach_error(void) {}\n"
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0; for (unsigned i = 1; i <= n && i; i++) s += i;\n"
        "  if (n < 65536 && 2 * s != n * (n + 1)) reach_error(); return 0; }\n"
    )
    (task,) = load_tasks(file)
    result = verify(task, Configuration(time_limit=6))
    assert result.verdict == "unknown"
    assert [phase["phase"] for phase in result.details["phases"] if phase["reason"]] != []
    assert {phase["phase"] for phase in result.details["phases"]} == {"value", "predicate (int)", "predicate (bv)"}
    assert all(phase["reason"] in result.reason for phase in result.details["phases"])
