"""Executions of the compiled program refute proofs of programs whose error it reaches, and no others."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.waiting import is_alive, wait_until
from verilab.evidence.compiler import executions
from verilab.evidence.compiler.executions import Executions
from verilab.evidence.compiler.toolchain import Compiler, gcc_version, multiarch, version_with
from verilab.evidence.results import Accepted, CompiledResult, InputVector, Rejected, Unchecked
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")

CONVENTION = ErrorConvention(frozenset({"reach_error"}), frozenset({"ERROR"}))
DECLARED = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);\n"


@pytest.fixture(autouse=True)
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests share their machine; a run that reaches the error ends them."""
    monkeypatch.setattr(executions, "LEAST_RUNS_SECONDS", 1.0)


def executed(directory: Path, text: str, vectors: list[InputVector] | None = None, compiler: Compiler | None = None) -> CompiledResult:
    source = directory / "task.c"
    source.write_text(text)
    compiled = Executions(source, DataModel.ILP32 if compiler else DataModel.LP64, CONVENTION, compiler)
    try:
        compiled._thread.join()  # a test waits for the compiler however slow the machine is
        return compiled.against_proof(vectors or [])
    finally:
        compiled.close()


@pytest.mark.parametrize(
    "program",
    [
        "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 70); if (x < 80) reach_error(); }",
        "struct S { int *p; }; extern void f(struct S *);\n"
        "int main(void) { int x = 0; struct S s = {&x}; f(&s); if (x == 1) reach_error(); }",
        "struct S; extern struct S *get(const struct S *, int); extern struct S *first(void);\n"
        "int main(void) { struct S *p = first(); if (p && get(p, 1) == p) reach_error(); }",
        "int main(void) { void (*volatile f)(void) = reach_error; f(); }",
        "static int n; __attribute__((constructor)) static void begin(void) { n = 5; } int main(void) { if (n == 5) reach_error(); }",
        "__attribute__((destructor)) static void end(void) { reach_error(); } int main(void) { return 0; }",
        "extern int getchar(void); int main(void) { if (getchar() == 'q') reach_error(); }",
        "int main(int argc, char **argv) { if (argc == 3) reach_error(); }",
        "int main(void) { if (__VERIFIER_nondet_int() == 31337) goto ERROR; return 0; ERROR: return 1; }",
        "extern int run_thread(int (*)(void *), void *); static int n; static int body(void *p) { n = *(int *)p; return 0; }\n"
        "int main(void) { int seven = 7; run_thread(body, &seven); if (n == 7) reach_error(); }",
        "extern int run_thread(int (*)(void *, void *), void *); static int n; static int body(void *p, void *q) { return n = 7; }\n"
        "int main(void) { int seven = 7; run_thread(body, &seven); if (n == 7) reach_error(); }",
        "extern struct pair { char c; long l; } both(void); extern _Bool b(void); extern float f(void);\n"
        "int main(void) { struct pair p = both(); if (p.l > 3 && b() && f() > 0) reach_error(); }",
        "extern int twice(int (*)(int), int); static int n; static int f(int x) { return n = x; }\n"
        "int main(void) { twice(f, 0); if (n == 31337) reach_error(); }",
        "struct N { int v; struct N *next; }; extern void f(struct N *);\n"
        "int main(void) { struct N c = {0}, b = {0, &c}, a = {0, &b}; f(&a); if (c.v == 3) reach_error(); }",
        "extern void f(unsigned long); int main(void) { int x = 0; f((unsigned long)&x); if (x == 3) reach_error(); }",
        "extern int x; int main(void) { if (x == 31337) reach_error(); }",
        "#include <stdlib.h>\nint main(void) { if (!malloc(-1ul / 2)) reach_error(); }",
        "extern void stop(void) __attribute__((noreturn)), go_on(void);\nint main(void) { go_on(); reach_error(); }",
    ],
)
def test_an_execution_that_reaches_the_error_refutes_the_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(executions, "LEAST_RUNS_SECONDS", 10.0)
    result = executed(tmp_path, DECLARED + program)
    assert isinstance(result, Rejected), result
    assert "an execution of the compiled program reaches the error (seed" in result.reason


def test_an_error_function_that_is_static_counts(tmp_path: Path) -> None:
    text = "static void reach_error(void) { for (;;) ; }\nint main(void) { reach_error(); }"
    assert isinstance(executed(tmp_path, text), Rejected)


@pytest.mark.parametrize(
    "program",
    [
        "int a[2], b[2]; int main(void) { for (int i = 0; i < 4; i++) a[i] = 1; reach_error(); }",
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < x) reach_error(); }",
        "int main(void) { int x = __VERIFIER_nondet_int(); if (10 / x == 0 && !x) reach_error(); }",
        "extern void stop(void) __attribute__((noreturn)); int main(void) { stop(); reach_error(); }",
        "int main(void) { __VERIFIER_assume(0); reach_error(); }",
        "extern void gone(void) __attribute__((weak)); int main(void) { if (gone) reach_error(); }",
        "int main(void) { return 107 + 0 * __VERIFIER_nondet_int(); }",
        "static int n = 1; __attribute__((constructor)) static void begin(void) { n *= 3; } int main(void) { if (n != 3) reach_error(); }",
        "#include <ctype.h>\nint main(void) { int c = __VERIFIER_nondet_int(); if (isspace(c) && c > ' ') reach_error(); }",
        "extern int f(const int *); int main(void) { int x = 3; f(&x); if (x != 3) reach_error(); }",
        '#include <stdlib.h>\n#include <string.h>\nint main(void) { if (abs(-4) != 4 || strcmp("a", "a")) reach_error(); }',
        "extern int kill(int, int); extern int creat(const char *, int);\n"
        'int main(void) { if (!kill(1, 0) || creat("file", 0600) >= 0) reach_error(); }',
    ],
)
def test_undefined_behaviour_ends_a_run_and_the_library_is_the_real_one(tmp_path: Path, program: str) -> None:
    result = executed(tmp_path, DECLARED + program)
    assert isinstance(result, Accepted), result
    assert "by gcc" in result.checked_by


