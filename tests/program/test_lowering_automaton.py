"""The shape of the automaton: how little of it there is, what its edges say, and how paths end."""

from __future__ import annotations

import pytest

from tests.program.lowered_programs import body, program, run, verdict
from verilab.program.cfa import Call, Edge, Program
from verilab.program.expressions import Binary, Cast, Constant, IfThenElse, Read
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip


def edges(automaton: Program, function: str = "main") -> list[Edge]:
    return [edge for location in automaton.functions[function].locations for edge in location.leaving]


def texts(automaton: Program, function: str = "main") -> list[str]:
    return [edge.text for edge in edges(automaton, function)]


def test_an_input_is_assigned_without_a_detour() -> None:
    automaton = body("int x; x = __VERIFIER_nondet_int(); if (x) reach_error(); return 0;")
    inputs = [edge for edge in edges(automaton) if isinstance(edge.operation, Assign) and isinstance(edge.operation.value, Nondet)]
    assert [(edge.operation.target.name, edge.text) for edge in inputs] == [("main::x", "x = __VERIFIER_nondet_int()")]  # type: ignore[union-attr]  # an input is assigned
    assert inputs[0].operation.value.kind is NondetKind.INPUT  # type: ignore[union-attr]  # see above


def test_the_two_sides_of_a_branching_share_their_condition() -> None:
    automaton = body("int x = __VERIFIER_nondet_int(); if (x < 3) reach_error(); return 0;")
    first, second = (edge.operation for edge in edges(automaton) if isinstance(edge.operation, Assume))
    assert first.condition is second.condition
    assert (first.positive, second.positive) == (True, False)


def test_conditions_are_comparisons() -> None:
    automaton = body(
        "int x = __VERIFIER_nondet_int(); if (!(x == 1 && !x)) reach_error(); if ((long long)!!(x > 2)) reach_error(); return 0;"
    )
    conditions = [edge.operation.condition for edge in edges(automaton) if isinstance(edge.operation, Assume)]
    assert all(isinstance(condition, Binary) and condition.operator in ("==", "!=", ">") for condition in conditions)


def test_short_circuits_branch_in_conditions() -> None:
    automaton = body("int x = __VERIFIER_nondet_int(), y = x; if (x == 1 && (y == 2 || y == 3)) reach_error(); return 0;")
    assert [text for text in texts(automaton) if text.startswith("[")] == [
        "[x == 1]", "[!(x == 1)]", "[y == 2]", "[!(y == 2)]", "[y == 3]", "[!(y == 3)]",
    ]  # fmt: skip


def test_short_circuits_of_pure_operands_are_expressions_in_values() -> None:
    automaton = body("int x = __VERIFIER_nondet_int(); int y = x == 1 || x == 5; if (y) reach_error(); return 0;")
    (value,) = (edge.operation.value for edge in edges(automaton) if isinstance(edge.operation, Assign) and edge.text.startswith("y ="))
    assert isinstance(value, IfThenElse)


def test_blank_edges_disappear() -> None:
    automaton = body("int x = 0; { ; } if (x) { } else { x = 2; } for (;;) { if (x > 5) break; x++; continue; } goto end; end: ; return 0;")
    assert not any(isinstance(edge.operation, Skip) for edge in automaton.edges)


def test_an_endless_loop_without_effect_stays_a_loop() -> None:
    automaton = body("while (1) ; return 0;")
    (loop,) = (edge for edge in automaton.edges if edge.source is edge.target and isinstance(edge.operation, Skip))
    assert loop.source.is_loop_head


def test_constant_conditions_leave_no_branch() -> None:
    automaton = body(
        "enum { DEBUG = 0 }; int x = 1; while (1) { if (DEBUG) reach_error(); if (sizeof(int) == 4) break; reach_error(); } return x;"
    )
    assert not automaton.error_locations
    assert not any(isinstance(edge.operation, Assume) for edge in automaton.edges)


def test_unused_functions_and_variables_are_not_part_of_the_program() -> None:
    automaton = program("int unused[1000]; int g; void f(void) { g = 1; } int main(void) { int dead = 3; dead++; return 0; }")
    assert list(automaton.functions) == ["<entry>", "main"]
    assert automaton.slot_count <= 1


def test_neighbouring_declarations_without_initialiser_share_an_edge() -> None:
    automaton = body("int a, b; char c; if (a + b + c) reach_error(); return 0;")
    (havoc,) = (edge.operation for edge in automaton.edges if isinstance(edge.operation, Havoc))
    assert [target.name for target in havoc.targets] == ["main::a", "main::b", "main::c"]
    assert havoc.kind is NondetKind.UNINITIALISED


def test_a_local_is_arbitrary_again_each_time_its_declaration_is_reached() -> None:
    automaton = body("for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 5; else if (x == 5) reach_error(); } return 0;")
    assert any(isinstance(edge.operation, Havoc) and edge.source is not automaton.functions["main"].entry for edge in automaton.edges)


def test_names_are_unique_and_qualified() -> None:
    automaton = program("int x; int main(void) { int y = x; { int y = 2; x = y; } if (x + y) reach_error(); return 0; }")
    assert {"x", "main::y", "main::y$2"} <= {storage.name for storage in automaton.storages}


