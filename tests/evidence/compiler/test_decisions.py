"""The compiled program decides every condition as its model does, also behind guards opened by force; where not, it is found out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.seeded_faults.programs import SmallProgram, small_programs
from verilab.evidence.compiler import executions
from verilab.evidence.compiler.claims.conditions import operand_ranges
from verilab.evidence.compiler.claims.insertion import _tokens
from verilab.evidence.compiler.executions import Executions
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.executions.decisions import DecisionModel
from verilab.evidence.results import Accepted, CompiledResult, Rejected
from verilab.program import semantics
from verilab.program.cfa import Program
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.tasks import load_tasks
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")

CONVENTION = ErrorConvention(frozenset({"reach_error"}), frozenset())
DECLARED = (
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);"
    "extern void *malloc(unsigned long); extern void abort(void);\n"
)
SCRAMBLED = (
    DECLARED
    + "static unsigned scrambled(unsigned h) { for (int r = 0; r < 64; r++) { h = h * 1664525u + 1013904223u; h ^= h >> 9; } return h; }\n"
)


@pytest.fixture(autouse=True)
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests share their machine; watched runs end before their time, when nothing new is seen."""
    for name in ("LEAST_WATCHED_SECONDS", "LEAST_BUILD_SECONDS", "CONFIRMED_CLAIM_SECONDS"):
        monkeypatch.setattr(executions, name, 30.0)
    monkeypatch.setattr(executions, "MOST_SECONDS", 300.0)
    monkeypatch.setattr(executions, "LEAST_RUNS_SECONDS", 0.02)


def lowered(file: Path, text: str) -> Program:
    return lower(parse_text(text, str(file), DataModel.LP64), DataModel.LP64, CONVENTION)


def tried(directory: Path, text: str, as_read: str | None = None) -> CompiledResult:
    """The program against a model of it; ``as_read``: the text that a wrong front end would have taken it for."""
    source = directory / "task.c"
    source.write_text(text, encoding="latin-1")
    model = DecisionModel(lowered(source, text if as_read is None else as_read))
    compiled = Executions(source, DataModel.LP64, CONVENTION)
    try:
        compiled._thread.join()
        return compiled.against_proof((), None, (), model)
    finally:
        compiled.close()


def compared(result: CompiledResult) -> int:
    """How many runs were compared without a difference."""
    assert isinstance(result, Accepted), result
    count = re.search(r"(\d+) compared", result.checked_by)
    return 0 if count is None else int(count[1])


GUARDED = (
    SCRAMBLED
    + "DECLARATIONS\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n"
    + "  if (scrambled(x) == 4711u)\n    if (TRUTH)\n      reach_error();\n  return 0;\n}\n"
)
MISREAD = {
    "an initialiser": ("static int t[] = {1, 2, 4};", "static int t[] = {1, 2, 3};", "t[2] == 4"),
    "a constant expression": ("enum { E = 010 };", "enum { E = 10 };", "E == 8"),
    "a size": ("struct s { char c; int i; };", "struct s { char c; char d; };", "sizeof(struct s) == 8"),
    "a macro": ("#define NEG -3\n", "#define NEG - -3\n", "2 - NEG == 5"),
    "a function": ("static int f(int a) { return a > 1 ? a : 7; }", "static int f(int a) { return a >= 1 ? a : 7; }", "f(1) == 7"),
    "a conversion": ("static unsigned char c(int a) { return a; }", "static int c(int a) { return a; }", "c(256) == 0"),
    "a pointer": (
        "static int a, b, *p = &b; static int set(void) { *p = 1; return b; }",
        "static int a, b, *p = &a; static int set(void) { *p = 1; return b; }",
        "set() == 1",
    ),
    "one operand of many": ("static int y = 3;", "static int y = 2;", "(x != 5 || !(x == 6)) && !(y == 2 && x == x)"),
}


@pytest.mark.parametrize("what", MISREAD)
def test_what_is_misread_behind_a_guard_is_found_out_with_the_place(tmp_path: Path, what: str) -> None:
    declared, as_read, truth = MISREAD[what]
    text = GUARDED.replace("TRUTH", truth)
    result = tried(tmp_path, text.replace("DECLARATIONS", declared), text.replace("DECLARATIONS", as_read))
    assert isinstance(result, Rejected)
    assert "otherwise than its model behind what was opened by force at line" in result.reason
    assert re.search(r"task\.c:\d+:5 \(if", result.reason)


def unrolled(declared: str, truth: str) -> str:
    """A scrambling without a loop: there is no claim of which a state could be made that meets the guard."""
    rounds = "h = h * 1664525u + 1013904223u; h ^= h >> 9;" * 40
    guarded = f"if (h == 99u && {truth}) reach_error();"
    return f"{DECLARED}int main(void) {{ {declared} unsigned h = __VERIFIER_nondet_uint(); {rounds} {guarded} return 0; }}\n"


