"""Exact elimination of variables, and the strongest and weakest interpolants that it gives."""

from __future__ import annotations

from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL, BVType
from verilab_backends.generic import generic_procedures
from verilab_backends.procedures.elimination import project

from tests.backends.required import need
from verilab import interpolate
from verilab.api.interpolation_errors import UnsupportedInterpolation
from verilab.solving.backend import QueryContext, Status, Theory
from verilab.solving.certificate import Valid, certify
from verilab.solving.conformance.catalogue import generated_queries
from verilab.solving.conformance.query import Query, Size
from verilab.solving.interpolation import Failed, Interpolants
from verilab.solving.procedures import make_interpolator, procedure_of

PROCEDURES = sorted(generic_procedures(frozenset({Theory.LIA})))


class Judge:
    """z3 on the formulas of one environment."""

    def __init__(self, environment: Environment) -> None:
        self._not = environment.formula_manager.Not
        self._session = need("z3").session(environment, logic="ALL")

    def implied(self, premise: FNode, conclusion: FNode) -> bool:
        return self._session.check([premise, self._not(conclusion)], timeout=5) is Status.UNSAT

    def equivalent(self, left: FNode, right: FNode) -> bool:
        return self.implied(left, right) and self.implied(right, left)


def test_inequalities_are_combined_where_that_is_exact() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    two = m.Int(2)
    projection, exact = project(environment, [m.LE(x, z), m.LT(z, m.Times(two, y)), m.LE(m.Int(0), z)], [x, y])
    assert exact
    assert Judge(environment).equivalent(m.And(projection), m.And(m.LT(x, m.Times(two, y)), m.LT(m.Int(0), m.Times(two, y))))
    _, exact = project(environment, [m.LE(x, m.Times(two, z)), m.LE(m.Times(m.Int(3), z), y)], [x, y])
    assert not exact


def test_reals_are_eliminated_with_any_factor_and_through_equations() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, REAL) for name in "xyz")
    projection, exact = project(environment, [m.LT(x, m.Times(m.Real(2), z)), m.Equals(m.Times(m.Real(3), z), y)], [x, y])
    assert exact
    assert Judge(environment).equivalent(m.And(projection), m.LT(m.Times(m.Real(3), x), m.Times(m.Real(2), y)))


def test_disequations_are_split_where_no_solver_copes_with_them() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    formulas = [m.LE(x, z), m.LE(z, y), m.Not(m.Equals(z, x))]
    projection, exact = project(environment, formulas, [x, y])
    assert exact
    assert Judge(environment).equivalent(m.And(projection), m.LT(x, y))


def test_variables_that_cancel_out_are_gone() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    projection, exact = project(environment, [m.LE(m.Plus(x, y), m.Plus(y, m.Int(3)))], [x])
    assert exact
    assert all(y not in formula.get_free_variables() for formula in projection)


HARD = ("wrap-around", "parity", "running-maximum")
"""Families whose locals are eliminated slowly or not at all."""


def small_queries(environment: Environment) -> list[Query]:
    queries = [query for size in (Size.TINY, Size.QUICK) for query in generated_queries(environment, size)]
    return [q for q in queries if not q.satisfiable and q.theories <= {Theory.LIA} and 1 < len(q.partitions) < 5 and q.family not in HARD]


@pytest.mark.parametrize("name", ["z3", "cvc5", "yices"])
def test_every_sequence_lies_between_the_strongest_and_the_weakest(name: str) -> None:
    """Also those of engines that see the unsatisfiable core only."""
    environment = Environment()
    judge = Judge(environment)
    compared = 0
    with closing(need(name)) as backend:
        for query in small_queries(environment):
            found = {}
            for procedure in PROCEDURES:
                interpolator = make_interpolator(backend, procedure, environment, context=QueryContext(timeout=0.5))
                outcome = interpolator.sequence(query.partitions)
                interpolator.close()
                if isinstance(outcome, Interpolants):
                    found[procedure] = outcome.formulas
            strongest, weakest = found.get("strongest"), found.get("weakest")
            for procedure, formulas in found.items():
                for cut, formula in enumerate(formulas):
                    assert strongest is None or judge.implied(strongest[cut], formula), (query.name, procedure, cut)
                    assert weakest is None or judge.implied(formula, weakest[cut]), (query.name, procedure, cut)
                    compared += 1
    assert compared > 100


