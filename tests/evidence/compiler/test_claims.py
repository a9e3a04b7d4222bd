"""The claims of a proof in the compiled program: what is false is found, behind any guard, and what is true never refuted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pysmt.environment import Environment

from verilab.analysis.invariants import Assignments, Invariant, Region
from verilab.evidence.compiler import executions
from verilab.evidence.compiler.claims.insertion import PROLOGUE, Insertion, inserted
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.compiler.claims.wording import claimed_places
from verilab.evidence.compiler.executions import Executions
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.executions.decisions import DecisionModel
from verilab.evidence.results import Accepted, CompiledResult, Refused, Rejected, Unchecked
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")

CONVENTION = ErrorConvention(frozenset({"reach_error"}), frozenset())
DECLARED = (
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);"
    "extern void __VERIFIER_assume(int);\n"
)


@pytest.fixture(autouse=True)
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests share their machine: they wait for the compiler however slow it is; a run that refutes a claim ends them."""
    monkeypatch.setattr(executions, "MOST_SECONDS", 300.0)
    monkeypatch.setattr(executions, "LEAST_CLAIMS_SECONDS", 0.5)
    monkeypatch.setattr(executions, "LEAST_RUNS_SECONDS", 0.05)


def tried(directory: Path, text: str, *places: ClaimedPlace, model: DataModel = DataModel.LP64) -> CompiledResult:
    source = directory / "task.c"
    source.write_text(text, encoding="latin-1")
    compiled = Executions(source, model, CONVENTION)
    try:
        compiled._thread.join()  # a test waits for the compiler however slow the machine is
        return compiled.against_proof((), None, places)
    finally:
        compiled.close()


def place_in(text: str, keyword: str, values: str, holds: str, *, leaps: str = "", guards: tuple[str, ...] = ()) -> ClaimedPlace:
    """The claim at the only loop with that keyword; ``values`` and ``leaps`` are names, separated by blanks."""
    before = text[: text.index(f"{keyword}/**/") if f"{keyword}/**/" in text else text.index(keyword)]
    names = tuple(values.split())
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return ClaimedPlace(line, column, keyword, names, holds, tuple(names.index(name) for name in leaps.split()), guards)


LOOPS = {
    "while": "int i = 0; while (i < 5) i++;",
    "while without braces in an if": "int i = 0; if (i == 0) while (i < 5) i++; else reach_error();",
    "while with a comma": "int i = 0, k; while (k = i, k < 5) { i++; }",
    "while in a macro's argument": "int i = 0; SAME(while (i < 5) i++;)",
    "while that never ends by itself": "int i = 0; while (1) { if (i++ == 5) break; }",
    "for": "int i; for (i = 0; i < 5; i++) ;",
    "for with a declaration": "for (int i = 0; i < 5; i++) { continue; }",
    "for without a condition": "int i = 0; for (;; i++) if (i > 4) break;",
    "for without anything": "int i = 0; for(;;) { if (i > 4) break; i++; }",
    "for with semicolons elsewhere": "for (int i = ({ int n = 0; n; }), c = ';'; c && i < 5 && \"();\"[0]; i++) /* ; ( */ ;",
    "for over lines": "int i;\n for /* for */ (\n i = 0;\n i < 5 // ) ;\n ; i++)\n ;",
    "do": "int i = 0; do { i++; } while (i < 5);",
    "do around a switch": "int i = 0; do { switch (i) { case 2: default: i++; } } while (i < 5);",
}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_claim_is_tested_each_time_that_control_is_in_front_of_the_condition(tmp_path: Path, loop: str) -> None:
    text = f"#define SAME(x) x\n{DECLARED}int main(void) {{ {LOOPS[loop]} return 0; }}\n"
    keyword = loop.split()[0]
    last = 4 if keyword == "do" else 5
    assert isinstance(tried(tmp_path, text, place_in(text, keyword, "i", f"v[0] >= 0 && v[0] <= {last}")), Accepted)
    refuted = tried(tmp_path, text, place_in(text, keyword, "i", f"v[0] != {last}"))
    assert isinstance(refuted, Rejected)
    assert f"i != {last} (i = {last}" in refuted.reason


