"""Projection and the path-based procedures built on it."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT
from verilab_backends.procedures.elimination import project

from verilab.solving.certificate import Valid, certify
from verilab.solving.interpolation import Failed, Interpolants
from verilab.solving.procedures import make_interpolator
from verilab.solving.registry import load_backend


def symbols(environment: Environment, names: str) -> list[FNode]:
    return [environment.formula_manager.Symbol(name, INT) for name in names]


def test_variables_that_an_equation_defines_are_substituted() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = symbols(environment, "xyz")
    formulas = [m.Equals(y, m.Plus(x, m.Int(1))), m.Equals(m.Plus(z, m.Times(m.Int(2), x)), y), m.LE(z, m.Int(0))]
    projection, exact = project(environment, formulas, [x])
    assert exact
    session = load_backend("z3").session(environment)
    session.add(m.Not(m.Iff(m.And(projection), m.LE(m.Int(1), x))))
    assert session.check().value == "unsat"


def test_disjunctions_and_conditionals_are_split_into_cases() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = symbols(environment, "xy")
    p = m.Symbol("p")
    formulas = [m.Or(m.And(p, m.Equals(y, x)), m.And(m.Not(p), m.Equals(y, m.Int(3)))), m.LT(m.Ite(p, y, m.Int(9)), m.Int(2))]
    projection, exact = project(environment, formulas, [x])
    assert exact
    assert [str(formula) for formula in projection] == ["(x < 2)"]


def test_what_cannot_be_eliminated_is_dropped_and_said_to_be() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = symbols(environment, "xy")
    between = [m.LE(x, m.Times(m.Int(2), y)), m.LE(m.Times(m.Int(3), y), x)]
    projection, exact = project(environment, [m.LE(x, m.Int(4)), *between], [x])
    assert (projection, exact) == ([m.LE(x, m.Int(4))], False)


@pytest.mark.parametrize("procedure", ["z3:newton-sp", "z3:newton-wp", "cvc5:newton-sp", "cvc5:newton-wp"])
def test_strongest_postconditions_lie_below_weakest_preconditions(procedure: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = symbols(environment, "xy")
    name = procedure.partition(":")[0]
    partitions = [m.Equals(x, m.Int(3)), m.Equals(y, m.Plus(x, m.Int(1))), m.LT(y, m.Int(2))]
    outcome = make_interpolator(load_backend(name), procedure, environment).sequence(partitions)
    assert isinstance(outcome, Interpolants)
    assert certify(load_backend("z3").session(environment), environment, partitions, outcome.formulas) == Valid()
    strongest = procedure.endswith("sp")
    expected = [m.Equals(x, m.Int(3)), m.Equals(y, m.Int(4))] if strongest else [m.LE(m.Int(1), x), m.LE(m.Int(2), y)]
    session = load_backend("z3").session(environment)
    for formula, meaning in zip(outcome.formulas, expected, strict=True):
        assert session.check([m.Not(m.Iff(formula, meaning))]).value == "unsat"


def test_a_projection_that_is_too_weak_is_a_failure_and_no_interpolant() -> None:
    environment = Environment()
    m = environment.formula_manager
    f = m.Symbol("f", environment.type_manager.FunctionType(INT, (INT,)))
    x, y, z = symbols(environment, "xyz")
    partitions = [m.Equals(m.Function(f, [x]), y), m.And(m.Equals(m.Function(f, [x]), z), m.Not(m.Equals(z, y)))]
    # x is shared here, so nothing is lost; hidden behind a local variable with an inequality it is.
    hidden = [m.And(m.LT(m.Times(m.Int(2), z), x), m.LT(y, m.Times(m.Int(2), z))), m.LE(x, m.Plus(y, m.Int(1)))]
    interpolator = load_backend("z3").interpolator("newton-sp", environment, logic="QF_UFLIA")
    assert isinstance(interpolator.sequence(partitions), Interpolants)
    assert isinstance(interpolator.sequence(hidden), Interpolants | Failed)