def test_arrays_of_structures_are_one_array_per_leaf() -> None:
    automaton = body(
        "struct { int a; char b[3]; } s[4]; int i = __VERIFIER_nondet_int(); s[i].b[2] = s[1].a = 2; if (s[i].a + s[0].b[i]) reach_error();"
    )
    assert {"main::s.a[4]", "main::s.b[12]"} <= {str(storage) for storage in automaton.storages}


def test_edges_know_their_place_in_the_source() -> None:
    automaton = program("\nint main(void)\n{\n  int x = 1;\n  if (x)\n    reach_error();\n}")
    start = next(edge for edge in automaton.edges if edge.text == "x = 1").position
    branch = next(edge for edge in automaton.edges if edge.text == "[x]").position
    assert (branch.file, branch.line - start.line, branch.column) == ("test.c", 1, 7)


def test_a_call_of_the_error_function_is_the_violation_whatever_its_body_does() -> None:
    text = "void reach_error(void) { abort(); } int main(void) { if (__VERIFIER_nondet_int()) reach_error(); return 0; }"
    assert verdict(program(text), 1) == "error"
    assert verdict(program(text), 0) == "returned"


def test_error_functions_and_labels_follow_the_property() -> None:
    text = "void __VERIFIER_error(void); int main(void) { if (__VERIFIER_nondet_int()) __VERIFIER_error(); ERROR: return 0; }"
    assert verdict(program(text), 1) == "returned"
    assert verdict(program(text, errors=("__VERIFIER_error",)), 1) == "error"
    assert verdict(program(text, errors=("label ERROR",)), 0) == "error"


@pytest.mark.parametrize(
    "ending",
    ["abort();", "exit(1);", "_Exit(0);", '__assert_fail("", "", 1, "");', "__VERIFIER_assume(0);", "__builtin_unreachable();", "stop();"],
)
def test_paths_end(ending: str) -> None:
    declarations = "void exit(int); void _Exit(int); void __assert_fail(const char *, const char *, unsigned, const char *);"
    declarations += "void __VERIFIER_assume(int); void stop(void) __attribute__((noreturn));"
    assert verdict(program(declarations + "int main(void) {" + ending + "reach_error(); return 0; }")) == "blocked"


def test_division_by_zero_ends_the_path_before_the_division() -> None:
    text = "int x = __VERIFIER_nondet_int(); int y = 10 / x; if (x == 0) reach_error(); int z = 7 % 2; return y + z;"
    automaton = body(text)
    assert [edge.text for edge in automaton.edges].count("[divisor != 0]") == 1
    assert verdict(automaton, 0) == "blocked"
    assert verdict(automaton, 3) == "returned"


def test_the_condition_guards_a_division_in_a_value() -> None:
    text = (
        "int x = __VERIFIER_nondet_int(); int y = x ? 10 / x : 5; int z = x && 10 / x; if (x == 0 && y == 5 && !z) reach_error(); return 0;"
    )
    assert verdict(body(text), 0) == "error"
    assert verdict(body(text), 2) == "returned"


def test_an_undefined_function_returns_any_value() -> None:
    automaton = program("int measure(void); int main(void) { int x = measure(); if (x == 77) reach_error(); return 0; }")
    assert verdict(automaton, 77) == "error"
    assert verdict(automaton, 1) == "returned"


def test_an_undefined_function_may_change_what_it_is_given_a_pointer_to_unless_const() -> None:
    text = "void use(%s int *p); int main(void) { int x = 1; use(&x); if (x != 1) reach_error(); return 0; }"
    assert verdict(program(text % "const")) == "returned"
    assert verdict(program(text % "")).startswith("imprecise: external function use")


def test_a_missing_return_makes_the_result_arbitrary() -> None:
    text = "int f(int c) { if (c) return 1; } int main(void) { f(1); int x = f(0); if (x == 7) reach_error(); return 0; }"
    assert verdict(program(text), 7) == "error"


def test_external_variables_are_inputs() -> None:
    automaton = program("extern int config; int main(void) { if (config == 5) reach_error(); return config; }")
    assert verdict(automaton, 5) == "error"
    assert verdict(automaton, 4) == "returned"


def test_reads_of_external_volatile_variables_are_inputs_each_time() -> None:
    automaton = program(
        "extern volatile int port; int main(void) { int a = port; int b = port; if (a == 1 && b == 2) reach_error(); return 0; }"
    )
    assert verdict(automaton, 1, 2) == "error"


@pytest.mark.parametrize(
    ("declaration", "read"),
    [
        ("extern volatile const unsigned char port[4]", "port[1]"),
        ("typedef volatile int cell; extern cell port", "port"),
        ("extern struct { volatile unsigned ready : 3; } port", "port.ready"),
        ("extern struct { int own; struct { volatile short data; } unit[2]; } port", "port.unit[1].data"),
    ],
)
def test_volatile_parts_of_external_variables_are_inputs_each_time(declaration: str, read: str) -> None:
    automaton = program(f"{declaration}; int main(void) {{ int a = {read}; int b = {read}; if (a == 1 && b == 2) reach_error(); }}")
    assert verdict(automaton, 1, 2) == "error"


