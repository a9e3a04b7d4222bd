"""A procedure is made when it is asked, once; its parts are closed with it; its question passes through them in one order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.backends.required import need
from verilab.resources import OutOfTime
from verilab.solving.backend import QueryContext, SessionClosed
from verilab.solving.factors import Direction, FactorError, Factors
from verilab.solving.horn import HornSystem
from verilab.solving.interpolation import Interpolants, Outcome
from verilab.solving.procedure import Procedure
from verilab.solving.procedures import make_procedure
from verilab.solving.records import QueryRecord


class Counting:
    """Answers, and remembers the limits that it was given and how often it was closed."""

    procedure = "b:y"

    def __init__(self) -> None:
        self.limits: list[float | None] = []
        self.closed = 0

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        self.limits.append(timeout)
        return Interpolants((), "b:y")

    def close(self) -> None:
        self.closed += 1


class Diary:
    """An observer, and a recorder of queries, that write into one list."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def asked(self, procedure: str, partitions: Sequence[FNode]) -> None:
        self.lines.append(f"asked {procedure} about {len(partitions)}")

    def answered(self, procedure: str, partitions: Sequence[FNode], outcome: Outcome, seconds: float) -> None:
        self.lines.append(f"answered {type(outcome).__name__}")

    def recorded(self, row: QueryRecord) -> None:
        self.lines.append(f"{row.kind} {row.procedure} {row.size} {row.outcome}")


def test_an_engine_is_made_once_when_it_is_asked_and_closed_once() -> None:
    engines: list[Counting] = []

    def engine() -> Counting:
        engines.append(Counting())
        return engines[-1]

    procedure = Procedure("b:y", engine, Environment(), QueryContext())
    assert (procedure.procedure, engines) == ("b:y", [])
    assert [procedure.sequence([], timeout=3.0), procedure.sequence([])] == [Interpolants((), "b:y")] * 2
    procedure.close()
    procedure.close()
    (only,) = engines
    assert (only.limits, only.closed) == ([3.0, None], 1)


def test_what_is_closed_answers_no_more_even_where_it_was_never_asked() -> None:
    procedure = Procedure("b:y", Counting, Environment(), QueryContext())
    procedure.close()
    with pytest.raises(SessionClosed, match="b:y is closed"):
        procedure.sequence([])


def test_an_engine_whose_checker_cannot_be_made_never_answers() -> None:
    engine = Counting()

    def no_checker() -> None:
        raise OSError("no such solver")

    procedure = Procedure("b:y", lambda: engine, Environment(), QueryContext(), checker=no_checker)  # type: ignore[arg-type]  # an engine of this test
    for attempt in (1, 2):
        with pytest.raises(OSError, match="no such solver"):
            procedure.sequence([])
        assert (engine.limits, engine.closed) == ([], attempt)


def test_observers_hear_of_a_question_that_the_deadline_ends() -> None:
    class Late(Counting):
        def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
            raise OutOfTime

    diary = Diary()
    with pytest.raises(OutOfTime):
        Procedure("b:y", Late, Environment(), QueryContext(), observers=[diary]).sequence([])
    assert diary.lines == ["asked b:y about 0", "answered TimedOut"]


def test_a_question_with_factors_a_certificate_and_observers_passes_through_them_in_order() -> None:
    """Of ``z3:horn(direction=back)``: one record of the whole question, one of the certificate, and observers around both."""
    environment, diary = Environment(), Diary()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    procedure = make_procedure(
        need("z3"),
        f"horn{Factors(Direction.BACK)}",
        environment,
        context=QueryContext(recorder=diary.recorded),
        checker=lambda: need("cvc5").session(environment),
        observers=[diary],
    )
    outcome = procedure.sequence([m.LT(x, m.Int(0)), m.LT(m.Int(0), x)])
    procedure.close()
    assert isinstance(outcome, Interpolants)
    assert outcome.procedure == "z3:horn(direction=back)"
    assert diary.lines == [
        "asked z3:horn(direction=back) about 2",
        "interpolate z3:horn(direction=back) 2 interpolants",
        "certificate z3:horn(direction=back) 2 valid",
        "answered Interpolants",
    ]


def test_what_is_no_sequence_is_not_asked_with_factors() -> None:
    environment = Environment()
    procedure = Procedure("b:y(direction=back)", Counting, environment, QueryContext(), factors=Factors(Direction.BACK))
    with pytest.raises(FactorError, match="leave them out for trees"):
        procedure.tree([environment.formula_manager.FALSE()], [])
    with pytest.raises(FactorError, match="leave them out for Horn clauses"):
        procedure.solve(HornSystem((), ()))
