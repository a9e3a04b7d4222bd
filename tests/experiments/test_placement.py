"""Interpolants between the poles: where each lies, and that the poles themselves lie at the ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.typing import INT, BVType

from tests.backends.required import need
from verilab.experiments.queries.placement import CUTS, Placement, Poles, place
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
    with closing(need("z3").session(gap.environment)) as made:
        yield made


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
        (found,) = place(session, environment, poles, [(m.BVULE(x, m.BV(100, 8)),)])
    assert found.placed == found.gaps == 1
    assert found.weakness is not None
    assert 0.0 < found.weakness < 1.0


def test_of_many_cuts_as_many_are_drawn_and_the_same_for_every_answer(gap: Gap, session: SolverSession) -> None:
    m, x, cuts = gap.m, gap.x, 3 * CUTS
    poles = Poles(gap.poles.strongest * cuts, gap.poles.weakest * cuts)
    halves = (m.LE(x, m.Int(3)),) * (cuts // 2) + gap.poles.weakest * (cuts - cuts // 2)
    first, again = place(session, gap.environment, poles, [halves, halves])
    assert first.placed == CUTS
    assert first == again


def test_without_time_no_cut_is_placed(gap: Gap, session: SolverSession) -> None:
    assert place(session, gap.environment, gap.poles, [gap.poles.weakest], seconds=-1.0) == [Placement()]
