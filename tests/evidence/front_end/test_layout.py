"""The compiler agrees with our layouts and initial images, and objects where one of them is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from verilab.cache import CACHE_VARIABLE
from verilab.evidence.compiler.toolchain import compiler_for
from verilab.evidence.front_end.checked_executions import CheckedExecutions
from verilab.evidence.front_end.comparison import Task, compare_with_compiler
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.c_types.types import Member, RecordType
from verilab.program.cfa import Program
from verilab.program.declared import Declared, DeclaredType, UndeclaredFunction
from verilab.program.expressions import Constant
from verilab.program.lowering import lower
from verilab.program.operations import Assign, Store
from verilab.program.syntax import parse_file
from verilab.program.types import DataModel

# What a file declares, and what its main function uses of it.
ALIKE = {
    "a structure": ("struct s { char c; int i; short h; } x = { 1, 2, 3 };", "x.c"),
    "a structure without a tag": ("typedef struct { char c; long long l; } t; t x = { 1, 2 };", "x.l"),
    "bit-fields": ("struct s { int a : 3; unsigned b : 7; char c; long long d : 40; } x = { -1, 100, 3, -5 };", "x.b + x.d"),
    "bit-fields of _Bool": ("struct s { _Bool a : 1; unsigned char b : 2; } x = { 1, 2 };", "x.b"),
    "packed and aligned": (
        "struct s { char c; int i; } __attribute__((packed)); struct t { char c; int i __attribute__((aligned(16))); };",
        "1",
    ),
    "a pragma": ("\n#pragma pack(push, 1)\nstruct s { char c; long l; } x = { 1, 2 };\n#pragma pack(pop)\n", "x.l"),
    "a union": ("union u { char c[9]; long l; struct { short a, b; }; } x = { .a = 1, .b = 2 };", "x.l"),
    "the bytes behind a union's member": ("union u { char c; long l; } x = { 5 };", "x.l"),
    "anonymous members": ("struct s { int k; union { char c; struct { short a; int b : 5; }; }; } x = { .b = 3 };", "x.b"),
    "nested structures without tags": (
        "struct s { struct { struct { int a : 4; char b; } in[2]; } out; } x = { { { { 1, 2 } } } };",
        "x.out.in[0].b",
    ),
    "arrays of arrays": ("int a[2][3] = { { 1 }, { 2, 3 } };", "a[1][1]"),
    "an array without a length": ("char s[] = \"abc\"; int a[] = { [4] = 1 };", "s[1] + a[4]"),
    "a tentative array": ("int a[3]; int b[]; int b[2] = { 1, 2 };", "a[1] + b[1]"),
    "a flexible array member": ("struct s { int n; char d[]; } x = { 2, { 1, 2, 3, 4, 5 } };", "x.d[1]"),
    "overriding initialisers": ("struct p { int a, b; } x[2] = { [0].b = 4, [0] = { 9 }, [1] = { 1, 2 }, [1].a = 5 };", "x[0].b"),
    "ranges": ("int a[6] = { [0 ... 5] = 1, [2 ... 3] = 7 };", "a[2]"),
    "enumerators": ("enum e { A = -1, B, C = 0x7fffffff }; enum f { D = 5000000000 } x = D;", "x == C"),
    "a packed enumeration": ("enum __attribute__((packed)) e { A = 200 }; enum e x = A;", "x"),
    "addresses of objects": ("int a[4], *p = &a[2]; struct s { int *q; } x = { a };", "*p + *x.q"),
    "addresses of statics and strings": ("static int a, *p = &a; const char *s = \"text\"; int (*f)(int);", "*p + (s != 0)"),
    "addresses of compound literals": ("int *keep = (int[]){ 1, 2, 6 }; struct s { int *p; } x = { (int[2]){ 3 } };", "keep[2] + *x.p"),
    "addresses of functions": ("static int g(int x) { return x; } int (*f)(int) = g;", "f(1)"),
    "statics of functions": ("static int g(void) { static int n[2] = { 3, 4 }; return n[1]++; }", "g()"),
    "statics of the same name": (
        "static int g(void) { static int n = 3; return n; } static int h(void) { static int n = 4; return n; }",
        "g() + h()",
    ),
    "floating point": ("double d = 0.1; float f[2] = { 1.5f, -0.0f }; struct { float f; double d; } x = { 1, 2 };", "d > 0 && f[0] && x.d"),
    "wide strings": ("unsigned short u[] = u\"cd\"; unsigned w[] = U\"ab\";", "w[1] + u[1]"),
    "booleans": ("_Bool b = 7, c[2] = { 0.5 };", "b + c[0]"),
    "conversions": ("unsigned char c = 300; short s = 70000; long long l = -1; unsigned u = -1;", "c + s + l + u"),
    "macros of the members' names": ("struct s { int fake; char c; } x;\n#define fake real\n#define c 5\n#define sizeof no\n", "1"),
    "types of a function": ("static int g(void) { struct l { char c; int i; } y = { 1, 2 }; return y.i; }", "g()"),
    "an incomplete type": ("struct s; typedef struct s t; extern t *p; typedef int (*f)(void); typedef void v; int x;", "x"),
    "vectors": ("typedef int v __attribute__((vector_size(16))); v x = { 1, 2, 3, 4 };", "x[1]"),
    "a variable of the system": ("extern int outside; int own = 4;", "own"),
    "variable arguments": ("typedef __builtin_va_list v; typedef v w; struct s { int i; } x = { 4 };", "x.i"),
    "comments and strings at the end": ("int x; // the end \\\n of a comment", "x"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))


def task(folder: Path, declared: str, used: str = "0", model: DataModel = DataModel.LP64) -> Task:
    if compiler_for(model) is None:
        pytest.skip(f"no gcc for {model}")
    file = folder / "program.c"
    file.write_text(f"extern void reach_error(void);\n{declared}\nint main(void) {{ if ({used}) reach_error(); return 0; }}\n")
    return Task(file, lower(parse_file(file, model), model, name="program"))


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", ALIKE)
def test_the_compiler_has_the_same_layout_and_image(name: str, model: DataModel, tmp_path: Path) -> None:
    declared, used = ALIKE[name]
    assert isinstance(compare_with_compiler(task(tmp_path, declared, used, model)), Accepted)


def altered(original: Task, change: Callable[[Declared], Declared]) -> Task:
    assert original.program.declared is not None
    return Task(original.source, replace(original.program, declared=change(original.program.declared)))


STRUCTURE = "struct s { char c; int f : 5; struct { short a; } in; int i; };"


def with_record(change: Callable[[RecordType], RecordType]) -> Callable[[Declared], Declared]:
    def changed(declared: Declared) -> Declared:
        types = [
            replace(declared_type, type=change(declared_type.type)) if isinstance(declared_type.type, RecordType) else declared_type
            for declared_type in declared.types
        ]
        return replace(declared, types=tuple(types))

    return changed


def with_member(name: str, change: Callable[[Member], Member]) -> Callable[[Declared], Declared]:
    def changed(record: RecordType) -> RecordType:
        assert record.members is not None
        return replace(record, members=tuple(change(member) if member.name == name else member for member in record.members))

    return with_record(changed)


FAULTS: dict[str, tuple[Callable[[Declared], Declared], str]] = {
    "size": (with_record(lambda record: replace(record, size=record.size + 4)), "sizeof(struct s) is 12 for us and 8 for the compiler"),
    "alignment": (with_record(lambda record: replace(record, alignment=8)), "_Alignof(struct s) is 8 for us and 4 for the compiler"),
    "offset": (with_member("i", lambda member: replace(member, offset=8)), "__builtin_offsetof(struct s, i) is 8 for us and 4"),
    "offset inside": (with_member("in", lambda member: replace(member, offset=6)), "__builtin_offsetof(struct s, in) is 6 for us and 2"),
    "place of bits": (with_member("f", lambda member: replace(member, bit=2)), "the bits of struct s.f are"),
    "width": (with_member("f", lambda member: replace(member, width=6)), "the bits of struct s.f are"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_layout_is_told_with_its_place(fault: str, tmp_path: Path) -> None:
    change, message = FAULTS[fault]
    result = compare_with_compiler(altered(task(tmp_path, STRUCTURE), change))
    assert isinstance(result, Rejected)
    assert f"layout differs from the compiler's at {tmp_path / 'program.c'}:2:" in result.reason
    assert message in result.reason


def test_the_result_of_a_function_that_only_the_compiler_finds_declared_is_told(tmp_path: Path) -> None:
    def changed(declared: Declared) -> Declared:
        position = declared.types[0].position
        return replace(declared, undeclared=tuple(UndeclaredFunction(name, position) for name in ("none", "abs", "labs")))

    result = compare_with_compiler(altered(task(tmp_path, f"#include <stdlib.h>\n{STRUCTURE}", "none()"), changed))
    assert isinstance(result, Rejected)
    assert ": labs returns int for us and long int for the compiler" in result.reason


def test_a_wrong_enumerator_is_told(tmp_path: Path) -> None:
    def changed(declared: Declared) -> Declared:
        return replace(declared, enumerators=tuple(replace(each, value=each.value + 1) for each in declared.enumerators))

    result = compare_with_compiler(altered(task(tmp_path, "enum { A, B = 7 };"), changed))
    assert isinstance(result, Rejected)
    assert "A is 1 for us and 0 for the compiler" in result.reason


def with_initial(program: Program, name: str, value: int) -> Program:
    """The program, whose scalar (or array's elements) of that name begins with another value."""
    for edge in program.edges:
        match edge.operation:
            case Assign(target=target) if target.name == name:
                edge.operation = Assign(target, Constant(value, target.type))
            case Store(array=array, index=index) if array.name == name:
                edge.operation = Store(array, index, Constant(value, array.type))
    return program


IMAGES = {
    "a scalar": ("int x = 4;", "x", "x", 5, "'x' holds 5 at byte 0 for us, 4 for the compiler"),
    "a zero": ("int x;", "x", "x", 5, "'x' holds 5 at byte 0 for us, 0 for the compiler"),
    "a member": ("struct s { char c; int i; } x = { 1, 2 };", "x.i", "x.i", 3, "'x.i' holds 3 at byte 4 for us, 2 for the compiler"),
    "a bit-field": ("struct s { int a : 3, b : 4; } x = { 1, 2 };", "x.b", "x.b", 3, "'x.b' holds 3 at byte 0 for us, 2 for the compiler"),
    "an element": ("short a[3] = { 1, 2, 3 };", "a[1]", "a", 2, "'a' holds 2 at byte 0 for us, 1 for the compiler"),
    "a static of a function": ("int f(void) { static int n = 3; return n; }", "f()", "f::n", 4, "'f::n' holds 4 at byte 0 for us, 3"),
    "a null instead of an address": ("int a, *p = &a, *q;", "p == q", "p", 0, "'p' holds 0 at byte 0 for us, and the address of a"),
    "an address instead of null": ("int a, *p; int *q = &a;", "p != q", "p", 4096, "'p' holds 4096 at byte 0 for us, 0 for the compiler"),
}  # fmt: skip


@pytest.mark.parametrize("name", IMAGES)
def test_a_wrong_image_is_told_with_its_place(name: str, tmp_path: Path) -> None:
    declared, used, storage, value, message = IMAGES[name]
    checked = task(tmp_path, declared, used)
    result = compare_with_compiler(Task(checked.source, with_initial(checked.program, storage, value)))
    assert isinstance(result, Rejected)
    assert message in result.reason


def test_the_address_of_another_element_is_told(tmp_path: Path) -> None:
    checked = task(tmp_path, "int a[4], *p = &a[2], *q;", "p == q")
    result = compare_with_compiler(Task(checked.source, with_initial(checked.program, "p", checked.program.addresses["a"] + 4)))
    assert isinstance(result, Rejected)
    assert "the address of a + 8 for the compiler" in result.reason


def test_a_question_that_the_compiler_refuses_is_left_out(tmp_path: Path) -> None:
    def changed(declared: Declared) -> Declared:
        (known,) = declared.types
        return replace(declared, types=(DeclaredType("struct nowhere", known.type, known.position), known))

    assert isinstance(compare_with_compiler(altered(task(tmp_path, "struct s { int i; };"), changed)), Accepted)


def test_nothing_is_said_of_a_program_that_the_compiler_refuses(tmp_path: Path) -> None:
    result = compare_with_compiler(task(tmp_path, "extern int x; extern long x; enum { A };"))
    assert isinstance(result, Unchecked)
    assert "conflicting types" in result.reason


def test_what_was_found_alike_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = task(tmp_path, "int x = 4;", "x")
    assert isinstance(compare_with_compiler(checked), Accepted)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert isinstance(compare_with_compiler(checked), Accepted)
    other = Task(checked.source, with_initial(checked.program, "x", 5))
    assert isinstance(compare_with_compiler(other), Unchecked)  # what we believe is part of what was found


class _NoRuns:
    def against_proof(self, vectors: object = (), deadline: object = None, claims: object = (), model: object = None) -> CheckResult:
        return Accepted("executions")

    def executable(self, seconds: float) -> None:
        return None


def test_a_proof_is_rejected_before_it_is_executed(tmp_path: Path) -> None:
    checked = task(tmp_path, "int x = 4;", "x")
    assert CheckedExecutions(_NoRuns(), checked.source, checked.program).against_proof() == Accepted("executions")
    wrong = with_initial(checked.program, "x", 5)
    assert isinstance(CheckedExecutions(_NoRuns(), checked.source, wrong).against_proof(), Rejected)
