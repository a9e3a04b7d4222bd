"""Exact certificates of infeasibility, and the interpolants that one certificate gives."""

from __future__ import annotations

import random
import time
from fractions import Fraction

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BV8, INT, REAL, FunctionType
from verilab_backends.arithmetic.exact_simplex import Constraint, Feasible, Relation, TimeIsOver, solve
from verilab_backends.procedures.farkas import FarkasEngine

from tests.backends.required import need
from verilab.solving.certificate import Valid, certify
from verilab.solving.conformance.integers import counter_chain
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, Outcome, Unsupported, shared_variables


def certified(environment: Environment, partitions: list[FNode]) -> list[FNode]:
    """The interpolants of the bare engine, all four conditions checked."""
    answer = FarkasEngine("test", environment).interpolate(Sequent(tuple(partitions), shared_variables(partitions)), 10)
    assert isinstance(answer, list), answer
    session = need("z3").session(environment, logic="ALL")
    assert certify(session, environment, partitions, answer) == Valid()
    session.close()
    return answer


def refused(environment: Environment, partitions: list[FNode]) -> Outcome:
    answer = FarkasEngine("test", environment).interpolate(Sequent(tuple(partitions), shared_variables(partitions)), 10)
    assert isinstance(answer, Failed | Unsupported)
    return answer


@pytest.mark.parametrize("seed", range(5))
def test_every_answer_of_the_simplex_proves_itself(seed: int) -> None:
    choose = random.Random(seed)
    kinds = set()
    for _ in range(100):
        variables = range(choose.randint(1, 4))
        constraints = []
        for _ in range(choose.randint(1, 7)):
            factors = {variable: factor for variable in variables if (factor := choose.randint(-3, 3))}
            constraints.append(Constraint(factors, choose.randint(-4, 4), choose.choice(list(Relation))))
        answer = solve(constraints)
        kinds.add(type(answer))
        if isinstance(answer, Feasible):
            for constraint in constraints:
                value = constraint.constant + sum(answer.values.get(v, 0) * factor for v, factor in constraint.coefficients.items())
                assert {Relation.LE: value <= 0, Relation.LT: value < 0, Relation.EQ: value == 0}[constraint.relation]
            continue
        assert all(m > 0 or constraints[row].relation is Relation.EQ for row, m in answer.multipliers.items())
        total = {v: sum(m * constraints[row].coefficients.get(v, 0) for row, m in answer.multipliers.items()) for v in variables}
        assert not any(total.values())
        constant = sum(m * constraints[row].constant for row, m in answer.multipliers.items())
        strict = any(constraints[row].relation is Relation.LT for row in answer.multipliers)
        assert constant > 0 or (constant == 0 and strict)
    assert len(kinds) == 2


def test_the_simplex_stops_at_its_limit() -> None:
    with pytest.raises(TimeIsOver):
        solve([Constraint({"x": 1}, 0), Constraint({"x": -1}, 1)], end=time.monotonic() - 1)


def test_one_certificate_gives_all_cuts_of_a_long_chain() -> None:
    environment = Environment()
    m = environment.formula_manager
    blocks, claim = counter_chain(environment, 500, 0)
    partitions = [*blocks, m.Not(claim)]
    answer = FarkasEngine("test", environment).interpolate(Sequent(tuple(partitions), shared_variables(partitions)), 300)
    assert answer == [m.LE(m.Symbol(f"x@{index}", INT), m.Int(index)) for index in range(501)]


def test_strict_and_fractional_constraints_over_the_reals() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, REAL) for name in "xyz")
    third = m.Real(Fraction(1, 3))
    certified(environment, [m.LT(m.Real(0), x), m.Equals(m.Times(third, x), y), m.LT(m.Times(m.Real(2), z), y), m.LE(y, m.Real(0))])
    certified(environment, [m.LT(x, y), m.LE(y, z), m.LE(z, x)])
    answer = certified(environment, [m.LE(x, m.Real(1)), m.LT(m.Real(1), x)])
    assert answer == [m.LE(x, m.Real(1))]


def test_integers_are_tightened_and_split() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, q = (m.Symbol(name, INT) for name in "xyq")
    certified(environment, [m.LT(x, y), m.LT(y, m.Plus(x, m.Int(1)))])
    certified(environment, [m.Equals(m.Times(m.Int(2), q), x), m.And(m.LE(m.Int(1), x), m.LE(x, m.Int(1)))])
    certified(environment, [m.And(m.LE(m.Int(0), x), m.LE(x, m.Int(1))), m.Not(m.Equals(x, m.Int(0))), m.Not(m.Equals(x, m.Int(1)))])


def test_disjunctions_are_split_on_either_side_of_a_cut() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    p = m.Symbol("p")
    start = m.Or(m.Equals(x, m.Int(3)), m.And(p, m.Equals(x, m.Int(5))))
    step = m.And(m.Implies(p, m.Equals(y, m.Plus(x, m.Int(1)))), m.Equals(m.Ite(p, y, z), m.Plus(x, m.Int(1))), m.LE(y, z))
    end = m.Or(m.LT(z, m.Int(4)), m.And(m.LT(z, m.Int(5)), m.Not(p), m.Equals(x, m.Int(4))))
    certified(environment, [start, step, end])


def test_a_case_whose_disjunction_was_needed_is_not_taken_for_all_cases() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, u, v = (m.Symbol(name, INT) for name in "xyuv")
    zero, one = m.Int(0), m.Int(1)
    is_zero = m.Equals(x, zero)
    step = m.And(m.Equals(y, zero), m.Equals(u, m.Ite(is_zero, one, zero)), m.Equals(v, m.Ite(is_zero, zero, one)))
    certified(environment, [m.And(is_zero, m.Equals(y, zero)), step, m.And(m.Not(m.Equals(v, zero)), m.Not(m.Equals(u, zero)))])
    nested = m.Or(m.And(m.Not(m.Equals(x, one)), m.LE(u, x)), m.LE(u, zero))
    certified(environment, [m.And(m.LE(zero, x), m.LE(x, one)), nested, m.LE(one, u)])


def test_what_is_not_linear_is_a_variable_and_need_not_be_understood() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    v = m.Symbol("v", BV8)
    f = m.Symbol("f", FunctionType(INT, [INT]))
    certified(environment, [m.LE(m.Times(x, y), z), m.LT(m.Plus(z, m.Int(1)), m.Function(f, [x])), m.LE(m.Function(f, [x]), m.Times(x, y))])
    certified(environment, [m.BVULT(v, m.BV(3, 8)), m.Or(m.LT(x, y), m.Not(m.BVULT(v, m.BV(3, 8)))), m.LE(y, x)])


def test_contradictions_of_other_theories_are_refused_with_the_reason() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    v = m.Symbol("v", BV8)
    outcome = refused(environment, [m.BVULT(v, m.BV(3, 8)), m.BVULT(m.BV(4, 8), v)])
    assert isinstance(outcome, Unsupported)
    assert "another theory" in outcome.reason
    outcome = refused(
        environment, [m.Equals(m.Times(m.Int(2), x), y), m.Equals(y, m.Plus(m.Times(m.Int(2), m.Symbol("z", INT)), m.Int(1)))]
    )
    assert isinstance(outcome, Failed)
    assert "over the integers only" in outcome.reason
