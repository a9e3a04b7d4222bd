"""UCB: preconditions along the whole path, cut down from the front by cores of one step each."""

from __future__ import annotations

from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BV32, INT
from verilab_backends.procedures.ucb import UcbEngine

from tests.backends.required import need
from verilab.solving.certificate import Valid, certify
from verilab.solving.conformance import Size, check_backend
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, Interpolants, Outcome, TimedOut, shared_variables
from verilab.solving.procedures import make_interpolator
from verilab.solving.registry import backend_names

SOLVERS = ["z3", "cvc5"]


def answer(procedure: str, environment: Environment, partitions: list[FNode], logic: str = "QF_LIA") -> Outcome:
    with (
        closing(need(procedure.partition(":")[0])) as backend,
        closing(make_interpolator(backend, procedure, environment, logic=logic)) as interpolator,
    ):
        return interpolator.sequence(partitions)


def certified(procedure: str, environment: Environment, partitions: list[FNode], logic: str = "QF_LIA") -> tuple[FNode, ...]:
    outcome = answer(procedure, environment, partitions, logic)
    assert isinstance(outcome, Interpolants), outcome
    with closing(need("cvc5" if procedure.startswith("z3") else "z3")) as checker:
        session = checker.session(environment, logic=logic)
        assert certify(session, environment, partitions, outcome.formulas) == Valid()
        session.close()
    return outcome.formulas


def equivalent(environment: Environment, left: FNode, right: FNode) -> bool:
    with closing(need("z3")) as backend:
        session = backend.session(environment, logic="ALL")
        status = session.check([environment.formula_manager.Not(environment.formula_manager.Iff(left, right))])
        session.close()
        return status.value == "unsat"


def unreduced(environment: Environment, partitions: tuple[FNode, ...]) -> list[FNode] | TimedOut | Failed:
    """What the engine says of partitions that no core was taken of before, and without any solver's quantifier elimination."""
    with closing(need("z3")) as backend, closing(UcbEngine("z3", backend.session(environment), environment, None)) as engine:
        return engine.interpolate(Sequent(partitions, shared_variables(partitions)), 5.0)


@pytest.mark.parametrize("name", SOLVERS)
def test_ucb_conforms(name: str) -> None:
    with closing(need(name)) as backend, closing(need("cvc5" if name == "z3" else "z3")) as checker:
        report = check_backend(backend, checker, size=Size.TINY, procedures=["ucb"], patience=0.4)
    assert report.failures == (), report.text()


@pytest.mark.parametrize("name", backend_names())
def test_every_backend_has_it(name: str) -> None:
    with closing(need(name)) as backend:
        assert "ucb" in backend.capabilities.interpolation


@pytest.mark.parametrize("name", SOLVERS)
def test_it_is_the_weakest_precondition_where_all_of_that_is_needed(name: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    partitions = [m.Equals(x, m.Int(3)), m.Equals(y, m.Plus(x, m.Int(1))), m.LT(y, m.Int(2))]
    first, second = certified(f"{name}:ucb", environment, partitions)
    assert equivalent(environment, first, m.LE(m.Int(1), x))
    assert equivalent(environment, second, m.LE(m.Int(2), y))


@pytest.mark.parametrize("name", SOLVERS)
def test_it_says_at_least_as_much_as_the_weakest_sequence(name: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    a, b, c, d = (m.Symbol(each, INT) for each in "abcd")
    zero = m.Int(0)
    partitions = [
        m.And(m.LE(zero, a), m.LE(zero, b)),
        m.And(m.Equals(c, m.Plus(a, m.Int(1))), m.Equals(d, m.Plus(b, m.Int(1)))),
        m.Or(m.LT(c, zero), m.LT(d, zero)),
    ]
    weakest = certified(f"{name}:weakest", environment, partitions)
    chosen = certified(f"{name}:ucb", environment, partitions)
    for cut, formula in enumerate(chosen):
        assert equivalent(environment, m.And(formula, weakest[cut]), formula)


def test_conjuncts_of_the_bad_states_outside_the_core_are_dropped() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    partitions = (m.And(m.Equals(x, m.Int(0)), m.LE(y, m.Int(9))), m.And(m.LT(m.Int(0), x), m.Equals(y, m.Int(5))))
    assert unreduced(environment, partitions) == [m.Not(m.LT(m.Int(0), x))]


def test_what_lies_before_a_contradictory_suffix_is_true() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(each, INT) for each in "xyz")
    equal = m.Equals
    partitions = (equal(x, m.Int(0)), m.And(m.LE(x, y), m.LE(m.Int(4), y)), equal(z, y), m.And(m.LT(z, m.Int(4)), m.LT(x, z)))
    interpolants = unreduced(environment, partitions)
    assert isinstance(interpolants, list)
    assert interpolants[0] is m.TRUE()
    assert not interpolants[1].is_true()
    assert not interpolants[2].is_true()


@pytest.mark.parametrize("name", SOLVERS)
def test_machine_words_are_interpolated_as_well(name: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", BV32), m.Symbol("y", BV32)
    partitions = [m.Equals(x, m.BV(7, 32)), m.Equals(y, m.BVAdd(x, m.BV(1, 32))), m.BVULT(y, m.BV(8, 32))]
    certified(f"{name}:ucb", environment, partitions, "QF_BV")


def test_local_variables_that_stay_are_a_failure_that_names_the_cut() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z, w = (m.Symbol(each, INT) for each in "xyzw")
    # x is even, x is odd: the last partition without its local variable w says so only by a division
    partitions = (
        m.And(m.Equals(x, m.Times(m.Int(2), z)), m.LE(y, x)),
        m.And(m.Equals(x, m.Plus(m.Times(m.Int(2), w), m.Int(1))), m.LE(x, y)),
    )
    interpolants = unreduced(environment, partitions)
    assert isinstance(interpolants, Failed)
    assert "cut 1" in interpolants.reason
    assert interpolants.procedure == "z3:ucb"
