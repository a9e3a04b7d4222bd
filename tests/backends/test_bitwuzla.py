"""Bitwuzla: its sessions, its terms there and back, and its interpolants."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BV8, INT, ArrayType, BVType, FunctionType

from tests.backends.pigeons import pigeons
from tests.backends.required import need
from verilab.solving.backend import Backend, QueryContext, Status, Theory
from verilab.solving.certificate import Valid, certify
from verilab.solving.interpolation import Failed, Interpolants, TimedOut


@pytest.fixture
def bitwuzla() -> Backend:
    return need("bitwuzla")


def interpolants(backend: Backend, environment: Environment, partitions: list[FNode]) -> tuple[FNode, ...]:
    """The certified interpolants of bitwuzla:proofs."""
    outcome = backend.interpolator("proofs", environment, logic="QF_AUFBV").sequence(partitions)
    assert isinstance(outcome, Interpolants)
    assert certify(need("z3").session(environment, logic="ALL"), environment, partitions, outcome.formulas) == Valid()
    return outcome.formulas


def test_a_search_stops_at_its_limit_and_the_session_lives_on(bitwuzla: Backend) -> None:
    environment = Environment()
    session = bitwuzla.session(environment)
    session.push()
    session.add(*pigeons(environment, 11))
    assert (session.check(timeout=0.2), session.reason_unknown) == (Status.UNKNOWN, "timeout")
    session.pop()
    p = environment.formula_manager.Symbol("p")
    session.add(p)
    assert session.check() is Status.SAT
    assert session.value(p) is True
    session.close()


def test_an_interpolation_stops_at_its_limit(bitwuzla: Backend) -> None:
    environment = Environment()
    interpolator = bitwuzla.interpolator("proofs", environment, context=QueryContext(timeout=0.2))
    assert interpolator.sequence(pigeons(environment, 11)) == TimedOut("bitwuzla:proofs")
    interpolator.close()


def test_terms_come_back_with_their_meaning(bitwuzla: Backend) -> None:
    """Each formula is equivalent to what Bitwuzla's rewriter makes of it, as z3 sees it."""
    from bitwuzla import Bitwuzla
    from verilab_backends.bitwuzla.terms import BitwuzlaTerms

    environment = Environment()
    m = environment.formula_manager
    v, w = m.Symbol("v", BV8), m.Symbol("w", BV8)
    p, q = m.Symbol("p"), m.Symbol("q")
    f = m.Symbol("f", FunctionType(BV8, [BV8]))
    a = m.Symbol("a", ArrayType(BV8, BV8))
    formulas = [
        m.Equals(m.BVAdd(m.BVMul(v, m.BV(3, 8)), w), m.BVSub(w, m.BVNeg(v))),
        m.BVULT(m.BVConcat(m.BVExtract(v, 0, 3), m.BVExtract(w, 4, 7)), m.BVXor(v, m.BVLShl(w, m.BV(1, 8)))),
        m.BVSLE(m.BVSDiv(v, w), m.BVSRem(w, v)),
        m.Equals(m.BVZExt(m.BVExtract(v, 2, 5), 4), m.BVAShr(w, v)),
        m.Equals(m.BVSExt(m.BVComp(v, w), 7), m.BVRol(m.BVNot(v), 3)),
        m.Iff(m.Implies(p, m.Not(q)), m.Iff(q, m.BVULE(m.BVURem(v, w), m.BVUDiv(w, v)))),
        m.Equals(m.Function(f, [v]), m.Select(m.Store(a, v, w), m.Function(f, [w]))),
    ]
    terms = BitwuzlaTerms(environment)
    session = need("z3").session(environment, logic="ALL")
    for formula in formulas:
        native = terms.to_bitwuzla(formula)
        for term in (native, Bitwuzla(terms.manager).simplify_term(native)):
            assert session.check([m.Not(m.Iff(formula, terms.from_bitwuzla(term)))]) is Status.UNSAT, formula.serialize()
    session.close()


def test_functions_are_interpolated(bitwuzla: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    a, b, c = (m.Symbol(name, BV8) for name in "abc")
    f = m.Symbol("f", FunctionType(BV8, [BV8]))
    interpolants(bitwuzla, environment, [m.Equals(m.Function(f, [a]), c), m.Equals(a, b), m.Not(m.Equals(m.Function(f, [b]), c))])


def test_arrays_are_interpolated_as_far_as_no_lemma_mixes_partitions(bitwuzla: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    a, b = m.Symbol("a", BV8), m.Symbol("b", BV8)
    cells = [m.Symbol(f"cells{index}", ArrayType(BV8, BV8)) for index in range(3)]
    read = m.Equals(m.Select(cells[0], a), b)
    interpolants(bitwuzla, environment, [m.And(read, m.BVULT(b, m.BV(3, 8))), m.BVUGT(m.Select(cells[0], a), m.BV(4, 8))])
    written = m.Equals(cells[1], m.Store(cells[0], m.BV(0, 8), m.BV(7, 8)))
    elsewhere = m.And(m.BVULT(m.BV(0, 8), a), m.Equals(cells[2], m.Store(cells[1], a, m.BV(1, 8))))
    partitions = [written, elsewhere, m.Not(m.Equals(m.Select(cells[2], m.BV(0, 8)), m.BV(7, 8)))]
    outcome = bitwuzla.interpolator("proofs", environment).sequence(partitions)
    assert isinstance(outcome, Failed)
    assert "mixed lemmas" in outcome.reason


def test_partitions_may_repeat_each_other(bitwuzla: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    a, b, c = (m.Symbol(name, BVType(4)) for name in "abc")
    interpolants(bitwuzla, environment, [m.BVULT(a, b), m.Equals(c, a), m.BVULT(a, b), m.BVULE(b, c)])


def test_integers_are_refused_with_what_would_work(bitwuzla: Backend) -> None:
    assert Theory.LIA not in bitwuzla.capabilities.theories
    environment = Environment()
    m = environment.formula_manager
    session = bitwuzla.session(environment)
    with pytest.raises(ValueError, match="bit-precise"):
        session.add(m.LT(m.Symbol("x", INT), m.Int(2)))
    session.close()
