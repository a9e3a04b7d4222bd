"""Auxiliary invariants: bounds at the cuts of a sequence, which what is before them implies, and which interpolants are joined with."""

from __future__ import annotations

from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.typing import INT, REAL, BVType

from tests.backends.required import need
from tests.solving.broken_backends import backwards
from tests.solving.test_factors import Chain
from verilab.solving.auxiliary import interval_facts
from verilab.solving.factors import FactorError, split_factors
from verilab.solving.interpolation import Interpolants, Unsupported
from verilab.solving.procedures import make_interpolator, procedure_of


def test_bounds_go_along_a_path_and_say_what_both_sides_of_a_cut_have() -> None:
    chain = Chain(2)
    m, x = chain.m, chain.x
    assert interval_facts(chain.environment, chain.partitions) == tuple(m.Equals(x[k], m.Int(k)) for k in range(3))


def test_a_disjunction_bounds_by_its_hull() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    between = m.And(m.LE(m.Int(3), x), m.LE(x, m.Int(4)), m.Equals(y, m.Int(0)))
    dead = m.And(m.LT(x, m.Int(0)), m.LT(m.Int(0), x))
    partitions = [m.Or(m.Equals(x, m.Int(7)), between, dead), m.LT(m.Plus(x, y), m.Int(0))]
    assert interval_facts(environment, partitions) == (m.And(m.LE(m.Int(3), x), m.LE(x, m.Int(7))),)


def test_bounds_of_integers_are_integers_and_of_reals_are_not_strict() -> None:
    environment = Environment()
    m = environment.formula_manager
    i, r = m.Symbol("i", INT), m.Symbol("r", REAL)
    partitions = [m.And(m.LT(m.Times(m.Int(2), i), m.Int(7)), m.LT(r, m.Real(2))), m.And(m.LT(m.Int(9), i), m.LT(m.Real(9), r))]
    assert interval_facts(environment, partitions) == (m.And(m.LE(i, m.Int(3)), m.LE(r, m.Real(2))),)


def test_a_beginning_that_bounds_contradict_is_false_from_there_on() -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    partitions = [m.LT(x, m.Int(0)), m.LT(m.Int(0), x), m.LT(x, m.Int(5))]
    assert interval_facts(environment, partitions) == (m.LE(x, m.Int(-1)), m.FALSE())


def test_bounds_that_raise_each_other_come_to_an_end() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    cycle = m.And(m.LE(m.Int(0), x), m.LT(x, y), m.LT(y, x))
    (fact,) = interval_facts(environment, [cycle, m.And(m.LE(m.Int(0), x), m.LE(m.Int(0), y))])
    assert fact.get_free_variables() == {x, y}


def test_interpolants_say_the_bounds_too_and_are_interpolants_of_the_sequence_itself() -> None:
    chain = Chain()
    with closing(make_interpolator(need("z3"), "horn(auxiliary=intervals)", chain.environment)) as interpolator:
        outcome = interpolator.sequence(chain.partitions)
    assert isinstance(outcome, Interpolants)
    assert outcome.procedure == "z3:horn(auxiliary=intervals)"
    assert chain.certified(outcome.formulas)
    facts = interval_facts(chain.environment, chain.partitions)
    with closing(need("cvc5").session(chain.environment)) as session:
        for formula, fact in zip(outcome.formulas, facts, strict=True):
            assert session.check([formula, chain.m.Not(fact)]).value == "unsat"


def test_wrong_answers_stay_wrong_with_bounds_that_do_not_decide_the_path() -> None:
    """x = y, and x' = x + 1 while y' = y + 1: no bound says why x' < y' is impossible, so that the engine's word counts."""
    environment = Environment()
    m = environment.formula_manager
    x, y, z, w = (m.Symbol(name, INT) for name in "xyzw")
    step = m.And(m.Equals(z, m.Plus(x, m.Int(1))), m.Equals(w, m.Plus(y, m.Int(1))))
    chain = Chain()
    chain.environment, chain.partitions = environment, [m.Equals(x, y), step, m.LT(z, w)]
    with closing(make_interpolator(backwards(), "horn(auxiliary=intervals)", environment)) as interpolator:
        outcome = interpolator.sequence(chain.partitions)
    assert isinstance(outcome, Interpolants)
    assert not chain.certified(outcome.formulas)


def test_where_there_is_nothing_to_bound_the_factor_is_refused() -> None:
    require_words = need("bitwuzla")
    with pytest.raises(FactorError, match=r"bitwuzla:proofs: auxiliary=intervals: it interpolates neither integers nor reals"):
        procedure_of(require_words, "proofs(auxiliary=intervals)")
    environment = Environment()
    m = environment.formula_manager
    word = m.Symbol("word", BVType(8))
    with closing(make_interpolator(need("z3"), "backward(auxiliary=intervals)", environment, logic="QF_BV")) as interpolator:
        outcome = interpolator.sequence([m.BVULT(word, m.BV(3, 8)), m.BVULT(m.BV(3, 8), word)])
    assert isinstance(outcome, Unsupported)
    assert "neither integers nor reals" in outcome.reason


def test_no_auxiliary_invariants_are_no_part_of_a_name() -> None:
    assert str(split_factors("z3:horn(auxiliary=none)")[1]) == ""
    assert str(split_factors("z3:horn(auxiliary=intervals,proof=pairs)")[1]) == "(proof=pairs,auxiliary=intervals)"
