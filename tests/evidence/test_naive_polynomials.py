"""What equations make of formulas has the formulas' truth values wherever the equations hold."""

from __future__ import annotations

import pysmt.operators as op
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BVType

from verilab.evidence.naive.polynomials import Equations
from verilab.formulas.terms.construction import Terms

WIDTH = 5
ENVIRONMENT = Environment()
TERMS = Terms(ENVIRONMENT)
SYMBOLS = [TERMS.symbol(f"x{number}", BVType(WIDTH)) for number in range(4)]
COMPARISONS = [op.EQUALS, op.BV_ULT, op.BV_ULE, op.BV_SLT, op.BV_SLE]
OPERATORS = [op.BV_ADD, op.BV_SUB, op.BV_MUL, op.BV_MUL, op.BV_UDIV, op.BV_UREM, op.BV_SDIV, op.BV_SREM, op.BV_AND]


def _binary(kind: int, left: FNode, right: FNode) -> FNode:
    return TERMS.node(kind, (left, right), (WIDTH,))


def _choice(left: FNode, right: FNode, then: FNode) -> FNode:
    return TERMS.node(op.ITE, (TERMS.node(op.EQUALS, (left, right)), then, left))


leaves = st.sampled_from(SYMBOLS) | st.integers(0, (1 << WIDTH) - 1).map(lambda value: TERMS.bit_vector(value, WIDTH))
words = st.recursive(
    leaves,
    lambda parts: (
        st.builds(_binary, st.sampled_from(OPERATORS), parts, parts)
        | st.builds(_choice, parts, parts, parts)
        | parts.map(lambda part: TERMS.node(op.BV_NEG, (part,), (WIDTH,)))
    ),
    max_leaves=7,
)
comparisons = st.builds(lambda kind, left, right: TERMS.node(kind, (left, right)), st.sampled_from(COMPARISONS), words, words)
valuations = st.tuples(*[st.integers(0, (1 << WIDTH) - 1)] * len(SYMBOLS))


def _value(formula: FNode, values: dict[FNode, FNode]) -> FNode:
    result: FNode = ENVIRONMENT.simplifier.simplify(ENVIRONMENT.substituter.substitute(formula, values))
    return result


def _with_products(equations: Equations, values: dict[FNode, FNode]) -> dict[FNode, FNode]:
    """The values, and those of the symbols for products."""
    known = dict(values)
    for symbol, monomial in equations.products.items():
        product = TERMS.bit_vector(1, WIDTH)
        for atom in monomial:
            product = _binary(op.BV_MUL, product, atom)
        known[symbol] = _value(product, {**known})
    return known


@given(valuations, st.lists(words, max_size=3), comparisons)
def test_rewriting_keeps_the_truth_of_a_comparison_where_the_facts_hold(
    numbers: tuple[int, ...], sides: list[FNode], comparison: FNode
) -> None:
    values = {symbol: TERMS.bit_vector(number, WIDTH) for symbol, number in zip(SYMBOLS, numbers, strict=True)}
    equations = Equations(TERMS)
    facts = [TERMS.node(op.EQUALS, (side, _value(side, values))) for side in sides]
    for fact in facts:
        equations.decide(fact)
    for formula in (*facts, comparison):
        equations.abstract(formula)
    for fact in facts:
        equations.assume(fact)
    assert not equations.contradictory
    truth = _value(comparison, values)
    rewritten, abstract = equations.rewritten(comparison), equations.abstract(comparison)
    known = _with_products(equations, values)
    assert _value(rewritten, known) is truth
    assert _value(abstract, known) is truth


def test_a_product_of_equal_words_is_equal() -> None:
    x, y, z, _ = SYMBOLS
    equations = Equations(TERMS)
    equations.assume(TERMS.node(op.EQUALS, (x, _binary(op.BV_ADD, y, z))))
    square = TERMS.node(op.EQUALS, (_binary(op.BV_MUL, x, y), _binary(op.BV_ADD, _binary(op.BV_MUL, y, y), _binary(op.BV_MUL, z, y))))
    assert equations.rewritten(square) is TERMS.true


@pytest.mark.parametrize("kind", [op.BV_UDIV, op.BV_SDIV], ids=["unsigned", "signed"])
def test_quotient_and_remainder_are_the_dividend(kind: int) -> None:
    x, y, z, _ = SYMBOLS
    rest = {op.BV_UDIV: op.BV_UREM, op.BV_SDIV: op.BV_SREM}[kind]
    whole = _binary(op.BV_ADD, _binary(op.BV_MUL, _binary(kind, x, y), y), _binary(rest, x, y))
    equation = TERMS.node(op.EQUALS, (_binary(op.BV_MUL, whole, z), _binary(op.BV_MUL, x, z)))
    equations = Equations(TERMS)
    equations.abstract(equation)
    assert equations.rewritten(equation) is TERMS.true
