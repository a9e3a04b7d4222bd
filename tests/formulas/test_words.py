"""Normal forms of words: what is equal for a reason that needs no solver is one term."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pysmt.operators as op
import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BVType

from verilab.evidence.naive.inlining import Inlining
from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.terms.words import Words

TERMS = Terms(Environment())
X, Y, Z = PARTS = [TERMS.symbol(name, BVType(8)) for name in "xyz"]


def plus(left: FNode, right: FNode, width: int = 8) -> FNode:
    return TERMS.node(op.BV_ADD, (left, right), (width,))


def wide(word: FNode) -> FNode:
    return TERMS.node(op.BV_SEXT, (word,), (16, 8))


def larger(left: FNode, right: FNode) -> FNode:
    return TERMS.node(op.ITE, (TERMS.node(op.BV_SLT, (left, right)), right, left))


def odd(word: FNode, then: FNode, otherwise: FNode) -> FNode:
    rest = TERMS.node(op.BV_UREM, (word, TERMS.bit_vector(2, 8)), (8,))
    return TERMS.node(op.ITE, (TERMS.node(op.EQUALS, (rest, TERMS.bit_vector(1, 8))), then, otherwise))


def sum_of(parts: tuple[FNode, ...]) -> FNode:
    return plus(plus(parts[0], parts[1]), parts[2])


def low_sum_of(parts: tuple[FNode, ...]) -> FNode:
    return TERMS.node(op.BV_EXTRACT, (plus(plus(wide(parts[0]), wide(parts[1]), 16), wide(parts[2]), 16),), (8, 0, 7))


def largest_of(parts: tuple[FNode, ...]) -> FNode:
    return larger(larger(parts[0], parts[1]), parts[2])


def count_of(parts: tuple[FNode, ...]) -> FNode:
    count = TERMS.bit_vector(0, 8)
    for part in parts:
        count = odd(part, plus(count, TERMS.bit_vector(1, 8)), plus(count, TERMS.bit_vector(255, 8)))
    return count


def normal(formula: FNode) -> FNode:
    return Rewriter(TERMS, lambda symbol: symbol, Words(TERMS))(formula)


@pytest.mark.parametrize("of", [sum_of, low_sum_of, largest_of, count_of])
def test_the_order_of_what_is_put_together_makes_no_difference(of: Callable[[tuple[FNode, ...]], FNode]) -> None:
    for order in permutations(PARTS):
        equal = TERMS.node(op.EQUALS, (of(tuple(PARTS)), of(order)))
        assert normal(equal) is TERMS.true
        assert Inlining(TERMS).normal(equal) is TERMS.true


@pytest.mark.parametrize("of", [sum_of, low_sum_of, largest_of, count_of])
def test_what_is_put_together_makes_a_difference(of: Callable[[tuple[FNode, ...]], FNode]) -> None:
    equal = TERMS.node(op.EQUALS, (of((X, Y, Z)), of((X, Y, Y))))
    assert not normal(equal).is_bool_constant()
    assert not Inlining(TERMS).normal(equal).is_bool_constant()


def test_a_symbol_is_replaced_by_what_defines_it() -> None:
    check = Inlining(TERMS)
    assert check.facts([TERMS.node(op.EQUALS, (Z, plus(X, Y)))]) == []
    assert check.normal(TERMS.node(op.EQUALS, (plus(Y, X), Z))) is TERMS.true


@pytest.mark.parametrize(
    ("constraints", "left"),
    [
        ([TERMS.node(op.EQUALS, (X, plus(X, Y)))], 1),
        ([TERMS.node(op.BV_ULT, (X, Y)), TERMS.node(op.EQUALS, (X, Y))], 2),
        ([TERMS.node(op.EQUALS, (Y, X)), TERMS.node(op.EQUALS, (X, Z))], 1),
        ([TERMS.node(op.EQUALS, (X, Y)), TERMS.node(op.EQUALS, (X, Z))], 1),
    ],
    ids=["by itself", "behind what speaks of it", "behind its use", "twice"],
)
def test_a_symbol_that_was_met_before_is_not_defined(constraints: list[FNode], left: int) -> None:
    assert len(Inlining(TERMS).facts(constraints)) == left
