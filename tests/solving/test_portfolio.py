"""A portfolio answers with the first valid answer, says whose it is, and divides the time as it was told."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from tests.backends.required import need
from verilab.solving.fallbacks import Portfolio
from verilab.solving.interpolation import Failed, Interpolants, Invalid, NotUnsat, Outcome, TimedOut, Unsupported
from verilab.solving.portfolios import Plan, PortfolioError, parse_interpolation, procedure_names

FALSE = Environment().formula_manager.FALSE()


class Fixed:
    """Always the same outcome; remembers its time limits."""

    def __init__(self, procedure: str, outcome: Outcome) -> None:
        self.procedure = procedure
        self.limits: list[float | None] = []
        self.closed = False
        self._outcome = outcome

    def sequence(self, partitions: object, *, timeout: float | None = None) -> Outcome:
        self.limits.append(timeout)
        return self._outcome

    def close(self) -> None:
        self.closed = True


ANSWER = Interpolants((), "b:y")


def portfolio(text: str, *members: Fixed) -> Portfolio:
    (plan,) = parse_interpolation(text)
    assert isinstance(plan, Plan)
    return Portfolio(plan, members)


def test_a_text_is_a_list_of_procedures_and_portfolios() -> None:
    assert parse_interpolation("z3:horn, portfolio(a:x=0.25, b:y),cvc5") == (
        "z3:horn",
        Plan(("a:x", "b:y"), (0.25, None)),
        "cvc5",
    )
    (plan,) = parse_interpolation("portfolio(a:x,b:y, parallel)")
    assert str(plan) == "portfolio(a:x, b:y, parallel)"
    assert parse_interpolation("") == ()
    assert procedure_names("a:x,portfolio(b:y,a:x)") == ("a:x", "b:y")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("portfolio(a:x", "not closed"),
        ("portfolio(a:x, b:y))", "too many"),
        ("portfolio(a:x)", "at least two"),
        ("portfolio(a:x, a:x)", "two different"),
        ("portfolio(a:x=2, b:y)", "(0, 1]"),
        ("portfolio(a:x=many, b:y)", "'many'"),
        ("portfolio(a:x=0.7, b:y=0.7)", "more than the whole time"),
        ("portfolio(a:x=0.5, b:y, parallel)", "leave the shares out"),
        ("portfolio(a:x, portfolio(b:y, c:z))", "no other portfolio"),
        ("race(a:x, b:y)", "expected portfolio"),
    ],
)
def test_a_wrong_text_is_refused_with_what_would_work(text: str, problem: str) -> None:
    with pytest.raises(PortfolioError) as caught:
        parse_interpolation(text)
    assert problem in str(caught.value)


def test_the_first_valid_answer_wins_and_is_signed_by_its_member() -> None:
    late = Fixed("c:z", Interpolants((), "c:z"))
    race = portfolio("portfolio(a:x, b:y, c:z)", Fixed("a:x", Invalid("initiation at cut 1", "a:x")), Fixed("b:y", ANSWER), late)
    assert race.sequence([FALSE]) == ANSWER
    assert late.limits == []
    race.close()
    assert late.closed


def test_a_satisfiable_query_ends_the_search() -> None:
    late = Fixed("b:y", ANSWER)
    assert portfolio("portfolio(a:x, b:y)", Fixed("a:x", NotUnsat()), late).sequence([FALSE]) == NotUnsat()
    assert late.limits == []


def test_time_is_divided_into_the_configured_slices() -> None:
    members = [Fixed("a:x", TimedOut("a:x")), Fixed("b:y", Failed("no idea", "b:y")), Fixed("c:z", TimedOut("c:z"))]
    portfolio("portfolio(a:x=0.2, b:y, c:z)", *members).sequence([FALSE], timeout=10.0)
    # nothing took time: the second gets half of all that is left, the last one all
    assert [member.limits[0] for member in members] == [pytest.approx(limit, abs=0.1) for limit in (2.0, 5.0, 10.0)]
    portfolio("portfolio(a:x=0.2, b:y, c:z)", *members).sequence([FALSE])
    assert [member.limits[1] for member in members] == [None, None, None]


def test_failures_are_told_together() -> None:
    timed, unsupported = Fixed("a:x", TimedOut("a:x")), Fixed("b:y", Unsupported("reals", "b:y"))
    name = "portfolio(a:x, b:y)"
    assert portfolio(name, timed, unsupported).sequence([FALSE]) == Failed("a:x: timed out; b:y: unsupported (reals)", name)
    assert portfolio(name, timed, timed).sequence([FALSE]) == TimedOut(name)
    assert portfolio(name, unsupported, unsupported).sequence([FALSE]) == Unsupported(
        "b:y: unsupported (reals); b:y: unsupported (reals)", name
    )


def test_a_portfolio_of_real_engines_names_the_winner() -> None:
    environment = Environment()
    m = environment.formula_manager
    r = m.Symbol("r", environment.type_manager.REAL())
    z3 = need("z3")
    plan = Plan(("z3:backward", "z3:horn"), (None, None))
    members = [z3.interpolator(name.partition(":")[2], environment, logic="QF_LRA") for name in plan.members]
    outcome = Portfolio(plan, members, timeout=10.0).sequence([m.LT(r, m.Real(0)), m.LT(m.Real(1), r)])
    assert isinstance(outcome, Interpolants)
    assert outcome.procedure in plan.members