def test_a_loop_head_that_is_claimed_to_be_unreachable_is_refuted_by_being_reached(tmp_path: Path) -> None:
    text = DECLARED + "int main(void) { if (__VERIFIER_nondet_int() == 7) while (__VERIFIER_nondet_int()) ; return 0; }"
    refuted = tried(tmp_path, text, place_in(text, "while", "", "0"))
    assert isinstance(refuted, Rejected)
    assert "it is reached" in refuted.reason
    assert "__VERIFIER_nondet_int = 7" in refuted.reason


def test_what_is_no_loop_of_the_text_is_not_taken_for_one() -> None:
    text = (
        "#define LOOP while (x) ;\n"
        'int f(int x) { LOOP /* while (x) */ return x; } char *s = "while (x)";\n'
        "int g(int awhile) { return awhile; } // while (x)\n"
    )
    for line in (1, 2, 3):
        assert inserted(text, [ClaimedPlace(line, 1, "while", (), "1")]) == Insertion(PROLOGUE + text, [], set())


def test_columns_of_a_preprocessed_text_are_no_obstacle_where_the_loops_of_a_line_are_as_many() -> None:
    text = "void f(int x) { while (x) x--; } void g(int y) { while (y) y--; }\n"
    places = [ClaimedPlace(1, 90, "while", ("y",), "1"), ClaimedPlace(1, 30, "while", ("x",), "1")]
    changed = inserted(text, places)
    assert changed.places == [0, 1]
    assert "verilab_at(1, VERILAB_SEEN(x)), (x)" in changed.text
    assert "verilab_at(0, VERILAB_SEEN(y)), (y)" in changed.text
    assert inserted(text, places[:1]) == Insertion(PROLOGUE + text, [], set())


def test_a_line_that_the_compiler_does_not_understand_loses_its_claims_and_no_other(tmp_path: Path) -> None:
    text = DECLARED + "int main(void) { int i = 0;\n while (i < 5) i++;\n for (; i < 9; i++) ;\n return 0; }"
    unknown = place_in(text, "while", "nobody", "v[0] == 0")
    assert isinstance(tried(tmp_path, text, unknown, place_in(text, "for", "i", "v[0] != 7")), Rejected)
    outcome = tried(tmp_path, text, unknown)
    assert isinstance(outcome, Accepted)
    assert "claims not compiled: " in outcome.checked_by


@pytest.mark.parametrize(
    ("declared", "name", "claim"),
    [
        ("unsigned char x = 200;", "x", "v[0] == 200"),
        ("signed char x = -56;", "x", "v[0] == -56"),
        ("short x = -1;", "x", "v[0] == -1"),
        ("unsigned x = -1;", "x", "v[0] == 4294967295LL"),
        ("unsigned long long x = -1;", "x", "v[0] == -1"),
        ("_Bool x = 7;", "x", "v[0] == 1"),
        ("enum e { A = -3 } x = A;", "x", "v[0] == -3"),
        ("int *x = 0;", "x", "v[0] == 0"),
        ("int y; int *x = &y;", "x", "v[0] != 0"),
        ("float x = 1.5f;", "x", "v[0] == 0x3fc00000"),
        ("double x = -0.0;", "x", "v[0] == (long long)(1ULL << 63)"),
        ("struct { char a; struct { short b; } c; } s = {1, {-2}};", "s.c.b", "v[0] == -2"),
        ("int a[2][3] = {{1, 2, 3}, {4, 5, 6}};", "a[1][2]", "v[0] == 6"),
    ],
)
@pytest.mark.parametrize("model", DataModel)
def test_values_are_what_c_says_of_their_types(tmp_path: Path, declared: str, name: str, claim: str, model: DataModel) -> None:
    text = DECLARED + f"int main(void) {{ {declared} while (__VERIFIER_nondet_int()) ; return 0; }}"
    assert isinstance(tried(tmp_path, text, place_in(text, "while", name, f"!({claim})"), model=model), Rejected)


@pytest.mark.parametrize(
    "before",
    [
        "int a[2]; int *p = a; p[__VERIFIER_nondet_int() ? 2 : 3] = 1;",
        "int z = __VERIFIER_nondet_int(); __VERIFIER_assume(z == 0); x = 1 / z;",
        "int *p = 0; x = *p;",
        "x += 2147483647; x += 2147483647;",
    ],
)
def test_what_follows_undefined_behaviour_refutes_nothing(tmp_path: Path, before: str) -> None:
    text = DECLARED + f"int main(void) {{ int x = 0; {before} while (x < 10) x++; return 0; }}"
    assert isinstance(tried(tmp_path, text, place_in(text, "while", "x", "0")), Accepted)


