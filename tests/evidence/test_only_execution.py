"""A program without inputs is proven by its one execution, and never where that depends on what is left open."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from verilab.evidence.compiler.completion import Contradicted, completion
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.executions import only_execution
from verilab.evidence.executions.only_execution import Completed, check_only_execution
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.results import Accepted, CheckResult, Rejected
from verilab.program.cfa import Edge, Program
from verilab.program.lowering import lower
from verilab.program.lowering.options import EXECUTED
from verilab.program.memory.objects.placement import Placement
from verilab.program.only_execution import OnlyExecution
from verilab.program.operations import NondetKind
from verilab.program.syntax import parse_file
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel, IntType

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc: .ci/run has one")

CONVENTION = ErrorConvention(frozenset({"reach_error"}))
HEADERS = "#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n#include <stdio.h>\nextern void reach_error(void);\n"

PROVEN = {
    "a large array": "int a[100000]; int main(void) { if (a[50000]) reach_error(); return 0; }",
    "a large structure is copied": (
        "struct B { int a[2000], b[2000]; } s, t; int main(void) { s.b[3] = 7; t = s; if (t.b[3] != 7) reach_error(); return 3; }"
    ),
    "a large block is copied": (
        "int a[900], b[900]; int main(void) { a[899] = 5; memcpy(b, a, sizeof a); if (b[899] != 5) reach_error(); return b[899]; }"
    ),
    "a large block is filled": "char a[3000]; int main(void) { memset(a, 3, sizeof a); if (a[2999] != 3) reach_error(); return a[7]; }",
    "a loop over a large array": (
        "int a[3000]; int main(void) { for (int i = 0; i < 3000; i++) a[i] = i; if (a[2999] != 2999) reach_error(); return 0; }"
    ),
    "recursion of a known depth": (
        "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { if (f(12) != 144) reach_error(); return f(10); }"
    ),
    "exit": "int main(void) { exit(4); reach_error(); }",
    "abort": "int main(void) { abort(); reach_error(); }",
    "output, whose result nobody reads": 'int main(void) { for (int i = 0; i < 3; i++) printf("%d\\n", i); puts("end"); return 0; }',
    "an uninitialised variable that is written first": (
        "int main(void) { int i, s = 0; for (i = 0; i < 9; i++) s += i; if (s != 36) reach_error(); return s; }"
    ),
    "an uninitialised value that is copied only": "int main(void) { int x, y; y = x; x = 3; y = x; if (y != 3) reach_error(); return 0; }",
    "memory": "int main(void) { int *p = malloc(40); if (!p) return 0; for (int i = 0; i < 10; i++) p[i] = i; int s = p[9]; free(p);"
    " if (s != 9) reach_error(); return s; }",
    "walks by pointers": (
        "int a[20]; int main(void) { int n = 0; for (int *p = a; p < a + 20; p++) *p = n++; if (a[19] != 19) reach_error(); return n; }"
    ),
    "doubles": "int main(void) { double d = 0; for (int i = 0; i < 10; i++) d += 0.1; if (d == 1.0) reach_error(); return 0; }",
    "strings": 'int main(void) { char b[8]; strcpy(b, "abc"); if (strlen(b) != 3 || strcmp(b, "abc")) reach_error(); return b[1]; }',
    "a function that writes while nothing reads": (
        "int g; int f(int x) { g = x; return x; } int main(void) { int r = f(1); r = r + 2 * f(3); if (g != 3) reach_error(); return r; }"
    ),
    "indices that move on": (
        "int a[9]; int main(void) { int i = 0, j = 9; while (i < 5) a[i++] = --j; if (a[4] != 4) reach_error(); return i; }"
    ),
    "members apart": (
        "struct S { int n; unsigned *m; } s; int main(void) { struct S *p = &s, *q = &s; unsigned k = 3; p->m = &k;"
        " if (p->n++ + (q->m == 0) != 0) reach_error(); return s.n; }"
    ),
    "an allocation beside a member": (
        "struct N { struct N *next; int v; }; int main(void) { struct N *n = malloc(sizeof *n); if (!n) return 0; n->v = 4;"
        " n->next = malloc(sizeof *n); if (n->v != 4) reach_error(); return n->v; }"
    ),
    "calls by pointers": "int f(int x) { return x + 1; } int (*p)(int) = f; int main(void) { if (p(2) != 3) reach_error(); return p(4); }",
}
OPEN = {
    "bits of an address": "int x; int main(void) { if ((((uintptr_t)&x) >> 4) * 2654435761u % 7 == 3) reach_error(); return 0; }",
    "a low bit of an address": "int x; int main(void) { if ((uintptr_t)&x & 64) reach_error(); return 0; }",
    "the order of objects": "int x, y; int main(void) { if (&x > &y) reach_error(); return 0; }",
    "the distance of objects": "int x, y; int main(void) { if ((char *)&x - (char *)&y == 4) reach_error(); return 0; }",
    "neighbours": "int x, y; int main(void) { if (&x + 1 == &y) reach_error(); return 0; }",
    "neighbours the other way round": "int x, y; int main(void) { if (&y + 1 == &x) reach_error(); return 0; }",
    "one past an array": "int x[2], y; int main(void) { int *p = x + 2; if (p == &y) reach_error(); return 0; }",
    "a printed address": "int x; int main(void) { char b[32]; sprintf(b, \"%p\", (void *)&x); if (b[5] == '7') reach_error(); return 0; }",
    "half of an address": (
        "int x; int main(void) { int *p, *q = &x; memcpy(&p, &q, 4); int *r = p; if (r == &x) reach_error(); return 0; }"
    ),
    "a byte of an address": (
        "int x; int main(void) { int *p = &x; unsigned char c; memcpy(&c, &p, 1); if (c & 16) reach_error(); return 0; }"
    ),
    "an address in a union": (
        "int x; union { int *p; unsigned long u; } u; int main(void) { u.p = &x; if (u.u & 32) reach_error(); return 0; }"
    ),
    "the order of allocations": "int main(void) { char *a = malloc(8), *b = malloc(8); if (a > b) reach_error(); return 0; }",
    "the sign of an address": (
        "int x; int main(void) { int k = (int)(uintptr_t)&x; if (k == 5) reach_error(); if (k < 0) return 1; return 0; }"
    ),
    "how many bits an address has": (
        "int x; int main(void) { int n = 0; for (uintptr_t u = (uintptr_t)&x; u; u >>= 1) n++; if (n == 5) reach_error(); return n; }"
    ),
    "a function's address": "int f(void) { return 1; } int main(void) { if (((uintptr_t)f) & 16) return 1; return 0; }",
    "a switch on an address": "int x; int main(void) { switch ((int)((uintptr_t)&x & 48)) { case 16: reach_error(); } return 0; }",
    "an uninitialised variable": "int main(void) { int x; if (x == 12345) reach_error(); return 0; }",
    "an uninitialised index": "int a[4]; int main(void) { int x; a[x & 3] = 1; if (a[1]) reach_error(); return 0; }",
    "fresh memory": "int main(void) { int *p = malloc(4); if (p && *p) reach_error(); return 0; }",
    "an uninitialised element": "int main(void) { int a[4]; a[0] = 1; if (a[0] + a[1] == 17) reach_error(); return 0; }",
    "padding": (
        "struct S { char c; int i; }; int main(void) { struct S s = {1, 2}, t; t.c = 1; t.i = 2; if (memcmp(&s, &t,"
        " sizeof s)) reach_error(); return 0; }"
    ),
    "a union's other bytes": "union U { char c; int i; }; int main(void) { union U u; u.c = 1; if (u.i == 1) reach_error(); return 0; }",
    "an uninitialised result": (
        "int f(int n) { int x; return n ? f(n - 1) : x; } int main(void) { if (f(3) == 9) reach_error(); return 0; }"
    ),
    "a variable-length array": "int main(void) { int n = 3, a[n]; a[0] = 1; if (a[2] == 9) reach_error(); return 0; }",
    "the order of arguments": (
        "int g; int f(int x) { return g = x; } int k(int a, int b) { return b; } int main(void) { k(f(1), f(2)); if (g"
        " == 1) reach_error(); return 0; }"
    ),
    "the order of operands": "int g = 1; int f(void) { return g = 2; } int main(void) { if (g + f() == 5) reach_error(); return 0; }",
    "the order of an assignment": (
        "int a[2], i; int f(void) { i = 1; return 5; } int main(void) { a[i] = f(); if (a[0] == 6) reach_error(); return 0; }"
    ),
    "the order of initialisers": (
        "int g; int f(void) { return ++g; } int main(void) { int a[2] = {f(), f()}; if (a[0] == 3) reach_error(); return 0; }"
    ),
    "two effects on one variable": "int main(void) { int i = 0; i = i++ + 1; if (i == 7) reach_error(); return 0; }",
    "an effect and a value": "int main(void) { int i = 1, r = i++ + i; if (r == 7) reach_error(); return 0; }",
    "an effect by a pointer": "int f(int *p) { return ++*p; } int main(void) { int i = 0; if (f(&i) + i == 7) reach_error(); return 0; }",
    "one member by two pointers": (
        "struct S { int n; }; int main(void) { struct S s = {1}, *p = &s, *q = p; if (++p->n + q->n == 9) reach_error(); return 0; }"
    ),
    "members that share their bytes": (
        "union U { struct { int a; } s; struct { int b; } t; }; int main(void) { union U u = {{1}}, *p = &u, *q = p;"
        " if (++p->s.a + q->t.b == 9) reach_error(); return 0; }"
    ),
    "a member and a call": (
        "struct S { int n; }; struct T { int m; }; int f(struct S *p) { return ++p->n; } int main(void) { struct S s = {1};"
        " struct T *q = (struct T *)&s; if (f(&s) + q->m == 9) reach_error(); return 0; }"
    ),
    "a structure and its member": (
        "struct S { int n; }; int main(void) { struct S s = {1}, t = {3}, *p = &s; if ((*p = t).n + p->n == 9) reach_error(); return 0; }"
    ),
    "a variable's member and a pointer's": (
        "struct S { int n; } g; int main(void) { struct S *p = &g; if ((g.n = 2) + p->n == 9) reach_error(); return 0; }"
    ),
    "an allocation and the number of its error": (
        "#include <errno.h>\nint main(void) { if (errno + !malloc(1) == 9) reach_error(); return 0; }"
    ),
    "calls by a pointer": (
        "int g; int f(void) { return ++g; } int (*p)(void) = f; int main(void) { if (p() - p() == 7) reach_error(); return 0; }"
    ),
    "the time": "#include <time.h>\nint main(void) { if (time(0) == 2) reach_error(); return 0; }",
    "the clock": "#include <time.h>\nint main(void) { if (clock() > 1000000) reach_error(); return 0; }",
    "the environment": 'int main(void) { if (getenv("NO_SUCH")) reach_error(); return 0; }',
    "random numbers": "int main(void) { if (rand() == 2) reach_error(); return 0; }",
    "arguments": "int main(int argc, char **argv) { if (argc > 3) reach_error(); return 0; }",
    "the program's name": "int main(int argc, char **argv) { if (argv[0][0] == 'z') reach_error(); return 0; }",
    "characters that are read": "int main(void) { if (getchar() == 'q') reach_error(); return 0; }",
    "numbers that are read": 'int main(void) { int x = 0; if (scanf("%d", &x) == 1) reach_error(); return 0; }',
    "an external function": "extern int ext(void); int main(void) { if (ext() == 77) reach_error(); return 0; }",
    "an external function that may call back": (
        "int g; void f(void) { g = 1; } extern void reg(void (*)(void)); int main(void) { reg(f); if (g) reach_error(); return 0; }"
    ),
    "an external variable": "extern int ev; int main(void) { if (ev == 77) reach_error(); return 0; }",
    "an input": "extern int __VERIFIER_nondet_int(void); int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }",
    "how much was written": 'int main(void) { if (printf("a") < 0) reach_error(); return 0; }',
    "a file": 'int main(void) { if (fopen("/no/such", "r")) reach_error(); return 0; }',
    "a locale": "#include <locale.h>\nint main(void) { char *l = setlocale(LC_ALL, \"\"); if (l && l[0] == 'd') reach_error(); return 0; }",
    "another process": "#include <unistd.h>\nint main(void) { if (fork() == 77) reach_error(); return 0; }",
    "another thread": (
        "#include <pthread.h>\nint g; void *f(void *a) { g = 1; return 0; } int main(void) { pthread_t t;"
        " pthread_create(&t, 0, f, 0); if (g > 1) reach_error(); return 0; }"
    ),
    "the date": "int main(void) { if (__DATE__[0] == 'q') reach_error(); return 0; }",
    "signed overflow": "int main(void) { int x = 2147483647; x = x + 1; if (x == 7) reach_error(); return 0; }",
    "a shift": "int main(void) { int s = 40, x = 1 << s; if (x == 7) reach_error(); return 0; }",
    "an index out of bounds": "int a[2], b[2]; int main(void) { int i = 2; if (a[i] == 7) reach_error(); return 0; }",
    "freed memory": "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 3; free(p); if (*p == 7) reach_error(); return 0; }",
    "a variable that is no more": (
        "int *f(void) { int x = 3, *p = &x; return p; } int main(void) { int *p = f(); if (*p == 7) reach_error(); return 0; }"
    ),
    "division by zero": "int z; int main(void) { if (5 / z == 7) reach_error(); return 0; }",
    "assembly": 'int g; int main(void) { __asm__("nop"); if (g) reach_error(); return 0; }',
    "no end": "int main(void) { unsigned i = 0; while (i < 4000000000u) i++; reach_error(); return 0; }",
}


IN_MEMORY = {
    "an owner found from its member": (
        "struct H { struct H *next; int k; }; struct E { int id; struct H h; }; int main(void) { struct H *head = 0; int s = 0;"
        " for (int i = 0; i < 30; i++) { struct E *e = malloc(sizeof *e); if (!e) exit(1); e->id = i; e->h.k = 2 * i;"
        " e->h.next = head; head = &e->h; } for (struct H *h = head; h; h = h->next) { struct E *e = (struct E *)((char *)h -"
        " __builtin_offsetof(struct E, h)); s += e->id == h->k / 2; } if (s != 30) reach_error(); return s; }"
    ),
    "bytes of a number": (
        "unsigned hash(const unsigned char *p, unsigned n) { unsigned h = 0; while (n--) h = 31 * h + *p++; return h; }"
        " int main(void) { struct { int id; int v; } *e = malloc(2 * sizeof *e); if (!e) return 0; e[1].id = 0x01020304;"
        " if (hash((unsigned char *)&e[1].id, 4) != 4 * 29791 + 3 * 961 + 2 * 31 + 1) reach_error(); return 1; }"
    ),
    "pointers that are copied byte by byte": (
        "int x; int main(void) { int *p = &x, *q = 0; for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];"
        " *q = 7; if (x != 7) reach_error(); return x; }"
    ),
    "a table that grows": (
        "int main(void) { unsigned n = 0, room = 2; int *t = malloc(room * sizeof *t); if (!t) return 0; for (int i = 0; i < 50; i++) {"
        " if (n == room) { int *u = malloc(2 * room * sizeof *u); if (!u) exit(1); memcpy(u, t, n * sizeof *t); free(t);"
        " t = u; room *= 2; } t[n++] = i * i; } if (t[49] != 2401) reach_error(); return n; }"
    ),
    "reallocation": (
        "int main(void) { char *p = malloc(2); if (!p) return 0; p[0] = 4; p[1] = 5; p = realloc(p, 9); if (!p) return 0; p[8] = 6;"
        " p = realloc(p, 1); if (!p) return 0; if (p[0] != 4) reach_error(); free(p); free(0); return 4; }"
    ),
    "negative steps": (
        "int a[9]; int main(void) { int *p = a + 8; unsigned k = -4; p += (int)k; *p = 3; if (a[4] != 3) reach_error(); return 4; }"
    ),
    "members in sequence or apart": (
        "struct B { unsigned n, most; struct B *next; }; int main(void) { struct B *b = malloc(sizeof *b), *c = malloc(sizeof *c);"
        " if (!b || !c) return 0; b->n = 1; c->most = 1; b->next = malloc(4); if (++(b->n) > c->most) b->n = 9;"
        " if (b->n != 9) reach_error(); return b->n; }"
    ),
    "functions in memory": (
        "struct O { int (*f)(int, int *); struct O *next; }; int less(int a, int *b) { return a < *b; } int more(int a, int *b) {"
        " return a > *b; } int main(void) { struct O *o = malloc(sizeof *o), *p = malloc(sizeof *p); int k = 5, s = 0; if (!o || !p)"
        " return 0; o->f = less; o->next = p; p->f = more; p->next = 0; for (; o; o = o->next) s = 2 * s + o->f(4, &k);"
        " if (s != 2) reach_error(); return s; }"
    ),
    "bit-fields": (
        "struct S { unsigned a : 3, b : 13; int c : 7; }; int main(void) { struct S *s = calloc(1, sizeof *s); if (!s) return 0;"
        " s->a = 5; s->b = 8000; s->c = -3; if (s->a + s->b + s->c != 8002) reach_error(); return s->a; }"
    ),
    "rows of a matrix": (
        "int m[3][4]; int main(void) { int *p = &m[0][0]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;"
        " int *q = m[2]; if (q[3] != 23 || *(p + 5) == 3) reach_error(); return q[1]; }"
    ),
}
"""Proven only where memory is executed as it stands: what pointers may point to says too little."""
NOT_IN_MEMORY = ("a large array",)
"""Too long for an interpreter of single bytes."""


def in_memory(folder: Path, text: str, model: DataModel = DataModel.LP64) -> CheckResult:
    """What the evidence says of the claim that the execution proves it, with memory as it stands."""
    file = folder / "program.c"
    file.write_text(HEADERS + text + "\n")
    program = lower(parse_file(file, model), model, CONVENTION, options=replace(EXECUTED, as_it_stands=True))
    claim = OnlyExecution(program, CONVENTION, has_memory=True)
    run = check_only_execution(claim)
    return completion(claim, run) if isinstance(run, Completed) else run


@pytest.mark.parametrize("name", [*(name for name in PROVEN if name not in NOT_IN_MEMORY), *IN_MEMORY])
def test_a_program_is_proven_by_its_execution_with_memory_as_it_stands(name: str, tmp_path: Path) -> None:
    judgement = in_memory(tmp_path, (PROVEN | IN_MEMORY)[name])
    assert isinstance(judgement, Accepted), judgement


@pytest.mark.parametrize("name", OPEN)
def test_no_execution_that_something_else_decides_is_a_proof_in_memory(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(only_execution, "STEPS_IN_MEMORY", 20_000)
    judgement = in_memory(tmp_path, OPEN[name])
    assert isinstance(judgement, Rejected), judgement


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("an owner found from its member", "s != 30", "s != 29"),
        ("bytes of a number", "31 + 1)", "31 + 2)"),
        ("pointers that are copied byte by byte", "x != 7", "x == 7"),
        ("a table that grows", "!= 2401", "== 2401"),
        ("functions in memory", "s != 2", "s == 2"),
        ("bit-fields", "!= 8002", "!= 8008"),
        ("rows of a matrix", "== 3)", "== 11)"),
    ],
)
def test_what_memory_holds_decides(name: str, right: str, wrong: str, tmp_path: Path) -> None:
    assert right in IN_MEMORY[name]
    judgement = in_memory(tmp_path, IN_MEMORY[name].replace(right, wrong))
    assert isinstance(judgement, Rejected)
    assert judgement.reason == "the execution reaches the error"


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { char *p = malloc(4); if (!p) return 0; p[4] = 1; if (p[4] != 1) reach_error(); return 0; }",
        "int main(void) { short *p = malloc(5); if (!p) return 0; p[2] = 1; return 0; }",
        "int a[4], b[4]; int main(void) { int *p = a; p[5] = 3; if (b[1] == 3) reach_error(); return 0; }",
        "int main(void) { char *p = malloc(4), *q = malloc(9); if (!p || !q) return 0; memset(q, 0, 9); memcpy(p, q, 5); return 0; }",
        "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 3; free(p); return *p; }",
        "int main(void) { int *p = malloc(4); if (!p) return 0; free(p); free(p); return 0; }",
        "int main(void) { int x, *p = &x; free(p); return 0; }",
        "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 3; if (!realloc(p, 8)) return 0; return *p; }",
        "int main(void) { int *p = 0; *p = 1; return 0; }",
        "int main(void) { int *p = (int *)64; return *p; }",
    ],
    ids=[
        "behind the end",
        "half behind the end",
        "in another object",
        "a block behind the end",
        "freed",
        "freed twice",
        "freed by mistake",
        "reallocated",
        "null",
        "a number",
    ],
)
def test_an_access_outside_of_its_object_ends_the_execution(text: str, tmp_path: Path) -> None:
    """The compiler for ILP32 has no sanitizer of addresses where it has no C library: the interpreter sees it by itself."""
    judgement = in_memory(tmp_path, text)
    assert isinstance(judgement, Rejected)
    assert judgement.reason.startswith("the execution has undefined behaviour: index out of bounds")


def test_a_function_that_is_active_is_not_entered_again_through_a_pointer(tmp_path: Path) -> None:
    """Both activations would have the same variables."""
    judgement = in_memory(
        tmp_path,
        "int f(int n); int (*p)(int) = f; int f(int n) { int k = n; if (n) p(n - 1); if (k != n) reach_error(); return k; }"
        " int main(void) { return f(2); }",
    )
    assert isinstance(judgement, Rejected)
    assert "recursion through a function pointer" in judgement.reason


def judged(folder: Path, text: str) -> CheckResult:
    """What the evidence says of the claim that the program's one execution proves it."""
    file = folder / "program.c"
    file.write_text(HEADERS + text + "\n")

    def lowered(placement: Placement) -> Program:
        unit = parse_file(file, DataModel.LP64)
        return lower(unit, DataModel.LP64, CONVENTION, options=replace(EXECUTED, placement=placement))

    claim = OnlyExecution(
        lowered(Placement.APART), CONVENTION, (partial(lowered, Placement.ASCENDING), partial(lowered, Placement.DESCENDING))
    )
    run = check_only_execution(claim)
    return completion(claim, run) if isinstance(run, Completed) else run


