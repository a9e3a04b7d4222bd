"""Proofs by slices: found where little decides, never of a program that reaches its error, however far from it this is decided."""

from __future__ import annotations

import pytest

from verilab.evidence.check import certify
from verilab.program.cfa import Program
from verilab.program.lowering import lower
from verilab.program.lowering.options import LoweringOptions
from verilab.program.slicing.cones import cones
from verilab.program.slicing.dependence import Dependence
from verilab.program.slicing.slices import sliced
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline, OutOfTime, SolverClock
from verilab.verification.configuration import Configuration
from verilab.verification.phases.engines import slicing
from verilab.verification.phases.engines.unrolling import UnrollingEngine
from verilab.verification.phases.phase import Analysis
from verilab.verification.phases.plan import plan
from verilab.verification.phases.portfolio import fitting
from verilab.verification.workshop import Workshop

DECLARATIONS = """extern void reach_error(void); extern void abort(void); extern void exit(int); extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define MAIN int main(void)
#define END return 0; }
#define ANY __VERIFIER_nondet_int()
#define ERROR reach_error()
"""
SCRAMBLED = "(__VERIFIER_nondet_uint() * 2654435761u == 0x9e3779b9u)"


def _program(text: str) -> Program:
    return lower(parse_text(DECLARATIONS + text.replace("HIDDEN", SCRAMBLED), "program.c", DataModel.LP64), DataModel.LP64)


def _proved(program: Program, monkeypatch: pytest.MonkeyPatch) -> tuple[Verdict, Workshop]:
    """What slices of any size come to."""
    monkeypatch.setattr(slicing, "MOST_OF_PROGRAM", 10.0)
    configuration = Configuration()
    phase = next(phase for phase in plan(configuration).phases if phase.analysis is Analysis.SLICING)
    workshop = Workshop(program, configuration, Deadline(20.0), SolverClock())
    return slicing.SlicingEngine(workshop, phase, Deadline(20.0), lambda: None).run(), workshop


SAFE = (
    # a lock between which anything happens
    """int locked, data[8]; static void work(int i) { data[i & 7] = i * i; while (data[i & 7] > 3) data[i & 7] /= 2; }
    MAIN { for (int i = 0; i < 100; i++) { if (locked) ERROR; locked = 1; work(i); locked = 0; } END""",
    # an inequality, by the predicate analysis
    """int n, junk; static void check(long size) { if (size < 0) ERROR; }
    MAIN { n = ANY; if (n < 0) return 0; while (junk < 1000) junk += n & 3; check(n); return junk; }""",
    # what is decided ends the path
    """int x; MAIN { x = ANY; if (x == 3) abort(); if (x == 3) ERROR; END""",
    # nothing leads to the error
    """static void never(void) { ERROR; } MAIN { END""",
)

