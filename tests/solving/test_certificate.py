"""The four Craig conditions."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.solving.backend import QueryContext
from verilab.solving.certificate import Certificate, Condition, NotDecided, Valid, Violated, certify
from verilab.solving.interpolation import Interpolants, Invalid, NotUnsat, Outcome
from verilab.solving.procedure import Procedure
from verilab.solving.records import QueryRecord
from verilab.solving.registry import load_backend


class Case:
    """x = 0;  y = x + 1;  y < 1."""

    def __init__(self) -> None:
        self.environment = Environment()
        m = self.m = self.environment.formula_manager
        self.x, self.y = m.Symbol("x", INT), m.Symbol("y", INT)
        self.partitions = [m.Equals(self.x, m.Int(0)), m.Equals(self.y, m.Plus(self.x, m.Int(1))), m.LT(self.y, m.Int(1))]

    def certify(self, *interpolants: FNode) -> Certificate:
        session = load_backend("cvc5").session(self.environment)
        return certify(session, self.environment, self.partitions, interpolants)


def test_a_right_sequence_is_valid() -> None:
    case = Case()
    m = case.m
    assert case.certify(m.LE(m.Int(0), case.x), m.LE(m.Int(1), case.y)) == Valid()


def test_each_condition_is_named_with_its_cut() -> None:
    case = Case()
    m, x, y = case.m, case.x, case.y
    good_x, good_y = m.LE(m.Int(0), x), m.LE(m.Int(1), y)
    assert case.certify(m.LE(m.Int(1), x), good_y) == Violated(Condition.INITIATION, 1)
    assert case.certify(m.TRUE(), good_y) == Violated(Condition.CONSECUTION, 1)
    assert case.certify(good_x, m.TRUE()) == Violated(Condition.CONTRADICTION, 2)
    assert case.certify(m.And(good_x, m.Or(m.LE(y, y), good_y)), good_y) == Violated(Condition.VOCABULARY, 1)
    assert case.certify(good_x, m.And(good_y, m.LE(x, x))) == Violated(Condition.VOCABULARY, 2)


def test_with_few_partitions_the_contradiction_is_missed_at_the_first_cut() -> None:
    case = Case()
    session = load_backend("cvc5").session(case.environment)
    one_cut = certify(session, case.environment, case.partitions[:2], [case.m.LE(case.m.Int(0), case.x)])
    no_cut = certify(session, case.environment, case.partitions[:1], [])
    assert one_cut == no_cut == Violated(Condition.CONTRADICTION, 1)


def test_a_certificate_ends_when_the_time_of_all_its_conditions_is_up() -> None:
    case = Case()
    m = case.m
    session = load_backend("cvc5").session(case.environment)
    late = certify(session, case.environment, case.partitions, [m.TRUE(), m.TRUE()], seconds=-1.0)
    assert isinstance(late, NotDecided)
    assert "no time left" in late.reason


def test_a_sequence_of_the_wrong_length_is_an_error() -> None:
    case = Case()
    for wrong in (1, 3):
        with pytest.raises(ValueError, match="2 cuts"):
            case.certify(*[case.m.TRUE()] * wrong)


class Fixed:
    """An interpolator that always gives the same answer."""

    procedure = "toy:fixed"

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return self.outcome

    def close(self) -> None:
        pass


def test_a_checked_procedure_never_lets_a_wrong_answer_through() -> None:
    case = Case()
    rows: list[QueryRecord] = []
    context = QueryContext(recorder=rows.append)
    session = load_backend("z3").session(case.environment, context=QueryContext())
    wrong = Interpolants((case.m.TRUE(), case.m.TRUE()), "toy:fixed")
    checked = Procedure("toy:fixed", lambda: Fixed(wrong), case.environment, context, checker=lambda: session)
    start = time.perf_counter()
    assert checked.sequence(case.partitions) == Invalid("contradiction at cut 2", "toy:fixed")
    assert 0 < rows[0].seconds <= time.perf_counter() - start
    assert [(row.kind, row.outcome) for row in rows] == [("certificate", "violated")]


def test_a_checked_procedure_passes_failures_on() -> None:
    case = Case()
    session = load_backend("z3").session(case.environment)
    checked = Procedure("toy:fixed", lambda: Fixed(NotUnsat()), case.environment, QueryContext(), checker=lambda: session)
    assert checked.sequence(case.partitions) == NotUnsat()


def test_a_check_that_ends_in_an_error_leaves_nothing_asserted() -> None:
    """What it had asserted, here a contradiction, would make every later answer of the session valid."""
    case = Case()
    m, x = case.m, case.x
    session = load_backend("cvc5").session(case.environment, logic="ALL")
    refused = m.Equals(m.Select(m.Array(INT, x), m.Int(0)), m.Int(0))  # cvc5 has constant arrays of values only
    contradiction = m.And(m.LT(x, m.Int(0)), m.LT(m.Int(0), x))
    with pytest.raises(Exception, match="constant arrays of values only"):
        certify(session, case.environment, [contradiction, m.LE(x, m.Int(5))], [refused])
    wrong = [m.LE(m.Int(1), case.x), m.LE(m.Int(1), case.y)]
    assert certify(session, case.environment, case.partitions, wrong) == Violated(Condition.INITIATION, 1)
