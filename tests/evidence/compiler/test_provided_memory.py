"""A compiled program finds memory where pointers lead that nobody has set: the same memory at each look, and nowhere else.

Each program is of known verdict: what some contents of such memory lead to is found, and what no contents lead to is not.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from verilab.evidence.compiler.compiled_execution import RebuiltProgram, check_compiled_execution
from verilab.evidence.compiler.driver import Driven, GuidedRuns
from verilab.evidence.compiler.provided_memory import with_addresses
from verilab.evidence.compiler.toolchain import compiler_for, gcc_version
from verilab.evidence.results import Accepted, Rejected
from verilab.program.compiled_execution import CompiledExecution
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel
from verilab.resources import Deadline

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc: .ci/run has one")

CONVENTION = ErrorConvention(frozenset({"reach_error"}), frozenset())
PRELUDE = """\
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
void *memcpy(void *, const void *, unsigned long); unsigned long strlen(const char *);
struct leaf { int a, b; short c; unsigned char d; unsigned e : 5, f : 11; };
struct node { int kind; struct leaf *leaf; struct node *next; char name[8]; double real; };
struct packed { char first; long number; short last; } __attribute__((packed));
extern struct node *anything(void); extern struct node *declared; extern void look(struct node *);
int other = 1;
"""
FOUND = {
    "a field of an uninitialised pointer": "struct node *p; if (p->kind == 4711) reach_error();",
    "a pointer behind a pointer": "struct node *p; if (p->next->next->leaf->b == 8) reach_error();",
    "a byte and a short": "struct node *p; if (p->leaf->d == 200 && p->leaf->c == -3) reach_error();",
    "masked bits": "struct node *p; if ((p->kind & 0xff00) == 0x300) reach_error();",
    "bit-fields": "struct leaf *p; if (p->f == 1027 && p->e == 17) reach_error();",
    "what an external function returns": "struct node *p = anything(); if (p && p->leaf->a == 77) reach_error();",
    "what it returns as null": "if (!anything()) reach_error();",
    "a pointer that is declared only": "if (declared->kind == 123456) reach_error();",
    "a field on the heap": "struct node *p = malloc(sizeof *p); if (p->kind == 31337) reach_error();",
    "a pointer on the heap": "struct node *p = malloc(sizeof *p); p->kind = 1; if (p->next->kind == 99) reach_error();",
    "the object around another": "int *p; struct node *n = (struct node *)((char *)p - 32); if (n->kind == 12345) reach_error();",
    "what was stored": "struct node *p; p->next->kind = 5; if (p->next->kind == 5 && p->kind == 6) reach_error();",
    "a variable behind an input": "int x = __VERIFIER_nondet_int(); if (x == 3) { struct leaf *p; if (p->a == x + 40) reach_error(); }",
    "a switch over a field": "struct node *p; switch (p->kind) { case 1000: break; case 2000: if (p->leaf->a == 7) reach_error(); }",
}
NOT_FOUND = {
    "another value at the second look": "struct node *p; if (p->kind != p->kind) reach_error();",
    "another pointer at the second look": "struct node *p; struct leaf *l = p->leaf; if (l->a == 3 && p->leaf->a != 3) reach_error();",
    "what was not stored": "struct node *p; p->kind = 5; look(p->next); if (p->kind != 5) reach_error();",
    "a global variable behind a pointer": "int *p; *p = 2; if (other != 1) reach_error();",
    "an allocated object behind a pointer": "int *p, *q = malloc(4); *q = 1; *p = 2; if (*q != 1) reach_error();",
    "two allocated objects at one place": "if (malloc(4) == malloc(4)) reach_error();",
    "memory that was set to zero": "int *p = calloc(3, 4); if (p[2]) reach_error();",
    "what was allocated anew": "int *p = malloc(8); p[1] = 4; p = realloc(p, 100000); if (p[1] != 4) reach_error();",
    "memory behind an object": "int *p = malloc(4); if (p[1] == 7) reach_error();",
    "memory in front of an object": "int *p = malloc(4); if (p[-1] == 7) reach_error();",
    "memory that was freed": "int *p = malloc(4); *p = 1; free(p); if (*p != 1) reach_error();",
    "null": "struct node *p = anything(); if (!p && p->kind == 4) reach_error();",
    "copies of structures": "struct node *p; struct node a = *p, b = *p;"
    " if (a.kind != b.kind || a.next != b.next || a.name[7] != b.name[7]) reach_error();",
    "a copy and a field behind": "struct node *p; struct node a = *p; if (p->name[3] != a.name[3] || p->leaf != a.leaf) reach_error();",
    "copies by the library": "struct node *p, a; memcpy(&a, p, sizeof a); if (a.next != p->next || a.name[5] != p->name[5]) reach_error();",
    "a number across two words": "struct packed *p; long n = p->number;"
    " if ((char)n != *((char *)p + 1) || n >> 56 != *((char *)p + 8)) reach_error();",
    "a byte of a number": "struct leaf *p; unsigned char d = p->d;"
    " unsigned w = *(unsigned *)&p->c; if ((w >> 16 & 255) != d) reach_error();",
    "a string that does not end": "char *p; unsigned long n = strlen(p); if (n < 100 && p[n]) reach_error();",
    "a double at the second look": "struct node *p; double r = p->real; if (r == 2.5 && p->real != r) reach_error();",
    "an index out of bounds": "int a[4] = {0}, *p; a[*p] = 1; if (a[0] + a[1] + a[2] + a[3] != 1) reach_error();",
    "signed overflow": "struct node *p; int k = p->kind; if (k > 0 && k + 1 < 0) reach_error();",
    "an allocation that is large": "unsigned n = __VERIFIER_nondet_int(); if (n && !malloc(n - 1)) reach_error();",
    "one of many allocations": "struct node *p; if (p->kind == 3) for (int i = 0; i < 5000; i++) if (!malloc(8)) reach_error();",
    "a large array of zeros": "struct node *p; if (p->kind == 3 && !calloc(4096, 4096)) reach_error();",
    "what a variable of each round holds": "for (int i = 0; i < 3; i++) { struct leaf *p; if (p->a != p->a) reach_error(); }",
}
PERIODS, FEW_PERIODS = 40, 8
"""Periods of half a second: until something is found; and some for what is not, where each of FOUND takes one or two."""


def searched(
    tmp_path: Path, text: str, model: DataModel = DataModel.LP64, periods: int = PERIODS, declared: str = ""
) -> tuple[Driven, CompiledExecution]:
    source = tmp_path / "task.c"
    prelude = PRELUDE if model is DataModel.LP64 else PRELUDE.replace("unsigned long", "unsigned")
    source.write_text(f"{prelude}{declared}int main(void) {{ {text} return 0; }}\n")
    with closing(RebuiltProgram(source, model, CONVENTION, provided=True)) as program:
        executable = program.build(60.0)
        assert not isinstance(executable, str), executable
        with closing(GuidedRuns(executable, 20_000 if periods == PERIODS else 600)) as guided:
            for number in range(periods):
                driven = guided.go_on(0.5, milliseconds=500, blocks=20_000 * (number % 2))
                if driven.seed is not None or not driven.runs:
                    break
    return driven, CompiledExecution(source, model, CONVENTION, driven.inputs)


@pytest.mark.parametrize("text", FOUND.values(), ids=list(FOUND))
def test_what_some_memory_leads_to_is_found_and_confirmed(text: str, tmp_path: Path) -> None:
    driven, claim = searched(tmp_path, text)
    assert driven.seed is not None
    assert not driven.unrecorded
    assert isinstance(check_compiled_execution(claim, Deadline(60.0)), Accepted)


@pytest.mark.parametrize("text", NOT_FOUND.values(), ids=list(NOT_FOUND))
def test_what_no_memory_leads_to_is_not_found(text: str, tmp_path: Path) -> None:
    assert searched(tmp_path, text, periods=FEW_PERIODS)[0].seed is None


@pytest.mark.skipif(compiler_for(DataModel.ILP32) is None, reason="no gcc that compiles with -m32")
@pytest.mark.parametrize("name", ["a pointer behind a pointer", "a pointer on the heap"])
def test_memory_is_provided_in_32_bits(name: str, tmp_path: Path) -> None:
    driven, claim = searched(tmp_path, FOUND[name], DataModel.ILP32)
    assert driven.seed is not None
    assert isinstance(check_compiled_execution(claim, Deadline(60.0)), Accepted)


def test_what_only_a_broken_stack_leads_to_is_not_confirmed(tmp_path: Path) -> None:
    text = "int *p; char b[8], *q = b; int guard[4] = {0}; q[*p] = 1; if (guard[0]) reach_error();"
    driven, claim = searched(tmp_path, text, periods=FEW_PERIODS)
    assert driven.seed is None or isinstance(check_compiled_execution(claim, Deadline(60.0)), Rejected)


def test_other_inputs_are_rejected(tmp_path: Path) -> None:
    _, claim = searched(tmp_path, FOUND["masked bits"])
    other = CompiledExecution(claim.source, claim.model, CONVENTION, ())
    assert isinstance(check_compiled_execution(other, Deadline(60.0)), Rejected)


def test_a_program_with_threads_has_no_memory_provided(tmp_path: Path) -> None:
    source = tmp_path / "task.c"
    source.write_text(
        "extern int pthread_create(void *, void *, void *(*)(void *), void *); void *f(void *p) { return p; }\n"
        "int main(void) { char t[8]; return pthread_create(t, 0, f, 0); }\n"
    )
    with closing(RebuiltProgram(source, DataModel.LP64, CONVENTION, provided=True)) as program:
        assert "pthread_create" in str(program.build(60.0))


@pytest.mark.parametrize(
    "text",
    ["unsigned long y = 0xFEFEFEFEFEFEFEFE;", "static unsigned long y = -72340172838076674;", "unsigned char y[8] = {[0 ... 7] = 0xFE};"],
)
def test_a_program_with_the_compilers_pattern_has_no_memory_provided(text: str, tmp_path: Path) -> None:
    source = tmp_path / "task.c"
    source.write_text(f"int main(void) {{ int **p; {text} return **p == *(char *)&y; }}\n")
    with closing(RebuiltProgram(source, DataModel.LP64, CONVENTION, provided=True)) as program:
        assert "pattern" in str(program.build(60.0))


@pytest.mark.skipif(compiler_for(DataModel.ILP32) is None, reason="no gcc that compiles with -m32")
def test_objects_that_are_declared_only_lie_apart_however_large_they_are(tmp_path: Path) -> None:
    declared = "extern int a[20000], b[20000], c[40];"  # where all are as large, the linker may have them in any order
    text = f"{declared} c[0] = *a = *b = 8; a[16384] = b[16384] = 7; if (c[0] != 8 || *a != 8 || *b != 8) reach_error();"
    assert searched(tmp_path, text.replace(declared, ""), DataModel.ILP32, FEW_PERIODS, declared)[0].seed is None


def test_variables_have_addresses_of_objects_of_their_own() -> None:
    pattern = "movabsq $-72340172838076674, %rax\n"
    first, second = with_addresses(2 * pattern, DataModel.LP64).splitlines()
    assert first != second
    assert "-72340172838076674" not in first + second
    assert with_addresses("movl $-16843010, %eax", DataModel.LP64) == "movl $-16843010, %eax"


LONG = "unsigned x = 0; while (x < 30000000) x += 3;"


@pytest.mark.parametrize(
    ("text", "reached"),
    [
        (f"{LONG} if (x == 30000000) reach_error();", True),
        (f"{LONG} if (x != 30000000) reach_error();", False),
        (f"int y = 2130000000; {LONG} y += x; if (y < 0) reach_error();", True),
        (f"int y = 2147483000; {LONG} y += (int)x; if (y < 0) reach_error();", False),
        (f"int a[4] = {{0}}; {LONG} a[x - 29999996] = 1; reach_error();", False),
        (f"int *p = malloc(4); {LONG} if (*p) reach_error();", False),
        (f"{LONG} if (anything()) reach_error();", False),
    ],
)
def test_an_execution_that_is_too_long_to_be_interpreted_is_run_with_sanitizers(text: str, reached: bool, tmp_path: Path) -> None:
    """It is evidence where nothing is undefined on it, and whatever memory that nobody has set holds."""
    source = tmp_path / "task.c"
    source.write_text(f"{PRELUDE}int main(void) {{ {text} return 0; }}\n")
    claim = CompiledExecution(source, DataModel.LP64, CONVENTION, (), provided=False)
    assert isinstance(check_compiled_execution(claim, Deadline(60.0)), Accepted if reached else Rejected)
