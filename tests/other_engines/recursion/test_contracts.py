"""Contracts: the modular program has a reachable error exactly where they do not hold; the search for them gives right verdicts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from pysmt.environment import Environment

from tests.backends.required import need
from tests.other_engines.recursion.recursive_programs import ACKERMANN, FIBONACCI, MCCARTHY, loop_free, recursive, searched
from verilab.evidence.check import Checkers, certify
from verilab.evidence.contracts import broken_contract
from verilab.other_engines.recursion.checking import LoopFreeCheck
from verilab.other_engines.recursion.search import ContractSearch, GaveUp, Proven, Violated
from verilab.program.cfa import Program
from verilab.program.contracts.contract import Contract, Signature, signatures
from verilab.program.contracts.modular import Modular, modular
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.types import INT
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.resources import Deadline
from verilab.solving.registry import load_backend

SUM = "int sum(int n, int m) { return n > 0 ? sum(n - 1, m + 1) : m; }\n"
HANOI = "int hanoi(int n) { return n == 1 ? 1 : 2 * hanoi(n - 1) + 1; }\n"
MOVES = "int g; void move(int n, int from, int to) { if (n == 0) return; g++; move(n - 1, from, 6 - from - to); move(n - 1, to, from); }\n"
MULT = "int mult(int n, int m) { if (m < 0) return mult(n, -m); return m ? n + mult(n, m - 1) : 0; }\n"
COUNT = "int g; void count(int n) { if (n > 0) { g++; count(n - 1); } }\n"


def with_contract(text: str, ensures: Callable[[Signature], Expression]) -> Modular:
    program = recursive(text)
    (signature,) = signatures(program)
    return modular(program, [Contract(signature, (ensures(signature),))])


def at_least(left: Expression, right: Expression) -> Expression:
    return Binary(">=", left, right, INT)


def result(signature: Signature) -> Expression:
    return Read(signature.outputs[0])


def unbroken(built: Modular) -> bool:
    return not list(loop_free(built.program, Environment()).failures(built.clauses.__contains__))


def test_a_clause_that_every_body_keeps_breaks_nothing() -> None:
    main = f"{FIBONACCI} int main(void) {{ check(fib(between(0, 9)) < 50); return 0; }}"
    assert unbroken(with_contract(main, lambda fib: Constant(1, INT)))
    assert not unbroken(with_contract(main, lambda fib: at_least(result(fib), Constant(1, INT))))


def test_a_true_clause_that_is_not_inductive_breaks() -> None:
    main = f"{FIBONACCI} int main(void) {{ return fib(3); }}"
    assert not unbroken(with_contract(main, lambda fib: at_least(result(fib), Constant(0, INT))))  # the sum of two may wrap around


def test_a_clause_speaks_of_storage_before_and_behind_the_call() -> None:
    main = f"{COUNT} int main(void) {{ count(3); return 0; }}"
    built = with_contract(main, lambda count: Constant(1, INT))
    (signature,) = [contract.signature for contract in built.contracts]
    assert [variable.name for variable in signature.written] == ["g"]

    def unchanged(count: Signature) -> Expression:
        (g,) = count.written
        return Binary("==", Read(g), Read(count.before[g]), INT)

    assert not unbroken(with_contract(main, unchanged))


def test_executions_reject_a_contract_that_a_call_breaks() -> None:
    main = f"{FIBONACCI} int main(void) {{ fib(between(0, 9)); return 0; }}"
    built = with_contract(main, lambda fib: at_least(result(fib), Constant(1, INT)))
    assert broken_contract(built, Deadline(5.0)) is not None
    assert broken_contract(with_contract(main, lambda fib: at_least(result(fib), Constant(0, INT))), Deadline(5.0)) is None


def test_a_proof_by_a_wrong_contract_is_not_certified() -> None:
    environment = Environment()
    main = f"{SUM} int main(void) {{ check(sum(between(0, 9), 1) >= 3); return 0; }}"
    built = with_contract(main, lambda sum: at_least(result(sum), Constant(3, INT)))
    claim = Safe(loop_free(built.program, environment).invariants(), built)
    checkers = Checkers(load_backend("z3"), environment, gcc=False)
    assert isinstance(certify(built.original, claim, checkers).verdict, Unknown)


SAFE = {
    "one execution": f"{FIBONACCI} int main(void) {{ check(fib(25) == 75025); return 0; }}",
    "nested": f"{ACKERMANN} int main(void) {{ check(ackermann(2, 2) == 7); return 0; }}",
    "few inputs": f"{FIBONACCI} int main(void) {{ int x = between(-2147483647, 46); check(fib(x) >= x - 1); return 0; }}",
    "classes": f"{MCCARTHY} int main(void) {{ int x = __VERIFIER_nondet_int(); int r = f91(x); check(x > 101 ? r == x - 10 : r == 91); }}",
    "modulo 2^32": "unsigned sum(unsigned n, unsigned m) { return n == 0 ? m : sum(n - 1, m + 1); }"
    "int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); check(sum(a, b) == a + b); return 0; }",
    "storage": f"{COUNT} int main(void) {{ g = 5; int n = between(0, 1000); count(n); check(g == n + 5); return 0; }}",
    "mutual": "int odd(int); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }"
    "int main(void) { int r = even(__VERIFIER_nondet_int()); check(r == 0 || r == 1); return 0; }",
    "error inside": "void f(int n) { if (n < 3) return; n--; f(n); reach_error(); } int main(void) { f(2); return 0; }",
    "never returns": "int f(int n) { return f(n + 1); } int main(void) { f(0); reach_error(); return 0; }",
    "powers": f"{HANOI} int main(void) {{ int n = between(1, 30); check(hanoi(n) >= n && hanoi(n) % 2 == 1); return 0; }}",
    "powers in storage": f"{MOVES.replace('move(n - 1, to, from)', 'move(n - 1, 6 - from - to, to)')} {HANOI}"
    "int main(void) { int n = between(1, 31); g = 0; move(n, 1, 3); check(hanoi(n) == g); return 0; }",
    "values of an input": f"{ACKERMANN} int main(void) {{ int m = between(2, 3), n = between(2, 23);"
    "check(ackermann(m, n) >= 7); return 0; }",
    "inputs inside": "int f(int n) { if (n <= 0) return 0; int r = f(n - 1); return __VERIFIER_nondet_int() ? r : 0; }"
    "int main(void) { check(f(between(0, 99)) == 0); return 0; }",
}
UNSAFE = {
    "deep": "unsigned id(unsigned x) { return x == 0 ? 0 : id(x - 1) + 1; }"
    "int main(void) { check(id(__VERIFIER_nondet_uint()) != 1000); return 0; }",
    "one value": f"{MCCARTHY} int main(void) {{ int x = __VERIFIER_nondet_int(), r = f91(x); check(r == 91 || (x > 102 && r < x)); }}",
    "wrapped": "unsigned char inc(unsigned char n) { return n == 0 ? 250 : inc(n - 1) + 1; }"
    "int main(void) { check(inc(between(0, 99)) >= 250); return 0; }",
    "storage read": "int g; int f(int n) { return n > 0 ? f(n - 1) : g; }"
    "int main(void) { g = 1; int a = f(2); g = 2; check(f(2) == a); return 0; }",
    "one power off": f"{HANOI} int main(void) {{ int n = between(1, 31); check(hanoi(n) != 0x1ffff); return 0; }}",
    "an odd case": "unsigned two(unsigned n) { return n == 0 ? 1 : n == 77 ? 3 : 2 * two(n - 1); }"
    "int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n < 99 && two(n) == 6) reach_error(); return 0; }",
    "error inside": "void f(int n) { if (n == 7) reach_error(); if (n < 20) f(n + 1); } int main(void) { f(between(0, 9)); return 0; }",
}


@pytest.mark.parametrize("name", SAFE)
def test_a_safe_program_is_proven_and_its_contracts_are_certified(name: str) -> None:
    environment = Environment()
    answer = searched(recursive(SAFE[name]), environment)
    assert isinstance(answer, Proven), answer
    claim = Safe(answer.invariants, answer.modular)
    certified = certify(answer.modular.original, claim, Checkers(load_backend("z3"), environment, gcc=False))
    assert isinstance(certified.verdict, Safe), certified.verdict
    assert certified.evidence.kind == "contracts"


@pytest.mark.parametrize("name", UNSAFE)
def test_an_unsafe_program_has_an_execution_that_is_replayed(name: str) -> None:
    program, environment = recursive(UNSAFE[name]), Environment()
    answer = searched(program, environment)
    assert isinstance(answer, Violated), answer
    certified = certify(program, Unsafe(answer.counterexample), Checkers(load_backend("z3"), environment, gcc=False))
    assert isinstance(certified.verdict, Unsafe), certified.verdict


def test_a_violation_that_only_signed_overflow_reaches_is_none() -> None:
    text = "int f(int n) { return n ? f(n - 1) + 1000000000 : 0; } int main(void) { check(f(3) >= 0); return 0; }"
    assert isinstance(searched(recursive(text)), GaveUp)


@pytest.mark.parametrize("holds", [True, False])
def test_contracts_with_products_are_checked_by_a_solver_that_computes_with_polynomials(holds: bool) -> None:
    backend = need("yices")
    right = "mult(b, a)" if holds else "mult(b, a) + (a == 12345)"
    main = f"int main(void) {{ int a = between(0, 40000), b = between(0, 40000); check(mult(a, b) == {right}); return 0; }}"
    program, environment = recursive(MULT + main), Environment()

    def check(built: Program) -> LoopFreeCheck:
        return LoopFreeCheck(built, environment, lambda: backend.session(environment, logic="QF_BV"), 10.0)

    with contextlib.closing(backend):
        answer = ContractSearch(program, check, Deadline(60.0)).run()
    if holds:
        assert isinstance(answer, Proven)
        claim = Safe(answer.invariants, answer.modular)
        assert isinstance(certify(program, claim, Checkers(load_backend("cvc5"), environment, gcc=False)).verdict, Safe)
    else:
        assert not isinstance(answer, Proven)