SCRAMBLED = (
    DECLARED
    + "static unsigned scrambled(unsigned h) { for (int r = 0; r < 64; r++) { h = h * 1664525u + 1013904223u; h ^= h >> 9; } return h; }\n"
    + "int main(void) { unsigned k = __VERIFIER_nondet_uint(); if (scrambled(k) == 4711u && TRUTH) reach_error(); return 0; }\n"
)


@pytest.mark.parametrize("model", DataModel)
def test_an_error_behind_a_guard_that_no_input_meets_is_found_from_a_state_that_the_claim_allows(tmp_path: Path, model: DataModel) -> None:
    text = SCRAMBLED.replace("TRUTH", "1")
    claim = "v[0] >= 0 && v[0] <= 64"
    place = place_in(text, "for", "r h", claim, leaps="r h", guards=(claim,))
    refuted = tried(tmp_path, text, place, model=model)
    assert isinstance(refuted, Rejected)
    assert "that went on from a state which the claim at task.c:2:" in refuted.reason
    assert "reaches the error" in refuted.reason
    assert isinstance(tried(tmp_path, SCRAMBLED.replace("TRUTH", "0"), place, model=model), Accepted)


def test_no_state_is_gone_on_from_that_the_claim_excludes(tmp_path: Path) -> None:
    text = SCRAMBLED.replace("TRUTH", "1").replace("scrambled(k)", "scrambled(k & 1023)")
    for leaps, guards in (("", ()), ("r h", ("v[1] != 4711",))):
        assert isinstance(tried(tmp_path, text, place_in(text, "for", "r h", "1", leaps=leaps, guards=guards)), Accepted)


# -- from invariants to claims ----------------------------------------------------------------------


def lowered(text: str) -> Program:
    return lower(parse_text(text, "task.c", DataModel.LP64), DataModel.LP64, ["reach_error"], "task")


def heads(program: Program) -> Iterator[ControlPoint]:
    graph = ControlGraph(program)
    pending, seen = [graph.entry], {graph.entry}
    while pending:
        point = pending.pop()
        if point.location.is_loop_head:
            yield point
        for _, target in point.successors:
            if target not in seen:
                seen.add(target)
                pending.append(target)


def head(program: Program, function: str) -> ControlPoint:
    """The one loop head of a function, in its first context."""
    return next(point for point in heads(program) if point.location.function.name == function)


def claims_of(program: Program, claims: dict[ControlPoint, Invariant], *, guarded: bool = True) -> list[ClaimedPlace]:
    environment = Environment()
    return claimed_places(program, claims, lambda name: Vocabulary(program, make_encoding(name, environment)), guarded=guarded)


def only_claim(text: str, function: str, **known: int) -> ClaimedPlace:
    """Of a program with one loop, where these variables of the function have these values."""
    program = lowered(text)
    elements = tuple((program.variable(f"{function}::{name}"), 0) for name in known)
    (place,) = claims_of(program, {head(program, function): Assignments(elements, (tuple(known.values()),))})
    return place


def opened(place: ClaimedPlace) -> set[str]:
    return {place.values[number] for number in place.open}


def test_a_front_end_that_misreads_what_is_behind_a_guard_is_found_out(tmp_path: Path) -> None:
    """The analysed text and the compiled one differ, as if the parser had misread it."""
    program = lowered(SCRAMBLED.replace("TRUTH", "0"))
    place = head(program, "scrambled")
    (claim,) = claims_of(program, {place: Assignments((), ((),))})
    assert opened(claim) == {"r", "h"}
    assert isinstance(tried(tmp_path, SCRAMBLED.replace("TRUTH", "1"), claim), Rejected)
    assert isinstance(tried(tmp_path, SCRAMBLED.replace("TRUTH", "0"), claim), Accepted)


def test_a_loop_head_without_an_invariant_is_claimed_to_be_unreachable() -> None:
    program = lowered(DECLARED + "int main(void) { while (__VERIFIER_nondet_int()) ; return 0; }")
    assert [place.holds for place in claims_of(program, {})] == ["0"]


