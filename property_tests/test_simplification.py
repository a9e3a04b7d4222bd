"""Simplification keeps the meaning and adds no symbol."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode

from property_tests.examples import examples
from tests.backends.required import need
from tests.solving.symbols import Symbols
from verilab.solving.backend import Status
from verilab.solving.simplification.simplifier import Simplifier


def random_atom(s: Symbols, draw: st.DataObject) -> FNode:
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


def random_formula(s: Symbols, draw: st.DataObject, size: int) -> FNode:
    m = s.manager
    pool = [random_atom(s, draw) for _ in range(4)]
    for _ in range(size):
        a, b, c = (draw.draw(st.sampled_from(pool)) for _ in range(3))
        formulas = [m.And(a, b), m.Or(a, b), m.And(a, b, c), m.Or(a, b, c), m.Not(a), m.Implies(a, b), m.Iff(a, b), m.Ite(a, b, c)]
        pool.append(draw.draw(st.sampled_from(formulas)))
    return pool[-1]


@settings(max_examples=examples(40), deadline=None)
@given(st.data(), st.integers(0, 14))
def test_the_meaning_stays_and_no_symbol_is_added(draw: st.DataObject, size: int) -> None:
    s = Symbols()
    formula = random_formula(s, draw, size)
    simple = s.simplify(formula)
    assert simple.get_free_variables() <= formula.get_free_variables()
    assert Simplifier(s.environment)(simple) is s.simplify(simple)
    backend = need("z3")
    session = backend.session(s.environment, logic="ALL")
    assert session.check([s.manager.Not(s.manager.Iff(formula, simple))]) is Status.UNSAT
    session.close()
    backend.close()
