"""No analysis gives a wrong verdict for programs with joins and loops, all of whose executions were run.

``VERILAB_VERDICT_EXAMPLES`` sets the number of seeds (9 by default; about a third of them give a program).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from property_tests.joined_programs.verdicts import Judged, judged
from tests.backends.required import need
from verilab.program.tasks import load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

FIRST = 100_000
COUNT = int(os.environ.get("VERILAB_VERDICT_EXAMPLES", "6"))
CONFIGURATIONS = {
    "value": Configuration(analysis="value", time_limit=10),
    "predicates over integers": Configuration(analysis="predicate", encoding="int", time_limit=10),
    "predicates over bit vectors": Configuration(analysis="predicate", encoding="bv", time_limit=10),
    "composite": Configuration(analysis="composite", time_limit=10),
}


@pytest.fixture(scope="module")
def programs() -> list[Judged]:
    for name in ("z3", "cvc5"):
        need(name).close()
    return [program for seed in range(FIRST, FIRST + COUNT) if (program := judged(seed)) is not None]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_verdict_is_that_of_all_executions(name: str, programs: list[Judged], tmp_path: Path) -> None:
    answered = 0
    for program in programs:
        file = tmp_path / f"judged{program.seed}.c"
        file.write_text(program.text)
        (task,) = load_tasks(file)
        verdict = verify(task, CONFIGURATIONS[name]).verdict
        assert verdict in ("unknown", "true" if program.safe else "false"), f"seed {program.seed}: {verdict}\n{program.text}"
        answered += verdict != "unknown"
    assert answered > 0