def test_names_are_those_that_c_sees_in_front_of_the_loop() -> None:
    text = "int g; int main(void) { int x = 1, n = __VERIFIER_nondet_int(); { int x = 2; while (n) n--; } int y = x; return y + late; }\n"
    program = lowered(DECLARED + "extern int late;\n" + text)
    names = {scalar.text for location in program.locations if location.loop for scalar in location.loop.names.values()}
    assert "n" in names
    assert "y" not in names
    (loop,) = {location.loop for location in program.locations if location.loop}
    assert {storage.name for storage, scalar in loop.names.items() if scalar.text == "x"} <= {"main::x$2"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int main(void) { int n = __VERIFIER_nondet_int(); while (n) n--; return 0; }", {"n"}),
        # What is the same whenever it is assigned may have been computed once for all.
        ("int main(void) { int k = 4, n = __VERIFIER_nondet_int(); while (n) n -= k; return 0; }", {"n"}),
        ("int main(void) { const int k = __VERIFIER_nondet_int(); int n = k; while (n) n -= k; return 0; }", {"n", "k"}),
        # What a caller has half evaluated has the old value or the new one.
        ("int g; int f(int n) { while (n) n--; return n; } int main(void) { g = __VERIFIER_nondet_int(); return g + f(g); }", {"n"}),
        ("int g; int f(int n) { while (n) { n--; g++; } return n; } int main(void) { return g + f(3); }", {"n", "g"}),
        # A pointer would go where the index leads it; the compiler sees what leaves a declared array.
        ("int main(void) { int a[9], n = __VERIFIER_nondet_int(); while (n) a[n--] = 1; return a[0]; }", {"n"}),
        ("int main(void) { int a[9], *p = a, n = __VERIFIER_nondet_int(); while (n) p[n--] = 1; return a[0]; }", set()),
        ("int main(void) { volatile int v = 1; int n = __VERIFIER_nondet_int(); while (n) n -= v; return 0; }", {"n"}),
    ],
)
def test_only_what_the_claim_alone_decides_is_replaced(text: str, expected: set[str]) -> None:
    program = lowered(DECLARED + text)
    function = "f" if " f(" in text else "main"
    claims = claims_of(program, {head(program, function): Assignments((), ((),))})
    assert [opened(claim) for claim in claims] == ([expected] if expected else [])


def test_an_execution_refutes_nothing_that_is_said_of_what_was_computed_from_an_address() -> None:
    text = (
        "int main(void) { int x = 0, n = __VERIFIER_nondet_int(); int *p = &x; unsigned long u = (unsigned long)p, v = u + 8;"
        " unsigned long r = v - u - 8; while (n) { n--; r = r * 255 + (v - u - 8); } *(int *)(u + r) = n; return x; }"
    )
    program = lowered(DECLARED + text)
    u, r, n = (program.variable(f"main::{name}") for name in "urn")
    here = head(program, "main")
    assert claims_of(program, {here: Assignments(((u, 0), (r, 0)), ((65536, 131072),))}) == []
    (claim,) = claims_of(program, {here: Assignments(((u, 0), (n, 0)), ((65536, 4),))})
    assert claim.shown == "n == 4"


def test_what_a_claim_says_and_c_cannot_does_not_change() -> None:
    text = DECLARED + (
        "int f(int n) { while (n) n--; return n; }\n"
        "int main(void) { int m = __VERIFIER_nondet_int(), k = f(m); while (k) k--; if (m == 3) reach_error(); return 0; }\n"
    )
    program = lowered(text)
    point = head(program, "f")
    n, m = program.variable("f::n"), program.variable("main::m")
    rows = ((0, 1), (1, 1), (2, 2), (None, 3))
    claims = claims_of(program, {point: Assignments(((n, 0), (m, 0)), rows), head(program, "main"): Assignments((), ((),))})
    (claim,) = [each for each in claims if each.line == 2]
    assert claim.holds == "1"
    assert claim.guards == ("(v[0] == 0) || (v[0] == 1)", "v[0] == 2")


def test_a_program_that_the_compiler_refuses_is_told_with_the_place(tmp_path: Path) -> None:
    wrong = DECLARED + "int main(void) {\n const int k = 3; k = 4; return k; }"
    refused = tried(tmp_path, wrong)
    assert isinstance(refused, Refused)
    assert refused.reason == "task.c:3: assignment of read-only variable 'k'"


def test_a_header_that_is_missing_is_no_refusal(tmp_path: Path) -> None:
    assert isinstance(tried(tmp_path, '#include "nowhere.h"\nint main(void) { return undeclared; }'), Unchecked)


