"""What becomes of a property that several phases answer."""

from __future__ import annotations

import pytest

from verilab.experiments.runs.docket import CONTRADICTION, Docket
from verilab.experiments.schema import PropertyResult


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