@pytest.mark.parametrize("procedure", ["strongest", "weakest"])
def test_what_is_not_eliminated_exactly_is_a_failure_that_names_the_cut(procedure: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z, w = (m.Symbol(name, INT) for name in "xyzw")
    # 2z lies between x and y, 2w + 1 too: no quantifier-free formula without divisions says so
    first = m.And(m.LE(x, m.Times(m.Int(2), z)), m.LE(m.Times(m.Int(2), z), x))
    last = m.And(m.LE(x, m.Plus(m.Times(m.Int(2), w), m.Int(1))), m.LE(m.Plus(m.Times(m.Int(2), w), m.Int(1)), x))
    with closing(need("yices")) as backend:
        outcome = make_interpolator(backend, procedure, environment).sequence([first, last])
    assert isinstance(outcome, Failed)
    assert "at cut 1" in outcome.reason
    assert y not in first.get_free_variables()


def test_a_solver_with_quantifier_elimination_knows_parity() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, z, w = (m.Symbol(name, INT) for name in "xzw")
    partitions = [m.Equals(x, m.Times(m.Int(2), z)), m.Equals(x, m.Plus(m.Times(m.Int(2), w), m.Int(1)))]
    outcome = make_interpolator(need("z3"), "strongest", environment).sequence(partitions)
    assert isinstance(outcome, Interpolants)
    assert certify(need("cvc5").session(environment), environment, partitions, outcome.formulas) == Valid()


def test_the_poles_have_their_former_names_too() -> None:
    backend = need("z3")
    assert [procedure_of(backend, name) for name in ("qe-forward", "z3:qe-backward")] == ["strongest", "weakest"]


def test_theories_without_elimination_of_quantifiers_are_refused_before_anything_is_asked() -> None:
    environment = Environment()
    m = environment.formula_manager
    f = m.Symbol("f", environment.type_manager.FunctionType(INT, [INT]))
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    partitions = [m.Equals(m.Function(f, [x]), m.Int(0)), m.And(m.Equals(x, y), m.Not(m.Equals(m.Function(f, [y]), m.Int(0))))]
    for pole in ("strongest", "weakest"):
        with pytest.raises(UnsupportedInterpolation, match="uninterpreted functions"):
            interpolate(partitions, f"z3:{pole}", environment=environment)


@pytest.mark.parametrize("pole", ["strongest", "weakest"])
def test_words_are_eliminated_by_models_or_not_at_all(pole: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, BVType(8)) for name in "xyz")
    partitions = [m.And(m.BVULE(x, y), m.BVULE(y, m.BV(9, 8))), m.And(m.BVULE(m.BV(12, 8), z), m.BVULE(z, x))]
    interpolants = interpolate(partitions, f"z3:{pole}", environment=environment)
    assert interpolants.is_certified
    number = 9 if pole == "strongest" else 11
    assert Judge(environment).equivalent(interpolants[0], m.BVULE(x, m.BV(number, 8)))
    # a product has as many values as there are words
    hard = [m.And(m.Equals(m.BVMul(y, y), x), m.Equals(m.BVMul(y, z), x), m.BVULE(y, m.BV(1, 8))), m.BVULT(m.BV(1, 8), x)]
    with closing(make_interpolator(need("z3"), pole, environment, logic="QF_BV")) as interpolator:
        outcome = interpolator.sequence(hard, timeout=2.0)
    assert not isinstance(outcome, Failed) or "could not be eliminated exactly" in outcome.reason
    if isinstance(outcome, Interpolants):
        assert certify(need("cvc5").session(environment, logic="QF_BV"), environment, hard, outcome.formulas) == Valid()


def test_interpolants_drawn_between_the_poles_are_the_same_for_the_same_seed_and_others_for_another() -> None:
    environment = Environment()
    m = environment.formula_manager
    x = [m.Symbol(f"x@{number}", INT) for number in range(6)]
    steps = [m.Equals(x[number + 1], m.Plus(x[number], m.Int(1))) for number in range(5)]
    partitions = [m.Equals(x[0], m.Int(0)), *steps, m.LT(m.Int(9), x[5])]
    answers = []
    for seed in (0, 0, 1, 2, 3):
        context = QueryContext(seed=seed)
        with closing(make_interpolator(need("z3"), "random-strength", environment, context=context)) as interpolator:
            outcome = interpolator.sequence(partitions)
        assert isinstance(outcome, Interpolants)
        assert certify(need("cvc5").session(environment), environment, partitions, outcome.formulas) == Valid()
        answers.append(outcome.formulas)
    assert answers[0] == answers[1]
    assert len(set(answers)) > 2
