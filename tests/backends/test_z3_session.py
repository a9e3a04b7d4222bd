"""Sessions of z3: what a question leaves behind."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.typing import INT, BVType
from verilab_backends.z3 import bits
from verilab_backends.z3.backend import Z3Backend

from property_tests.random_words import random_words
from tests.backends.pigeons import pigeons
from verilab.formulas.terms.construction import Terms
from verilab.solving.backend import QueryContext, SolverSession, Status
from verilab.solving.registry import load_backend


def test_a_question_about_words_that_ran_out_of_time_is_forgotten() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", BVType(77)), m.Symbol("y", BVType(8))
    squared = m.BVMul(*2 * [m.BVZExt(m.BVSExt(x, 41), 118)])
    other = m.BVMul(*2 * [m.BVZExt(m.BVAShr(m.BV(1, 77), x), 77)])
    large = m.Not(m.Equals(m.BVExtract(squared, 118, 235), m.BV(0, 118)))
    hard = m.Iff(large, m.Not(m.Equals(m.BVExtract(other, 77, 153), m.BV(0, 77))))
    backend = load_backend("z3")
    session = backend.session(environment, logic="QF_BV")
    session.add(m.BVULT(y, m.BV(5, 8)))
    assert session.check([hard, large], timeout=0.3) is Status.UNKNOWN
    assert session.check(timeout=5) is Status.SAT
    session.push()
    session.add(m.BVULT(m.BV(9, 8), y))
    assert session.check(timeout=5) is Status.UNSAT, "what was asserted before stays asserted"
    session.pop()
    assert session.check(timeout=5) is Status.SAT
    backend.close()


def test_a_session_for_one_question_answers_others_too() -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", BVType(8))
    backend = load_backend("z3")
    session = backend.session(environment, logic="QF_BV", context=QueryContext(once=True))
    session.add(m.Equals(m.BVAnd(x, m.BV(3, 8)), m.BV(2, 8)))
    assert session.check() is Status.SAT
    assert session.value(x) in range(2, 256, 4)
    session.push()
    session.add(m.Equals(m.BVMul(x, x), m.BV(1, 8)))
    assert session.check() is Status.UNSAT
    session.pop()
    assert session.check([m.Equals(x, m.BV(6, 8))]) is Status.SAT
    assert session.check([m.Equals(x, m.BV(7, 8))]) is Status.UNSAT
    backend.close()


def _for_one_question(backend: Z3Backend, environment: Environment) -> SolverSession:
    assert bits.is_installed(), "python-sat comes with the tests"
    return backend.session(environment, logic="QF_BV", context=QueryContext(once=True))


@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_bits_decide_what_words_decide(seed: int) -> None:
    """Of random formulas, by z3's solver and by clauses of bits; a model is one of the words."""
    environment, random, backend = Environment(), Random(seed), Z3Backend()
    terms = random_words(Terms(environment), random, 12)
    truths = [term for term in terms if environment.stc.get_type(term).is_bool_type()]
    asserted = [random.choice((truth, environment.formula_manager.Not(truth))) for truth in random.sample(truths, min(4, len(truths)))]
    ordinary = backend.session(environment, logic="QF_BV")
    bitwise = _for_one_question(backend, environment)
    for session in (ordinary, bitwise):
        session.add(*asserted)
    assert bitwise.check() is ordinary.check()
    if bitwise.check() is Status.SAT:
        assert bitwise.values(asserted) == [True] * len(asserted)
    else:
        assert bitwise.unsat_core() == []
    backend.close()


def test_a_question_by_bits_ends_in_time() -> None:
    environment, backend = Environment(), Z3Backend()
    session = _for_one_question(backend, environment)
    session.add(*pigeons(environment, 12))
    assert session.check(timeout=0.5) is Status.UNKNOWN
    assert session.reason_unknown == "timeout"
    backend.close()


def test_what_is_too_much_for_clauses_is_asked_of_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    environment, backend = Environment(), Z3Backend()
    monkeypatch.setattr(bits, "MOST_CLAUSES", 1)
    session = _for_one_question(backend, environment)
    session.add(*pigeons(environment, 3))
    assert session.check() is Status.UNSAT
    backend.close()


def test_a_session_over_finite_domains_is_asked_about_truths_that_stand_for_bits_of_words() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", BVType(8)), m.Symbol("y", BVType(8))
    odd, high, behind = m.Symbol("odd"), m.Symbol("high"), m.Symbol("behind")
    backend = load_backend("z3")
    session = backend.session(environment, logic="QF_FD")
    session.add(
        m.Equals(y, m.BVAdd(x, m.BV(2, 8))),
        m.Iff(odd, m.Equals(m.BVExtract(x, 0, 0), m.BV(1, 1))),
        m.Iff(high, m.Equals(m.BVExtract(x, 7, 7), m.BV(1, 1))),
        m.Iff(behind, m.Equals(m.BVExtract(y, 0, 0), m.BV(1, 1))),
    )
    assert session.check([odd, high]) is Status.SAT
    assert session.values([odd, high, behind]) == [True, True, True]
    assert session.check([odd, high, m.Not(behind)]) is Status.UNSAT
    assert session.unsat_core() == [odd, m.Not(behind)]
    session.add(m.Or(m.Not(odd), m.Not(high)))
    assert session.check([odd, high]) is Status.UNSAT
    assert session.check([high]) is Status.SAT
    with pytest.raises(ValueError, match="linear integers"):
        session.add(m.Equals(m.Symbol("i", INT), m.Int(1)))
    backend.close()
