"""A storage is live where its value may still be read, and nowhere else if it belongs to one function."""

from __future__ import annotations

from tests.program.lowered_programs import body, program
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Location, Program
from verilab.program.expressions import Binary, Expression, Read
from verilab.program.operations import Assign
from verilab.program.static_analysis.liveness import Liveness, live_storages
from verilab.program.types import INT


def live_at(automaton: Program, location: Location) -> set[str]:
    mask = live_storages(automaton)[location.id]
    return {storage.name for i, storage in enumerate(automaton.storages) if mask >> i & 1}


def before(automaton: Program, text: str) -> Location:
    """The source of the edge with this text."""
    return next(edge.source for edge in automaton.edges if edge.text == text)


def test_a_variable_is_dead_after_its_last_use() -> None:
    automaton = body("int a = __VERIFIER_nondet_int(); int b = a + 1; int c = b * 2; if (c) reach_error(); return 0;")
    assert live_at(automaton, before(automaton, "b = a + 1")) == {"main::a"}
    assert live_at(automaton, before(automaton, "c = b * 2")) == {"main::b"}


def test_a_loop_keeps_alive_what_its_next_round_reads() -> None:
    automaton = body("int i = 0, s = 0; while (i < 9) { s += i; i++; } if (s) reach_error(); return 0;")
    assert live_at(automaton, before(automaton, "[i < 9]")) == {"main::i", "main::s"}
    assert live_at(automaton, before(automaton, "[s]")) == {"main::s"}


def test_an_overwritten_variable_is_dead_before_the_assignment() -> None:
    automaton = body("int a = 1; int b = a; a = 2; if (a + b == 9) reach_error(); return 0;")
    assert live_at(automaton, before(automaton, "a = 2")) == {"main::b"}


def test_globals_are_always_live() -> None:
    automaton = program("int g; int main(void) { int x = 1; g = x; g = g + 1; if (g == 5) reach_error(); return 0; }")
    assert live_at(automaton, before(automaton, "x = 1")) == {"g"}


def test_the_callers_variables_live_on_inside_the_callee() -> None:
    text = "int f(int p) { int q = p + 1; return q; } int main(void) { int x = 3, y; y = f(x); if (x + y == 9) reach_error(); return 0; }"
    automaton = program(text)
    assert live_at(automaton, before(automaton, "q = p + 1")) == {"f::p", "main::x"}
    assert live_at(automaton, before(automaton, "return q")) == {"f::q", "main::x"}
    assert live_at(automaton, before(automaton, "f(x)")) == {"main::x"}
    assert live_at(automaton, before(automaton, "y = f(x)")) == {"f::$result", "main::x"}
    assert live_at(automaton, automaton.functions["f"].exit) == {"f::$result", "main::x"}


def test_what_a_pointer_reads_in_another_function_is_always_live() -> None:
    text = "int get(int *p) { return *p; } int main(void) { int x = 3, y = 4; int z = get(&x); if (z + y == 9) reach_error(); return 0; }"
    automaton = program(text)
    assert "main::x" in live_at(automaton, before(automaton, "[z + y == 9]"))


def test_shared_terms_are_looked_at_once() -> None:
    """As a tree this sum has 2^200 leaves."""
    builder = ProgramBuilder()
    x, y = builder.variable("x", INT), builder.variable("y", INT)
    main = builder.function("main")
    total: Expression = Read(x)
    for _ in range(200):
        total = Binary("+", total, total, INT)
    after = builder.location(main)
    builder.edge(main.entry, after, Assign(y, total))
    builder.edge(after, main.exit, Assign(x, Read(y)))
    liveness = Liveness(builder.finish(main))
    assert [storage.name for number, storage in enumerate(liveness.program.storages) if liveness.read >> number & 1] == ["x", "y"]
