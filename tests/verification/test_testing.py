"""Random testing finds violations that the interpreter and the compiled program both come to, and claims nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.evidence.compiler import executions
from verilab.evidence.compiler.executions import Executions
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.tasks import Task, load_tasks
from verilab.program.types import DataModel
from verilab.refinement.verdicts import Unsafe
from verilab.resources import Deadline, SolverClock
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines import testing
from verilab.verification.phases.engines.testing import InputsByFunction, RandomTesting
from verilab.verification.phases.phase import Analysis
from verilab.verification.phases.plan import plan
from verilab.verification.phases.portfolio import fitting
from verilab.verification.schema import RunResult
from verilab.verification.verification import verify
from verilab.verification.workshop import Workshop

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc: .ci/run has one")

PRELUDE = """
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void); extern long long __VERIFIER_nondet_longlong(void); extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void); extern void __VERIFIER_assume(int); extern void abort(void); void reach_error(void) {}
"""
FALSE = {
    "one value of few": "int x = __VERIFIER_nondet_int(); if (x == 3) reach_error();",
    "a constant of the program": "unsigned x = __VERIFIER_nondet_uint(); if (x == 3735928559u) reach_error();",
    "a constant that is negative": "int x = __VERIFIER_nondet_int(); if (x < -70000) reach_error();",
    "truth": "_Bool b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool(); if (b && !c) reach_error();",
    "a character": "char c = __VERIFIER_nondet_char(); if (c == 'q') reach_error();",
    "64 bits": "long long x = __VERIFIER_nondet_longlong(); if (x > 1234567890123LL) reach_error();",
    "a float": "float x = __VERIFIER_nondet_float(); if (x > 2.5f && x < 1000.0f) reach_error();",
    "a double of which sums are rounded": "double x = __VERIFIER_nondet_double(); if (x > 1e15 && x < 1e25 && (x + 1.0) - x != 1.0)"
    " reach_error();",
    "a tiny double": "double x = __VERIFIER_nondet_double(); if (x > 0.0 && x < 1e-9) reach_error();",
    "a double": "double x = __VERIFIER_nondet_double(); if (x == 0.25 || x == 0.5 || x == 0.75) reach_error();",
    "an assumption": "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 10); if (x < 1000) reach_error();",
    "two functions in an order that C leaves open": "if (__VERIFIER_nondet_int() - (int)__VERIFIER_nondet_uint() == 1) reach_error();",
    "a million rounds": "unsigned x = 0, y = 0; while (x < 1000000) { if (x < 500000) y++; else y--; x++; } if (y == 0) reach_error();",
    "many inputs": "int n = 0; for (int i = 0; i < 5000; i++) n += __VERIFIER_nondet_bool(); if (n > 100) reach_error();",
    "one state behind another": "int s = 0; for (int i = 0; i < 100; i++) { int x = __VERIFIER_nondet_int();"
    " if (s == 0 && x == 31) s = 1; else if (s == 1 && x == 4711) s = 2; else if (s == 2 && x == 815) s = 3;"
    " else if (s == 3 && x == 99) s = 4; else if (s == 4 && x == 1234) s = 5; else s = 0; if (s == 5) reach_error(); }",
    "conditions on eight inputs": " ".join(f"char c{i} = __VERIFIER_nondet_char();" for i in range(8))
    + "".join(f" if (c{i} == {i * 11 + 3})" for i in range(8))
    + " reach_error();",
    "computed sides": "unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();"
    " if (x == y * 7u + 12345u && y > 50000) reach_error();",
    "the error after one that is blocked": "int x = __VERIFIER_nondet_int(); if (x == 0) while (1); if (x == 1) reach_error();",
}
ONLY_IN_OPEN_MEMORY = (
    "int *p = __builtin_malloc(8); int z = p[1]; unsigned long w = (unsigned long)p; int *q = (int *)((w ^ 5) ^ 5);"
    " *q = 3; if (*p != 3) reach_error(); return z & 0;"
)
"""Runs in provided memory choose what ``p[1]`` holds, for ever."""
PROVEN = {
    "without inputs": "int i = 0; while (i < 10) i++; if (i != 10) reach_error();",
    "a large array": "static int a[9000]; for (int i = 0; i < 9000; i++) a[i] = i; if (a[8999] != 8999) reach_error();",
}
TRUE = {
    "nothing is wrong": "int x = __VERIFIER_nondet_int(); if (x > 0 && x < 0) reach_error();",
    "signed overflow comes first": "int x = __VERIFIER_nondet_int(); if (x >= 0 && x + 1 < x) reach_error();",
    "a division by zero comes first": "int x = __VERIFIER_nondet_int(); if (x == 0) { int y = 1 / x; reach_error(); }",
    "a bound is passed first": "int a[4] = {0}; unsigned i = __VERIFIER_nondet_uint(); if (i == 5) { a[i] = 1; reach_error(); }",
    "an assumption that nothing keeps": "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x != x); reach_error();",
    "no end": "while (1) __VERIFIER_nondet_int(); reach_error();",
    "the truth is 0 or 1": "_Bool b = __VERIFIER_nondet_bool(); if (b != 0 && b != 1) reach_error();",
}


def task_of(folder: Path, body: str, functions: str = "") -> Task:
    file = folder / "program.c"
    file.write_text(f"{PRELUDE}{functions}\nint main(void) {{ {body} return 0; }}\n")
    (task,) = load_tasks(file, data_model=DataModel.LP64)
    return task


def result_of(folder: Path, body: str, functions: str = "", seconds: float = 60.0) -> RunResult:
    return verify(task_of(folder, body, functions), Configuration(analysis="testing", time_limit=seconds))


@pytest.mark.parametrize("body", FALSE.values(), ids=FALSE)
def test_an_execution_that_reaches_the_error_is_a_violation_with_accepted_evidence(body: str, tmp_path: Path) -> None:
    result = result_of(tmp_path, body)
    assert result.verdict == "false", result.reason
    assert result.evidence.accepted
    assert result.evidence.checked_by.startswith("interpreter and gcc")


@pytest.mark.parametrize("body", PROVEN.values(), ids=PROVEN)
def test_a_program_without_inputs_is_proven_by_its_one_execution(body: str, tmp_path: Path) -> None:
    result = result_of(tmp_path, body)
    assert result.verdict == "true", result.reason
    assert result.evidence.kind == "execution"
    assert result.evidence.checked_by.startswith("interpreter and gcc")


@pytest.mark.parametrize("body", TRUE.values(), ids=TRUE)
def test_nothing_is_claimed_where_no_execution_without_undefined_behaviour_reaches_the_error(body: str, tmp_path: Path) -> None:
    result = result_of(tmp_path, body, seconds=1.5)
    assert result.verdict == "unknown"
    assert "internal error" not in result.reason
    assert result.reason.startswith(("testing: ", "timeout", "evidence"))


def test_the_inputs_of_the_violation_are_told(tmp_path: Path) -> None:
    result = result_of(
        tmp_path, "int x = __VERIFIER_nondet_int(); char c = __VERIFIER_nondet_char(); if (x == 7 && c == 'a') reach_error();"
    )
    assert result.details["violation"]["inputs"] == [["__VERIFIER_nondet_int", [7]], ["__VERIFIER_nondet_char", [97]]]


def test_recursion_is_followed_deeper_than_analyses_unfold_it(tmp_path: Path) -> None:
    functions = "unsigned id(unsigned x) { if (x == 0) return 0; return id(x - 1) + 1; }"
    result = result_of(tmp_path, "unsigned n = __VERIFIER_nondet_uint(); if (n < 200 && id(n) == 100) reach_error();", functions)
    assert result.verdict == "false", result.reason


def test_memory_that_was_never_written_makes_no_violation(tmp_path: Path) -> None:
    """The compiled program finds anything there, and reaches the error; the interpreter finds zero."""
    result = result_of(
        tmp_path, "int a[100]; int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 100 && a[i] != 0) reach_error();", seconds=4
    )
    assert result.verdict == "unknown"


def test_a_run_with_more_inputs_than_are_recorded_is_none_that_can_be_followed(tmp_path: Path) -> None:
    result = result_of(
        tmp_path, "int n = 0; for (int i = 0; i < 20000; i++) n += __VERIFIER_nondet_bool(); if (n >= 0) reach_error();", seconds=3
    )
    assert result.verdict == "unknown"
    (phase,) = result.details["phases"]
    assert phase["statistics"]["executions_not_followed"] > 0


def test_a_program_without_inputs_is_run_until_that_shows_nothing_new(tmp_path: Path) -> None:
    endless = result_of(tmp_path, "volatile int i = 0; while (i == 0); reach_error();")
    assert endless.reason == "testing: the program has no inputs, and its execution reaches no error in time"


def test_the_one_execution_of_a_program_without_inputs_is_followed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "_as_deep_as_it_goes", lambda task, workshop: lower(parse_text("int main(void) { return 0; }")))
    result = result_of(tmp_path, FALSE["a million rounds"])
    assert result.reason == "testing: executions of the compiled program reach the error, and the interpreter does not follow them"
    (phase,) = result.details["phases"]
    assert phase["statistics"]["executions_not_followed"] == 1


def test_an_execution_with_too_many_steps_for_the_interpreter_is_evidence_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testing, "STEPS", 1000)
    rounds = "unsigned x = 0; if (__VERIFIER_nondet_bool()) while (x < 3000) x++; if (x == 3000) reach_error();"
    for body in (FALSE["a million rounds"], rounds):
        result = result_of(tmp_path, body)
        assert (result.verdict, result.evidence.kind, result.evidence.accepted) == ("false", "compiled execution", True)


def test_an_execution_of_a_billion_steps_is_looked_for_in_the_optimized_program(tmp_path: Path) -> None:
    loop = "unsigned x = 0, y = 0; while (x < 0x03ffffff) { for (y = 0; y < 10; y++); x++; }"
    assert result_of(tmp_path, f"{loop} if (x % 2) reach_error();").verdict == "false"
    assert result_of(tmp_path, f"{loop} if (x % 2 == 0) reach_error();", seconds=20).verdict == "unknown"


def test_an_execution_that_begins_with_what_is_undefined_is_no_evidence_however_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testing, "STEPS", 1000)
    monkeypatch.setattr(testing, "STEPS_AHEAD", 1000)
    assert result_of(tmp_path, "int y = 2147483647; y++;" + FALSE["a million rounds"], seconds=20).verdict == "unknown"


def test_without_a_compiler_the_reason_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executions, "compiler_for", lambda model: None)
    assert result_of(tmp_path, FALSE["one value of few"]).reason == "testing: no gcc compiles for LP64 here"


def test_the_only_execution_is_claimed_before_provided_memory_is_searched_on(tmp_path: Path) -> None:
    result = result_of(tmp_path, ONLY_IN_OPEN_MEMORY, seconds=30)
    assert (result.verdict, result.reason) == ("true", "")


def test_auto_tests_beside_its_analyses_and_only_where_a_program_is_compiled(tmp_path: Path) -> None:
    program = lower(parse_text(f"{PRELUDE}int main(void) {{ {FALSE['a million rounds']} }}"), data_model=DataModel.LP64)
    names = [phase.name for phase in fitting(plan(Configuration()).phases, program)]
    assert Analysis.TESTING in names
    assert names.index(Analysis.TESTING) == 1  # behind the first analysis, which has most answers that come soon
    assert Analysis.TESTING not in [phase.name for phase in fitting(plan(Configuration()).phases, program, compiled=False)]
    result = verify(task_of(tmp_path, FALSE["a million rounds"]), Configuration(time_limit=60))
    assert (result.verdict, result.evidence.accepted) == ("false", True)
    assert next(phase for phase in result.details["phases"] if phase["phase"] == Analysis.TESTING).get("reason", "") == ""


def test_a_search_goes_on_behind_a_violation_that_was_not_accepted(tmp_path: Path) -> None:
    task = task_of(tmp_path, FALSE["one value of few"])
    configuration, deadline = Configuration(), Deadline(20.0)
    workshop = Workshop(load_program(task, configuration), configuration, deadline, SolverClock())
    compiled = Executions(task.files[0], task.data_model, task.error_convention)
    try:
        engine = RandomTesting(task, workshop, compiled, deadline, lambda: None)
        assert isinstance(engine.run(), Unsafe)
        before = engine.measures()["executions"]
        assert isinstance(engine.run(), Unsafe)
        assert engine.measures()["executions"] > before
    finally:
        compiled.close()


def test_each_function_gets_its_own_values_in_their_order() -> None:
    program = lower(
        parse_text(f"{PRELUDE}int main(void) {{ int x = __VERIFIER_nondet_int(); char c = __VERIFIER_nondet_char(); return x + c; }}"),
        data_model=DataModel.LP64,
    )
    inputs = (("__VERIFIER_nondet_char", 256 + 65), ("__VERIFIER_nondet_int", -1))
    run = Interpreter(program).run(InputsByFunction(inputs))
    assert [choice.values for choice in run.choices if choice.values != (0,)] == [(-1,), (65,)]


def test_memory_that_nobody_has_set_is_provided_and_its_execution_is_the_evidence(tmp_path: Path) -> None:
    result = result_of(tmp_path, "struct s *p; if (p->next->a == 5) reach_error();", "struct s { int a; struct s *next; };")
    assert result.verdict == "false", result.reason
    assert result.evidence.kind == "compiled execution"
    assert result.evidence.accepted
    inputs = result.details["violation"]["inputs"]
    assert [name for name, _ in inputs] == 2 * ["(memory)"]
    assert inputs[-1][1][0] & 0xFFFFFFFF == 5