def test_an_old_program_is_not_refused_for_the_words_of_a_newer_standard(tmp_path: Path) -> None:
    assert isinstance(tried(tmp_path, "f(a) int a; { return a; } main() { return f(0); }"), Accepted | Unchecked)


@pytest.mark.parametrize("model", DataModel)
def test_a_run_in_which_an_allocation_fails_refutes_nothing(tmp_path: Path, model: DataModel) -> None:
    """Proofs are about runs in which they succeed."""
    text = (
        DECLARED.replace("unsigned __VERIFIER_nondet_uint", "unsigned long __VERIFIER_nondet_ulong")
        + "extern void *malloc(unsigned long);\n"
        + "int main(void) { int *p = malloc(__VERIFIER_nondet_ulong()), failed = !p; while (__VERIFIER_nondet_int()) ; return failed; }"
    )
    assert isinstance(tried(tmp_path, text, place_in(text, "while", "failed", "v[0] == 0"), model=model), Accepted)


def test_lines_that_a_directive_renumbers_have_no_claims() -> None:
    text = DECLARED + "#define N 3\n#line 100\nint main(void) { while (__VERIFIER_nondet_int() == N) ; return 0; }"
    assert claims_of(lowered(text), {}) == []


def test_of_a_formula_c_is_told_what_it_can_say_and_the_rest_does_not_change() -> None:
    text = DECLARED + (
        "int f(int n, int k, int j) { while (n) { n--; k += j; j++; } return k; }\n"
        "int main(void) { int m = __VERIFIER_nondet_int(); int r = f(m, m, m); if (m + r == 3) reach_error(); return 0; }\n"
    )
    program = lowered(text)
    environment = Environment()
    vocabulary = Vocabulary(program, make_encoding("int", environment))
    n, k, m = (vocabulary.symbol((program.variable(name), 0)) for name in ("f::n", "f::k", "main::m"))
    manager = environment.formula_manager
    said, unsaid = manager.LE(n, manager.Int(7)), manager.LT(k, m)
    claims = {head(program, "f"): Region(manager.And(said, unsaid), "int")}
    (claim,) = claimed_places(program, claims, lambda name: vocabulary, guarded=True)
    assert claim.shown == "((long long) n <= 7)"
    assert claim.guards == ("((long long) v[0] <= 7)",)
    assert opened(claim) == {"n", "j"}


SHARED = [
    ("#define RUN(n) while (x > 4) { x = 0; break; } while (x < n) x++;", "RUN(5)"),
    ("#define RUN(n) do { x = 0; do { x++; } while (x < n); } while (0);", "RUN(5)"),
    ("#define RUN(n) while (x < n) x++;", "x = 0; RUN(5) x = 9; while (x > 8) { x = 0; break; } do { x++; } while (0);"),
    ("#define RUN(n) x = 0; while (x < n) x++;", "RUN(5) do { x = 9; } while (0);"),
]


@pytest.mark.parametrize(("definition", "body"), SHARED)
def test_the_claim_of_one_loop_is_not_tested_at_another_whose_place_a_macro_shares(tmp_path: Path, definition: str, body: str) -> None:
    text = f"{definition}\n#define IF(c) if (c)\n{DECLARED}int main(void) {{\n  int x = 7;\n  {body}\n  IF(x > 10) reach_error();\n"
    text += "  return 0;\n}\n"
    program = lowered(text)
    x = program.variable("main::x")
    claim = Assignments(((x, 0),), tuple((value,) for value in range(6)))
    places = claims_of(program, dict.fromkeys(heads(program), claim))
    source = tmp_path / "task.c"
    source.write_text(text, encoding="latin-1")
    for preprocessed in (False, True):
        compiled = Executions(source, DataModel.LP64, CONVENTION)
        try:
            compiled._thread.join()
            model = DecisionModel(program) if preprocessed else None
            assert isinstance(compiled.against_proof((), None, places, model), Accepted)
        finally:
            compiled.close()


def test_a_false_claim_of_a_loop_in_a_macro_is_refuted(tmp_path: Path) -> None:
    text = f"#define UPTO(n) while (x < n) x++\n{DECLARED}int main(void) {{\n  int x = 0;\n  UPTO(5);\n  return 0;\n}}\n"
    for holds, answer in (("v[0] <= 5", Accepted), ("v[0] != 3", Rejected)):
        assert isinstance(tried(tmp_path, text, ClaimedPlace(5, 3, "while", ("x",), holds)), answer)
