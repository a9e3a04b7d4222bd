"""implied and all_sat, on both built-in solvers."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.resources import Deadline, OutOfTime, SolverClock
from verilab.solving.backend import QueryContext, SolverSession, Status, WrongModel
from verilab.solving.enumeration import all_sat_but
from verilab.solving.records import QueryRecord
from verilab.solving.registry import load_backend

SOLVERS = pytest.mark.parametrize("solver", ["z3", "cvc5"])


def ordered(environment: Environment) -> tuple[list[FNode], FNode]:
    """p0 <=> x < 0, p1 <=> x < 1, p2 <=> x < 2: four of the eight minterms are satisfiable."""
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    names = [m.Symbol(f"p{index}") for index in range(3)]
    return names, m.And([m.Iff(name, m.LT(x, m.Int(index))) for index, name in enumerate(names)])


def opened(solver: str, environment: Environment, context: QueryContext | None = None) -> SolverSession:
    return load_backend(solver).session(environment, logic="QF_LIA", context=context)


@SOLVERS
def test_all_sat_yields_every_satisfiable_minterm_once(solver: str) -> None:
    environment = Environment()
    names, definitions = ordered(environment)
    session = opened(solver, environment)
    session.add(definitions)
    minterms = list(session.all_sat(names))
    assert sorted(minterms) == [(False, False, False), (False, False, True), (False, True, True), (True, True, True)]


@SOLVERS
def test_all_sat_of_nothing_is_one_empty_minterm_or_none(solver: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    session = opened(solver, environment)
    assert list(session.all_sat([])) == [()]
    session.add(m.FALSE())
    assert list(session.all_sat([])) == []


@SOLVERS
def test_all_sat_leaves_the_assertions_as_they_were(solver: str) -> None:
    environment = Environment()
    names, definitions = ordered(environment)
    session = opened(solver, environment)
    session.add(definitions)
    first = sorted(session.all_sat(names))
    iterator = session.all_sat(names)
    next(iterator)
    iterator.close()
    assert sorted(session.all_sat(names)) == first
    assert session.check() is Status.SAT


@SOLVERS
def test_implied_tells_entailed_refuted_and_open_formulas_apart(solver: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    names, definitions = ordered(environment)
    session = opened(solver, environment)
    session.add(definitions, m.Not(names[0]))
    assert session.implied([*names, m.Not(names[0]), m.Or(names[2], m.Not(names[1]))]) == [False, None, None, True, True]


@SOLVERS
def test_contradictory_assertions_imply_everything(solver: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    session = opened(solver, environment)
    session.add(m.FALSE())
    assert session.implied([m.Symbol("p"), m.Not(m.Symbol("p"))]) == [True, True]


@SOLVERS
def test_values_of_large_integers_are_exact(solver: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    session = opened(solver, environment)
    session.add(m.Equals(x, m.Int(2**64 + 1)))
    assert session.check() is Status.SAT
    assert session.values([x, m.Times(m.Int(-1), x), m.LT(x, m.Int(0))]) == [2**64 + 1, -(2**64) - 1, False]


@SOLVERS
def test_assumptions_are_gone_after_the_check_and_the_core_is_theirs(solver: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    session = opened(solver, environment)
    session.add(m.LT(x, y))
    question = [m.LT(m.Int(0), y), m.LT(y, x), m.LT(m.Int(9), x)]
    assert session.check(question) is Status.UNSAT
    assert m.LT(y, x) in session.unsat_core()
    assert session.check() is Status.SAT


@SOLVERS
def test_a_query_over_its_time_limit_is_unknown(solver: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    session = load_backend(solver).session(environment, logic="QF_NIA")
    # 114 is the least sum of three cubes that nobody has found
    session.add(m.Equals(m.Plus([m.Times(v, v, v) for v in (x, y, z)]), m.Int(114)))
    assert session.check(timeout=0.2) is Status.UNKNOWN
    assert session.reason_unknown == "timeout"


@SOLVERS
def test_a_query_that_meets_the_deadline_of_the_run_raises(solver: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    context = QueryContext(deadline=Deadline(0.3))
    session = load_backend(solver).session(environment, logic="QF_NIA", context=context)
    session.add(m.Equals(m.Plus([m.Times(v, v, v) for v in (x, y, z)]), m.Int(114)))
    with pytest.raises(OutOfTime):
        session.check()


@SOLVERS
def test_queries_are_clocked_and_recorded(solver: str) -> None:
    environment = Environment()
    names, definitions = ordered(environment)
    rows: list[QueryRecord] = []
    clock = SolverClock()
    session = opened(solver, environment, QueryContext(clock=clock, recorder=rows.append))
    session.add(definitions)
    session.check()
    list(session.all_sat(names))
    assert [(row.kind, row.procedure, row.size, row.outcome) for row in rows] == [
        ("check", solver, 0, "sat"),
        ("all-sat", solver, 3, "4 cubes"),
    ]
    assert clock.seconds > 0
    assert clock.calls["check"] >= 4


def test_a_z3_session_refuses_terms_outside_its_logic() -> None:
    environment = Environment()
    m = environment.formula_manager
    session = opened("z3", environment)
    with pytest.raises(ValueError, match="QF_LIA was given a term with bit-vectors"):
        session.add(m.Equals(m.BV(1, 8), m.BV(1, 8)))


def test_a_solver_that_is_always_satisfied_is_found_out_and_not_asked_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = Environment()
    names, definitions = ordered(environment)
    session = opened("z3", environment)
    session.add(definitions)
    monkeypatch.setattr(session, "_check", lambda assumptions, seconds: Status.SAT)
    monkeypatch.setattr(session, "_values", lambda terms: [True] * len(terms))
    for ask in (session.implied, lambda formulas: list(session.all_sat(formulas))):
        with pytest.raises(WrongModel, match="violates the clause"):
            ask(names)
    with pytest.raises(WrongModel, match="comes back"):
        list(all_sat_but(session, environment, names, [(True, True, True)]))
