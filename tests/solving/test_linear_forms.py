"""Linear forms by example; that they mean what their terms mean is a property test."""

from __future__ import annotations

from fractions import Fraction

from pysmt.environment import Environment
from pysmt.typing import INT, REAL

from verilab.solving.simplification.linear_forms import linear_form


def test_coefficients_are_collected_from_left_to_right_and_what_cancels_is_left_out() -> None:
    m = Environment().formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    term = m.Minus(m.Plus(z, x, m.Times(m.Int(3), m.Plus(y, m.Int(2)))), m.Plus(x, m.Int(1)))
    form = linear_form((term, 1))
    assert list(form.coefficients.items()) == [(z, 1), (y, 3)]
    assert form.constant == 5


def test_what_is_not_linear_is_a_term_of_its_own() -> None:
    m = Environment().formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    product = m.Times(x, y)
    form = linear_form((m.Plus(product, m.Times(m.Int(2), x)), 1), (product, 1))
    assert form.coefficients == {product: 2, x: 2}


def test_reals_have_fractions_and_integers_among_them_are_read_through_their_conversion() -> None:
    m = Environment().formula_manager
    r, i = m.Symbol("r", REAL), m.Symbol("i", INT)
    half = m.Real(Fraction(1, 2))
    form = linear_form((m.Plus(m.Times(half, r), m.ToReal(m.Plus(i, m.Int(1))), half), 1))
    assert form.coefficients == {r: Fraction(1, 2), i: 1}
    assert form.constant == Fraction(3, 2)
