"""Formulas over bits become formulas over words: each rule.  That what comes out is equivalent is a property test."""

from __future__ import annotations

import random

import pytest

from tests.backends.words import Words
from verilab.formulas.terms.inspection import dag_size


@pytest.mark.parametrize("width", [1, 8, 32, 64])
def test_all_bits_of_a_word_are_an_equation(width: int) -> None:
    s = Words(width)
    m = s.manager
    value = 0x5A5A_1234_9876_FEDC % 2**width
    assert s.lifted(s.word_bits(s.a, value)) is m.Equals(s.a, m.BV(value, width))
    assert s.lifted(s.equal_bits(s.a, s.b)) is m.Equals(s.a, s.b)
    assert s.lifted(m.Not(s.equal_bits(s.a, s.b))) is m.Not(m.Equals(s.a, s.b))


def test_chains_of_borrows_are_comparisons() -> None:
    s = Words(32)
    m = s.manager
    assert s.lifted(s.less_bits(s.a, s.b)) is m.BVULT(s.a, s.b)
    assert s.lifted(m.Not(s.less_bits(s.a, s.b))) is m.BVULE(s.b, s.a)
    assert s.lifted(s.less_bits(s.a, s.b, signed=True)) is m.BVSLT(s.a, s.b)
    assert s.lifted(m.Not(s.less_bits(s.b, s.a, signed=True))) is m.BVSLE(s.a, s.b)


def test_high_bits_are_bounds_and_the_sign_is_a_sign() -> None:
    s = Words(32)
    m = s.manager
    small = m.And([m.Not(s.bit(s.a, i)) for i in range(10, 32)])
    assert s.lifted(small) is m.BVULE(s.a, m.BV(1023, 32))
    assert s.lifted(s.bit(s.a, 31)) is m.BVSLT(s.a, m.BV(0, 32))
    assert s.lifted(m.Not(s.bit(s.a, 31))) is m.BVSLE(m.BV(0, 32), s.a)
    assert s.lifted(m.Or(s.bit(s.a, 31), small)) is m.BVSLE(s.a, m.BV(1023, 32))


def test_low_bits_are_extractions() -> None:
    s = Words(32)
    m = s.manager
    assert s.lifted(m.And(s.bit(s.a, 0), m.Not(s.bit(s.a, 1)))) is m.Equals(m.BVExtract(s.a, 0, 1), m.BV(1, 2))
    both = s.lifted(m.And(s.bit(s.a, 0), m.Not(s.bit(s.a, 1)), s.bit(s.a, 7), s.bit(s.a, 8)))
    assert both is m.And(m.Equals(m.BVExtract(s.a, 0, 1), m.BV(1, 2)), m.Equals(m.BVExtract(s.a, 7, 8), m.BV(3, 2)))


def test_a_constant_difference_is_found() -> None:
    s = Words(16)
    m = s.manager
    carry, digits = m.FALSE(), []
    for i in range(16):  # b = a + 5
        x, digit = s.bit(s.a, i), m.Bool(bool(5 >> i & 1))
        digits.append(m.Iff(s.bit(s.b, i), m.Iff(m.Iff(x, digit), carry)))
        carry = m.Or(m.And(x, digit), m.And(carry, m.Or(x, digit)))
    assert s.lifted(m.And(digits)) in (m.Equals(s.b, m.BVAdd(s.a, m.BV(5, 16))), m.Equals(s.a, m.BVAdd(s.b, m.BV(2**16 - 5, 16))))


def test_what_concerns_different_words_is_lifted_separately() -> None:
    s = Words(8)
    m = s.manager
    result = s.lifted(m.And(s.word_bits(s.a, 3), s.less_bits(s.b, s.c), m.Or(m.Symbol("p"), s.word_bits(s.c, 9))))
    parts = {m.Equals(s.a, m.BV(3, 8)), m.BVULT(s.b, s.c), m.Or(m.Equals(s.c, m.BV(9, 8)), m.Symbol("p"))}
    assert set(result.args()) == parts


def test_formulas_that_are_no_comparisons_stay_as_they_are() -> None:
    s = Words(32)
    m = s.manager
    choose = random.Random(1)
    literals = [[s.bit(choose.choice([s.a, s.b]), choose.randrange(32)) for _ in range(3)] for _ in range(60)]
    formula = m.And([m.Or([literal if choose.random() < 0.5 else m.Not(literal) for literal in clause]) for clause in literals])
    assert dag_size(s.lifted(formula)) <= 2 * dag_size(formula)
