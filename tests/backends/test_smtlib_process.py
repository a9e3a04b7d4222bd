"""The generic SMT-LIB process backend: any solver over a pipe, the well-behaved and the others."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT
from verilab_backends.smtlib.backend import SmtLibProcessBackend
from verilab_backends.smtlib.dialect import Dialect, Interpolation, tree_question
from verilab_backends.smtlib.pipe import SolverPipe
from verilab_backends.smtlib.stack import Carrier, Level

from tests.waiting import is_alive, wait_until
from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Theory
from verilab.solving.interpolation import Failed, Interpolants, TimedOut
from verilab.solving.smtlib.printing import to_smtlib
from verilab.solving.smtlib.syntax import Sexp

HOSTILE = Path(__file__).with_name("hostile_solver.py")
CORES = Dialect(startup=("(set-option :produce-unsat-cores true)",), timer="(set-option :timeout {milliseconds})")


@pytest.fixture
def environment() -> Environment:
    return Environment()


@pytest.fixture
def z3_pipe() -> Iterator[SmtLibProcessBackend]:
    program = Path(sys.executable).with_name("z3")
    executable = str(program) if program.is_file() else shutil.which("z3")
    if executable is None:
        pytest.skip("the z3 program is not installed")
    backend = SmtLibProcessBackend("z3-pipe", [executable, "-in"], dialect=CORES, theories={Theory.LIA, Theory.LRA, Theory.BV}, processes=1)
    yield backend
    backend.close()


def hostile(mode: str, dialect: Dialect = CORES, megabytes: int = 0) -> SmtLibProcessBackend:
    return SmtLibProcessBackend("hostile", [sys.executable, str(HOSTILE), mode], dialect=dialect, megabytes=megabytes)


def less(environment: Environment, left: str, right: str) -> FNode:
    manager = environment.formula_manager
    return manager.LT(manager.Symbol(left, INT), manager.Symbol(right, INT))


def test_two_sessions_share_one_process_without_mixing_their_assertions(z3_pipe: SmtLibProcessBackend, environment: Environment) -> None:
    one, other = z3_pipe.session(environment), z3_pipe.session(environment)
    one.add(less(environment, "x", "y"))
    other.add(less(environment, "y", "x"))
    assert one.check() is Status.SAT
    assert other.check() is Status.SAT
    one.push()
    one.add(less(environment, "y", "x"))
    assert one.check() is Status.UNSAT
    assert other.check() is Status.SAT
    one.pop()
    assert one.check() is Status.SAT


def test_a_model_is_still_there_after_another_session_was_asked(z3_pipe: SmtLibProcessBackend, environment: Environment) -> None:
    manager = environment.formula_manager
    x = manager.Symbol("x", INT)
    one, other = z3_pipe.session(environment), z3_pipe.session(environment)
    one.add(manager.Equals(x, manager.Int(-7)))
    other.add(manager.Equals(x, manager.Int(8)))
    assert (one.check(), other.check()) == (Status.SAT, Status.SAT)
    assert (one.value(x), other.value(manager.Plus(x, x))) == (-7, 16)


def test_a_symbol_that_nothing_is_asserted_about_has_a_value(z3_pipe: SmtLibProcessBackend, environment: Environment) -> None:
    session = z3_pipe.session(environment)
    assert session.check() is Status.SAT
    assert isinstance(session.value(environment.formula_manager.Symbol("new", INT)), int)


def test_values_asked_one_by_one_are_of_one_model(z3_pipe: SmtLibProcessBackend, environment: Environment) -> None:
    """Also where the check is repeated, for a symbol that has to be declared or for another session's question."""
    manager = environment.formula_manager
    x, y, new = (manager.Symbol(name, INT) for name in ("x", "y", "new"))
    session, other = z3_pipe.session(environment), z3_pipe.session(environment)
    session.add(manager.LT(x, y))
    assert session.check() is Status.SAT
    value = session.value(x)
    session.value(new)
    other.add(manager.Equals(x, y))
    assert other.check() is Status.SAT
    assert session.value(y) > value  # asks again, since the process holds the other's assertions
    assert f"(assert {to_smtlib(manager.Equals(x, manager.Int(value)))})" in session._asked[-1].commands
    assert session.value(x) == value


