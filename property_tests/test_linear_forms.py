"""Linear forms mean what the terms mean that they were read out of."""

from __future__ import annotations

from hypothesis import event, given
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.solving.simplification.linear_forms import linear_form

Tree = tuple[object, ...]

leaves = st.one_of(st.tuples(st.just("symbol"), st.integers(0, 2)), st.tuples(st.just("number"), st.integers(-9, 9)))
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(st.just("plus"), inner, inner, inner),
        st.tuples(st.just("minus"), inner, inner),
        st.tuples(st.just("times"), inner, inner),
    ),
    max_leaves=12,
)


def built(environment: Environment, tree: Tree) -> FNode:
    m = environment.formula_manager
    match tree:
        case ("symbol", int(number)):
            return m.Symbol(f"x{number}", INT)
        case ("number", int(number)):
            return m.Int(number)
    make = {"plus": m.Plus, "minus": m.Minus, "times": m.Times}[str(tree[0])]
    return make(*(built(environment, part) for part in tree[1:]))  # type: ignore[arg-type]  # a term is a tagged tuple of any shape


@given(trees, trees, st.integers(-3, 3), st.tuples(*[st.integers(-50, 50)] * 3))
def test_a_form_has_the_value_of_the_difference_it_was_read_out_of(left: Tree, right: Tree, factor: int, point: tuple[int, ...]) -> None:
    environment = Environment()
    m = environment.formula_manager
    first, second = built(environment, left), built(environment, right)
    values = {m.Symbol(f"x{number}", INT): m.Int(value) for number, value in enumerate(point)}

    def value(term: FNode) -> int:
        return int(environment.simplifier.simplify(environment.substituter.substitute(term, values)).constant_value())

    form = linear_form((first, 1), (second, -factor))
    event(f"terms: {min(len(form.coefficients), 3)}")
    assert all(form.coefficients.values())
    assert not any(term.is_plus() or term.is_minus() or term.is_constant() for term in form.coefficients)
    total = sum(coefficient * value(term) for term, coefficient in form.coefficients.items()) + form.constant
    assert total == value(first) - factor * value(second)
