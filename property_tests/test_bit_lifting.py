"""Whatever the lifting of bits to words makes of a formula is equivalent to it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode

from tests.backends.words import Words


def random_formula(s: Words, draw: st.DataObject, size: int) -> FNode:
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
    s = Words(width)
    s.lifted(random_formula(s, draw, size))
