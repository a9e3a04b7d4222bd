"""A program with C11's inline functions, of which no other file has the external definition, runs as it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.evidence.compiler import executions
from verilab.evidence.compiler.inline_functions import is_needed
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.program.tasks.loading import load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

PROGRAM = """
extern int __VERIFIER_nondet_int(void); void reach_error(void);
inline int next(int x) { return x + 1; }
__inline void check(int x) { if (next(x) CONDITION) reach_error(); }
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x < 100) check(x); return 0; }
"""


@pytest.mark.skipif(gcc_version("-m32") is None, reason="no gcc for 32 bits")
@pytest.mark.parametrize(("condition", "verdict"), [("== 7", "false"), ("== 1", "true")])
def test_the_compiled_program_has_its_inline_functions(
    condition: str, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("LEAST_RUNS_SECONDS", "LEAST_WAIT_SECONDS"):
        monkeypatch.setattr(executions, limit, 10.0)  # however busy the machine is
    source = tmp_path / "task.c"
    source.write_text(PROGRAM.replace("CONDITION", condition))
    (task,) = load_tasks(source)
    result = verify(task, Configuration(time_limit=30.0))
    assert (result.verdict, result.statistics.model_errors) == (verdict, 0)
    assert "gcc" in result.evidence.checked_by
    assert "not run" not in result.evidence.checked_by


@pytest.mark.parametrize(
    ("text", "missing", "needed"),
    [
        (PROGRAM, ["next"], True),
        (PROGRAM, ["__VERIFIER_nondet_int"], False),
        (PROGRAM.replace("inline", ""), ["next"], False),
        ("inline int f(int); int g(void) { return f(1); }", ["f"], False),
        ("inline int f(int (*g)(void), int h) { return h; }", ["f"], True),
        ("inline int f(int (*)(void)); int g(void) { if (f(g)) { return 1; } }", ["g"], True),
        ("inline int f(int (*)(void)); int g(void) { if (f(g)) { return 1; } }", ["h", "turn"], False),
    ],
)
def test_only_functions_that_the_text_defines_ask_for_the_older_rule(text: str, missing: list[str], needed: bool) -> None:
    assert is_needed(text, missing) is needed
