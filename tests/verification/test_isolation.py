"""A solver that misbehaves costs its own process: the run goes on, and its outcome names the engine."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.backends.required import need
from tests.waiting import is_alive, wait_until
from verilab.program.tasks import load_tasks
from verilab.refinement.loop import RefinementLoop
from verilab.solving.registry import BackendNotInstalled
from verilab.verification import isolated
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.isolated import Stopped, run_isolated
from verilab.verification.phases import analysis as phase_analysis
from verilab.verification.phases.engines import analyses
from verilab.verification.progress import Progress
from verilab.verification.schema import RunResult
from verilab.verification.serving.answers import Heard
from verilab.verification.serving.processes import RunProcess
from verilab.verification.verification import verify

PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) { int x = 0, y = 0; while (__VERIFIER_nondet_int()) { x = 1 - x; y = 1 - y; } if (x != y) reach_error(); return 0; }
"""
LONG = """\
void reach_error(void) {}
int main(void) { unsigned x = 0; while (x < 4000000000) x++; if (x == 7) reach_error(); return 0; }
"""
DEEDS = ("sleep", "hoard", "nonsense", "wrong", "crash", "wait", "tell")
SOLVING = Path(__file__).parents[1] / "solving"


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hostile engines by their deeds' names, as a third party's entry points; the sleeper's queries may take half a second."""

    class Point:
        def __init__(self, name: str) -> None:
            self.name, self.value = name, f"hostile_backends:{name}"

    monkeypatch.syspath_prepend(str(SOLVING))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point(deed) for deed in DEEDS])
    monkeypatch.setattr(analyses, "FALLBACK_SECONDS", 10.0)


def run(folder: Path, interpolation: str, **settings: Any) -> RunResult:
    file = folder / "program.c"
    file.write_text(PROGRAM)
    (task,) = load_tasks(file)
    configuration = Configuration(analysis="predicate", interpolation=interpolation, isolate=True, **settings)
    return verify(task, configuration)


def outcomes(result: RunResult) -> dict[str, int]:
    """How often each procedure had which outcome."""
    statistics = result.details["phases"][0]["statistics"]
    return {key.removeprefix("interpolation "): count for key, count in statistics.items() if key.startswith("interpolation ")}


def children() -> set[int]:
    return {int(line) for line in subprocess.run(["pgrep", "-P", str(os.getpid())], capture_output=True, text=True).stdout.split()}


def test_isolated_solvers_give_the_same_verdict_and_end_with_the_run(tmp_path: Path) -> None:
    before = children()
    result = run(tmp_path, "z3:horn")
    assert (result.verdict, result.evidence.accepted) == ("true", True)
    assert {"z3", "cvc5"} <= set(result.versions)
    assert children() <= before


