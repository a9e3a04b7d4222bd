"""A backend in a process of its own: same answers, hard limits, and deaths that cost one query."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL

from verilab.solving.backend import QueryContext, Reduction, Status
from verilab.solving.certificate import Valid, certify
from verilab.solving.conformance import Size, check_backend
from verilab.solving.interpolation import Failed, Interpolants, Invalid, NotUnsat, TimedOut
from verilab.solving.procedure import Procedure
from verilab.solving.processes.backend import WorkerBackend
from verilab.solving.registry import load_backend

HERE = str(Path(__file__).parent)


@pytest.fixture(scope="module")
def isolated() -> Iterator[WorkerBackend]:
    backend = load_backend("z3", isolate=True)
    assert isinstance(backend, WorkerBackend)
    yield backend
    backend.close()


def hostile(factory: str, **limits: Any) -> WorkerBackend:
    return WorkerBackend(f"hostile_backends:{factory}", search_path=[HERE], **limits)


def contradiction(environment: Environment) -> list[FNode]:
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    return [m.LT(x, m.Int(0)), m.LE(y, x), m.LT(m.Int(0), y)]


def test_a_backend_in_a_worker_has_the_same_name_version_and_procedures(isolated: WorkerBackend) -> None:
    direct = load_backend("z3")
    assert (isolated.name, isolated.version) == (direct.name, direct.version)
    assert isolated.capabilities.interpolation == direct.capabilities.interpolation
    assert not isolated.capabilities.in_process


def test_a_backend_in_a_worker_conforms() -> None:
    backend = load_backend("z3", isolate=True)
    report = check_backend(backend, load_backend("cvc5"), size=Size.TINY, procedures=["horn"])
    backend.close()
    assert report.failures == ()


def test_one_worker_serves_one_environment() -> None:
    backend = load_backend("z3", isolate=True)
    backend.session(Environment())
    with pytest.raises(ValueError, match="one pySMT environment"):
        backend.session(Environment())
    backend.close()


def test_a_worker_killed_between_queries_is_replaced_with_all_assertions() -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    backend = load_backend("z3", isolate=True)
    assert isinstance(backend, WorkerBackend)
    context = QueryContext()
    session = backend.session(environment, context=context)
    session.add(m.LT(x, m.Int(5)))
    session.push()
    session.add(m.LT(m.Int(3), x))
    assert session.check() is Status.SAT
    assert backend.process.pid is not None
    os.kill(backend.process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, backend.process.pid, os.WEXITED | os.WNOWAIT)
    session.add(m.LE(x, x))
    assert session.check() is Status.SAT, session.reason_unknown
    assert session.value(x) == 4
    session.pop()
    assert session.check([m.LT(x, m.Int(3))]) is Status.SAT
    assert context.clock.deaths == ["the z3 worker died of SIGKILL"]
    backend.close()
    assert len(context.clock.deaths) == 1


def test_a_worker_killed_in_the_middle_of_a_query_costs_that_query() -> None:
    environment = Environment()
    m = environment.formula_manager
    backend = load_backend("z3", isolate=True)
    assert isinstance(backend, WorkerBackend)
    context = QueryContext()
    session = backend.session(environment, logic="QF_NIA", context=context)
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    session.push()
    session.add(m.Equals(m.Plus([m.Times(v, v, v) for v in (x, y, z)]), m.Int(114)))
    assert backend.process.pid is not None
    killer = threading.Timer(0.5, os.kill, (backend.process.pid, signal.SIGKILL))
    killer.start()
    assert session.check() is Status.UNKNOWN
    assert session.reason_unknown == "the z3 worker died of SIGKILL"
    assert context.clock.deaths == [session.reason_unknown]
    session.pop()
    session.add(m.LT(x, y))
    assert session.check() is Status.SAT
    interpolator = backend.interpolator("horn", environment)
    assert isinstance(interpolator.sequence(contradiction(environment)), Interpolants)
    backend.close()


def test_values_come_back_as_they_are() -> None:
    environment = Environment()
    m = environment.formula_manager
    part, large, switch = m.Symbol("part", REAL), m.Symbol("large", INT), m.Symbol("switch")
    backend = load_backend("z3", isolate=True)
    session = backend.session(environment, logic="QF_LIRA")
    session.add(m.Equals(m.Times(m.Real(3), part), m.Real(-1)), m.Equals(large, m.Int(-(2**70))), switch)
    assert session.check() is Status.SAT
    assert [session.value(each) for each in (part, large, switch)] == [Fraction(-1, 3), -(2**70), True]
    backend.close()


def test_an_engine_that_sleeps_for_ever_is_killed_and_timed_out() -> None:
    environment, context = Environment(), QueryContext()
    backend = hostile("sleep")
    interpolator = backend.interpolator("proofs", environment, context=context)
    assert interpolator.sequence(contradiction(environment), timeout=0.1) == TimedOut("sleep:proofs")
    assert context.clock.deaths == []  # that was us
    assert backend.session(environment).check() is Status.SAT
    backend.close()


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ("crash", "the crash worker died of SIGSEGV"),
        ("exit_", "the exit worker ended with exit code 7: assertion violation in the solver"),
        ("raise_", "RuntimeError: internal error 42"),
    ],
)
def test_an_engine_that_crashes_fails_with_the_reason_and_the_next_query_works(deed: str, reason: str) -> None:
    environment = Environment()
    backend = hostile(deed)
    interpolator = backend.interpolator("proofs", environment)
    outcome = interpolator.sequence(contradiction(environment))
    assert isinstance(outcome, Failed)
    assert outcome.reason == reason
    session = backend.session(environment)
    session.add(*contradiction(environment))
    assert session.check() is Status.UNSAT
    backend.close()


def test_an_engine_that_eats_memory_fails_within_its_own_process() -> None:
    environment = Environment()
    backend = hostile("hoard", megabytes=2000)
    outcome = backend.interpolator("proofs", environment).sequence(contradiction(environment))
    assert isinstance(outcome, Failed)
    assert "memory" in outcome.reason
    assert backend.session(environment).check() is Status.SAT
    backend.close()


def test_what_an_engine_prints_is_not_taken_for_an_answer() -> None:
    environment = Environment()
    backend = hostile("chatter")
    assert isinstance(backend.interpolator("proofs", environment).sequence(contradiction(environment)), Interpolants)
    backend.close()


def test_all_sat_is_one_question_however_many_cubes_there_are(isolated: WorkerBackend) -> None:
    environment = Environment()
    m = environment.formula_manager
    backend = load_backend("z3", isolate=True)
    session = backend.session(environment)
    switches = [m.Symbol(f"s{index}") for index in range(11)]
    session.push()
    session.add(m.Or(switches))
    assert len(set(session.all_sat(switches))) == 2**11 - 1
    first = next(iter(session.all_sat(switches)))
    assert len(first) == 11
    session.pop()
    assert session.check([m.Not(switch) for switch in switches]) is Status.SAT
    backend.close()


def test_a_refused_assertion_costs_the_questions_about_it_only() -> None:
    environment = Environment()
    m = environment.formula_manager
    backend = load_backend("z3", isolate=True)
    session = backend.session(environment, logic="QF_LIA")
    word = m.Symbol("w", environment.type_manager.BVType(8))
    session.push()
    session.add(m.BVULT(word, m.BV(3, 8)))
    assert session.check() is Status.UNKNOWN
    assert "bit-vectors" in session.reason_unknown
    session.pop()
    assert session.check() is Status.SAT
    backend.close()


def test_an_answer_about_unknown_symbols_is_a_failure() -> None:
    environment = Environment()
    backend = hostile("nonsense")
    outcome = backend.interpolator("proofs", environment).sequence(contradiction(environment))
    assert isinstance(outcome, Failed)
    assert outcome.reason.startswith("the nonsense worker answered nonsense")
    backend.close()


def test_a_wrong_interpolant_is_refuted_by_its_certificate() -> None:
    environment = Environment()
    backend = hostile("wrong")
    interpolator = backend.interpolator("proofs", environment)
    checker = load_backend("z3")
    checked = Procedure(
        interpolator.procedure, lambda: interpolator, environment, QueryContext(), checker=lambda: checker.session(environment)
    )
    assert checked.sequence(contradiction(environment)) == Invalid("contradiction at cut 2", "wrong:proofs")
    backend.close()


def test_interpolants_cross_back_into_the_run(isolated: WorkerBackend) -> None:
    environment = Environment()
    backend = load_backend("z3", isolate=True)
    partitions = contradiction(environment)
    outcome = backend.interpolator("horn", environment).sequence(partitions)
    assert isinstance(outcome, Interpolants)
    assert certify(load_backend("cvc5").session(environment), environment, partitions, outcome.formulas) == Valid()
    assert backend.interpolator("horn", environment).sequence(partitions[:2]) == NotUnsat()
    backend.close()


def test_a_worker_is_told_whether_to_reduce_and_the_seed() -> None:
    backend = hostile("tell")
    environment = Environment()
    for reduction in Reduction:
        interpolator = backend.interpolator("proofs", environment, context=QueryContext(seed=3, reduction=reduction))
        assert interpolator.sequence(contradiction(environment)) == Failed(f"{reduction.value}, seed 3", "tell:proofs")
    backend.close()
