"""A race: all members at once, the first valid answer wins, losers are stopped and ready again for the next query."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.backends.required import need
from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import Backend, QueryContext
from verilab.solving.certificate import Valid, certify
from verilab.solving.fallbacks import Check, Race, Racer
from verilab.solving.interpolation import Failed, Interpolants, Invalid, Outcome, TimedOut
from verilab.solving.portfolios import Plan
from verilab.solving.processes.backend import WorkerBackend
from verilab.solving.queries.statistics import ProcedureStatistics
from verilab.solving.registry import load_backend

HERE = str(Path(__file__).parent)


def hostile(factory: str) -> WorkerBackend:
    return WorkerBackend(f"hostile_backends:{factory}", search_path=[HERE])


def isolated() -> WorkerBackend:
    backend = load_backend("z3", isolate=True)
    assert isinstance(backend, WorkerBackend)
    return backend


class Track:
    """x < 0, y <= x, 0 < y in one environment; a judge that certifies with z3."""

    def __init__(self) -> None:
        self.environment = Environment()
        m = self.environment.formula_manager
        x, y = m.Symbol("x", INT), m.Symbol("y", INT)
        self.partitions = [m.LT(x, m.Int(0)), m.LE(y, x), m.LT(m.Int(0), y)]
        self.statistics = ProcedureStatistics()
        self._judge: Backend = need("z3")

    def check(self, partitions: Sequence[FNode], answer: Interpolants) -> Outcome:
        session = self._judge.session(self.environment)
        certificate = certify(session, self.environment, partitions, answer.formulas)
        session.close()
        return answer if isinstance(certificate, Valid) else Invalid(str(certificate), answer.procedure)

    @contextmanager
    def race(self, *members: WorkerBackend, context: QueryContext | None = None, check: Check | None = None) -> Iterator[Race]:
        context = context or QueryContext()
        racers = []
        for backend in members:
            procedure = next(iter(backend.capabilities.interpolation))
            inner = QueryContext(deadline=context.deadline)
            racers.append(Racer(backend, backend.interpolator(procedure, self.environment, context=inner)))
        plan = Plan(tuple(racer.interpolator.procedure for racer in racers), (None,) * len(racers), parallel=True)
        race = Race(plan, racers, context, check or self.check, [self.statistics])
        try:
            yield race
        finally:
            race.close()


def test_the_one_that_answers_wins_and_the_sleeper_is_stopped_each_time() -> None:
    track = Track()
    sleeper = hostile("sleep")
    with track.race(sleeper, isolated()) as race:
        for _ in range(2):
            start = time.monotonic()
            outcome = race.sequence(track.partitions, timeout=60.0)
            assert isinstance(outcome, Interpolants)
            assert outcome.procedure == "z3:horn"
            assert time.monotonic() - start < 20
        assert sleeper.process.generation == 3
    tallies = track.statistics.tallies
    assert (tallies["z3:horn"].valid, tallies["sleep:proofs"].asked, tallies["sleep:proofs"].failed) == (2, 2, 0)


@pytest.mark.parametrize("villain", ["wrong", "crash", "raise_"])
def test_a_wrong_or_dead_member_does_not_win(villain: str) -> None:
    track = Track()
    with track.race(hostile(villain), isolated()) as race:
        outcome = race.sequence(track.partitions, timeout=30.0)
        assert isinstance(outcome, Interpolants)
        assert outcome.procedure == "z3:horn"


def test_when_all_fail_each_is_told() -> None:
    track = Track()
    with track.race(hostile("raise_"), hostile("wrong")) as race:
        outcome = race.sequence(track.partitions, timeout=30.0)
    assert isinstance(outcome, Failed)
    assert "internal error 42" in outcome.reason
    assert "invalid (" in outcome.reason


def test_all_members_search_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    track = Track()
    monkeypatch.setenv("HOSTILE_MARKER", str(tmp_path))
    with track.race(hostile("meet"), hostile("meet")) as race:
        outcome = race.sequence(track.partitions, timeout=60.0)
    # one after the other, the first would wait for the second until its time is up
    assert isinstance(outcome, Failed)
    assert outcome.reason.count("two have met") == 2


def test_where_none_answers_in_time_the_race_is_timed_out() -> None:
    track = Track()
    with track.race(hostile("sleep"), hostile("sleep")) as race:
        assert isinstance(race.sequence(track.partitions, timeout=0.5), TimedOut)


def test_past_the_run_s_deadline_the_race_is_out_of_time() -> None:
    track = Track()
    context = QueryContext(deadline=Deadline(0.0))
    time.sleep(0.001)
    with track.race(isolated(), isolated(), context=context) as race, pytest.raises(OutOfTime):
        race.sequence(track.partitions)


def test_many_queries_leave_the_environment_in_order() -> None:
    track = Track()
    m = track.environment.formula_manager
    with track.race(isolated(), isolated(), isolated()) as race:
        for number in range(20):
            chain = [m.Symbol(f"c{number}@{index}", INT) for index in range(6)]
            steps = [m.LT(before, after) for before, after in pairwise(chain)]
            outcome = race.sequence([*steps, m.LT(chain[-1], chain[0])], timeout=30.0)
            assert isinstance(outcome, Interpolants), outcome
            assert all(formula in m for formula in outcome.formulas)