def test_what_is_misread_is_found_out_without_a_loop_in_front_of_it(tmp_path: Path) -> None:
    text = unrolled("int t = 8;", "t == 8")
    assert compared(tried(tmp_path, text)) > 0
    assert isinstance(tried(tmp_path, text, text.replace("int t = 8", "int t = 9")), Rejected)


def test_a_condition_that_is_constant_for_us_is_compared(tmp_path: Path) -> None:
    text = GUARDED.replace("TRUTH", "sizeof(t) == 3").replace("DECLARATIONS", 'static char t[] = "ab";')
    assert isinstance(tried(tmp_path, text, text.replace('"ab"', '"abc"')), Rejected)
    assert compared(tried(tmp_path, text)) > 0


UNDEFINED = {
    "a division by zero": "int z = 0; if (OPENED) { if (5 / z > 3) z = 1; if (z > 7) z = 2; }",
    "an index out of bounds": "int a[3] = {1, 2, 3}, k = 7; if (OPENED) { a[k] = 1; if (a[k] > 4) a[0] = 1; if (a[0] == 1) a[1] = 5; }",
    "a pointer out of bounds": "int a[3] = {1, 2}, *p = a; if (OPENED) { p += 9; *p = 4; if (*p == 4) a[0] = 2; if (a[0] == 2) a[1] = 2; }",
    "a null pointer": "int v = 1, *p = 0; if (OPENED) { if (*p == 4) v = 2; if (v == 2) v = 3; }",
    "what is uninitialised": "int u; if (OPENED) { if (u > 3) u = 1; if (u == 1) u = 2; }",
    "what is uninitialised in memory": "int *p = malloc(8); if (OPENED) { if (p[1] > 3) *p = 1; }",
    "signed overflow": "int m = 2147483647; if (OPENED) { m = m + 1; if (m < 0) m = 3; if (m == 3) m = 2; }",
    "a wide shift": "int s = 40; unsigned one = 1; if (OPENED) { one = one << s; if (one) s = 2; }",
    "freed memory": "int *p = malloc(4); *p = 3; if (OPENED) { extern void free(void *); free(p); if (*p == 3) reach_error(); }",
    "a local that is gone": "int *p = 0; if (OPENED) { { int q = 4; p = &q; } { int r = 5; if (*p == 4) r = 6; if (r == 5) r = 7; } }",
    "conversion of a large number": "double d = 1e30; if (OPENED) { if ((int)d == 0) d = 1; }",
    "no end": "if (OPENED) for (;;) { if (!x) x = 1; }",
    "a deep recursion": "if (OPENED) { if (deep(100000000)) x = 2; }",
}


@pytest.mark.parametrize("what", UNDEFINED)
def test_undefined_behaviour_behind_an_opened_guard_refutes_nothing(tmp_path: Path, what: str) -> None:
    body = UNDEFINED[what].replace("OPENED", "scrambled(x) == 4711u")
    deep = "int deep(int n) { if (n > 0) return deep(n - 1) + 1; return 0; }\n"
    text = SCRAMBLED + deep + f"int main(void) {{ int x = __VERIFIER_nondet_int(); {body} return 0; }}\n"
    assert isinstance(tried(tmp_path, text), Accepted)


OPEN = {
    "where objects lie": "int a, b; if (&a < &b) a = 1; else b = 1; if ((unsigned long)&a % 64 == 32) a = 3; b = a;",
    "the order of operands": "static int c; int d = next(&c) * 10 + next(&c); if (d == 12) c = 9; if (next(&c) == 2) d = 3;",
    "the order of arguments": "static int c; if (two(next(&c), next(&c))) c = 9;",
    "the sign of a comparison of texts": 'extern int strcmp(const char *, const char *); if (strcmp("a", "c") == -2) x = 1;',
    "what is read": "extern int getchar(void); if (getchar() == 7) x = 4; if (x == 4) x = 5;",
    "the time": "extern long time(long *); if (time(0) % 2) x = 4;",
    "allocation": "if (malloc(10) == 0) x = 4; if (x == 4) x = 5;",
    "an external function": "extern int *given(int *); int v = 0; if (given(&v)) x = 4; if (v) x = 5; if (given(0)) x = 6;",
    "an external variable": "extern int elsewhere; if (elsewhere == 3) x = 4;",
    "a volatile variable": "static volatile int v; if (v == 3) x = 4;",
}


@pytest.mark.parametrize("what", OPEN)
def test_what_c_leaves_open_refutes_nothing(tmp_path: Path, what: str) -> None:
    helpers = "int next(int *p) { if (*p > 5) return 0; return ++*p; }\nint two(int a, int b) { return a > b; }\n"
    text = DECLARED + helpers + f"int main(void) {{ int x = __VERIFIER_nondet_int(); {OPEN[what]} return 0; }}\n"
    assert isinstance(tried(tmp_path, text), Accepted)