def test_a_worker_killed_in_the_middle_of_a_query_costs_that_query(hostile: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "pid"
    monkeypatch.setenv("HOSTILE_MARKER", str(marker))

    def kill() -> None:
        while not (marker.exists() and marker.read_text().endswith("\n")):
            time.sleep(0.01)
        os.kill(int(marker.read_text()), signal.SIGKILL)

    monkeypatch.setattr(analyses, "FALLBACK_SECONDS", 30.0)
    threading.Thread(target=kill, daemon=True).start()
    result = run(tmp_path, "wait:proofs,z3:horn")
    assert (result.verdict, result.evidence.accepted) == ("true", True)
    assert outcomes(result)["wait:proofs:failed"] == 1
    assert result.details["killed"] == ["the wait worker died of SIGKILL"]


def test_a_solver_that_sleeps_for_ever_is_out_of_time_and_another_answers(
    hostile: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "FALLBACK_SECONDS", 1.0)  # which the other has, too
    result = run(tmp_path, "sleep:proofs,z3:horn")
    assert (result.verdict, result.evidence.accepted) == ("true", True)
    assert "killed" not in result.details
    assert outcomes(result)["sleep:proofs:timedout"] >= 1


def test_a_solver_that_allocates_eight_gigabytes_fails_within_its_own_limit(hostile: None, tmp_path: Path) -> None:
    result = run(tmp_path, "hoard:proofs,z3:horn", solver_memory=500)
    assert (result.verdict, result.evidence.accepted) == ("true", True)
    assert outcomes(result)["hoard:proofs:failed"] >= 1


def test_a_solver_that_answers_nonsense_is_not_believed(hostile: None, tmp_path: Path) -> None:
    result = run(tmp_path, "nonsense:proofs,z3:horn")
    assert (result.verdict, result.evidence.accepted) == ("true", True)
    assert outcomes(result)["nonsense:proofs:failed"] >= 1


def test_a_wrong_interpolant_is_counted_as_invalid_and_never_used(hostile: None, tmp_path: Path) -> None:
    result = run(tmp_path, "wrong:proofs,z3:horn", check_interpolants=True)
    assert (result.verdict, result.evidence.accepted) == ("true", True)
    assert outcomes(result)["wrong:proofs:invalid"] >= 1
    assert "wrong:proofs:used" not in outcomes(result)


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ("crash", "crash:proofs: the crash worker died of SIGSEGV"),
        ("hoard", "hoard:proofs: the hoard worker is out of memory"),
        ("nonsense", "nonsense:proofs: the nonsense worker answered nonsense"),
        ("sleep", "sleep:proofs: timeout"),
    ],
)
def test_without_another_procedure_the_verdict_is_unknown_and_names_the_engine(
    hostile: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, reason: str
) -> None:
    if deed == "sleep":
        monkeypatch.setattr(analyses, "FALLBACK_SECONDS", 0.5)
    result = run(tmp_path, f"{deed}:proofs", solver_memory=500)
    assert result.verdict == "unknown"
    assert reason in result.reason


def test_a_missing_engine_is_refused_before_the_run_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path))
    with pytest.raises(BackendNotInstalled, match="verilab backends install mathsat"):
        run(tmp_path, "mathsat:proofs")
    with pytest.raises(ConfigurationError, match="at least 50"):
        run(tmp_path, "", solver_memory=10)


def test_workers_die_with_a_run_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "pid"
    monkeypatch.setenv("HOSTILE_MARKER", str(marker))
    program = f"""
import sys; sys.path[:0] = {[str(SOLVING), *sys.path]!r}
from pysmt.environment import Environment
from verilab.solving.processes.backend import WorkerBackend
backend = WorkerBackend("hostile_backends:wait")
print(backend.process.pid, flush=True)
environment = Environment()
x = environment.formula_manager.Symbol("x")
backend.interpolator("proofs", environment).sequence([x, environment.formula_manager.Not(x)])
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        wait_until(lambda: marker.exists() and marker.read_text().endswith("\n"), "the query, in whose middle it reads no pipe")
        parent.kill()
    wait_until(lambda: not is_alive(worker), "the end of the worker")


def test_a_run_in_a_process_of_its_own_isolates_its_solvers_too(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(PROGRAM)
    (task,) = load_tasks(file)
    result = run_isolated(task, Configuration(analysis="predicate", isolate=True, solver_memory=1000))
    assert (result.verdict, result.evidence.accepted) == ("true", True)


@pytest.mark.parametrize("name", ["mathsat", "smtinterpol"])
def test_an_engine_outside_of_the_run_is_not_starved_by_the_runs_memory_limit(tmp_path: Path, name: str) -> None:
    need(name).close()
    file = tmp_path / "program.c"
    file.write_text(PROGRAM)
    (task,) = load_tasks(file)
    settings = Configuration(analysis="predicate", backend=name, interpolation=f"{name}:proofs", memory_limit=500)
    result = run_isolated(task, settings)
    assert (result.verdict, result.evidence.accepted) == ("true", True), result.reason
    assert result.versions[name]


def test_a_run_that_must_be_killed_keeps_the_counters_that_it_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(run: RunProcess, heard: Heard, limit: float | None, stop: Event | None) -> bool:
        numbers = {"states": 70, "refinements": 6, "provident": 9, "candidates": 8, "choices": 2, "solver_s": 1.5}
        heard.hear(Progress("value", numbers=numbers))
        return False

    monkeypatch.setattr(isolated, "_follow", deaf)
    file = tmp_path / "program.c"
    file.write_text(PROGRAM)
    (task,) = load_tasks(file)
    result = run_isolated(task, Configuration(time_limit=1.0))
    statistics = result.statistics
    assert (result.verdict, result.reason) == ("unknown", "timeout")
    assert (statistics.states, statistics.refinements, statistics.provident, statistics.choices) == (70, 6, 9, 2)


@pytest.mark.parametrize("place", ["loop", "evidence"])
def test_a_run_without_memory_says_so_and_is_no_internal_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    def hungry(*arguments: object, **options: Any) -> None:
        raise MemoryError

    if place == "loop":
        monkeypatch.setattr(RefinementLoop, "run", hungry)
    else:
        monkeypatch.setattr(phase_analysis, "certify", hungry)
    file = tmp_path / "program.c"
    file.write_text(PROGRAM)
    (task,) = load_tasks(file)
    result = verify(task, Configuration(analysis="predicate"))
    assert result.reason == ("out of memory" if place == "loop" else "out of memory while checking the evidence")
    assert "tracebacks" not in result.details


@pytest.mark.parametrize("interpolation", ["tell:proofs,z3:horn", "portfolio(tell:proofs, crash:proofs, parallel),z3:horn"])
def test_without_fallback_the_first_procedure_alone_is_asked_and_told_whether_to_reduce(
    hostile: None, tmp_path: Path, interpolation: str
) -> None:
    result = run(tmp_path, interpolation, fallback="none", reduction="none")
    assert result.verdict == "unknown"
    assert "none, seed 0" in (result.reason or "")
    assert not any(name.startswith("z3") for name in outcomes(result))


def test_a_run_that_is_killed_has_the_cpu_time_that_it_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its phases are processes below it, of which only their own clocks know."""
    monkeypatch.setattr(isolated, "GRACE_SECONDS", -1.0)
    file = tmp_path / "program.c"
    file.write_text(
        "extern int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
        "int main(void) { long n = 0; while (__VERIFIER_nondet_int()) n++; if (n < 0) reach_error(); return 0; }\n"
    )
    (task,) = load_tasks(file)
    for configuration in (Configuration(time_limit=3.0), Configuration(analysis="value", time_limit=3.0)):
        result = run_isolated(task, configuration)
        assert (result.verdict, result.reason) == ("unknown", "timeout")
        assert result.statistics.cpu_s > 0.2