def test_the_argument_count_is_an_input() -> None:
    assert verdict(program("int main(int argc, char **argv) { if (argc == 3) reach_error(); return 0; }"), 3) == "error"


def test_bool_inputs_have_one_bit() -> None:
    automaton = body("_Bool b = __VERIFIER_nondet_bool(); if (b > 1) reach_error(); return 0;")
    (value,) = (edge.operation.value for edge in edges(automaton) if isinstance(edge.operation, Assign) and edge.text.startswith("b ="))
    assert isinstance(value, Nondet)
    assert value.type.width == 1


def test_what_depends_on_a_long_double_is_imprecise_and_says_so() -> None:
    automaton = body(
        "long double d = 1.5; d *= 2; float f = d; int x = f; if (d < 2.0) reach_error(); if (x == 3) reach_error(); return 0;"
    )
    assert "float" in automaton.imprecisions
    assert verdict(automaton).startswith("imprecise: float")


def test_an_integer_beyond_its_type_is_imprecise_and_says_so() -> None:
    automaton = body("double d = 1.5; d *= 2; float f = d; int x = f; if (d < 2.0) reach_error(); if (x != 3) reach_error(); return 0;")
    assert set(automaton.imprecisions) == {"conversion of a float out of range"}
    assert verdict(automaton) == "returned"
    assert verdict(body("volatile float f = 3e9f; float g = f; g = 3e9f; int x = g; if (x) reach_error(); return 0;")).startswith(
        "imprecise: conv"
    )


def test_recursion_has_instances_up_to_the_bound() -> None:
    text = "int down(int n) { if (n == 0) return 0; return down(n - 1); } int main(void) { if (down(%d)) reach_error(); return 0; }"
    automaton = program(text % 3, bound=3)
    assert [name for name in automaton.functions if name.startswith("down")] == ["down", "down#1", "down#2", "down#3"]
    assert verdict(automaton) == "returned"
    assert verdict(program(text % 4, bound=3)) == "imprecise: recursion"


def test_beyond_the_bound_everything_the_function_can_change_is_unknown() -> None:
    text = "int g, h, k = 4; void f(int n) { static int s; if (n) { g = n; s++; f(n - 1); if (s + g == 99) reach_error(); } }"
    text += "int main(void) { f(9); h = g; return h + k; }"
    automaton = program(text, bound=2)
    (cut,) = (edge for edge in automaton.edges if isinstance(edge.operation, Havoc) and edge.operation.origin == "recursion")
    assert {target.name for target in cut.operation.targets} == {"g", "f::s"}  # type: ignore[union-attr]  # a cut is a havoc
    assert cut.imprecise == "recursion"


def test_beyond_the_bound_an_error_inside_the_recursion_stays_reachable() -> None:
    text = "void f(int n) { if (n > 1000) reach_error(); f(n + 1); } int main(void) { f(0); return 0; }"
    automaton = program(text, bound=2)
    assert any(entering.imprecise == "recursion" for location in automaton.error_locations for entering in location.entering)


def test_calls_pass_parameters_and_copy_results() -> None:
    automaton = program("int twice(int a) { return 2 * a; } int main(void) { int x = twice(4); if (x != 8) reach_error(); return 0; }")
    shown = texts(automaton)
    assert [text for text in shown if "twice" in text] == ["twice(4)", "twice(4)", "x = twice(4)"]
    (call,) = (edge for edge in edges(automaton) if isinstance(edge.operation, Call))
    assert call.target is automaton.functions["twice"].entry


def test_casts_without_effect_disappear() -> None:
    automaton = body(
        "unsigned char c = __VERIFIER_nondet_char(); long long x = (long long)(int)(short)c; if (x == 5) reach_error(); return 0;"
    )
    (value,) = (edge.operation.value for edge in edges(automaton) if edge.text.startswith("x =") and isinstance(edge.operation, Assign))
    assert isinstance(value, Cast)
    assert isinstance(value.operand, Read)


def test_constants_are_folded() -> None:
    automaton = body("int x = 3 + 4 * sizeof(int) - (1 << 2); if (x != 15) reach_error(); return 0;")
    (value,) = (edge.operation.value for edge in edges(automaton) if edge.text.startswith("x =") and isinstance(edge.operation, Assign))
    assert isinstance(value, Constant)
    assert value.value == 15
    assert verdict(automaton) == "returned"


def test_assembly_changes_its_outputs() -> None:
    automaton = body(
        'int x = 1, y = 2; __asm__("mov %1, %0" : "=r"(x) : "r"(y)); if (y != 2) reach_error(); if (x == 1) reach_error(); return 0;'
    )
    assert verdict(automaton) == "imprecise: asm"


def test_every_program_runs_from_its_entry_to_its_end() -> None:
    execution = run(body("return 0;"))
    assert execution.edges[0].operation.callee.name == "main"  # type: ignore[union-attr]  # its only edge is a call