def test_a_killed_solver_is_restarted_with_the_assertions(z3_pipe: SmtLibProcessBackend, environment: Environment) -> None:
    context = QueryContext()
    session = z3_pipe.session(environment, context=context)
    session.add(less(environment, "x", "y"))
    assert session.check() is Status.SAT
    pid = session._pool.carrier(session).pipe.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    session.push()
    session.add(less(environment, "y", "x"))
    answers = [session.check(), session.check()]
    assert answers[-1] is Status.UNSAT
    assert set(answers) <= {Status.UNKNOWN, Status.UNSAT}
    assert len(context.clock.deaths) == answers.count(Status.UNKNOWN)


def test_core_after_restart_is_the_core_of_the_last_check(z3_pipe: SmtLibProcessBackend, environment: Environment) -> None:
    session = z3_pipe.session(environment)
    contradiction = [less(environment, "x", "y"), less(environment, "a", "b"), less(environment, "y", "x")]
    assert session.check(contradiction) is Status.UNSAT
    pid = session._pool.carrier(session).pipe.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_alive(pid), "the end of the solver")
    try:
        core = session.unsat_core()
    except SolverGaveUp:
        core = session.unsat_core()
    assert core == [contradiction[0], contradiction[2]]


def test_a_solver_that_sleeps_is_killed_when_its_time_is_over(environment: Environment) -> None:
    backend = hostile("sleep", Dialect())
    session = backend.session(environment)
    assert session.check(timeout=0.2) is Status.UNKNOWN  # it would sleep for longer than any test may last
    assert session.reason_unknown == "timeout"
    backend.close()


def test_a_crash_costs_one_query_and_is_named(environment: Environment) -> None:
    backend = hostile("crash")
    session = backend.session(environment)
    assert session.check() is Status.UNKNOWN
    assert "SIGABRT" in session.reason_unknown
    assert "segmentation fault, more or less" in session.reason_unknown
    backend.close()


@pytest.mark.parametrize("mode", ["nonsense", "error", "forty-two"])
def test_nonsense_is_no_answer(environment: Environment, mode: str) -> None:
    backend = hostile(mode)
    session = backend.session(environment)
    assert session.check() is Status.UNKNOWN
    assert session.reason_unknown
    backend.close()


@pytest.mark.skipif(sys.platform != "linux", reason="address space limits are not enforced everywhere")
def test_a_solver_that_eats_memory_dies_alone(environment: Environment) -> None:
    backend = hostile("allocate", megabytes=1000)
    session = backend.session(environment)
    assert session.check() is Status.UNKNOWN
    assert "MemoryError" in session.reason_unknown
    backend.close()


def test_an_outcome_names_what_happened(environment: Environment) -> None:
    partitions = [less(environment, "x", "y"), less(environment, "y", "x")]
    named = Dialect(interpolation=Interpolation.NAMES)
    outcomes = {}
    for mode in ("sleep", "crash", "nonsense"):
        backend = hostile(mode, named)
        interpolator = backend.interpolator("proofs", environment, context=QueryContext(timeout=0.5))
        outcomes[mode] = interpolator.sequence(partitions)
        backend.close()
    assert outcomes["sleep"] == TimedOut("hostile:proofs")
    assert isinstance(outcomes["crash"], Failed)
    assert "SIGABRT" in outcomes["crash"].reason
    assert isinstance(outcomes["nonsense"], Failed)


def test_a_solver_with_interpolation_groups_is_asked_cut_by_cut(environment: Environment) -> None:
    manager = environment.formula_manager
    partitions = [less(environment, "x", "y"), less(environment, "y", "z"), less(environment, "z", "x")]
    backend = hostile("unsat", Dialect(interpolation=Interpolation.GROUPS))
    outcome = backend.interpolator("proofs", environment).sequence(partitions)
    assert isinstance(outcome, Interpolants)
    assert outcome.formulas == tuple(manager.LE(manager.Int(count), manager.Int(0)) for count in (1, 2))
    backend.close()


