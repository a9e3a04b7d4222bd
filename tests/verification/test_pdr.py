"""Property-directed reachability finds invariants over bits, and violations; its proofs are checked as any other, and may be rejected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program
from verilab.verification.phases.phase import Analysis
from verilab.verification.phases.plan import plan
from verilab.verification.phases.portfolio import PDR_SHARE, WRAPPING_SHARE, fitting
from verilab.verification.verification import verify

PRELUDE = """
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void); extern void abort(void); void reach_error(void) {}
unsigned char twice(unsigned char x) { return 2 * x; }
"""
PROGRAMS = {
    "an odd number that is added to": (
        "unsigned y = 1; while (1) {{ y += 2 * __VERIFIER_nondet_uint(); if (y == {}) reach_error(); }}",
        "0",
        "0xfffffffdu",
    ),
    "one bit in a ring": (
        "unsigned char r = 1; while (1) {{ if (__VERIFIER_nondet_int()) r = (r << 1) | (r >> 7); if (r == {}) reach_error(); }}",
        "3",
        "128",
    ),
    "two registers that agree": (
        "unsigned char a = 0, b = 0; while (1) {{ unsigned char x = __VERIFIER_nondet_uchar(); a = a ^ x; b = b ^ x;"
        " if ((a ^ b) == 255 {} a) reach_error(); }}",
        "&&",
        "||",
    ),
    "a counter that wraps around before the value": (
        "unsigned char c = 0; while (1) {{ c = (c + 1) & 15; if (c == {}) reach_error(); }}",
        "16",
        "15",
    ),
    "a signed shift": (
        "signed char c = -1; while (1) {{ c = c >> (__VERIFIER_nondet_uchar() & 3); if (c {}) reach_error(); }}",
        "!= -1",
        "== -1",
    ),
    "two loops, one behind the other": (
        "unsigned char m = 3; while (__VERIFIER_nondet_int()) m = m ^ 12; while (__VERIFIER_nondet_int()) m = m ^ 48;"
        " if ((m & 3) {} 3) reach_error();",
        "!=",
        "==",
    ),
    "no loop, and no block that leads to the error": (
        "int n = __VERIFIER_nondet_int(); if (n > 100 && n {} 4) reach_error();",
        "==",
        ">",
    ),
    "a loop in a loop": (
        "unsigned char m = 0; while (1) {{ unsigned char k = 4; while (__VERIFIER_nondet_int()) k ^= 8; m |= k;"
        " if (m & {}) reach_error(); }}",
        "3",
        "8",
    ),
    "what a call leaves": (
        "unsigned char e = 2; while (1) {{ e = twice(e ^ __VERIFIER_nondet_uchar()); if ((e & {}) != 0) reach_error(); }}",
        "1",
        "2",
    ),
    "a jump into the loop": (
        "unsigned char s = 0; if (__VERIFIER_nondet_int()) {{ s = 2; goto inside; }} while (1) {{ s ^= 1; inside: s ^= 1;"
        " if (s == {}) reach_error(); s &= 2; }}",
        "1",
        "3",
    ),
    "an uninitialised variable": (
        "unsigned char u; unsigned char v = __VERIFIER_nondet_uchar(); u = v | 1; while (1) {{ u = u * u;"
        " if ((u & {}) == 0) reach_error(); }}",
        "1",
        "2",
    ),
    "a carry into the upper word": (
        "unsigned long w = 0; unsigned lo = 0; while (1) {{ unsigned x = __VERIFIER_nondet_uchar() & 15; lo = (lo + x) & 31; w = lo;"
        " if (w > {}) reach_error(); }}",
        "31",
        "30",
    ),
    "an element of an array": (
        "unsigned char a[4] = {{1, 2, 4, 8}}; while (1) {{ int i = __VERIFIER_nondet_uchar() & 3, j = i ^ 1; unsigned char t = a[i];"
        " a[i] = a[j]; a[j] = t; if ((a[0] ^ a[1]) != 3 {} a[2] == 1) reach_error(); }}",
        "&&",
        "|| a[0] == 2 ||",
    ),
}
TRUE = {name: body.format(right) for name, (body, right, _) in PROGRAMS.items()}
FALSE = {name: body.format(wrong) for name, (body, _, wrong) in PROGRAMS.items()}


@pytest.fixture
def task_of(task_of_text: Callable[[str], Task]) -> Callable[[str], Task]:
    return lambda body: task_of_text(f"{PRELUDE}\nint main(void) {{ {body} return 0; }}\n")


@pytest.mark.parametrize("body", TRUE.values(), ids=list(TRUE))
def test_what_the_bits_exclude_is_proven(task_of: Callable[[str], Task], body: str) -> None:
    result = verify(task_of(body), Configuration(analysis="pdr", time_limit=60))
    assert (result.verdict, result.evidence.accepted, result.evidence.kind) == ("true", True, "invariants")


@pytest.mark.parametrize("body", FALSE.values(), ids=list(FALSE))
def test_what_the_bits_allow_is_found(task_of: Callable[[str], Task], body: str) -> None:
    result = verify(task_of(body), Configuration(analysis="pdr", time_limit=60))
    assert (result.verdict, result.evidence.accepted, result.evidence.kind) == ("false", True, "replay")


def test_it_is_a_phase_of_auto_where_a_program_has_a_loop_and_its_memory_is_known(task_of: Callable[[str], Task]) -> None:
    def share(body: str, imprecise: str = "") -> float | None:
        program = load_program(task_of(body), Configuration())
        if imprecise:
            program.imprecisions[imprecise] = 1
        phases = fitting(plan(Configuration()).phases, program)
        return next((phase.share for phase in phases if phase.analysis is Analysis.PDR), None)

    assert share("unsigned x = 1; while (__VERIFIER_nondet_int()) x ^= 2; if (x == 0) reach_error();") == PDR_SHARE
    assert share("unsigned x = 1; while (__VERIFIER_nondet_int()) x += 2; if (x == 0) reach_error();") == WRAPPING_SHARE
    assert share("unsigned x = 1; while (__VERIFIER_nondet_int()) x ^= 2; if (x == 0) reach_error();", "heap") is None
    assert share("unsigned x = __VERIFIER_nondet_uint(); if ((x & 1) == 2) reach_error();") is None