ERRING = (
    "int x; MAIN { if (HIDDEN) x = 1; if (x) ERROR; END",
    "int x; static void set(void) { x = 1; } static void maybe(void) { if (HIDDEN) set(); } MAIN { maybe(); if (x) ERROR; END",
    "int x; static int deep(int a) { return a + 1; } MAIN { if (HIDDEN) x = deep(x); if (deep(x) == 2) ERROR; END",
    "int a[4]; MAIN { unsigned i = __VERIFIER_nondet_uint(); if (HIDDEN) a[i & 3] = 7; if (a[2] == 7) ERROR; END",
    "int x, y; MAIN { int *p = ANY ? &x : &y; if (HIDDEN) *p = 5; if (y == 5) ERROR; END",
    "int x; MAIN { while (1) { if (HIDDEN) x++; if (x == 2) ERROR; } }",
    "int x; MAIN { for (;;) { if (HIDDEN) break; } while (x < 9) x++; if (x == 9) ERROR; END",
    "int q; static void quiet(void) { while (q < 5) q++; if (q == 77) exit(1); } MAIN { quiet(); if (HIDDEN) ERROR; END",
    "int q; static void quits(void) { if (!HIDDEN) exit(0); q = 1; } MAIN { quits(); ERROR; END",
    "int x; static void f(void) { if (HIDDEN) goto out; x = 4; return; out: x = 3; } MAIN { f(); if (x == 3) ERROR; END",
    "int s; MAIN { switch (s) { case 0: if (HIDDEN) s = 2; break; default: s = 1; } switch (s) { case 2: ERROR; } END",
    "static void one(void) { if (HIDDEN) ERROR; } static void two(void) { } void (*f)(void) = two;MAIN { if (ANY) f = one; f(); END",
    "int x; static void end(void) { for (;;) { if (HIDDEN) ERROR; } } MAIN { if (ANY) end(); return x; }",
    "struct s { int a, b; } v; MAIN { struct s w = v; if (HIDDEN) w.b = 1; v = w; if (v.b) ERROR; END",
    "int n; static int down(int k) { return k ? down(k - 1) : 1; } MAIN { if (HIDDEN) n = down(2); if (n) ERROR; END",
    "int x; MAIN { int i; for (i = 0; i < 3; i++) { if (i == 2) continue; if (HIDDEN) x |= i + 1; } if (x == 3) ERROR; END",
    "int x = 1; static void clear(void) { x = 0; } MAIN { do { if (HIDDEN) clear(); } while (x); ERROR; END",
    "static int twice(void) { static int c; return ++c; } MAIN { if (HIDDEN) twice(); if (twice() == 2) ERROR; END",
    "int x; static void e(int a) { if (a) ERROR; } MAIN { e(0); if (HIDDEN) x = 1; e(x); END",
    "int x; MAIN { int y = 0; if (HIDDEN) { y = 1; } else { while (ANY); } x = y; if (x) ERROR; END",
)


