"""A function without a body may change what is reachable from its arguments, return it, and call the functions that it is given."""

from __future__ import annotations

import pytest

from tests.program.lowered_programs import LP64, program, run, verdict
from verilab.evidence.interpretation.outcomes import DependsOnImprecise

DEPENDING = {
    "a pointer in a structure": "struct s { int *p; }; void ext(struct s *); "
    "int main(void) { int x = 0; struct s s = {&x}; ext(&s); CHECK(!x); }",
    "a list": "struct l { struct l *n; int v; }; void ext(struct l *); "
    "int main(void) { struct l b = {0, 1}, a = {&b, 2}; ext(&a); CHECK(b.v == 1); }",
    "a constant vector of writable parts": (
        "struct v { void *base; long n; }; long ext(const struct v *, int); int main(void) { char d[2] = {0}; struct v v = {d, 2}; "
        "ext(&v, 1); CHECK(!d[0]); }"
    ),
    "an address in an integer": "void ext(int, unsigned long); int main(void) { int x = 0; ext(3, (unsigned long)&x); CHECK(!x); }",
    "an argument that is returned": "int *ext(int *); int main(void) { int x = 0; *ext(&x) = 5; CHECK(x == 0); }",
    "a function that is passed": (
        "void ext(void (*)(int *), void *); static void inc(int *p) { *p = 1; } int main(void) { int x = 0; ext(inc, &x); CHECK(x == 0); }"
    ),
    "a function in a structure": (
        "struct o { int (*f)(int); }; int ext(struct o *); static int f(int v) { CHECK(v != 7); return 0; } static struct o o = {f}; "
        "int main(void) { ext(&o); }"
    ),
    "a function behind a pointer": "void ext(int *); int main(void) { int x = 0; void (*f)(int *) = ext; f(&x); CHECK(!x); }",
    "what a call was given, for a later one": (
        "void buffer(int *); void step(void); int main(void) { int x = 0; buffer(&x); x = 0; step(); CHECK(!x); }"
    ),
    "a pointer in what a call was given, for a later one": (
        "void keep(int **); void step(void); int main(void) { int x = 0; int *p = 0; keep(&p); p = &x; step(); CHECK(p == &x); }"
    ),
    "a pointer that a call was given, from a later one": (
        "void keep(int *); int *get(void); int main(void) { int x = 0; keep(&x); int *p = get(); x = 0; *p = 1; CHECK(!x); }"
    ),
    "a function that was registered": (
        "void reg(void (*)(void)); void step(void); static int g; static void f(void) { g = 1; } "
        "static void set_up(void) { reg(f); } int main(void) { set_up(); g = 0; step(); CHECK(!g); }"
    ),
    "an unknown result of the C library": 'int puts(const char *); int main(void) { CHECK(puts("a") >= 0); }',
}
KEPT = {
    "a constant argument": "int ext(const int *); int main(void) { int x = 0; ext(&x); CHECK(x == 0); }",
    "what no argument leads to": "int ext(int *); int main(void) { int x = 0, y = 0; int *p = &y; ext(&x); CHECK(*p == 0); }",
    "what a call is given later": "void buffer(int *); void step(void); int main(void) { int x = 0; step(); CHECK(!x); buffer(&x); }",
    "what a call was given to read": (
        "void buffer(const int *); void step(void); int main(void) { int x = 0; buffer(&x); step(); CHECK(!x); }"
    ),
    "what a call was given, where a generated harness models the surroundings": (
        "void buffer(int *); void step(void); void ldv_init(void); "
        "int main(void) { int x; ldv_init(); buffer(&x); x = 0; step(); CHECK(!x); }"
    ),
    "what a call was given, for one that only chooses": (
        "void buffer(int *); int nondet_x(void); int main(void) { int x; buffer(&x); x = 0; nondet_x(); CHECK(!x); }"
    ),
    "a constant object that an argument leads to": (
        "struct o { int *p; }; static int v = 1; static struct o *const o = &(struct o){&v}; int ext(int *); "
        "int main(void) { int x; ext(&x); CHECK(*o->p == 1); }"
    ),
}


@pytest.mark.parametrize("what", DEPENDING)
def test_what_an_external_function_may_do_is_imprecise(what: str) -> None:
    automaton = program(DEPENDING[what], LP64)
    if isinstance(run(automaton).outcome, DependsOnImprecise):
        return
    # The run without callbacks ends: with one, it depends on what the function does, as with a pointer that is neither null nor new.
    assert isinstance(run(automaton, 2).outcome, DependsOnImprecise)


@pytest.mark.parametrize("what", KEPT)
def test_an_external_function_keeps(what: str) -> None:
    assert verdict(program(KEPT[what], LP64)) == "returned"


def test_a_program_that_calls_what_it_registers_models_its_surroundings() -> None:
    text = (
        "struct o { int (*f)(int); int (*g)(int); }; int ext(struct o *); static int f(int v) { return v; } "
        "static int g(int v) { CHECK(v != 7); return 0; } static struct o o = {f, g}; int main(void) { ext(&o); f(1); return 0; }"
    )
    assert verdict(program(text, LP64), 1, 1) == "returned"


@pytest.mark.parametrize(("value", "outcome"), [(-1, "blocked"), (0, "returned"), (2147483647, "returned")])
def test_rand_is_never_negative(value: int, outcome: str) -> None:
    automaton = program("int rand(void); int main(void) { int x = rand(); CHECK(x >= 0); return 0; }")
    assert verdict(automaton, value) == outcome


def test_block_functions_by_pointer() -> None:
    text = """
    int main(void) {
        void *(*copy)(void *, const void *, SIZE) = memcpy; void *(*fill)(void *, int, SIZE) = memset; int a[2] = {1, 2}, b[2];
        copy(b, a, sizeof b); CHECK(b[0] == 1 && b[1] == 2); fill(a, 255, sizeof(int)); CHECK(a[0] == -1 && a[1] == 2); return 0;
    }
    """
    assert verdict(program(text, LP64)) == "returned"


def test_an_error_function_without_a_prototype_by_pointer() -> None:
    text = "void fail(); int main(void) { void (*f)() = fail; f(); return 0; }"
    assert verdict(program(text, LP64, errors=("fail",))) == "error"


def test_a_call_of_the_error_function_by_pointer_is_a_violation() -> None:
    assert verdict(program("int main(void) { void (*f)(void) = reach_error; f(); }")) == "error"


@pytest.mark.parametrize("name", ["kmalloc", "kzalloc"])
def test_an_allocator_of_the_kernel_may_fail(name: str) -> None:
    automaton = program(f"void *{name}(SIZE, unsigned); int main(void) {{ int *p = {name}(4, 0); CHECK(p); *p = 1; return 0; }}", LP64)
    assert verdict(automaton, 0) == "returned"
    assert verdict(automaton, 1) == "error"