def test_an_interpolant_with_a_function_that_formulas_lack_fails_by_its_name(environment: Environment) -> None:
    partitions = [less(environment, "x", "y"), less(environment, "y", "x")]
    backend = hostile("foreign", Dialect(interpolation=Interpolation.GROUPS))
    outcome = backend.interpolator("proofs", environment).sequence(partitions)
    backend.close()
    assert isinstance(outcome, Failed)
    assert outcome.reason == "the solver's interpolant speaks of what no formula has: unknown operator @diff"


def test_a_command_that_does_not_exist_is_a_reason_not_a_traceback(environment: Environment) -> None:
    backend = SmtLibProcessBackend("nobody", ["no-such-solver"])
    session = backend.session(environment)
    assert session.check() is Status.UNKNOWN
    assert "no-such-solver cannot be started" in session.reason_unknown
    backend.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a solver ends when it reads the end of its input")
def test_the_solver_dies_with_its_parent(tmp_path: Path) -> None:
    program = textwrap.dedent(
        f"""
        import os, sys
        from verilab_backends.smtlib.pipe import SolverPipe
        pipe = SolverPipe("hostile", [sys.executable, {str(HOSTILE)!r}, "sleep"])
        pipe.ensure()
        print(pipe.pid, flush=True)
        pipe._child.process.stdin.write(b"(check-sat)\\n")
        os.kill(os.getpid(), 9)
        """
    )
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(entry for entry in sys.path if entry))
    process = subprocess.run([sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True, check=False)
    pid = int(process.stdout)
    wait_until(lambda: not is_alive(pid), "the end of the solver after its parent's")


class RecordingPipe(SolverPipe):
    """A process that never starts, and what it was asked."""

    def __init__(self) -> None:
        super().__init__("recorder", [])
        self.asked: list[str] = []

    def ask(self, commands: str, seconds: float | None) -> list[Sexp]:
        self.asked.append(commands)
        return ["sat"]


def test_nothing_is_asserted_while_a_timer_runs(environment: Environment) -> None:
    pipe = RecordingPipe()
    carrier, level = Carrier(pipe), Level()
    level.add(less(environment, "x", "x"))
    carrier.ask([level], "(check-sat)", CORES, 0.5)
    lines = pipe.asked[0].splitlines()
    assert lines[0] == "(set-option :timeout 0)"
    assert lines[-2:] == ["(set-option :timeout 500)", "(check-sat)"]
    pipe.close()


def test_only_what_is_new_crosses_the_pipe(environment: Environment) -> None:
    pipe = RecordingPipe()
    carrier, low = Carrier(pipe), Level()
    low.add(less(environment, "x", "y"))
    high = Level([low])
    high.add(less(environment, "y", "x"))
    carrier.ask([low, high], "(check-sat)", Dialect(), None)
    carrier.ask([low], "(check-sat)", Dialect(), None)
    assert pipe.asked[1] == "(pop 1)\n(check-sat)"
    pipe.close()


def test_a_path_shaped_tree_is_asked_like_a_sequence() -> None:
    assert tree_question(["a", "b", "c"], [1, 2]) == ("(get-interpolants a b c)", [0, 1])


def test_each_further_subtree_begins_with_a_parenthesis() -> None:
    question, order = tree_question(["a", "b", "c", "d"], [3, 3, 3])
    assert question.replace("( ", "(").replace(" )", ")") == "(get-interpolants a (b (c)) d)"
    assert order == [0, 1, 2]


def test_a_subtree_may_have_subtrees() -> None:
    # c has the children b (with its child a) and d; e is the root.
    question, order = tree_question(["a", "b", "d", "c", "e"], [1, 3, 3, 4])
    assert question.replace("( ", "(").replace(" )", ")") == "(get-interpolants a b (d) c e)"
    assert order == [0, 1, 2, 3]
