"""Simplification keeps the meaning, adds no symbol, and finds what is redundant."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, BVType

from tests.backends.required import need
from verilab.formulas.terms.inspection import dag_size
from verilab.solving.backend import Status
from verilab.solving.simplification.simplifier import Simplifier, conjuncts


class Setting:
    """An environment with some symbols and its simplifier."""

    def __init__(self) -> None:
        self.environment = Environment()
        m = self.manager = self.environment.formula_manager
        self.x, self.y, self.z = (m.Symbol(name, INT) for name in "xyz")
        self.v, self.w = (m.Symbol(name, BVType(4)) for name in "vw")
        self.p, self.q, self.r = (m.Symbol(name) for name in "pqr")
        self.simplify = Simplifier(self.environment)


def random_atom(s: Setting, draw: st.DataObject) -> FNode:
    m = s.manager
    pick = st.sampled_from
    if draw.draw(st.booleans()):
        return draw.draw(pick([s.p, s.q, s.r, m.TRUE(), m.FALSE()]))
    if draw.draw(st.booleans()):
        terms = [s.x, s.y, m.Plus(s.x, s.y), m.Minus(s.y, s.x), m.Times(m.Int(2), s.x), m.Int(1), m.Plus(m.Int(2), m.Int(1))]
        relation = draw.draw(pick([m.LE, m.LT, m.Equals]))
        shifted = m.Plus(draw.draw(pick(terms)), m.Int(draw.draw(st.integers(-2, 2))))
        return relation(shifted, draw.draw(pick(terms)))
    words = [s.v, s.w, m.BVAdd(s.v, s.w), m.BVMul(m.BV(3, 4), m.BV(7, 4)), m.BV(5, 4)]
    relation = draw.draw(pick([m.BVULE, m.BVULT, m.BVSLE, m.BVSLT, m.Equals]))
    return relation(draw.draw(pick(words)), draw.draw(pick(words)))


def random_formula(s: Setting, draw: st.DataObject, size: int) -> FNode:
    m = s.manager
    pool = [random_atom(s, draw) for _ in range(4)]
    for _ in range(size):
        a, b, c = (draw.draw(st.sampled_from(pool)) for _ in range(3))
        made = [m.And(a, b), m.Or(a, b), m.And(a, b, c), m.Or(a, b, c), m.Not(a), m.Implies(a, b), m.Iff(a, b), m.Ite(a, b, c)]
        pool.append(draw.draw(st.sampled_from(made)))
    return pool[-1]


@settings(max_examples=150, deadline=None)
@given(st.data(), st.integers(0, 14))
def test_the_meaning_stays_and_no_symbol_is_added(draw: st.DataObject, size: int) -> None:
    s = Setting()
    formula = random_formula(s, draw, size)
    simple = s.simplify(formula)
    assert simple.get_free_variables() <= formula.get_free_variables()
    assert Simplifier(s.environment)(simple) is s.simplify(simple)
    backend = need("z3")
    session = backend.session(s.environment, logic="ALL")
    assert session.check([s.manager.Not(s.manager.Iff(formula, simple))]) is Status.UNSAT
    session.close()
    backend.close()


def test_complements_and_absorbed_members_go() -> None:
    s = Setting()
    m, p, q, r = s.manager, s.p, s.q, s.r
    assert s.simplify(m.And(p, m.Or(q, r), m.Not(m.Or(q, r)))) is m.FALSE()
    assert s.simplify(m.Or(p, m.And(q, m.Not(q)), m.Not(p))) is m.TRUE()
    assert s.simplify(m.And(p, m.Or(q, p))) is p
    assert s.simplify(m.Or(p, m.And(q, p))) is p
    assert set(conjuncts(s.simplify(m.And(p, m.And(m.Or(m.Not(p), q), m.And(p, m.TRUE())))))) == {p, q}
    assert s.simplify(m.Iff(p, m.Not(m.Not(p)))) is m.TRUE()
    assert s.simplify(m.Ite(p, q, m.Or(q, m.FALSE()))) is q


def test_bounds_of_one_term_are_compared_however_they_are_written() -> None:
    s = Setting()
    m, x, y = s.manager, s.x, s.y
    tight = s.simplify(m.LE(m.Minus(x, y), m.Int(3)))
    assert s.simplify(m.And(m.LT(x, m.Plus(y, m.Int(6))), m.LE(m.Times(m.Int(2), x), m.Plus(m.Times(m.Int(2), y), m.Int(7))))) is tight
    assert s.simplify(m.And(m.LE(x, m.Int(3)), m.LE(m.Int(5), x))) is m.FALSE()
    assert s.simplify(m.Or(m.LE(x, m.Int(3)), m.LT(m.Int(2), x))) is m.TRUE()
    assert s.simplify(m.LE(m.Plus(x, m.Int(1)), m.Plus(m.Int(2), x))) is m.TRUE()
    assert s.simplify(m.Equals(m.Times(m.Int(2), x), m.Int(3))) is m.FALSE()


def test_constants_are_folded_in_words_too() -> None:
    s = Setting()
    m = s.manager
    assert s.simplify(m.BVULT(m.BVAdd(m.BV(15, 4), m.BV(2, 4)), m.BV(2, 4))) is m.TRUE()
    assert s.simplify(m.Equals(s.v, m.BVMul(m.BV(3, 4), m.BV(7, 4)))) is m.Equals(s.v, m.BV(5, 4))
    assert s.simplify(m.BVSLT(s.v, s.v)) is m.FALSE()


def test_long_and_shared_formulas_take_linear_time() -> None:
    s = Setting()
    m = s.manager
    letters = [m.Symbol(f"letter{index}") for index in range(20_000)]
    nested = letters[0]
    for index, letter in enumerate(letters):
        nested = m.And(letter, nested) if index % 3 else m.Or(letter, nested)
    shared = s.p
    for index in range(2000):
        shared = m.Iff(m.And(shared, letters[index]), m.Or(shared, m.Not(letters[index + 1])))
    start = time.monotonic()
    s.simplify(nested)
    assert dag_size(s.simplify(shared)) <= dag_size(shared) + 10_000
    s.simplify(m.And(letters))
    assert time.monotonic() - start < 10
