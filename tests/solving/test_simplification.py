"""Simplification finds what is redundant.  That it keeps the meaning is a property test."""

from __future__ import annotations

from collections.abc import Callable

from tests.counting import lines_run
from tests.solving.symbols import Symbols
from verilab.formulas.terms.inspection import dag_size
from verilab.solving.simplification.simplifier import conjuncts


def test_complements_and_absorbed_members_go() -> None:
    s = Symbols()
    m, p, q, r = s.manager, s.p, s.q, s.r
    assert s.simplify(m.And(p, m.Or(q, r), m.Not(m.Or(q, r)))) is m.FALSE()
    assert s.simplify(m.Or(p, m.And(q, m.Not(q)), m.Not(p))) is m.TRUE()
    assert s.simplify(m.And(p, m.Or(q, p))) is p
    assert s.simplify(m.Or(p, m.And(q, p))) is p
    assert set(conjuncts(s.simplify(m.And(p, m.And(m.Or(m.Not(p), q), m.And(p, m.TRUE())))))) == {p, q}
    assert s.simplify(m.Iff(p, m.Not(m.Not(p)))) is m.TRUE()
    assert s.simplify(m.Ite(p, q, m.Or(q, m.FALSE()))) is q


def test_bounds_of_one_term_are_compared_however_they_are_written() -> None:
    s = Symbols()
    m, x, y = s.manager, s.x, s.y
    tight = s.simplify(m.LE(m.Minus(x, y), m.Int(3)))
    assert s.simplify(m.And(m.LT(x, m.Plus(y, m.Int(6))), m.LE(m.Times(m.Int(2), x), m.Plus(m.Times(m.Int(2), y), m.Int(7))))) is tight
    assert s.simplify(m.And(m.LE(x, m.Int(3)), m.LE(m.Int(5), x))) is m.FALSE()
    assert s.simplify(m.Or(m.LE(x, m.Int(3)), m.LT(m.Int(2), x))) is m.TRUE()
    assert s.simplify(m.LE(m.Plus(x, m.Int(1)), m.Plus(m.Int(2), x))) is m.TRUE()
    assert s.simplify(m.Equals(m.Times(m.Int(2), x), m.Int(3))) is m.FALSE()


def test_constants_are_folded_in_words_too() -> None:
    s = Symbols()
    m = s.manager
    assert s.simplify(m.BVULT(m.BVAdd(m.BV(15, 4), m.BV(2, 4)), m.BV(2, 4))) is m.TRUE()
    assert s.simplify(m.Equals(s.v, m.BVMul(m.BV(3, 4), m.BV(7, 4)))) is m.Equals(s.v, m.BV(5, 4))
    assert s.simplify(m.BVSLT(s.v, s.v)) is m.FALSE()


def simplifying(length: int) -> Callable[[], object]:
    """The simplification of a nested, a shared and a flat formula over so many letters."""
    s = Symbols()
    m = s.manager
    letters = [m.Symbol(f"letter{index}") for index in range(length)]
    nested = letters[0]
    for index, letter in enumerate(letters):
        nested = m.And(letter, nested) if index % 3 else m.Or(letter, nested)
    shared = s.p
    for index in range(length // 10):
        shared = m.Iff(m.And(shared, letters[index]), m.Or(shared, m.Not(letters[index + 1])))

    def simplify() -> None:
        s.simplify(nested)
        assert dag_size(s.simplify(shared)) <= dag_size(shared) + length // 2
        s.simplify(m.And(letters))

    return simplify


def test_twice_as_long_and_shared_formulas_are_twice_as_much_work() -> None:
    simplifying(20_000)()  # without a deep stack
    once, twice = (lines_run(simplifying(length)) for length in (1000, 2000))
    assert twice < 2.2 * once
