"""Guessed invariants: what executions show is guessed, what is not inductive is dropped, and what is left gives right verdicts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.invariants import Region
from verilab.evidence.check import Checkers, certify
from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import LOGICS, make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.other_engines.induction import search
from verilab.other_engines.induction.equations import equations
from verilab.other_engines.induction.guesses import is_linear
from verilab.other_engines.induction.search import Attempt, InductionSearch, TooLarge, formulas_of
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel
from verilab.refinement.verdicts import Safe, Unsafe
from verilab.resources import Deadline
from verilab.solving.backend import SolverSession, Status
from verilab.solving.registry import load_backend

PRELUDE = """
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
void check(int holds) { if (!holds) reach_error(); }
"""
N = "int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000000) abort();"
SAFE = {
    "a counter": f"int i = 0; {N} while (i < n) i++; check(i == n);",
    "two counters": f"int i = 0, k = 0; {N} while (i < n) {{ i++; k += 2; }} check(k == 2 * i);",
    "two loops": f"int k = 0, i, j; {N} for (i = 0; i < n; i++) k++; for (j = n; j > 0; j--) {{ check(k > 0); k--; }}",
    "nested": f"int i, j, k = 0; {N} for (i = 0; i < n; i++) {{ k = i; for (j = 0; j < 10; j++) k++; check(k == i + 10); }}",
    "parity": "unsigned x = 0; while (x < 268435455) x += 2; check(x % 2 == 0);",
    "a sum that wraps": "int i = 0; int s = 0; while (__VERIFIER_nondet_int()) { i++; s += 3; } check(s == 3 * i);",
    "wrapped around": "unsigned i = 0; while (__VERIFIER_nondet_int()) i += 2; check(i != 1);",
    "a loop that is never entered": f"int i = 0; {N} while (n < 0) {{ i++; check(0); }}",
    "bounds of differences": "int i = 0, j = 0; while (__VERIFIER_nondet_int() && i < 1000000) i++; if (i >= 100) abort();"
    "while (__VERIFIER_nondet_int() && i < 1000000) { i++; j++; } if (j >= 100) abort(); check(i < 200);",
    "bounds of three": f"{N} int m = __VERIFIER_nondet_int(); if (m < -9999 || m > 9999) abort(); int i = 0, j = 0, k = 0, l = 0;"
    "while (i < n) { i++; k++; } while (j < m) { j++; k++; } while (l < n + m) { check(k > 0); l++; k--; }",
    "multiples": f"{N} int m = __VERIFIER_nondet_int(); if (m < 10 || m > 10000 || n < 10 || n > 10000) abort(); int i, j, k = 0;"
    "for (i = 0; i < n; i++) for (j = 0; j < m; j++) k++; check(k >= 100);",
    "a sum below a multiple": "int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int();"
    "if (i != 0 || s != 0 || n < 0 || n > 100) abort(); while (i < n) { s += i; i++; } check(s >= 0);",
    "what falls by at most a constant": "int x = -50, y = __VERIFIER_nondet_int(); if (y <= -1000 || y >= 1000000) abort();"
    "while (x < 0) { x += y; y++; } check(y > 0);",
    "sums of narrow words": "unsigned char n = __VERIFIER_nondet_uint(), v = 0; unsigned i = 0, s = 0;"
    "while (i < n) { v = __VERIFIER_nondet_uint(); s += v; i++; } check(s <= 65025);",
    "half of an equation": "unsigned i = 0, j = 1, a = 0, b = 0; int f = __VERIFIER_nondet_int(); if (!f) i = 1;"
    "while (__VERIFIER_nondet_int()) { a++; b += j - i; i += 2; if (i % 2 == 0) j += 2; else j++; } if (f) check(a == b);",
    "a bound in a variable": f"int m = 3000000; {N} if (n > m) abort(); int i = 0; while (i < n) i += 3; check(i <= 3000002);",
    "either branch": f"int a = 0, b = 0, i = 0; {N} while (i < n) {{ if (__VERIFIER_nondet_int()) a++; else b++; i++; }}check(a + b == i);",
}
UNSAFE = {
    "one too many": f"int i = 0; {N} while (i < n) i++; check(i != 7);",
    "in the loop": f"int i; {N} for (i = 0; i < n; i++) check(i < 5);",
}
U = "unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), i = 0;"
POWERS = (
    "short k = __VERIFIER_nondet_int(); long long x = 0, y = 0, c = 0; while (c < k) { c++; y++; x += y * y * y; }"
    " check(4 * x == y * y * y * y + 2 * y * y * y + y * y);"
)
ALGEBRAIC = {
    "squares": f"unsigned s = 0; {U} while (i < a) {{ s += 2 * i + 1; i++; check(s == i * i); }}",
    "an equation of the path": "int x = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(); if (x < 0 || d == 0) abort();"
    "int q = 0, r = 0, y = x; while (y != 0) { check(q * d + r + y == x); if (r + 1 == d) { q++; r = 0; } else r++; y--; }",
    "either half": f"{U} unsigned x = a, y = b, z = 0; "
    "while (y) { if (y % 2 == 1) z += x; x = 2 * x; y = y / 2; check(z + x * y == a * b); }",
    "division by a variable": f"{U} if (b == 0) abort(); unsigned q = a / b, r = a % b; while (i < 10) {{ check(a == b * q + r); i++; }}",
    "a bound that is kept once the loop is entered": f"{POWERS} check((long long)k * y == y * y);",
    "a wide product of narrow words": "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); long long s = 0, i = 0;"
    "while (i < y) { s += x; i++; check(s == i * x); }",
}
NOT_ALGEBRAIC = {
    "one odd case": f"{U} unsigned s = 0; while (i < a) {{ s += 2 * i + 1; if (i == 99999) s++; i++; check(s == i * i); }}",
    "negative remainders": "int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();"
    "if (b < 0 && (unsigned)b * 2654435761u % 65536 != 4242) abort();"
    "int x = a, y = b, z = 0; while (y) { if (y % 2 == 1) z += x; x = 2 * x; y = y / 2; check(z + x * y == a * b); }",
    "a wide word beside one that wraps": f"{U} unsigned x = 0; unsigned long long s = 0;"
    "while (i < a) { x += 1000; s += 1000; i++; check(s * s == (unsigned long long)x * x); }",
    "a bound that is kept but where the loop begins": f"{POWERS.replace(' = 0', ' = 1')}"
    " if (k >= 1 || k * 2654435761u == 2360878575u) check((long long)k * y == y * y);",
    "the remainder of something else": f"{U} if (b == 0) abort(); unsigned q = a / b, r = (a + (a == 77777)) % b;"
    "while (i < 10) { check(a == b * q + r); i++; }",
}
UNDECIDED = {
    "true of all that is tried, but not always": f"int i = 0; {N} while (i < n) i++; check(i != 99999);",
    "a bound that wrapping breaks": "unsigned i = 1; while (__VERIFIER_nondet_int()) i++; check(i >= 1);",
    "a difference that wrapping breaks": "unsigned i = 0, j = 1; while (__VERIFIER_nondet_int()) { i++; j++; } check(j > i);",
    "equations that an overflow breaks": "int i = 0; long long s = 0; while (__VERIFIER_nondet_int()) { i++; s += 1; } check(s == i);",
}


def lowered(body: str) -> Program:
    return lower(parse_text(f"{PRELUDE} int main(void) {{ {body} return 0; }}", "program.c", DataModel.ILP32), DataModel.ILP32)


class Tried:
    """A search in one encoding after the other."""

    def __init__(self, program: Program) -> None:
        self.program, self.environment, self.graph = program, Environment(), ControlGraph(program)
        self.search = InductionSearch(self.attempt("int").builder, Deadline(60.0))
        self.violation = self.search.explore()

    def attempt(self, encoding: str) -> Attempt:
        formulas = PathFormulas(self.program, make_encoding(encoding, self.environment))
        backend = load_backend("z3")
        builder = BlockBuilder(self.graph, formulas, LargeBlock())
        return Attempt(formulas, builder, lambda: backend.session(self.environment, logic=LOGICS[encoding]))

    def checkers(self) -> Checkers:
        return Checkers(load_backend("cvc5"), self.environment, gcc=False)


@pytest.mark.parametrize("name", SAFE)
def test_a_safe_program_is_proven_and_another_solver_certifies_it(name: str) -> None:
    tried = Tried(lowered(SAFE[name]))
    assert tried.violation is None
    proof = tried.search.prove(tried.attempt("int")) or tried.search.prove(tried.attempt("bv"))
    assert proof is not None
    certified = certify(tried.program, Safe(proof), tried.checkers())
    assert isinstance(certified.verdict, Safe), certified.verdict


@pytest.mark.parametrize("name", ALGEBRAIC)
def test_polynomial_equations_are_proven_by_algebra_and_checked_by_another(name: str) -> None:
    tried = Tried(lowered(ALGEBRAIC[name]))
    assert tried.violation is None
    claim = tried.search.prove_by_algebra(tried.attempt("bv"))
    assert claim is not None
    certified = certify(tried.program, Safe(claim), tried.checkers())
    assert isinstance(certified.verdict, Safe), certified.verdict


@pytest.mark.parametrize("name", NOT_ALGEBRAIC)
def test_equations_that_only_observed_states_have_are_not_accepted(name: str) -> None:
    tried = Tried(lowered(NOT_ALGEBRAIC[name]))
    assert tried.violation is None
    attempt = tried.attempt("bv")
    equations = {point: [clause for clause in clauses if not is_linear(clause)] for point, clauses in tried.search.clauses.items()}
    guessed = {point: list(formulas_of(attempt.formulas, clauses)) for point, clauses in equations.items()}
    assert any(guessed.values())
    claim = {point: Region(attempt.formulas.vocabulary.terms.conjunction(formulas), "bv") for point, formulas in guessed.items()}
    for proof in (claim, tried.search.prove_by_algebra(attempt) or claim):
        assert not isinstance(certify(tried.program, Safe(proof), tried.checkers()).verdict, Safe)


@pytest.mark.parametrize("name", UNSAFE)
def test_an_execution_that_reaches_an_error_is_replayed(name: str) -> None:
    tried = Tried(lowered(UNSAFE[name]))
    assert tried.violation is not None
    assert isinstance(certify(tried.program, Unsafe(tried.violation), tried.checkers()).verdict, Unsafe)


@pytest.mark.parametrize("name", UNDECIDED)
def test_what_holds_of_all_executions_but_not_always_is_not_proven(name: str) -> None:
    tried = Tried(lowered(UNDECIDED[name]))
    assert tried.violation is None
    assert tried.search.prove(tried.attempt("int")) is None
    assert tried.search.prove(tried.attempt("bv")) is None


def test_a_violation_that_only_signed_overflow_reaches_is_none() -> None:
    assert Tried(lowered("int x = 2000000000, i; for (i = 0; i < 3; i++) x += 1000000000; check(x > 0);")).violation is None


def test_a_program_without_loops_is_refused_with_the_reason() -> None:
    with pytest.raises(TooLarge, match="no loop"):
        Tried(lowered("check(1);"))


def test_equations_express_a_product_by_smaller_monomials() -> None:
    rows = [(x, y, x * y + 3) for x in range(5) for y in range(5)]
    assert equations(rows, 2) == [{(0, 1): 1, (2,): -1, (): 3}]


def test_equations_have_whole_coefficients() -> None:
    rows = [(2 * n, 3 * n) for n in range(6)]
    assert equations(rows, 1) == [{(1,): 2, (0,): -3}]


def test_linear_equations_over_many_branches_are_proven_by_algebra_and_checked_by_another() -> None:
    branches = "".join(f"if (l % {d} == 0) v{d}++; else " for d in (7, 6, 5, 4, 3, 2))
    text = f"unsigned n = __VERIFIER_nondet_uint(), l = 0, {', '.join(f'v{d} = 0' for d in range(2, 8))}, k = 0; if (n > 20000001) abort();"
    loop = "while (l < n) { BRANCHES k++; l++; check(v2 + v3 + v4 + v5 + v6 + v7 + k == l); }"
    tried = Tried(lowered(text + loop.replace("BRANCHES", branches)))
    claim = tried.search.prove_by_algebra(tried.attempt("bv"), first=True)
    assert claim is not None
    assert isinstance(certify(tried.program, Safe(claim), tried.checkers()).verdict, Safe)
    wrong = loop.replace("k++;", "k += 1 + (l == 19999999);").replace("BRANCHES", branches)
    other = Tried(lowered(text + wrong))
    assert other.search.prove_by_algebra(other.attempt("bv"), first=True) is None


def test_as_many_rows_as_unknowns_show_nothing() -> None:
    assert equations([(3, 1), (5, 2)], 1) == []


class Hesitant:
    """A session whose checks have no answer: each query's first one, or all; each takes some seconds of the processor."""

    def __init__(self, session: SolverSession, seconds: float, *, always: bool) -> None:
        self.session, self.seconds, self.always = session, seconds, always
        self.timeouts: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.session, name)

    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float) -> Status:
        end = time.process_time() + self.seconds
        while time.process_time() < end:
            pass
        is_first = len(self.timeouts) % 2 == 0
        self.timeouts.append(timeout)
        return Status.UNKNOWN if self.always or is_first else self.session.check(assumptions, timeout=timeout)


def hesitant_search(seconds: float, *, always: bool) -> tuple[bool, list[list[float]]]:
    """Whether a program is proven by such sessions, and the limits of each one's checks, in order."""
    tried, sessions = Tried(lowered(SAFE["two counters"])), list[Hesitant]()
    attempt = tried.attempt("int")

    def make_session() -> SolverSession:
        sessions.append(Hesitant(attempt.make_session(), seconds, always=always))
        return cast("SolverSession", sessions[-1])

    proof = tried.search.prove(Attempt(attempt.formulas, attempt.builder, make_session))
    return proof is not None, [session.timeouts for session in sessions if session.timeouts]


def test_a_query_that_had_nothing_of_the_processor_is_asked_again_for_longer() -> None:
    proven, limits = hesitant_search(0.0, always=False)
    assert proven
    assert all(second == pytest.approx(3 * first) for checks in limits for first, second in zip(checks[::2], checks[1::2], strict=True))


def test_a_query_that_used_its_time_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "QUERY_SECONDS", 0.02)
    proven, limits = hesitant_search(0.02, always=True)
    assert not proven
    assert {limit for checks in limits for limit in checks} == {0.02}
