"""Recursive calls that are not unfolded: what they may share, and how they are executed."""

from __future__ import annotations

import pytest

from tests.other_engines.recursion.recursive_programs import ACKERMANN, FIBONACCI, recursive
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended, ReachedError, Run
from verilab.program.lowering.options import NotModular


def run(text: str, *inputs: int) -> Run:
    values = iter(inputs)
    return Interpreter(recursive(text)).run(lambda edge, type: next(values))


def reaches_error(text: str, *inputs: int) -> bool:
    executed = run(text, *inputs)
    assert isinstance(executed.outcome, ReachedError | Ended), executed.outcome
    return isinstance(executed.outcome, ReachedError)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"{FIBONACCI} int result(void) {{ return fib(40); }}", 102334155),
        (f"{ACKERMANN} int result(void) {{ return ackermann(2, 3); }}", 9),
        ("int odd(int); int even(int n) { return n ? odd(n - 1) : 1; } int odd(int n) { return n ? even(n - 1) : 0; }"
         "int result(void) { return even(4001) * 2 + odd(4001); }", 1),
        ("int sum(int n) { int mine = n; if (n > 0) { int rest = sum(n - 1); return mine + rest; } return 0; }"
         "int result(void) { return sum(3000); }", 4501500),
        ("int g; void count(int n) { g++; if (n) { count(n - 1); count(n - 1); } } int result(void) { count(9); return g; }", 1023),
        ("int f(int n) { static int calls; calls++; if (n) f(n - 1); return calls; } int result(void) { return f(4); }", 5),
    ],
)  # fmt: skip
def test_every_activation_has_locals_of_its_own_and_shares_what_is_static(text: str, value: int) -> None:
    assert not reaches_error(f"{text} int main(void) {{ if (result() != {value}) reach_error(); return 0; }}")
    assert reaches_error(f"{text} int main(void) {{ if (result() == {value}) reach_error(); return 0; }}")


def test_a_call_that_reads_inputs_is_executed_each_time() -> None:
    text = "int f(int n) { if (n == 0) return __VERIFIER_nondet_int(); return f(n - 1); }"
    main = "int main(void) { int a = f(3), b = f(3); if (a == 4 && b == 7) reach_error(); return 0; }"
    assert reaches_error(text + main, 4, 7)
    assert not reaches_error(text + main, 4, 4)


def test_the_result_of_a_call_depends_on_storage_that_it_only_reads() -> None:
    text = "int g; int f(int n) { return n ? f(n - 1) : g; }"
    assert reaches_error(f"{text} int main(void) {{ g = 1; int a = f(2); g = 2; if (f(2) == a + 1) reach_error(); return 0; }}")


def test_undefined_behaviour_inside_of_a_call_is_noted_each_time() -> None:
    text = "int f(int n) { return n ? f(n - 1) + 2147483647 : 1; } int main(void) { f(1); f(1); reach_error(); return 0; }"
    assert run(text).notes


def test_one_instance_of_a_function_is_enough() -> None:
    program = recursive(f"{FIBONACCI} int main(void) {{ return fib(5); }}")
    assert [call.callee.name for call in program.recursive_calls] == ["fib", "fib"]
    assert "fib#1" not in program.functions


@pytest.mark.parametrize(
    "text",
    [
        "void f(int *p, int n) { int x = n; if (n) { f(&x, n - 1); } *p = x; } int main(void) { int y; f(&y, 3); return 0; }",
        "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { int (*p)(int) = f; return p(3); }",
        "struct two { int a, b; }; struct two f(struct two t) { return t.a ? f(t) : t; } int main(void) { struct two t = {0, 0}; f(t); }",
        "double f(double d, int n) { return n ? f(d, n - 1) : d; } int main(void) { f(1.0, 3); return 0; }",
    ],
)
def test_activations_that_share_more_are_refused(text: str) -> None:
    with pytest.raises(NotModular):
        recursive(text)
