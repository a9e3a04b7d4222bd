"""k-induction proves programs of one loop whose errors no number of rounds reaches, and its check takes no other claim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.verification.control_points import points_of
from verilab.analysis.invariants import Region
from verilab.evidence.check import certify
from verilab.evidence.results import Accepted
from verilab.evidence.unrolling import check_k_induction
from verilab.program.control import ControlPoint
from verilab.program.tasks import Task
from verilab.refinement.verdicts import Safe, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.solving.backend import QueryContext
from verilab.verification.phases.engines.unrolling import UnrollingEngine
from verilab.verification.workshop import Workshop

PRELUDE = """
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void); void reach_error(void) {}
"""
RING = """
unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
if (a == b || b == c || a == c) abort();
unsigned char m = a, n = b, o = c, r = 0; _Bool p = 0, q = 0, s = 0;
while (1) {
  unsigned char t = o; o = n > c ? n : o; n = m > b ? m : n; m = t > a ? t : m;
  if (o == a) p = 1; if (m == b) q = 1; if (n == c) s = 1;
  if (r < 9) r++;
  if (ERROR) reach_error();
}
"""
TRUE = {
    "what the loop does not write stays": "unsigned char x = __VERIFIER_nondet_uchar(); if (x < 7) abort();"
    " int i = 0; while (1) { i = i ^ x; if (x < 7) reach_error(); }",
    "a state that three rounds forget": "unsigned char a = 1, b = 1, c = 1; while (1) { c = b; b = a; a = __VERIFIER_nondet_bool();"
    " if (c > 1) reach_error(); }",
    "a counter that wraps within": "unsigned char n = 0; while (1) { n = n == 5 ? 2 : n + 1; if (n > 5) reach_error(); }",
    "two that go together": "unsigned a = 0, b = 0; while (1) { if (__VERIFIER_nondet_bool()) { a++; b++; } if (a != b) reach_error(); }",
    "one that is left and errs behind": "unsigned a = 2; while (__VERIFIER_nondet_bool()) a = 6 - a; if (a == 3) reach_error();",
    "a goto into the loop": "unsigned char x = 1, y = 0; if (__VERIFIER_nondet_bool()) goto in; x = 3;"
    " while (1) { y = x; x = 4 - x; in: if (y == 2) reach_error(); if (x != 1) x = 3; }",
    "a ring": RING.replace("ERROR", "p + q + s > 1"),
}
FALSE = {
    "an input of one value": "unsigned char x = __VERIFIER_nondet_uchar(); if (x < 7) abort();"
    " int i = 0; while (1) { i = i ^ x; if (x == 7 && i == 7) reach_error(); }",
    "a state that four rounds forget": "unsigned char a = 1, b = 1, c = 1, d = 2; while (1) { d = c; c = b; b = a;"
    " a = __VERIFIER_nondet_uchar(); if (d == 201) reach_error(); }",
    "a counter that wraps": "unsigned char n = 0; while (1) { n += 2; if (n == 0) reach_error(); }",
    "a counter that wraps late": "unsigned char n = 0, z = 1; while (1) { n = n == 40 ? 2 : n + 1; z = n == 1 ? 1 : z * 3;"
    " if (n == 40 && z != 1) reach_error(); }",
    "a loop that writes its input at last": "unsigned char x = __VERIFIER_nondet_uchar(), r = 0; if (x < 7) abort();"
    " while (1) { if (r == 30) x = 3; if (x < 7) reach_error(); if (r < 31) r++; }",
    "two that part": "unsigned char a = 0, b = 0, r = 0; while (1) { r++; a = r; b = r == 77 ? 0 : r; if (a != b) reach_error(); }",
    "behind the loop": "unsigned a = 2; while (__VERIFIER_nondet_bool()) a = 7 - a; if (a == 5) reach_error();",
    "before the loop": "unsigned char a = __VERIFIER_nondet_uchar(); if (a == 99) reach_error(); while (1) a = 0;",
    "a goto into the loop": "unsigned char x = 1, y = 2; if (__VERIFIER_nondet_bool()) goto in; x = 3; y = 0;"
    " while (1) { y = x; in: if (y == 2) reach_error(); }",
    "an index by which another variable is written": "unsigned char a[3] = {1, 1, 1}, k = 0; while (1) { a[k % 3] = k / 3;"
    " if (a[1] == 20) reach_error(); k++; }",
    "an overflow": "int i = 2147483600; unsigned char u = 200; while (1) { u++; if (u < 3) reach_error(); }",
    "a ring": RING.replace("ERROR", "r == 9 && p && o == a && a == 77"),
}


@pytest.fixture
def workshop_of(task_of_text: Callable[[str], Task], workshop_of: Callable[[Task], Workshop]) -> Callable[[str], Workshop]:
    return lambda body: workshop_of(task_of_text(f"{PRELUDE}\nint main(void) {{ {body} return 0; }}\n"))


def verdict_of(workshop: Workshop) -> Verdict:
    return UnrollingEngine(workshop, Deadline(60), lambda: None).run()


def accepts(workshop: Workshop, claim: Safe) -> bool:
    return certify(workshop.original, claim, replace(workshop.checkers(), gcc=False)).evidence.accepted


@pytest.mark.parametrize("body", TRUE.values(), ids=list(TRUE))
def test_it_proves_what_no_round_reaches(workshop_of: Callable[[str], Workshop], body: str) -> None:
    workshop = workshop_of(body)
    proof = verdict_of(workshop)
    assert isinstance(proof, Safe)
    assert proof.rounds > 0
    assert accepts(workshop, proof)


@pytest.mark.parametrize("body", FALSE.values(), ids=list(FALSE))
def test_it_proves_no_program_with_an_error(workshop_of: Callable[[str], Workshop], body: str) -> None:
    workshop = workshop_of(body)
    violation = verdict_of(workshop)
    assert isinstance(violation, Unsafe)
    assert certify(workshop.original, violation, workshop.checkers()).evidence.accepted


@pytest.mark.parametrize("body", FALSE.values(), ids=list(FALSE))
@pytest.mark.parametrize("rounds", [1, 3, 12])
def test_no_number_of_rounds_proves_a_program_with_an_error(workshop_of: Callable[[str], Workshop], body: str, rounds: int) -> None:
    workshop = workshop_of(body)
    head = only_loop(workshop)
    terms = workshop.formulas("bv").vocabulary.terms
    for invariant in (terms.true, terms.false):
        assert not accepts(workshop, Safe({head: Region(invariant, "bv")}, rounds=rounds))


def only_loop(workshop: Workshop) -> ControlPoint:
    (head,) = (point for point in points_of(workshop) if point.location.is_loop_head)
    return head


def test_rounds_that_are_too_few_are_rejected(workshop_of: Callable[[str], Workshop]) -> None:
    workshop = workshop_of(TRUE["a state that three rounds forget"])
    head = only_loop(workshop)
    trivial = Region(workshop.formulas("bv").vocabulary.terms.true, "bv")
    assert [accepts(workshop, Safe({head: trivial}, rounds=rounds)) for rounds in (1, 2, 3)] == [False, True, True]


def test_an_invariant_that_does_not_hold_is_rejected(workshop_of: Callable[[str], Workshop]) -> None:
    workshop = workshop_of(TRUE["two that go together"])
    proof = verdict_of(workshop)
    assert isinstance(proof, Safe)
    ((head, _),) = proof.invariants.items()
    vocabulary = workshop.formulas("bv").vocabulary
    manager = workshop.environment.formula_manager
    a, b = (
        next(vocabulary.slot_symbol(e[0].slot) for e in vocabulary.elements if e is not None and e[0].name.endswith(f"::{name}"))
        for name in "ab"
    )
    for broken in (
        manager.Equals(a, manager.BV(0, 32)),
        manager.And(manager.Equals(a, b), manager.Not(manager.Equals(a, manager.BV(9, 32)))),
    ):
        assert not accepts(workshop, replace(proof, invariants={head: Region(broken, "bv")}))
    holds = replace(proof, invariants={head: Region(manager.Equals(a, b), "bv")})
    assert accepts(workshop, holds)


def test_a_claim_of_two_loops_is_not_checked(workshop_of: Callable[[str], Workshop]) -> None:
    workshop = workshop_of(
        "int i = 0; while (__VERIFIER_nondet_bool()) i ^= 1; while (__VERIFIER_nondet_bool()) i ^= 1; if (i > 1) reach_error();"
    )
    seen = [location for location in workshop.program.locations if location.is_loop_head]
    assert len(seen) == 2
    head = next(iter(workshop.blocks("bv").blocks_from(workshop.graph.entry))).target
    claim = {head: Region(workshop.formulas("bv").vocabulary.terms.true, "bv")}
    result = check_k_induction(
        workshop.original, claim, 1, backend=workshop.backend("z3"), environment=workshop.environment, context=QueryContext()
    )
    assert not isinstance(result, Accepted)
