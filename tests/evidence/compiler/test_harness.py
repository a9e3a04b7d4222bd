"""A counterexample becomes a C harness with which the compiled program reaches the error."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.evidence.compiler.confirmation import _persistent, check_with_gcc, imprecise_library
from verilab.evidence.compiler.harness import EXIT_ERROR_REACHED, c_literal, export_harness, instrument_label
from verilab.evidence.compiler.toolchain import Compiler, ToolError, gcc_version, multiarch, version_with
from verilab.evidence.results import Accepted, Refused, Rejected, Unchecked
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Program
from verilab.program.counterexample import Choice
from verilab.program.operations import Assign, Nondet, NondetKind
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import INT, DataModel, IntType
from verilab.resources import Deadline

needs_gcc = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")

BOTH = """
extern int __VERIFIER_nondet_int(void);
extern unsigned char input(int *, double);
extern void ignored(int);
void abort(void);
void reach_error() { abort(); }
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char y = input(&x, 1.0);
    ignored(x);
    if (x < 0 && y == 200) { BODY }
    return 0;
}
"""


def choices_of(kind: NondetKind, x: int, y: int, model: DataModel = DataModel.LP64) -> tuple[Program, tuple[Choice, ...]]:
    builder = ProgramBuilder(data_model=model)
    main = builder.function("main")
    variables = builder.variable("x", INT), builder.variable("y", IntType(8, False))
    first = builder.edge(main.entry, main.exit, Assign(variables[0], Nondet(INT, NondetKind.INPUT, "__VERIFIER_nondet_int")))
    second = builder.edge(main.entry, main.exit, Assign(variables[1], Nondet(IntType(8, False), kind, "input")))
    main.exit.is_error = True
    return builder.finish(main), (Choice(first, (x,)), Choice(second, (y,)))


@needs_gcc
@pytest.mark.parametrize("body", ["reach_error();", "__VERIFIER_error();"])
def test_the_compiled_program_reaches_the_error_function_whatever_its_body(tmp_path: Path, body: str) -> None:
    source = tmp_path / "task.c"
    source.write_text(BOTH.replace("BODY", body))
    program, choices = choices_of(NondetKind.INPUT, -(2**31), 200)
    assert isinstance(check_with_gcc(program, choices, source=source), Accepted)


@needs_gcc
@pytest.mark.parametrize(
    ("definition", "call", "convention"),
    [
        ("", "goto ERROR; ERROR: return 1;", ErrorConvention(frozenset(), frozenset({"ERROR"}))),
        ("", "goto error; error: return 1;", ErrorConvention(frozenset(), frozenset({"error"}))),
        ("void bad(int);", "bad(1);", ErrorConvention(frozenset({"bad"}))),
        ("int bad(int x) { return x; }", "return bad(1);", ErrorConvention(frozenset({"bad"}))),
        ("static int bad(int x) { return x; }", "return bad(1);", ErrorConvention(frozenset({"bad"}))),
    ],
)
def test_the_compiled_program_reaches_the_error_of_the_convention_and_no_other(
    tmp_path: Path, definition: str, call: str, convention: ErrorConvention
) -> None:
    source = tmp_path / "task.c"
    source.write_text(definition + BOTH.replace("BODY", call))
    program, choices = choices_of(NondetKind.INPUT, -1, 200)
    assert isinstance(check_with_gcc(program, choices, convention=convention, source=source), Accepted)
    assert isinstance(check_with_gcc(program, choices, convention=ErrorConvention(frozenset({"reach_error"})), source=source), Rejected)


@needs_gcc
def test_inputs_that_miss_the_error_are_rejected_unless_the_harness_is_inexact(tmp_path: Path) -> None:
    source = tmp_path / "task.c"
    source.write_text(BOTH.replace("BODY", "reach_error();"))
    program, choices = choices_of(NondetKind.INPUT, -1, 201)
    assert isinstance(check_with_gcc(program, choices, source=source), Rejected)
    program, choices = choices_of(NondetKind.IMPRECISE, -1, 200)
    assert isinstance(check_with_gcc(program, choices, source=source), Unchecked)


@needs_gcc
def test_a_source_that_does_not_compile_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "task.c"
    source.write_text("int main(void) { syntax error }")
    program, choices = choices_of(NondetKind.INPUT, 1, 2)
    assert isinstance(check_with_gcc(program, choices, source=source), Refused)


def test_the_values_of_a_function_are_returned_in_order() -> None:
    program, (first, second) = choices_of(NondetKind.INPUT, 5, 6)
    harness = export_harness(program, (first, second, Choice(first.edge, (-1,))))
    assert harness.functions == ("__VERIFIER_nondet_int", "input")
    assert harness.inexact == ()
    assert harness.text.index("(signed int)0x5ULL") < harness.text.index("(signed int)0xffffffffffffffffULL")


def test_literals_keep_their_value_in_every_type() -> None:
    assert c_literal(-128, IntType(8, True)) == "(signed char)0xffffffffffffff80ULL"
    assert c_literal(1, IntType(1, False)) == "(_Bool)0x1ULL"
    assert c_literal(2**64 - 1, IntType(64, False)) == "(unsigned long long)0xffffffffffffffffULL"


def test_only_definitions_of_the_label_are_instrumented() -> None:
    text = "x = y ? ERROR : MY_ERROR;\nERROR: goto ERROR;\ncase NO_ERROR: ;"
    lines = instrument_label(text, "ERROR").splitlines()
    assert lines[-3:] == ["x = y ? ERROR : MY_ERROR;", "ERROR: verilab_reach_error(); goto ERROR;", "case NO_ERROR: ;"]


def library_input(name: str, value: int) -> tuple[Program, tuple[Choice, ...]]:
    builder = ProgramBuilder(data_model=DataModel.LP64)
    main = builder.function("main")
    first = builder.edge(main.entry, main.exit, Assign(builder.variable("x", INT), Nondet(INT, NondetKind.INPUT, name)))
    main.exit.is_error = True
    return builder.finish(main), (Choice(first, (value,)),)


CALLS = """
extern int strcmp(const char *, const char *); extern int getchar(void); extern int rand(void); extern void reach_error(void);
int main(int argc, char **argv) { if (CONDITION) reach_error(); return 0; }
"""


@needs_gcc
@pytest.mark.parametrize(
    ("name", "value", "condition", "kind"),
    [
        ("strcmp", 1, 'strcmp("a", "a") != 0', Rejected),
        ("__builtin_popcount", 3, "__builtin_popcount(1) == 3", Rejected),
        ("rand", -1, "rand() < 0", Unchecked),
        ("dup", 77, "dup(-1) == 77", Rejected),
        ("__signbit", 77, "__signbit(1.0) == 77", Rejected),
        ("clock", -1, "clock() == -1", Unchecked),
        ("getchar", 120, "getchar() == 'x' && getchar() == -1", Accepted),
        ("getchar", 500, "getchar() == 500", Unchecked),
        ("argc", 3, "argc == 3", Accepted),
        ("argc", 3, "argc == 3) return 107; if (0", Rejected),
    ],
)
def test_what_the_library_defines_is_never_replaced(tmp_path: Path, name: str, value: int, condition: str, kind: type) -> None:
    source = tmp_path / "task.c"
    source.write_text(CALLS.replace("CONDITION", condition))
    program, choices = library_input(name, value)
    assert isinstance(check_with_gcc(program, choices, source=source), kind)
    assert f" {name}(" not in export_harness(program, choices).text


def test_a_violation_that_chooses_what_the_library_computes_is_imprecise() -> None:
    chosen = ("getchar", "time", "clock", "fork", "__VERIFIER_nondet_int")
    for name, imprecise in [
        *((name, True) for name in ("strcmp", "isalpha", "snprintf", "atoi", "cbrt", "ioctl", "__signbit")),
        *((name, False) for name in chosen),
    ]:
        program, choices = library_input(name, 7)
        assert bool(imprecise_library(export_harness(program, choices))) == imprecise


@pytest.mark.skipif(version_with(["-m32", "-c"]) is None, reason="no gcc -m32")
def test_a_violation_is_confirmed_without_a_32_bit_library(tmp_path: Path) -> None:
    source = tmp_path / "task.c"
    source.write_text("#include <stdio.h>\n" + BOTH.replace("BODY", 'printf("%d", x); if (sizeof(long) == 4) reach_error();'))
    program, choices = choices_of(NondetKind.INPUT, -(2**31), 200, DataModel.ILP32)
    freestanding = Compiler("of this machine", False, multiarch())
    assert check_with_gcc(program, choices, source=source, compiler=freestanding) == Accepted("gcc of this machine (freestanding)")
    program, choices = choices_of(NondetKind.INPUT, 1, 200, DataModel.ILP32)
    assert isinstance(check_with_gcc(program, choices, source=source, compiler=freestanding), Rejected)


@needs_gcc
def test_a_program_that_has_no_time_left_says_nothing(tmp_path: Path) -> None:
    source = tmp_path / "task.c"
    source.write_text(BOTH.replace("BODY", "for (;;) ;"))
    program, choices = choices_of(NondetKind.INPUT, -1, 200)
    assert isinstance(check_with_gcc(program, choices, source=source, deadline=Deadline(0.1)), Unchecked)


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([EXIT_ERROR_REACHED], EXIT_ERROR_REACHED),
        ([0], 0),
        ([None, EXIT_ERROR_REACHED], EXIT_ERROR_REACHED),
        ([ToolError("no memory"), EXIT_ERROR_REACHED], EXIT_ERROR_REACHED),
        ([OSError("no processes"), 0], 0),
        ([None, None], None),
    ],
)
def test_a_confirmation_that_fails_is_tried_once_more(outcomes: list[int | Exception | None], expected: int | None) -> None:
    left = list(outcomes)

    def attempt() -> int | None:
        outcome = left.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    assert _persistent(attempt, Deadline()) == expected
    assert left == []


def test_a_confirmation_that_fails_twice_fails_and_without_time_there_is_no_second_one() -> None:
    attempts = []

    def attempt() -> int | None:
        attempts.append(1)
        raise ToolError("no memory")

    for deadline, tried in ((Deadline(), 2), (Deadline(0.0), 1)):
        attempts.clear()
        with pytest.raises(ToolError):
            _persistent(attempt, deadline)
        assert len(attempts) == tried