@pytest.mark.parametrize("text", SAFE)
def test_slices_prove_what_little_decides(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = _program(text)
    verdict, workshop = _proved(program, monkeypatch)
    if "never" in text:
        assert isinstance(verdict, Unknown)  # the other analyses see that at once
        return
    assert isinstance(verdict, Safe)
    assert verdict.slice is not None
    judged = certify(program, verdict, workshop.checkers())
    assert judged.evidence.accepted
    assert judged.evidence.kind == "slice"


@pytest.mark.parametrize("text", ERRING)
def test_slices_prove_nothing_of_a_program_that_errs(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, _ = _proved(_program(text), monkeypatch)
    assert isinstance(verdict, Unknown)


def test_calls_that_are_not_unfolded_are_not_sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    text = DECLARATIONS + "int x; static int f(int k) { return k ? f(k - 1) : 1; } MAIN { x = f(ANY); if (!x) ERROR; END"
    options = LoweringOptions(recursive_calls=True)
    program = lower(parse_text(text, "program.c", DataModel.LP64), DataModel.LP64, options=options)
    assert program.recursive_calls
    assert isinstance(_proved(program, monkeypatch)[0], Unknown)


def test_a_slice_leaves_out_what_decides_nothing() -> None:
    program = _program(SAFE[0])
    dependence = Dependence(program)
    slice_ = sliced(dependence, next(cones(dependence)))
    assert slice_ is not None
    assert [each.name for each in slice_.storages] == ["locked"]
    assert "work" not in slice_.program.functions
    assert len(slice_.program.edges) < len(program.edges) / 2


def _phases(text: str) -> list[Analysis]:
    return [phase.analysis for phase in fitting(plan(Configuration()).phases, _program(text))]


@pytest.mark.parametrize(("steps", "expected"), [(400, True), (10, False)])
def test_only_large_programs_are_sliced(steps: int, expected: bool) -> None:
    def step(number: int) -> str:
        return f"if (ANY) x += {number};"

    text = "int x; MAIN { " + "".join(map(step, range(steps))) + " if (x == 5) ERROR; END"
    assert (Analysis.SLICING in _phases(text)) is expected


def test_what_memory_leaves_open_is_an_input_where_few_others_are() -> None:
    steps = "".join(f"if (x > {number}) x += {number};" for number in range(400))
    text = f"int x; extern int *given(void); MAIN {{ x = ANY; PLACE {steps} if (x == 5) ERROR; END"
    assert Analysis.SLICING in _phases(text.replace("PLACE", "int *p = given(); if (p) x = *p;"))
    assert Analysis.SLICING not in _phases(text.replace("PLACE", ""))


@pytest.mark.parametrize(("steps", "expected"), [(400, 0.21), (40, 0.08)])
def test_executions_have_a_fifth_of_the_time_in_large_programs_with_open_memory(steps: int, expected: float) -> None:
    text = "int x; extern int *given(void); MAIN { int *p = given(); STEPS if (x == 5) ERROR; END"
    program = _program(text.replace("STEPS", "".join(f"if (ANY) x += *p + {number};" for number in range(steps))))
    left, parts = 1.0, dict[Analysis, float]()
    for phase in fitting(plan(Configuration()).phases, program):
        parts.setdefault(phase.analysis, left * phase.share)
        left -= left * phase.share
    assert parts[Analysis.TESTING] == pytest.approx(expected)


BESIDE = "float aside; static void beside(float x) { for (int i = 0; i < 3; i++) aside = aside * 0.5f + x / 3.0f; } "
"""What decides nothing, and is many bits."""


def _unrolled(text: str, monkeypatch: pytest.MonkeyPatch, seconds: float = 20.0) -> tuple[Verdict, Program, Workshop]:
    """What bounded model checking of the slice with everything that decides something comes to."""
    monkeypatch.setattr(slicing, "SLICING_EDGES", 0)
    program = _program(BESIDE + text.replace("MAIN {", "MAIN { beside((float)ANY);"))
    assert slicing.complete_slice(program) is not None
    configuration = Configuration(analysis="unrolling")
    workshop = Workshop(program, configuration, Deadline(seconds), SolverClock())
    return UnrollingEngine(workshop, Deadline(seconds), lambda: None).run(), program, workshop


BOUNDED_SAFE = (
    "int x; MAIN { x = ANY; if (x == 3) abort(); if (x == 3) ERROR; END",
    "static void assume(int c) { if (!c) exit(0); } MAIN { int x = ANY; assume(x > 5); beside(1.0f); if (x == 5) ERROR; END",
    "MAIN { unsigned x = ANY, y; for (y = 0; y < 3; y++) { x *= 2; beside(2.0f); } if (x & 7) ERROR; END",
    "MAIN { int i, a[4]; for (i = 0; i < 4; i++) a[i] = ANY & 3; if (a[0] + a[1] + a[2] + a[3] > 12) ERROR; END",
)


@pytest.mark.parametrize("text", BOUNDED_SAFE)
def test_what_decides_nothing_is_not_unrolled(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, program, workshop = _unrolled(text, monkeypatch)
    assert isinstance(verdict, Safe)
    assert verdict.slice is not None
    assert not any(storage.name == "aside" for storage in verdict.slice.storages)
    judged = certify(program, verdict, workshop.checkers())
    assert judged.evidence.accepted, judged.evidence
    assert judged.evidence.kind == "slice"


@pytest.mark.parametrize("text", [text for text in ERRING if "down" not in text])
def test_a_violation_of_what_decides_is_one_of_the_program(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, program, workshop = _unrolled(text, monkeypatch)
    assert isinstance(verdict, Unsafe)
    judged = certify(program, verdict, workshop.checkers())
    assert judged.evidence.accepted, judged.evidence


def test_a_violation_behind_what_never_ends_is_none_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slice has an execution to the error; the program has none, and is unrolled for ever."""
    endless = "int q; static void stay(void) { while (q != 7) q &= 3; } MAIN { stay(); ERROR; END"
    with pytest.raises(OutOfTime):
        _unrolled(endless, monkeypatch, seconds=3.0)
