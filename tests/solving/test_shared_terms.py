"""Terms that cross a process border once: same meaning, shared structure, and no trust in the other side."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BV8, INT, REAL, ArrayType, FunctionType

from verilab.solving.processes.shared_terms import CLIENT, SERVER, BorderError, SharedTerms
from verilab.solving.smtlib.printing import to_smtlib
from verilab.solving.smtlib.syntax import SmtLibError


def sides() -> tuple[Environment, SharedTerms, SharedTerms]:
    environment = Environment()
    return environment, SharedTerms(environment, CLIENT), SharedTerms(Environment(), SERVER)


def across(client: SharedTerms, server: SharedTerms, *terms: FNode) -> list[FNode]:
    definitions, names = client.encode(terms)
    server.define(definitions)
    return server.terms(names)


def test_terms_of_every_theory_arrive_as_they_are() -> None:
    environment, client, server = sides()
    m = environment.formula_manager
    x, y, r, b, p = m.Symbol("x", INT), m.Symbol("odd name", INT), m.Symbol("r", REAL), m.Symbol("b", BV8), m.Symbol("p")
    f = m.Symbol("f g", FunctionType(INT, (INT, REAL)))
    a = m.Symbol("a", ArrayType(INT, INT))
    terms = [
        m.LT(m.Minus(x, m.Int(-3)), m.Times(m.Int(2**70), y)),
        m.Equals(m.Plus(m.ToReal(x), r), m.Real((-1, 3))),
        m.Ite(p, m.Iff(p, m.Not(p)), m.Implies(p, m.LE(m.Div(x, m.Int(-2)), y))),
        m.Equals(m.Function(f, [x, r]), y),
        m.BVULT(m.BVZExt(m.BVExtract(b, 0, 3), 4), m.BVRol(m.BVAdd(b, m.BV(7, 8)), 3)),
        m.Equals(m.Select(m.Store(m.Array(INT, m.Int(0), {m.Int(1): y}), x, y), m.Int(-1)), m.Select(a, y)),
        m.And(p, m.Or(p, m.TRUE()), m.FALSE()),
    ]
    assert [to_smtlib(term) for term in across(client, server, *terms)] == [to_smtlib(term) for term in terms]


def test_a_node_crosses_once_in_either_direction() -> None:
    environment, client, server = sides()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    term = m.LE(x, m.Int(3))
    (arrived,) = across(client, server, term)
    assert client.encode([m.Not(term)])[0] == ["(not .2)"]
    definitions, names = server.encode([arrived])
    assert (definitions, client.terms(names)) == ([], [term])


def test_sharing_keeps_huge_terms_small_and_nothing_recurses() -> None:
    environment, client, server = sides()
    m = environment.formula_manager
    term = m.Symbol("x", INT)
    for _ in range(5000):
        term = m.Plus(term, term)
    definitions, names = client.encode([term])
    assert len(definitions) == 5001
    server.define(definitions)
    assert server.terms(names)[0].is_plus()


def test_a_term_without_text_is_refused_and_leaves_the_sides_agreed() -> None:
    environment, client, server = sides()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    with pytest.raises(SmtLibError):
        client.encode([m.LE(x, m.Int(1)), m.ForAll([x], m.LE(x, m.Int(7)))])
    assert across(client, server, m.LE(x, m.Int(1)))[0].is_le()


@pytest.mark.parametrize("nonsense", ["(declare-fun y () Int)", "y", "(and .0 .9)", "(+ .0 true)", "", "()", "(not .0", "(not .0)"])
def test_what_is_no_term_of_ours_is_refused(nonsense: str) -> None:
    environment, client, server = sides()
    across(client, server, environment.formula_manager.Symbol("x", INT))
    with pytest.raises(BorderError):
        client.define([nonsense])
    with pytest.raises(BorderError):
        client.terms(["@7"])
