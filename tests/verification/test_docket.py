"""What becomes of a property that several phases answer."""

from __future__ import annotations

import pytest

from verilab.verification.docket import CONTRADICTION, Docket
from verilab.verification.schema import PropertyResult


@pytest.mark.parametrize("order", [("true", "false"), ("false", "true")])
def test_two_phases_that_contradict_each_other_leave_no_verdict_whichever_was_first(order: tuple[str, str]) -> None:
    docket = Docket({"unreach-call": None, "other": None})
    for verdict in order:
        docket.adopt([PropertyResult("unreach-call", verdict), PropertyResult("other", "false")])
    docket.adopt([PropertyResult("unreach-call", order[0])])
    contradicted, other = docket.results()
    assert (contradicted.verdict, contradicted.reason) == ("unknown", CONTRADICTION)
    assert other.verdict == "false"
    assert not docket.open, "no phase asks for it again"


def test_a_verdict_stays_when_another_phase_has_none_or_the_same() -> None:
    docket = Docket({"unreach-call": False})
    for verdict in ("unknown", "false", "unknown", "false"):
        docket.adopt([PropertyResult("unreach-call", verdict, reason="timeout" if verdict == "unknown" else "")])
    (result,) = docket.results()
    assert (result.verdict, result.reason) == ("false", "")


def test_threads_are_all_that_is_said_of_a_program_that_has_them() -> None:
    place = "a.c:4:9: pthread_create(&t, 0, f, 0)"
    told = "the program has threads (pthread_create), which are not modelled: " + place
    reasons = ["timeout", f"evidence rejected: imprecise: external function pthread_create decides {place}; testing: nothing", "timeout"]
    for given in (reasons, [*reasons, told], [f"evidence rejected: imprecise: pthread_create decides {place}"]):
        docket = Docket({"unreach-call": None})
        for reason in given:
            docket.give_up(reason)
        assert docket.results()[0].reason == told


def test_what_is_known_of_the_program_comes_before_what_a_phase_could_not_do() -> None:
    docket = Docket({"unreach-call": None})
    for reason in ("testing: no more", "timeout", "evidence rejected: imprecise: float decides a.c:1:2: [x]", "timeout"):
        docket.give_up(reason)
    assert docket.results()[0].reason == "evidence rejected: imprecise: float decides a.c:1:2: [x]; testing: no more; timeout"
