"""Interpolants between the poles: where each lies, and that the poles themselves lie at the ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.typing import INT, BVType

from tests.backends.required import need
from verilab.experiments.queries.placement import CUTS, Placement, Poles, place, place_by_tries
from verilab.solving.backend import SolverSession


class Gap:
    """x is 0 in the strongest, below 10 in the weakest interpolant."""

    def __init__(self) -> None:
        self.environment = Environment()
        m = self.m = self.environment.formula_manager
        self.x = m.Symbol("x", INT)
        self.poles = Poles((m.Equals(self.x, m.Int(0)),), (m.LT(self.x, m.Int(10)),))


@pytest.fixture
def gap() -> Gap:
    return Gap()


@pytest.fixture
def session(gap: Gap) -> Iterator[SolverSession]:
    with closing(need("z3").session(gap.environment)) as opened:
        yield opened


def test_the_poles_lie_at_the_ends_and_what_is_between_them_between(gap: Gap, session: SolverSession) -> None:
    m, x = gap.m, gap.x
    between = m.And(m.LE(m.Int(-1), x), m.LE(x, m.Int(1)))
    answers = [gap.poles.strongest, gap.poles.weakest, (between,), (m.LE(x, m.Int(8)),)]
    low, high, narrow, wide = place(session, gap.environment, gap.poles, answers)
    assert low == Placement(1, 1, 1, 0, 0.0)
    assert high == Placement(1, 1, 0, 1, 1.0)
    assert narrow.weakness is not None
    assert wide.weakness is not None
    assert 0.0 <= narrow.weakness < wide.weakness <= 1.0
    assert (wide.strongest, wide.weakest) == (0, 0)  # no sample decides that: x = 9 is asked for


def test_a_weaker_answer_is_never_placed_below_a_stronger_one(gap: Gap, session: SolverSession) -> None:
    answers = [(gap.m.And(gap.m.LE(gap.m.Int(-low), gap.x), gap.m.LE(gap.x, gap.m.Int(1))),) for low in (0, 2, 5, 200)]
    shares = [placement.weakness for placement in place(session, gap.environment, gap.poles, answers)]
    assert None not in shares
    assert shares == sorted(shares, key=lambda share: share or 0.0)


def test_equal_seeds_have_equal_samples(gap: Gap, session: SolverSession) -> None:
    answers = [(gap.m.LE(gap.x, gap.m.Int(3)),)]
    first, again = (place(session, gap.environment, gap.poles, answers, seed=7) for _ in range(2))
    assert first == again


def test_where_the_poles_are_the_same_there_is_nothing_to_differ_in(gap: Gap, session: SolverSession) -> None:
    only = (gap.m.Equals(gap.x, gap.m.Int(0)),)
    assert place(session, gap.environment, Poles(only, only), [only]) == [Placement(1, 0, 0, 0, None)]


def test_words_are_placed_too() -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", BVType(8))
    poles = Poles((m.Equals(x, m.BV(0, 8)),), (m.BVULT(x, m.BV(200, 8)),))
    with closing(need("z3").session(environment, logic="QF_BV")) as session:
        (placement,) = place(session, environment, poles, [(m.BVULE(x, m.BV(100, 8)),)])
    assert placement.placed == placement.gaps == 1
    assert placement.weakness is not None
    assert 0.0 < placement.weakness < 1.0


def test_of_many_cuts_as_many_are_drawn_and_the_same_for_every_answer(gap: Gap, session: SolverSession) -> None:
    m, x, cuts = gap.m, gap.x, 3 * CUTS
    poles = Poles(gap.poles.strongest * cuts, gap.poles.weakest * cuts)
    halves = (m.LE(x, m.Int(3)),) * (cuts // 2) + gap.poles.weakest * (cuts - cuts // 2)
    first, again = place(session, gap.environment, poles, [halves, halves])
    assert first.placed == CUTS
    assert first == again


def test_without_time_no_cut_is_placed(gap: Gap, session: SolverSession) -> None:
    assert place(session, gap.environment, gap.poles, [gap.poles.weakest], seconds=-1.0) == [Placement()]


def test_without_the_poles_as_formulas_answers_are_placed_by_points_that_neither_side_reaches(gap: Gap, session: SolverSession) -> None:
    m, x = gap.m, gap.x
    y, z = m.Symbol("y", INT), m.Symbol("z", INT)
    partitions = [m.And(m.Equals(y, m.Int(0)), m.Equals(x, m.Times(m.Int(2), y))), m.And(m.LE(m.Int(10), z), m.LE(z, x))]
    middle = (m.And(m.LE(m.Int(-4), x), m.LE(x, m.Int(5))),)
    low, between, high = place_by_tries(session, gap.environment, partitions, [gap.poles.strongest, middle, gap.poles.weakest])
    assert (low.weakness, high.weakness) == (0.0, 1.0)
    assert between.weakness is not None
    assert 0.0 < between.weakness < 1.0
    assert (low.placed, low.strongest) == (1, None)  # no sample decides whether it is the strongest


def test_tries_place_nothing_where_the_poles_are_the_same(gap: Gap, session: SolverSession) -> None:
    m, x = gap.m, gap.x
    partitions = [m.LT(x, m.Int(10)), m.LE(m.Int(10), x)]
    assert place_by_tries(session, gap.environment, partitions, [gap.poles.weakest]) == [Placement(0, 0, None, None, None)]


def test_tries_of_bit_vectors_and_booleans_are_of_their_sorts(gap: Gap) -> None:
    m = gap.m
    word, flag, before, behind = m.Symbol("word", BVType(8)), m.Symbol("flag"), m.Symbol("before"), m.Symbol("behind")
    partitions = [m.And(m.Equals(word, m.BV(3, 8)), m.Or(flag, before)), m.And(m.BVULE(m.BV(200, 8), word), m.Or(m.Not(flag), behind))]
    answers = [(m.Equals(word, m.BV(3, 8)),), (m.BVULT(word, m.BV(200, 8)),)]
    with closing(need("z3").session(gap.environment, logic="QF_BV")) as words:
        assert [each.weakness for each in place_by_tries(words, gap.environment, partitions, answers)] == [0.0, 1.0]
