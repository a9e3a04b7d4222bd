"""Formulas over bits become formulas over words: each rule, and the equivalence of whatever comes out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BVType
from verilab_backends.words.bit_lifting import lifted

from tests.backends.required import need
from verilab.formulas.terms.inspection import dag_size
from verilab.solving.backend import Status


class Setting:
    """Two words of one width, and a third one."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.environment = Environment()
        m = self.manager = self.environment.formula_manager
        self.a, self.b, self.c = (m.Symbol(name, BVType(width)) for name in "abc")

    def bit(self, word: FNode, position: int) -> FNode:
        m = self.manager
        return m.Equals(m.BVExtract(word, position, position), m.BV(1, 1))

    def word_bits(self, word: FNode, value: int) -> FNode:
        """word = value, bit by bit."""
        m = self.manager
        bits = [(self.bit(word, i), value >> i & 1) for i in range(self.width)]
        return m.And([bit if one else m.Not(bit) for bit, one in bits])

    def equal_bits(self, left: FNode, right: FNode) -> FNode:
        m = self.manager
        pairs = [(self.bit(left, i), self.bit(right, i)) for i in range(self.width)]
        return m.And([m.And(m.Not(m.And(x, m.Not(y))), m.Not(m.And(y, m.Not(x)))) for x, y in pairs])

    def less_bits(self, left: FNode, right: FNode, signed: bool = False) -> FNode:
        """left < right as a chain of borrows."""
        m = self.manager
        borrow = m.FALSE()
        for i in range(self.width):
            x, y = self.bit(left, i), self.bit(right, i)
            if signed and i == self.width - 1:
                x, y = y, x
            borrow = m.Or(m.And(m.Not(x), y), m.And(m.Or(m.Not(x), y), borrow))
        return borrow

    def equivalent(self, left: FNode, right: FNode) -> bool:
        backend = need("z3")
        session = backend.session(self.environment, logic="QF_BV")
        answer = session.check([self.manager.Not(self.manager.Iff(left, right))])
        session.close()
        backend.close()
        return answer is Status.UNSAT

    def lifted(self, formula: FNode) -> FNode:
        result = lifted(self.environment, formula)
        assert result.get_free_variables() <= formula.get_free_variables()
        assert self.equivalent(formula, result)
        return result


@pytest.mark.parametrize("width", [1, 8, 32, 64])
def test_all_bits_of_a_word_are_an_equation(width: int) -> None:
    s = Setting(width)
    m = s.manager
    value = 0x5A5A_1234_9876_FEDC % 2**width
    assert s.lifted(s.word_bits(s.a, value)) is m.Equals(s.a, m.BV(value, width))
    assert s.lifted(s.equal_bits(s.a, s.b)) is m.Equals(s.a, s.b)
    assert s.lifted(m.Not(s.equal_bits(s.a, s.b))) is m.Not(m.Equals(s.a, s.b))


def test_chains_of_borrows_are_comparisons() -> None:
    s = Setting(32)
    m = s.manager
    assert s.lifted(s.less_bits(s.a, s.b)) is m.BVULT(s.a, s.b)
    assert s.lifted(m.Not(s.less_bits(s.a, s.b))) is m.BVULE(s.b, s.a)
    assert s.lifted(s.less_bits(s.a, s.b, signed=True)) is m.BVSLT(s.a, s.b)
    assert s.lifted(m.Not(s.less_bits(s.b, s.a, signed=True))) is m.BVSLE(s.a, s.b)


def test_high_bits_are_bounds_and_the_sign_is_a_sign() -> None:
    s = Setting(32)
    m = s.manager
    small = m.And([m.Not(s.bit(s.a, i)) for i in range(10, 32)])
    assert s.lifted(small) is m.BVULE(s.a, m.BV(1023, 32))
    assert s.lifted(s.bit(s.a, 31)) is m.BVSLT(s.a, m.BV(0, 32))
    assert s.lifted(m.Not(s.bit(s.a, 31))) is m.BVSLE(m.BV(0, 32), s.a)
    assert s.lifted(m.Or(s.bit(s.a, 31), small)) is m.BVSLE(s.a, m.BV(1023, 32))