def test_a_program_without_inputs_is_run_a_few_times_only(tmp_path: Path) -> None:
    result = executed(tmp_path, DECLARED + "int main(void) { return 0; }")
    assert isinstance(result, Accepted)
    assert result.checked_by.startswith("4 executions by gcc ")


def test_steered_inputs_are_run_first(tmp_path: Path) -> None:
    text = (
        DECLARED + "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n"
        "if (x % 65537 == 4242 * 3 && y % 8191 == 17 * 29 && x / 65537 == 331) reach_error(); }"
    )
    assert isinstance(executed(tmp_path, text), Accepted)
    vector = (("__VERIFIER_nondet_int", 331 * 65537 + 4242 * 3), ("__VERIFIER_nondet_int", 493))
    result = executed(tmp_path, text, [(), vector])
    assert isinstance(result, Rejected)
    assert "seed 1, inputs: __VERIFIER_nondet_int = 21705473, __VERIFIER_nondet_int = 493" in result.reason


def test_a_source_that_does_not_compile_leaves_the_proof_alone(tmp_path: Path) -> None:
    assert isinstance(executed(tmp_path, '#include "nowhere.h"\nint main(void) { return 0; }'), Unchecked)


def test_closing_ends_the_compilation_and_removes_its_files(tmp_path: Path) -> None:
    source = tmp_path / "task.c"
    source.write_text("int main(void) { return 0; }")
    compiled = Executions(source, DataModel.LP64, CONVENTION)
    directory = Path(compiled._directory.name)
    compiled.close()
    assert not directory.exists()
    assert isinstance(compiled.against_proof(), Unchecked)


needs_objects = pytest.mark.skipif(version_with(["-m32", "-c"]) is None, reason="no gcc -m32")


@needs_objects
@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("int main(void) { if (sizeof(long) == 4 && __VERIFIER_nondet_int() == 31337) reach_error(); }", Rejected),
        ("__attribute__((destructor)) static void end(void) { reach_error(); } int main(void) { return 0; }", Rejected),
        (
            "struct S { int *p; }; extern void f(struct S *);\n"
            "int main(void) { int x = 0; struct S s = {&x}; f(&s); if (x == 1) reach_error(); }",
            Rejected,
        ),
        (
            "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n"
            'int main(void) { char *s = malloc(4); strcpy(s, "abc"); printf(s);'
            'if (strcmp(s, "abc") || atoi("-12") != -12) reach_error(); }',
            Accepted,
        ),
        (
            "int main(void) { volatile long long a = -123456789012345LL, b = 1000007;\n"
            "volatile unsigned long long c = 0x8000000000000001ULL;\n"
            "if (a / b != -123455924LL || a % b + 123455924LL * b != a + 2 * 123455924LL * b || ~0ULL / c != 1 || ~0ULL % c != ~0ULL - c\n"
            "|| __builtin_popcountll(c) != 2) reach_error(); }",
            Accepted,
        ),
        ("int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < x) reach_error(); }", Accepted),
        ("extern double cbrt(double); int main(void) { if (cbrt(8) != 2) reach_error(); }", Unchecked),
    ],
)
def test_a_32_bit_program_needs_no_library(tmp_path: Path, program: str, kind: type) -> None:
    result = executed(tmp_path, DECLARED + program, compiler=Compiler("of this machine", False, multiarch()))
    assert isinstance(result, kind), result
    if isinstance(result, Unchecked):
        assert "no 32-bit C library for cbrt" in result.reason
    else:
        assert isinstance(result, Accepted | Rejected)
        assert "(freestanding)" in result.checked_by


def test_a_compilation_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in, started = tmp_path / "bin" / "gcc", tmp_path / "started"
    stand_in.parent.mkdir()
    real = shutil.which("gcc")  # which is asked for its version and folders
    stand_in.write_text(f'#!/bin/sh\ncase "$*" in *task.c*) echo $$ > {started}; exec sleep 1000 ;; esac\nexec {real} "$@"\n')
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(stand_in.parent), prepend=os.pathsep)
    source = tmp_path / "task.c"
    source.write_text("int main(void) { return 0; }")
    compiled = Executions(source, DataModel.LP64, CONVENTION)
    wait_until(lambda: started.exists() and started.read_text().endswith("\n"), "the start of the compiler")
    compiled.close()
    wait_until(lambda: not is_alive(int(started.read_text())), "the end of the compiler")


def test_assembly_that_writes_addresses_into_32_bits_is_linked_and_executed(tmp_path: Path) -> None:
    text = (
        "int x; int main(void) {\n"
        '  __asm__(".pushsection .table,\\"a\\"\\n .long x\\n .popsection");\n'
        "  if (__VERIFIER_nondet_int() == 42) reach_error(); return 0; }\n"
    )
    assert isinstance(executed(tmp_path, DECLARED + text), Rejected)
