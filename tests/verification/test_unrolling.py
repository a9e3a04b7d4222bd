"""Bounded model checking finds violations that few steps reach, and proves programs whose executions it has all looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.backends.required import require
from tests.verification.control_points import points_of
from verilab.evidence.check import certify
from verilab.evidence.unrolling import check_unrolled
from verilab.program.cfa import Program
from verilab.program.tasks import Task
from verilab.program.unrolled import Unrolled
from verilab.refinement.verdicts import Safe, Unsafe
from verilab.resources import Deadline
from verilab.solving.backend import QueryContext
from verilab.verification.configuration import Configuration
from verilab.verification.phases.engines.unrolling import UnrollingEngine
from verilab.verification.phases.phase import Analysis
from verilab.verification.phases.plan import plan
from verilab.verification.phases.portfolio import (
    IMPRECISE_SHARE,
    ROUNDS_UNROLLING_SHARE,
    SHORT_LOOPS_SHARE,
    UNROLLED_EDGES,
    UNROLLING_SHARE,
    fitting,
)
from verilab.verification.verification import verify
from verilab.verification.workshop import Workshop

PRELUDE = """
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int); extern void abort(void); void reach_error(void) {}
int twice(int x) { return 2 * x; }
"""
FALSE = {
    "no loop": "unsigned x = __VERIFIER_nondet_uint(); if (x * x == 25 && x > 70000) reach_error();",
    "a state behind others": "unsigned x = 1; for (int i = 0; i < 7; i++) { unsigned y = __VERIFIER_nondet_uint();"
    " x = x * 3 + (y & 1); } if (x == 2946) reach_error();",
    "one loop behind another": "int a[3], i, s = 0; for (i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_uchar();"
    " for (i = 0; i < 3; i++) s += a[i]; if (s == 765) reach_error();",
    "a loop in a loop": "int i, j, n = 0; for (i = 0; i < 3; i++) for (j = 0; j < i; j++) n += __VERIFIER_nondet_uchar() == 7;"
    " if (n == 3) reach_error();",
    "a sum of one fewer": "int a[9], i; unsigned s = 0, t = 0;"
    " for (i = 0; i < 9; i++) a[i] = __VERIFIER_nondet_int();"
    " for (i = 0; i < 9; i++) s += a[i]; for (i = 8; i > 0; i--) t += a[i];"
    " if (s != t && a[3] * 2654435761u == 0x9e3779b9u) reach_error();",
    "one that does not end": "int s = 0; while (1) { int x = __VERIFIER_nondet_int(); if (s == 4 && x == 9) reach_error();"
    " s = x == s * 11 ? s + 1 : 0; }",
}
TRUE = {
    "no loop": "unsigned x = __VERIFIER_nondet_uint(); if ((x & 1) == 0 && x * x % 4 != 0) reach_error();",
    "sums in two orders": "unsigned char a[4]; int i, s = 0, t = 0; for (i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_uchar();"
    " for (i = 0; i < 4; i++) s += a[i]; for (i = 3; i >= 0; i--) t += a[i]; if (s != t) reach_error();",
    "maxima in two orders": "int a[9], i, m, n; for (i = 0; i < 9; i++) a[i] = __VERIFIER_nondet_int(); m = a[0]; n = a[8];"
    " for (i = 1; i < 9; i++) if (m < a[i]) m = a[i]; for (i = 7; i >= 0; i--) n = a[i] > n ? a[i] : n; if (m != n) reach_error();",
    "counts in two orders": "int a[9], i, m = 0, n = 0; for (i = 0; i < 9; i++) a[i] = __VERIFIER_nondet_int();"
    " for (i = 0; i < 9; i++) { if (a[i] % 2 == 0) m++; else m--; } for (i = 8; i >= 0; i--) { if (a[i] % 2 == 0) n++; else n--; }"
    " if (m != n) reach_error();",
    "wide sums in two orders": "int a[9], i, m, n; long long s = 0, t = 0; for (i = 0; i < 9; i++) a[i] = __VERIFIER_nondet_int();"
    " for (i = 0; i < 9; i++) s += a[i]; for (i = 8; i >= 0; i--) t += a[i]; m = s; n = t; if (m / 9 != n / 9) reach_error();",
    "loops that a condition leaves early": "int i, j, n = 0; for (i = 0; i < 4; i++) for (j = 0; j < 3; j++)"
    " { if (__VERIFIER_nondet_int()) break; n++; } if (n > 12) reach_error();",
    "a call in a loop, and a way around it": "int n = 0; for (int i = 0; i < 5; i++) if (__VERIFIER_nondet_int()) n += twice(i);"
    " if (n > 20) reach_error();",
}


@pytest.fixture
def task_of(task_of_text: Callable[[str], Task]) -> Callable[[str], Task]:
    return lambda body: task_of_text(f"{PRELUDE}\nint main(void) {{ {body} return 0; }}\n")


def engine(workshop: Workshop) -> UnrollingEngine:
    return UnrollingEngine(workshop, Deadline(60), lambda: None)


@pytest.mark.parametrize("body", FALSE.values(), ids=list(FALSE))
def test_what_few_steps_reach_is_found(task_of: Callable[[str], Task], body: str) -> None:
    result = verify(task_of(body), Configuration(analysis="unrolling", time_limit=60))
    assert (result.verdict, result.evidence.accepted, result.evidence.kind) == ("false", True, "replay")


@pytest.mark.parametrize("body", TRUE.values(), ids=list(TRUE))
def test_what_all_executions_do_not_reach_is_proven(task_of: Callable[[str], Task], body: str) -> None:
    result = verify(task_of(body), Configuration(analysis="unrolling", time_limit=60))
    assert (result.verdict, result.evidence.accepted, result.evidence.kind) == ("true", True, "unrolling")


def test_a_program_whose_executions_have_no_bound_is_not_proven(task_of: Callable[[str], Task]) -> None:
    result = verify(
        task_of("unsigned x = 0; while (__VERIFIER_nondet_int()) x += 2; if (x == 1) reach_error();"),
        Configuration(analysis="unrolling", time_limit=3),
    )
    assert (result.verdict, result.reason) == ("unknown", "timeout")


def test_a_violation_that_is_passed_over_leaves_no_proof(task_of: Callable[[str], Task], workshop_of: Callable[[Task], Workshop]) -> None:
    workshop = workshop_of(task_of("if (__VERIFIER_nondet_int() == 3) reach_error();"))
    search = engine(workshop)
    assert isinstance(search.run(), Unsafe)
    assert getattr(search.run(), "reason", "") == "unrolling: no violation was accepted"


@pytest.mark.parametrize("body", TRUE.values(), ids=list(TRUE))
def test_a_bound_that_is_too_small_is_rejected(task_of: Callable[[str], Task], workshop_of: Callable[[Task], Workshop], body: str) -> None:
    workshop = workshop_of(task_of(body))
    proof = engine(workshop).run()
    assert isinstance(proof, Safe)
    assert proof.unrolled is not None
    levels = proof.unrolled.levels
    assert certify(workshop.original, proof, replace(workshop.checkers(), gcc=False)).evidence.accepted
    for fewer in (levels[:-1], tuple(level if number + 1 < len(levels) else frozenset() for number, level in enumerate(levels))):
        claimed = replace(proof, unrolled=Unrolled(fewer))
        assert not certify(workshop.original, claimed, replace(workshop.checkers(), gcc=False)).evidence.accepted


def test_a_proof_is_checked_by_the_quickest_solver_that_did_not_find_it(
    task_of: Callable[[str], Task], workshop_of: Callable[[Task], Workshop]
) -> None:
    require("bitwuzla")
    workshop = workshop_of(task_of(TRUE["sums in two orders"]))
    proof = engine(workshop).run()
    checkers = workshop.checkers()
    assert checkers.unrolling is not None
    assert (workshop.unrolls, checkers.unrolling.name) == ("bitwuzla", "z3")
    certified = certify(workshop.original, proof, replace(checkers, gcc=False))
    assert (certified.evidence.accepted, certified.evidence.checked_by) == (True, "executions and naive translation by z3")


@pytest.mark.parametrize("body", FALSE.values(), ids=list(FALSE))
def test_no_bound_proves_a_program_with_an_error(
    task_of: Callable[[str], Task], workshop_of: Callable[[Task], Workshop], body: str
) -> None:
    workshop = workshop_of(task_of(body))
    heads = frozenset(point for point in points_of(workshop) if point.location.is_loop_head)
    claim = Unrolled((frozenset({workshop.graph.entry}), *[heads] * 12))
    result = check_unrolled(
        workshop.original, claim, backend=workshop.backend("z3"), environment=workshop.environment, context=QueryContext()
    )
    assert type(result).__name__ == "Rejected"


def _share(program: Program) -> float:
    return next(phase.share for phase in fitting(plan(Configuration()).phases, program) if phase.analysis is Analysis.UNROLLING)


def test_it_is_a_phase_of_auto_for_programs_that_are_not_large(
    task_of: Callable[[str], Task], workshop_of: Callable[[Task], Workshop]
) -> None:
    program = workshop_of(task_of(FALSE["no loop"])).program
    phases = plan(Configuration()).phases
    assert Analysis.UNROLLING in [phase.analysis for phase in fitting(phases, program)]
    assert _share(program) == UNROLLING_SHARE
    program.imprecisions["heap"] = 1
    assert _share(program) == IMPRECISE_SHARE
    program.edges.extend(program.edges[:1] * UNROLLED_EDGES)
    assert Analysis.UNROLLING not in [phase.analysis for phase in fitting(phases, program)]


@pytest.mark.parametrize(
    ("body", "share"),
    [
        ("for (int i = 0; i < 8; i++) twice(i);", SHORT_LOOPS_SHARE),
        ("for (int i = 7; i >= 0; i--) for (unsigned char j = 0; 3 > j; j++) twice(i);", SHORT_LOOPS_SHARE),
        ("int i = 0; do { i++; if (__VERIFIER_nondet_int()) break; } while (i != 9);", SHORT_LOOPS_SHARE),
        ("for (int i = 0; i < 800; i++) twice(i);", UNROLLING_SHARE),
        ("for (int i = 0; i < 8; i++) while (__VERIFIER_nondet_int()) twice(i);", UNROLLING_SHARE),
        ("int i = 0; while (i < 8) i = __VERIFIER_nondet_int();", UNROLLING_SHARE),
        ("int i = __VERIFIER_nondet_int(); while (i > 0) i--;", UNROLLING_SHARE),
        ("unsigned n = __VERIFIER_nondet_int(), i = n; while (i > 0) i--;", UNROLLING_SHARE),
        ("for (int i = 4096; i > 0; i--) twice(i);", UNROLLING_SHARE),
        ("int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) twice(i);", UNROLLING_SHARE),
    ],
)
def test_it_has_more_time_where_all_loops_are_short(
    task_of: Callable[[str], Task], workshop_of: Callable[[Task], Workshop], body: str, share: float
) -> None:
    assert _share(workshop_of(task_of(body)).program) == share


def test_it_comes_before_what_refines_where_a_program_of_many_branches_has_one_loop(
    task_of: Callable[[str], Task], workshop_of: Callable[[Task], Workshop]
) -> None:
    branches = "".join(f"if (__VERIFIER_nondet_uchar() == {number}) state += {number}; " for number in range(50))
    one, two = (
        workshop_of(task_of("unsigned state = 1; " + f"while (__VERIFIER_nondet_int()) {{ {branches} }}" * times)).program
        for times in (1, 2)
    )
    order = [phase.name for phase in fitting(plan(Configuration()).phases, one, compiled=False)]
    assert _share(one) == ROUNDS_UNROLLING_SHARE
    assert order.index("value (full)") < order.index("unrolling") < order.index("value")
    order = [phase.name for phase in fitting(plan(Configuration()).phases, two, compiled=False)]
    assert _share(two) == UNROLLING_SHARE
    assert order.index("value") < order.index("unrolling")
