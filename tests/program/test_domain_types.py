"""Domain types and loop counters: what a variable is used for decides how expensive it is to track."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.analysis.predicate_programs import Writer
from tests.counting import lines_run
from tests.program import lowered_programs
from verilab.program.cfa import Location, Program
from verilab.program.static_analysis.domain_types import DomainType, count_by_type, domain_types
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition

EXIT_READ, LITERAL = LoopCounterDefinition


def classify(body: str, before: str = "", definition: LoopCounterDefinition = EXIT_READ) -> dict[str, str]:
    """The types of main's variables and of the globals; " counter" is added to a loop counter's."""
    program = lowered_programs.program(f"{before}\nint main(void) {{ {body} return 0; }}")
    types = domain_types(program, definition)
    return {
        storage.name.removeprefix("main::"): str(types.of(storage)) + (" counter" if types.is_loop_counter(storage) else "")
        for storage in program.storages
    }


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = 0; if (__VERIFIER_nondet_int()) x = 1; if (x) reach_error();", DomainType.BOOLEAN),
        ("int x = __VERIFIER_nondet_int(); if (!x) reach_error();", DomainType.BOOLEAN),
        ("int y = __VERIFIER_nondet_int(); int x = y == 7; if (x != 0) reach_error();", DomainType.BOOLEAN),
        ("int x = 3; if (x == 4) reach_error();", DomainType.EQUALITY),
        ("int y = __VERIFIER_nondet_int(); int x = 5; if (y != 2) x = y; if (x == 1) reach_error();", DomainType.EQUALITY),
        ("int x = __VERIFIER_nondet_int(); if (x < 3) reach_error();", DomainType.LINEAR),
        ("int x = __VERIFIER_nondet_int(); if (3 * x == 9) reach_error();", DomainType.LINEAR),
        ("int x = __VERIFIER_nondet_int(); int a[3] = {0, 1, 2}; if (x == 1) if (a[x] == 1) reach_error();", DomainType.LINEAR),
        ("int x = __VERIFIER_nondet_int(); if (x * x == 9) reach_error();", DomainType.NONLINEAR),
        ("int x = __VERIFIER_nondet_int(); if (x % 2 == 1) reach_error();", DomainType.NONLINEAR),
        ("int x = __VERIFIER_nondet_int(); if (x & 4) reach_error();", DomainType.BITS),
        ("int x = __VERIFIER_nondet_int(); if (x << 1 == 2) reach_error();", DomainType.BITS),
        ("_Bool x = __VERIFIER_nondet_int() & 1; if (x) reach_error();", DomainType.BOOLEAN),
    ],
)
def test_the_strongest_use_decides(body: str, expected: DomainType) -> None:
    assert classify(body)["x"] == str(expected)


def test_assigned_and_compared_variables_share_a_type() -> None:
    types = classify("int x = 1; int y = x; int z = 1; if (z == 1) if (y < __VERIFIER_nondet_int()) reach_error();")
    assert types["x"] == types["y"] == "linear arithmetic"
    assert types["z"] == "boolean"


def test_constants_bring_no_variables_together() -> None:
    types = classify("int x = 1; int y = 1; if (x == 1) if (y + 1 == 1) reach_error();")
    assert types["x"] == "boolean"
    assert types["y"] == "linear arithmetic"


def test_figure_1_of_forte15_has_a_boolean_and_a_loop_counter() -> None:
    types = classify(
        "int b = __VERIFIER_nondet_int(); int i = 0; if (b) { while (i < 1000) { i++; } } if (i != 0) { if (!b) reach_error(); }"
    )
    assert types["b"] == "boolean"
    assert types["i"] == "linear arithmetic counter"


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("int i; for (i = 0; i < 9; ++i) { } if (i == 3) reach_error();", ""),
        ("int i = 9; while (i) { i = i - 2; } if (i == 3) reach_error();", ""),
        ("int i = 0, j; while (1) { for (j = 0; j < 3; j++) i++; if (i > 9) break; } if (j == i) reach_error();", ""),
        ("while (i < 9) step(); if (i == 3) reach_error();", "int i; void step(void) { i++; }"),
        ("while (more()) i += 2; if (i == 3) reach_error();", "int i; int more(void) { return i < 9; }"),
        ("int i = 0; again: i++; if (i < 9) goto again; if (i == 3) reach_error();", ""),
    ],
)
def test_what_a_loop_steps_and_tests_is_its_counter(body: str, before: str) -> None:
    assert classify(body, before)["i"].endswith("counter")


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("int i = 0; i++; while (__VERIFIER_nondet_int()) { } if (i < 3) reach_error();", ""),
        ("int i = 0; while (__VERIFIER_nondet_int()) { i++; } if (i < 3) reach_error();", ""),
        ("int i = 0; while (__VERIFIER_nondet_int()) { i++; if (i == 7) reach_error(); }", ""),
        ("int i = 0; while (i == 0) { i = __VERIFIER_nondet_int(); } if (i == 3) reach_error();", ""),
        ("int i = 0; i++; for (int j = 0; j < 3; j++) { if (i == j) break; } if (i == 3) reach_error();", ""),
    ],
)
def test_what_only_steps_or_only_tests_is_none(body: str, before: str) -> None:
    assert not classify(body, before)["i"].endswith("counter")


@pytest.mark.parametrize(
    ("body", "before", "exit_read", "literal"),
    [
        ("int i; for (i = 0; i < 9; ++i) { } if (i == 3) reach_error();", "", True, True),
        ("int i = 0; while (__VERIFIER_nondet_int()) { i++; } if (i < 3) reach_error();", "", False, True),
        ("int i = 0; while (__VERIFIER_nondet_int()) { i = 5 - i; } if (i < 3) reach_error();", "", False, True),
        ("short i = 0; while (__VERIFIER_nondet_int()) { if (i++ == 7) reach_error(); }", "", False, True),
        ("int i = 0, d = __VERIFIER_nondet_int(); while (i < 9) { i = i + d; } if (i < 3) reach_error();", "", True, False),
        ("int i = 0, d = 3; while (i < 9) { i = d + 1; } if (i < 3) reach_error();", "", False, False),
        ("while (i < 9) step(); if (i == 3) reach_error();", "int i; void step(void) { i++; }", True, False),
        ("while (i < 9) step(); if (i == 3) reach_error();", "int i; void step(void) { while (i % 3) { i++; } }", True, True),
        ("int i = 0; i++; while (__VERIFIER_nondet_int()) { } if (i < 3) reach_error();", "", False, False),
        ("int i = 0; while (i < 9) { i = i * 2; } if (i == 3) reach_error();", "", False, False),
    ],
)
def test_by_the_papers_verifier_what_a_loop_steps_by_a_literal_is_its_counter(
    body: str, before: str, exit_read: bool, literal: bool
) -> None:
    assert [classify(body, before, each)["i"].endswith("counter") for each in LoopCounterDefinition] == [exit_read, literal]


def test_an_inner_loop_counts_for_itself() -> None:
    types = classify(
        "int i, j, n = 0; for (i = 0; i < 3; i++) { for (j = 0; j < 4; j++) { n = 1 - n; } } if (n + i + j == 7) reach_error();"
    )
    assert types["i"].endswith("counter")
    assert types["j"].endswith("counter")
    assert not types["n"].endswith("counter")


def loops_in_a_row(loops: int) -> Program:
    """Five edges a loop, over a thousand variables."""
    write = Writer()
    variables = write.variables(*(f"v{number}" for number in range(1000)))
    for number in range(loops):
        counter, other = variables[number % 1000], variables[(number + 1) % 1000]
        write.assign(counter, 0)
        write.loop("<", counter, other, partial(write.assign, counter, write.binary("+", counter, 1)))
    return write.finish()


def test_twice_as_many_edges_are_twice_as_much_work() -> None:
    once, twice = (lines_run(partial(domain_types, loops_in_a_row(loops))) for loops in (1000, 2000))
    assert twice < 2.1 * once


def test_every_loop_of_twenty_thousand_edges_has_its_counter() -> None:
    assert count_by_type(domain_types(loops_in_a_row(4000)))["loop counters"] == 1000


def test_deep_nests_and_long_expressions_need_no_deep_stack() -> None:
    write = Writer()
    x, y = write.variables("x", "y")
    total = write.binary("+", x, y)
    for _ in range(20_000):
        total = write.binary("+", total, x)
    write.assign(y, total)

    def nested(depth: int) -> None:
        for _ in range(depth):
            head = write.here
            inside = write.builder.location(write.main)
            write.builder.edge(head, inside, write.builder.edges[0].operation)
            write.here = inside
            heads.append(head)

    heads: list[Location] = []
    nested(3000)
    for head in reversed(heads):
        write.builder.edge(write.here, head, write.builder.edges[0].operation)
    assert domain_types(write.finish()).of(x) is DomainType.LINEAR


def test_inspect_prints_them(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from verilab.cli.app import app

    file = tmp_path / "figure1.c"
    file.write_text("int main(void) { int i = 0; while (i < 9) i++; if (i != 9) { ERROR: return 1; } return 0; }")
    result = CliRunner().invoke(app, ["inspect", "--domain-types", str(file)])
    assert result.exit_code == 0
    assert "main::i" in result.output
    assert "1 loop counters" in result.output
    assert CliRunner().invoke(app, ["inspect", str(tmp_path / "none.c")]).exit_code == 2