@pytest.mark.parametrize("name", PROVEN)
def test_a_program_without_inputs_is_proven_by_its_execution(name: str, tmp_path: Path) -> None:
    assert isinstance(judged(tmp_path, PROVEN[name]), Accepted), judged(tmp_path, PROVEN[name])


@pytest.mark.parametrize("name", OPEN)
def test_an_execution_that_something_else_decides_proves_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(only_execution, "STEPS_ELSEWHERE", 100_000)
    judgement = judged(tmp_path, OPEN[name])
    assert isinstance(judgement, Rejected), judgement


def test_a_reachable_error_is_no_proof(tmp_path: Path) -> None:
    assert isinstance(judged(tmp_path, "int a[9000]; int main(void) { a[8999] = 1; if (a[8999]) reach_error(); return 0; }"), Rejected)


def test_the_compiled_program_has_to_come_to_the_same_end(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("int main(void) { return 5; }\n")
    claim = OnlyExecution(lower(parse_file(file, DataModel.LP64), DataModel.LP64, CONVENTION, options=EXECUTED), CONVENTION)
    assert isinstance(completion(claim, Completed(True, 5)), Accepted)
    assert isinstance(completion(claim, Completed(True, 6)), Contradicted)


def test_a_long_execution_is_a_proof(tmp_path: Path) -> None:
    """Of six million edges, none of which is kept."""
    file = tmp_path / "program.c"
    file.write_text(
        HEADERS + "int main(void) { unsigned x = 0, y = 50000; while (x < 1000000) { if (x >= 50000) y++; x++; }"
        " while (y > 0) { y -= 2; x -= 2; } if (x) reach_error(); return 0; }\n"
    )
    claim = OnlyExecution(lower(parse_file(file, DataModel.LP64), DataModel.LP64, CONVENTION, options=EXECUTED), CONVENTION)
    assert check_only_execution(claim) == Completed(True, 0)


class Always:
    """Gives the same value each time."""

    def __init__(self, value: int) -> None:
        self._value = value

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...]:
        return (self._value,) * len(types)


@pytest.mark.parametrize(("other", "same"), [(9000, True), (9001, False), (8999, False)])
def test_runs_are_told_apart_by_one_edge_among_thousands(tmp_path: Path, other: int, same: bool) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        "int nondet(void); int main(void) { int n = nondet(), s = 0; for (int i = 0; i < 9500; i++) if (i < n) s++; return s; }\n"
    )
    program = lower(parse_file(file, DataModel.LP64), DataModel.LP64, CONVENTION, options=EXECUTED)
    way = only_execution.Way()
    again = way.again()
    Interpreter(program).run(Always(9000), record=False, passed=way)
    Interpreter(program).run(Always(other), record=False, passed=again)
    assert (way.digest == again.digest) == same