def test_low_bits_are_extractions() -> None:
    s = Setting(32)
    m = s.manager
    assert s.lifted(m.And(s.bit(s.a, 0), m.Not(s.bit(s.a, 1)))) is m.Equals(m.BVExtract(s.a, 0, 1), m.BV(1, 2))
    both = s.lifted(m.And(s.bit(s.a, 0), m.Not(s.bit(s.a, 1)), s.bit(s.a, 7), s.bit(s.a, 8)))
    assert both is m.And(m.Equals(m.BVExtract(s.a, 0, 1), m.BV(1, 2)), m.Equals(m.BVExtract(s.a, 7, 8), m.BV(3, 2)))


def test_a_constant_difference_is_found() -> None:
    s = Setting(16)
    m = s.manager
    carry, digits = m.FALSE(), []
    for i in range(16):  # b = a + 5
        x, digit = s.bit(s.a, i), m.Bool(bool(5 >> i & 1))
        digits.append(m.Iff(s.bit(s.b, i), m.Iff(m.Iff(x, digit), carry)))
        carry = m.Or(m.And(x, digit), m.And(carry, m.Or(x, digit)))
    assert s.lifted(m.And(digits)) in (m.Equals(s.b, m.BVAdd(s.a, m.BV(5, 16))), m.Equals(s.a, m.BVAdd(s.b, m.BV(2**16 - 5, 16))))


def test_what_concerns_different_words_is_lifted_separately() -> None:
    s = Setting(8)
    m = s.manager
    result = s.lifted(m.And(s.word_bits(s.a, 3), s.less_bits(s.b, s.c), m.Or(m.Symbol("p"), s.word_bits(s.c, 9))))
    parts = {m.Equals(s.a, m.BV(3, 8)), m.BVULT(s.b, s.c), m.Or(m.Equals(s.c, m.BV(9, 8)), m.Symbol("p"))}
    assert set(result.args()) == parts


def test_formulas_that_are_no_comparisons_stay_as_they_are() -> None:
    s = Setting(32)
    m = s.manager
    choose = random.Random(1)
    literals = [[s.bit(choose.choice([s.a, s.b]), choose.randrange(32)) for _ in range(3)] for _ in range(60)]
    formula = m.And([m.Or([literal if choose.random() < 0.5 else m.Not(literal) for literal in clause]) for clause in literals])
    assert dag_size(s.lifted(formula)) <= 2 * dag_size(formula)


def random_formula(s: Setting, draw: st.DataObject, size: int) -> FNode:
    m = s.manager
    words = [s.a, s.b, s.c]

    def pick(items: list[FNode]) -> FNode:
        return draw.draw(st.sampled_from(items))

    def value() -> int:
        return draw.draw(st.integers(0, 2**s.width - 1))

    def atom() -> FNode:
        word, other = pick(words), pick(words)
        kinds = [
            lambda: s.bit(word, draw.draw(st.integers(0, s.width - 1))),
            lambda: s.word_bits(word, value()),
            lambda: s.equal_bits(word, other),
            lambda: s.less_bits(word, other, draw.draw(st.booleans())),
            lambda: m.BVULE(word, m.BV(value(), s.width)),
            lambda: m.BVSLT(m.BVXor(word, m.BV(value(), s.width)), other),
            lambda: m.Equals(m.BVConcat(m.BVExtract(word, 0, 1), m.BVExtract(other, 0, s.width - 3)), m.BVNot(m.BVAdd(word, other))),
        ]
        return kinds[draw.draw(st.integers(0, len(kinds) - 1))]()

    pool = [atom() for _ in range(3)]
    for _ in range(size):
        x, y, z = pick(pool), pick(pool), pick(pool)
        pool.append(pick([m.And(x, y), m.Or(x, y), m.Not(x), m.Implies(x, y), m.Iff(x, y), m.Ite(x, y, z), m.And(x, y, z)]))
    return pool[-1]


@settings(max_examples=120, deadline=None)
@given(st.data(), st.integers(3, 5), st.integers(0, 8))
def test_whatever_comes_out_is_equivalent(draw: st.DataObject, width: int, size: int) -> None:
    s = Setting(width)
    s.lifted(random_formula(s, draw, size))
