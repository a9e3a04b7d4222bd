"""All task families under the four configurations of SPIN'15 Table 3: no verdict is wrong, and the certified ones are many."""

from __future__ import annotations

import pytest

from tests.backends.required import need
from verilab.families import demo_tasks
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

MODES = ("spin15-pa", "spin15-va-pa", "spin15-va+pa+", "spin15-(va+pa+)+")
TASKS = demo_tasks(1)
OPEN = ("summing-loop/summing-loop-2-safe", "bounded-sum/bounded-sum-2-safe", "exchange-loops/exchange-loops-1-safe", "lockstep-loop/")
"""Their proofs need sums of variables or steps of two loops at once, which few interpolants say: most modes leave them open."""
QUICK = ("boolean-or-counter", "counted-loop", "driver-protocol", "flag-register", "lock-protocol")


def check(task: Task, mode: str, seconds: float) -> bool:
    """Whether the task was solved within some seconds of wall time; a verdict must be the expected one."""
    result = verify(task, Configuration(strategy=mode, time_limit=seconds))
    assert result.classification != "wrong", result.result_line
    assert "tracebacks" not in result.details
    assert not result.reason.startswith("evidence"), result.reason
    return result.classification == "solved"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("task", [task for task in TASKS if task.name.startswith(QUICK)], ids=lambda task: task.name.rpartition("/")[2])
def test_simple_families_are_solved_or_left_open(task: Task, mode: str) -> None:
    need("z3")
    need("cvc5")
    assert check(task, mode, 60.0) or mode == "spin15-pa"


@pytest.mark.parametrize("mode", MODES)
def test_no_family_gets_a_wrong_verdict_and_all_but_the_open_ones_are_solved(mode: str) -> None:
    for task in TASKS:
        if task.name.startswith(OPEN):
            check(task, mode, 2.0)
        elif not task.name.startswith(QUICK):  # these are solved above
            assert check(task, mode, 60.0), task.name
