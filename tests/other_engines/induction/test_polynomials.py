"""What an ideal contains vanishes wherever its equations do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verilab.other_engines.induction.polynomials import Ideal, Polynomial, combined, constant, multiplied, variable

WIDTH = 8
MODULUS = 1 << WIDTH
VARIABLES = 4

points = st.tuples(*[st.integers(0, MODULUS - 1)] * VARIABLES)
monomials = st.lists(st.integers(0, VARIABLES - 1), max_size=3).map(sorted).map(tuple)
polynomials = st.dictionaries(monomials, st.integers(-20, 20).filter(bool), max_size=4)


def value(polynomial: Polynomial, point: tuple[int, ...]) -> int:
    total = 0
    for monomial, coefficient in polynomial.items():
        for number in monomial:
            coefficient *= point[number]
        total += coefficient
    return total % MODULUS


def through(polynomial: Polynomial, point: tuple[int, ...]) -> Polynomial:
    """The polynomial less its value at the point."""
    return combined((1, polynomial), (-value(polynomial, point), constant(1)))


@given(points, st.lists(polynomials, max_size=4), polynomials)
def test_what_is_reduced_has_its_value_where_the_equations_hold(
    point: tuple[int, ...], equations: list[Polynomial], polynomial: Polynomial
) -> None:
    ideal = Ideal(WIDTH, [through(equation, point) for equation in equations])
    assert not ideal.contradictory
    assert value(ideal.reduced(polynomial), point) == value(polynomial, point)


@given(points, st.lists(st.tuples(polynomials, polynomials), min_size=1, max_size=3))
def test_only_what_vanishes_is_contained(point: tuple[int, ...], pairs: list[tuple[Polynomial, Polynomial]]) -> None:
    ideal = Ideal(WIDTH, [through(equation, point) for equation, _ in pairs])
    sum_of_multiples = combined(*[(1, multiplied(factor, through(equation, point))) for equation, factor in pairs])
    assert value(sum_of_multiples, point) == 0
    assert not ideal.contains(combined((1, sum_of_multiples), (1, constant(1))))


def test_an_equation_of_even_numbers_and_an_odd_one_has_no_solution() -> None:
    assert Ideal(WIDTH, [combined((2, variable(0)), (4, variable(1)), (1, constant(3)))]).contradictory


def test_what_halves_is_known_to_one_bit_less() -> None:
    ideal = Ideal(WIDTH, [combined((2, variable(0)), (-2, variable(1)))])
    assert not ideal.contains(combined((1, variable(0)), (-1, variable(1))))
    assert ideal.contains(combined((2, variable(0)), (-2, variable(1))))


def test_a_solved_variable_is_replaced_in_products() -> None:
    x, y, z = map(variable, range(3))
    ideal = Ideal(WIDTH, [combined((1, x), (-1, multiplied(y, z))), combined((1, y), (-3, constant(1)))])
    assert ideal.contains(combined((1, multiplied(x, x)), (-9, multiplied(z, z))))