@pytest.mark.parametrize("program", [each for each in small_programs() if each.guarded][::5], ids=lambda program: program.name)
def test_right_programs_are_not_refuted(tmp_path: Path, program: SmallProgram) -> None:
    assert isinstance(tried(tmp_path, program.text.replace("(e)) reach", "!(e)) reach")), Accepted)


OPERANDS = {
    "a": ["a"],
    "a && b": ["a", "b"],
    "a || b && c": ["a", "b", "c"],
    "!(a && b) || !c": ["a", "b", "!c"],
    "!(a) && b": ["!(a)", "b"],
    "((a && (b || c)))": ["a", "b", "c"],
    "a & b && c | d": ["a & b", "c | d"],
    "a & &b && c": ["a & &b", "c"],
    "f(a && b, c || d)": ["f(a && b, c || d)"],
    "x = a && b": ["x = a && b"],
    "x <<= a && b": ["x <<= a && b"],
    "a <= b && c >= d && e == f && g != h": ["a <= b", "c >= d", "e == f", "g != h"],
    "a ? b && c : d": ["a ? b && c : d"],
    "a, b && c": ["a, b && c"],
    "(int)(a && b)": ["(int)(a && b)"],
    "!(a && b) == c": ["!(a && b) == c"],
    "({ a && b; }) && '&'": ["({ a && b; })", "'&'"],
    "!!(a || b)": ["a", "b"],
}


@pytest.mark.parametrize("text", OPERANDS)
def test_operands_of_a_condition_are_parted_where_c_parts_them(text: str) -> None:
    tokens = list(_tokens(text, None))
    ranges = operand_ranges(tokens, 0, len(tokens))
    assert ranges is not None
    assert [text[tokens[first].start : tokens[last - 1].start + len(tokens[last - 1].text)] for first, last in ranges] == OPERANDS[text]


def test_a_fault_of_the_shared_semantics_does_not_save_a_wrong_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the remainder of constants is, analysis, encodings and interpreter ask the same function."""
    source = tmp_path / "task.c"
    source.write_text(unrolled("int m = -9;", "m % 8 == -1"))
    task = load_tasks(source, data_model=DataModel.LP64)[0]
    original = semantics.remainder
    monkeypatch.setattr(semantics, "remainder", lambda left, right: original(left, right) % abs(right))
    result = verify(task, Configuration(analysis="predicate", time_limit=60.0))
    assert result.verdict == "unknown"
    assert "the condition at task.c:2:" in result.reason
    assert "operand 2) holds, for us it does not" in result.reason


STATEMENTS = """\
#define WHILE(c) while (c)
#define UNLESS(c) if (!(c))
int main(void) {
  int i = 0, x = __VERIFIER_nondet_int();
  if (x > 3 && (x < 7 || x == 9)) i = 1; else if (!x) i = 2;
  for (int k = 0; k < 3 && i; k++) WHILE(x > 0 && i < 9) { x--; i++; }
  do { i++; UNLESS(i > 4) continue; } while (i < 5);
  UNLESS(x) { if (sizeof(x) == 4) i = 1; }
  return 0;
}
"""


def test_conditions_of_all_statements_are_compared_those_in_macros_too(tmp_path: Path) -> None:
    result = tried(tmp_path, DECLARED + STATEMENTS)
    assert compared(result) > 0
    assert isinstance(result, Accepted)
    assert "in 12 conditions" in result.checked_by
    assert isinstance(tried(tmp_path, DECLARED + STATEMENTS, DECLARED + STATEMENTS.replace("i < 5", "i < 6")), Rejected)
    assert isinstance(tried(tmp_path, DECLARED + STATEMENTS, DECLARED + STATEMENTS.replace("if (!(c))", "if (!(!c))")), Rejected)


SHARING = [
    "if (x > 3) r++; if (x < 9) r += 2;",
    "if (x > 3) r++; if (x > 5 && x < 9) r += 2;",
    "if (x > 5 && x < 9) r += 2; if (sizeof(x) == 4) r++;",
]


@pytest.mark.parametrize("body", SHARING)
def test_conditions_that_stand_at_one_place_are_not_taken_for_one(tmp_path: Path, body: str) -> None:
    text = f"{DECLARED}#define BOTH {body}\nint main(void) {{\n  int r = 0, x = __VERIFIER_nondet_int();\n  BOTH\n"
    result = tried(tmp_path, text + "  if (r > 3) reach_error();\n  return 0;\n}\n")
    assert isinstance(result, Accepted)
    assert compared(result) > 0
    assert "in 1 condition" in result.checked_by
