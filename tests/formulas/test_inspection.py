"""Terms are evaluated as SMT-LIB defines them."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.typing import INT, REAL

from verilab.formulas.terms.inspection import Evaluation
from verilab.solving.backend import Status
from verilab.solving.registry import load_backend


@pytest.mark.parametrize("dividend", [-7, -6, 0, 5, 9])
@pytest.mark.parametrize("divisor", [-3, -1, 2, 5])
def test_integer_division_is_the_solvers(dividend: int, divisor: int) -> None:
    """An interpolant with a division once ended the check of a proof with an assertion of the term library."""
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    quotient = m.Div(x, m.Int(divisor))
    value = Evaluation({x: dividend}.get).value(quotient)
    session = load_backend("z3").session(environment, logic="QF_LIA")
    session.add(m.Equals(x, m.Int(dividend)), m.Not(m.Equals(quotient, m.Int(value))))
    assert session.check() is Status.UNSAT


def test_what_has_no_defined_value_is_refused() -> None:
    m = Environment().formula_manager
    x, r = m.Symbol("x", INT), m.Symbol("r", REAL)
    with pytest.raises(ValueError, match="no value is defined"):
        Evaluation({x: 3}.get).value(m.Div(m.Int(3), m.Minus(x, x)))
    with pytest.raises(ValueError, match="no value is defined"):
        Evaluation({x: 3}.get).value(m.Div(r, m.Real(2)))
    with pytest.raises(ValueError, match="no value is defined"):
        Evaluation({x: 3}.get).value(m.ToReal(x))
