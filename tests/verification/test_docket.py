"""What becomes of a property that several phases answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.front_end import checked_executions
from verilab.evidence.results import Rejected
from verilab.program.tasks import load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.docket import CONTRADICTION, Docket
from verilab.verification.schema import PropertyResult
from verilab.verification.verification import verify


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
    message = "the program has threads (pthread_create), which are not modelled: " + place
    reasons = ["timeout", f"evidence rejected: imprecise: external function pthread_create decides {place}; testing: nothing", "timeout"]
    for given in (reasons, [*reasons, message], [f"evidence rejected: imprecise: pthread_create decides {place}"]):
        docket = Docket({"unreach-call": None})
        for reason in given:
            docket.give_up(reason)
        assert docket.results()[0].reason == message


def test_what_is_known_of_the_program_comes_before_what_a_phase_could_not_do() -> None:
    docket = Docket({"unreach-call": None})
    for reason in ("testing: no more", "timeout", "evidence rejected: imprecise: float decides a.c:1:2: [x]", "timeout"):
        docket.give_up(reason)
    assert docket.results()[0].reason == "evidence rejected: imprecise: float decides a.c:1:2: [x]; testing: no more; timeout"


@pytest.mark.parametrize(
    "final",
    [
        "evidence rejected: layout differs from the compiler's at a.c:1",
        "evidence rejected: the compiler's preprocessor refuses the program: a.c:1: unterminated comment",
        "the compiler refuses the program: a.c:1: conflicting types",
    ],
)
def test_nobody_goes_on_where_the_compiler_reads_another_program(final: str) -> None:
    docket = Docket({"unreach-call": None, "other": None})
    docket.give_up("timeout")
    assert not docket.is_over
    docket.adopt([PropertyResult("unreach-call", "unknown", final)])
    assert not docket.is_over, "the other one may have a verdict"
    docket.adopt([PropertyResult("other", "false")])
    assert docket.is_over
    docket.give_up("what another phase says")
    assert [each.reason for each in docket.results()] == [final, ""]


def test_a_difference_of_layout_ends_the_run_in_the_first_phase_that_comes_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if gcc_version("-m64") is None:
        pytest.skip("gcc is not installed")
    message = "layout differs from the compiler's at program.c:1"
    monkeypatch.setattr(checked_executions, "compare_with_compiler", lambda task, deadline: Rejected(message, "gcc"))
    (tmp_path / "program.c").write_text(
        "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n && i < 3) i++; if (i > 3) reach_error(); return 0; }\n"
    )
    (task,) = load_tasks(tmp_path / "program.c")
    result = verify(task, Configuration(time_limit=200))
    assert (result.verdict, result.reason) == ("unknown", f"evidence rejected: {message}")
    assert len([row for row in result.details["phases"] if row.get("reason")]) == 1, "the others were not asked any more"
