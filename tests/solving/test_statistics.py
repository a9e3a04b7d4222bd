"""Every outcome of every procedure is counted, and who had to step in for whom."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from verilab.resources import OutOfTime
from verilab.solving.backend import QueryContext
from verilab.solving.interpolation import Failed, Interpolants, Invalid, NotUnsat, Outcome, TimedOut, Unsupported
from verilab.solving.procedure import Procedure
from verilab.solving.queries.statistics import OUTCOMES, ProcedureStatistics

FALSE = Environment().formula_manager.FALSE()
TRUE = Environment().formula_manager.TRUE()


class Scripted:
    """Answers with the outcomes it was given, one after the other; an exception is raised."""

    def __init__(self, procedure: str, *outcomes: Outcome | Exception) -> None:
        self.procedure = procedure
        self._outcomes = list(outcomes)

    def sequence(self, partitions: object, *, timeout: float | None = None) -> Outcome:
        outcome = self._outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self) -> None:
        pass


def watched(interpolator: Scripted, statistics: ProcedureStatistics) -> Procedure:
    return Procedure(interpolator.procedure, lambda: interpolator, Environment(), QueryContext(), observers=[statistics])


def test_each_outcome_has_its_own_number() -> None:
    statistics = ProcedureStatistics()
    outcomes: list[Outcome] = [
        Interpolants((), "a:b"),
        Invalid("initiation at cut 1", "a:b"),
        Failed("no idea", "a:b"),
        Unsupported("reals", "a:b"),
        TimedOut("a:b"),
        NotUnsat(),
    ]
    observed = watched(Scripted("a:b", *outcomes, OutOfTime()), statistics)
    for _ in outcomes:
        observed.sequence([FALSE])
    with pytest.raises(OutOfTime):
        observed.sequence([FALSE])
    tally = statistics.to_json()["a:b"]
    assert tally["asked"] == 7
    assert [tally[name] for name in OUTCOMES] == [1, 1, 1, 1, 2, 1]


def test_a_fallback_is_counted_for_the_procedure_that_needed_it() -> None:
    statistics = ProcedureStatistics()
    first = watched(Scripted("a:x", TimedOut("a:x"), Failed("", "a:x"), Interpolants((), "a:x", "2 of 3 cuts")), statistics)
    second = watched(Scripted("b:y", Interpolants((), "b:y")), statistics)
    first.sequence([FALSE])
    second.sequence([FALSE])
    first.sequence([FALSE, TRUE])  # fails, and nobody steps in
    first.sequence([FALSE, FALSE])  # some of its cuts are another procedure's
    assert {name: tally.fallbacks for name, tally in statistics.tallies.items()} == {"a:x": 2, "b:y": 0}
