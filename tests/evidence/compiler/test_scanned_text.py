"""Numbers that ``scanf`` reads are inputs: a violation has them as text, and a proof covers every number and every failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.evidence.compiler.toolchain import gcc_version
from verilab.program.tasks import load_tasks
from verilab.program.types import DataModel
from verilab.verification.configuration import Configuration
from verilab.verification.schema.runs import RunResult
from verilab.verification.verification import verify

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc: .ci/run has one")

PROGRAMS = {
    "one number": ('if (scanf("%d", &x) == 1 && x == 77) reach_error();', "false"),
    "a negative number": ('if (scanf("%d", &x) == 1 && x < -70000) reach_error();', "false"),
    "two numbers": ('if (scanf("%d %u", &x, &u) == 2 && x == 5 && u == 4000000000u) reach_error();', "false"),
    "one of two": ('if (scanf("%d%d", &x, &y) == 1 && x == 8 && y == 3) reach_error();', "false"),
    "the end": ('if (scanf("%d", &x) == -1) reach_error();', "false"),
    "no number": ('if (scanf("%d", &x) == 0) reach_error();', "false"),
    "a second call": ('scanf("%d", &x); if (scanf("%d", &y) == 1 && x == 4 && y == 9) reach_error();', "false"),
    "a long number": ('if (scanf("%ld", &l) == 1 && l == 5000000000) reach_error();', "false"),
    "an element": ('scanf("%d", &x); if (x >= 0 && x < 3) { scanf("%d", &a[x]); if (a[2] == 6) reach_error(); }', "false"),
    "a number behind none": ('if (scanf("%d", &x) == 0 && scanf("%d", &y) == 1 && y == 9) reach_error();', "false"),
    "the end behind none": ('if (scanf("%d", &x) == 0 && scanf("%d", &y) == -1) reach_error();', "false"),
    "none behind one of two": ('if (scanf("%d%d", &x, &y) == 1 && scanf("%d", &u) == 0) reach_error();', "false"),
    "a character between": ('if (scanf("%d", &x) == 1 && getchar() == 44 && scanf("%d", &y) == 1 && y == 9) reach_error();', "false"),
    "the end behind a number": ('if (scanf("%d", &x) == 1 && getchar() == -1) reach_error();', "false"),
    "a digit behind spaces": ('if (scanf("%d\\n", &x) == 1 && getchar() == 55) reach_error();', "false"),
    "nothing is written where nothing is read": ('if (scanf("%d", &x) < 1 && x != 3) reach_error();', "true"),
    "more than there are": ('if (scanf("%d", &x) > 1) reach_error();', "true"),
    "less than the end": ('if (scanf("%d", &x) < -1) reach_error();', "true"),
    "the first before the second": ('if (scanf("%d%d", &x, &y) == 1 && y != 3) reach_error();', "true"),
    "a number in a range": ('if (scanf("%d", &x) == 1 && x > 0 && x < 10 && x * x > 81) reach_error();', "true"),
}

IMPOSSIBLE = {
    "a character behind the end": 'if (scanf("%d", &x) == -1 && getchar() == 97) reach_error();',
    "a number behind the end": 'if (getchar() == -1 && scanf("%d", &x) == 1) reach_error();',
    "a digit behind a number": 'if (scanf("%d", &x) == 1 && getchar() == 55) reach_error();',
    "a space behind spaces": 'if (scanf("%d\\n", &x) == 1 && getchar() == 32) reach_error();',
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers_that_are_read_are_inputs(name: str, tmp_path: Path) -> None:
    body, expected = PROGRAMS[name]
    result = verified(body, tmp_path)
    assert result.verdict == expected, result.reason
    assert expected == "true" or "gcc" in result.evidence.checked_by


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_no_text_gives_is_no_violation(name: str, tmp_path: Path) -> None:
    assert verified(IMPOSSIBLE[name], tmp_path).verdict == "unknown"


def verified(body: str, tmp_path: Path) -> RunResult:
    file = tmp_path / "program.c"
    file.write_text(
        "#include <stdio.h>\nextern void reach_error(void);\n"
        f"int main(void) {{ int x = 3, y = 3, a[3] = {{0}}; unsigned u = 3; long l = 3; {body} return x + y + a[0] + u + l; }}\n"
    )
    (task,) = load_tasks(file, data_model=DataModel.LP64)
    return verify(task, Configuration(analysis="predicate", encoding="bv", time_limit=60))
