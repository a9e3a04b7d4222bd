"""Implicants, model-based projection, and the interpolation from the error backwards."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BV8, INT
from verilab_backends.procedures.implicants import Literals, implicant
from verilab_backends.procedures.model_based_projection import Projection

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import Evaluation
from verilab.solving.backend import QueryContext
from verilab.solving.certificate import Valid, certify
from verilab.solving.interpolation import Interpolants
from verilab.solving.procedures import make_interpolator
from verilab.solving.registry import load_backend
from verilab.solving.smtlib.printing import to_smtlib


def model_of(values: dict[FNode, int]) -> Evaluation:
    return Evaluation(lambda symbol: values[symbol])


def conjunction(environment: Environment, literals: Literals) -> FNode:
    manager = environment.formula_manager
    return manager.And([atom if value else manager.Not(atom) for atom, value in literals.items()])


def implied(environment: Environment, premise: FNode, conclusion: FNode) -> bool:
    session = load_backend("z3").session(environment, context=QueryContext())
    session.add(premise, environment.formula_manager.Not(conclusion))
    return session.check().value == "unsat"


def test_an_implicant_holds_in_the_model_and_implies_the_formula() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    p = m.Symbol("p")
    formula = m.And(
        m.Or(m.And(p, m.LE(x, m.Int(3))), m.Equals(y, m.Int(7))),
        m.Iff(p, m.LT(y, m.Int(5))),
        m.Implies(m.Not(p), m.Equals(x, m.Int(0))),
        m.LE(m.Ite(m.LE(x, y), m.Plus(x, m.Int(1)), y), m.Int(4)),
    )
    model = model_of({x: 2, y: 4, p: 1})
    assert model.holds(formula)
    literals = implicant(formula, model, Terms(environment))
    assert all(model.holds(atom) == value for atom, value in literals.items())
    assert not any("?" in str(atom) for atom in literals)
    assert implied(environment, conjunction(environment, literals), formula)


def test_projection_substitutes_what_equations_define() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    literals = {m.Equals(y, m.Plus(x, m.Int(1))): True, m.Equals(m.Minus(z, y), m.Int(2)): True, m.LE(z, m.Int(9)): True}
    projected = Projection(Terms(environment)).project(literals, {y, z}, model_of({x: 0, y: 1, z: 3}))
    assert projected == {m.LE(x, m.Int(6)): True}


def test_projection_takes_the_greatest_lower_bound_of_the_model() -> None:
    environment = Environment()
    m = environment.formula_manager
    a, b, c, v = (m.Symbol(name, INT) for name in "abcv")
    literals = {m.LE(a, v): True, m.LE(b, v): True, m.LE(v, c): True}
    projected = Projection(Terms(environment)).project(literals, {v}, model_of({a: 1, b: 2, c: 5, v: 3}))
    expected = m.And(m.LE(a, b), m.LE(b, c))
    assert implied(environment, conjunction(environment, projected), expected)
    assert implied(environment, expected, conjunction(environment, projected))


def test_symbols_without_an_upper_bound_leave_no_trace() -> None:
    environment = Environment()
    m = environment.formula_manager
    a, v = m.Symbol("a", INT), m.Symbol("v", INT)
    literals = {m.LE(a, v): True, m.Equals(a, v): False}
    assert Projection(Terms(environment)).project(literals, {v}, model_of({a: 1, v: 3})) == {}


def test_a_bit_vector_that_no_equation_defines_takes_its_value() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, v = m.Symbol("x", BV8), m.Symbol("v", BV8)
    projected = Projection(Terms(environment)).project({m.BVULT(m.BVAnd(x, v), v): True}, {v}, model_of({x: 1, v: 2}))
    assert [str(atom) for atom in projected] == ["((x & 2_8) u< 2_8)"]


@pytest.mark.parametrize("procedure", ["z3:backward", "cvc5:backward"])
def test_the_sequence_of_a_state_machine_meets_all_conditions(procedure: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    states = [m.Symbol(f"s{index}", INT) for index in range(5)]
    steps = [
        m.Or(
            m.And(m.Equals(before, m.Int(10)), m.Equals(after, m.Int(20))),
            m.And(m.Equals(before, m.Int(20)), m.Or(m.Equals(after, m.Int(10)), m.Equals(after, m.Int(30)))),
        )
        for before, after in pairwise(states)
    ]
    partitions = [m.And(m.Equals(states[0], m.Int(10)), steps[0]), *steps[1:], m.Equals(states[-1], m.Int(40))]
    backend, other = load_backend(procedure.partition(":")[0]), load_backend("cvc5" if procedure.startswith("z3") else "z3")
    outcome = make_interpolator(backend, procedure, environment).sequence(partitions)
    assert isinstance(outcome, Interpolants), to_smtlib(partitions[0])
    assert isinstance(certify(other.session(environment), environment, partitions, outcome.formulas), Valid)