@pytest.mark.parametrize("limit", [0.0, -1.0])
def test_a_cpu_limit_is_positive(limit: float) -> None:
    with pytest.raises(ConfigurationError, match="cpu_limit"):
        Configuration(cpu_limit=limit)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="what is left behind is the compiler's folder: needs gcc")
def test_a_run_that_is_killed_leaves_no_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "temporary"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    file = tmp_path / "program.c"
    file.write_text(LONG)
    (task,) = load_tasks(file)
    stop = Event()
    left: list[Path] = []

    def look(row: dict[str, Any]) -> None:
        left[:] = scratch.rglob("task*")  # where the program is compiled
        if left:
            stop.set()

    with pytest.raises(Stopped):
        run_isolated(task, Configuration(analysis="value", initial_precision="full", time_limit=60), look, stop=stop)
    assert left
    assert not list(scratch.iterdir())


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_a_run_that_is_killed_takes_the_compiler_along_that_it_has_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler has a process group of its own, and would write on where the run's files are removed."""
    calls = tmp_path / "calls"
    slow = tmp_path / "bin" / "gcc"
    slow.parent.mkdir()
    slow.write_text(f'#!/bin/sh\ncase " $* " in *" -c "*) echo $$ >> {calls}; exec sleep 1000;; esac\nexec {shutil.which("gcc")} "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
    file = tmp_path / "program.c"
    file.write_text(LONG)
    (task,) = load_tasks(file)
    stop = Event()

    def stop_when_it_compiles() -> None:
        wait_until(lambda: calls.exists() and calls.read_text().endswith("\n"), "the compiler is called")
        stop.set()

    watch = threading.Thread(target=stop_when_it_compiles)
    watch.start()
    with pytest.raises(Stopped):
        run_isolated(task, Configuration(analysis="value", initial_precision="full", time_limit=60), stop=stop)
    watch.join()
    called = [int(number) for number in calls.read_text().split()]
    wait_until(lambda: not any(map(is_alive, called)), "the compiler is ended")
