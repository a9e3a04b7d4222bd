"""Partial states are followed once however many paths lead to them, and claims of many rows are checked in bounded time."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from verilab.analysis.invariants import Assignments
from verilab.evidence import invariants
from verilab.evidence.interpretation.evaluation import State
from verilab.evidence.partial_states import rows
from verilab.evidence.partial_states.execution import Arrival, PartialExecutor
from verilab.evidence.partial_states.posts import UNKNOWN
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind, Skip
from verilab.program.storages import Variable
from verilab.program.types import INT
from verilab.solving.registry import load_backend


def diamonds(count: int, limit: int = 3) -> tuple[Program, Variable]:
    """``x = 0; while (x < limit) { y = nondet(); if (y == 0) z = 0; else z = 1; ... count times; x = x + 1; } if (x > limit) error;``"""
    builder = ProgramBuilder()
    x, y, z = (builder.variable(name, INT) for name in "xyz")
    main = builder.function("main")
    here, after, error = (builder.location(main) for _ in range(3))
    head = here
    error.is_error = True
    builder.edge(main.entry, head, Assign(x, Constant(0, INT)))
    first = builder.location(main)
    builder.branch(head, Assume(Binary("<", Read(x), Constant(limit, INT), INT), True), first, after)
    here = first
    for _ in range(count):
        asked, zero, one, joined = (builder.location(main) for _ in range(4))
        builder.edge(here, asked, Assign(y, Nondet(INT, NondetKind.INPUT, "nondet")))
        builder.branch(asked, Assume(Binary("==", Read(y), Constant(0, INT), INT), True), zero, one)
        builder.edge(zero, joined, Assign(z, Constant(0, INT)))
        builder.edge(one, joined, Assign(z, Constant(1, INT)))
        here = joined
    builder.edge(here, head, Assign(x, Binary("+", Read(x), Constant(1, INT), INT)))
    builder.branch(after, Assume(Binary(">", Read(x), Constant(limit, INT), INT), True), error, main.exit)
    return builder.finish(main), x


def test_paths_that_differ_in_dead_storages_only_are_followed_once() -> None:
    program, x = diamonds(40)
    graph = ControlGraph(program)
    head = next(location for location in program.locations if location.is_loop_head)
    executor = PartialExecutor(program, graph, frozenset({head.id}))
    state: State = [UNKNOWN] * program.slot_count
    state[x.slot] = 1
    arrived: list[object] = []

    def note(point: ControlPoint, after: State) -> Arrival:
        arrived.append(after[x.slot])
        return Arrival.COVERED

    assert executor.leads_into(graph.point(head, ()), state, 1_000, note)
    assert set(arrived) == {2}


def guesses(count: int) -> tuple[Program, list[Variable]]:
    """``x = 5; if (y1 == 0) {} else {} ... count times; if (x != 5) error; if (y1 == y2 == ... == 0) z = 1;`` — every y is learned."""
    builder = ProgramBuilder()
    x, *ys = variables = [builder.variable(name, INT) for name in ("x", *(f"y{number}" for number in range(count)))]
    main = builder.function("main")
    here, asked, error = (builder.location(main) for _ in range(3))
    error.is_error = True
    builder.edge(main.entry, here, Assign(x, Constant(5, INT)))
    for y in ys:
        zero, other, joined = (builder.location(main) for _ in range(3))
        builder.branch(here, Assume(Binary("==", Read(y), Constant(0, INT), INT), True), zero, other)
        builder.edge(zero, joined, Skip())
        builder.edge(other, joined, Skip())
        here = joined
    builder.branch(here, Assume(Binary("!=", Read(x), Constant(5, INT), INT), True), error, asked)
    every: Expression = Constant(0, INT)
    for y in ys:
        every = Binary("|", every, Read(y), INT)
    builder.edge(asked, main.exit, Assign(x, every))
    return builder.finish(main), variables


def arrivals(executor: PartialExecutor, program: Program, budget: int) -> bool:
    """Whether every path from the entry ends without the error."""
    unknown: State = [UNKNOWN] * program.slot_count
    return executor.leads_into(executor.graph.entry, unknown, budget, lambda point, after: Arrival.FAILED)


def test_values_that_no_claim_speaks_of_are_forgotten_where_paths_meet() -> None:
    program, (x, *_) = guesses(14)
    executor = PartialExecutor(program, ControlGraph(program), frozenset())
    assert not arrivals(executor, program, 5_000)
    keeping = executor.keeping({x})
    assert arrivals(keeping, program, 5_000)
    assert keeping.forks < 200


def test_what_is_forgotten_may_be_anything() -> None:
    program, (x, y, *_) = guesses(1)
    executor = PartialExecutor(program, ControlGraph(program), frozenset())
    assert arrivals(executor, program, 100)
    assert arrivals(executor.keeping({x}), program, 100)
    assert not arrivals(executor.keeping({y}), program, 100)  # x may be another number than 5
    assert not arrivals(executor.keeping(()), program, 100)
    assert arrivals(executor, program, 100)


def test_a_row_is_followed_with_all_that_is_known_where_claims_do_not_speak_of_what_decides() -> None:
    program, _ = guesses(3)
    claim = {ControlGraph(program).entry: Assignments((), ((),))}
    result = invariants.check_invariants(program, claim, backend=load_backend("z3"), environment=Environment())
    assert isinstance(result, Accepted)


def test_what_failed_is_not_taken_for_known() -> None:
    program, _ = diamonds(2)
    graph = ControlGraph(program)
    head = next(location for location in program.locations if location.is_loop_head)
    executor = PartialExecutor(program, graph, frozenset({head.id}))
    for _ in range(2):
        unknown: State = [UNKNOWN] * program.slot_count
        assert not executor.leads_into(graph.point(head, ()), unknown, 1_000, lambda point, after: Arrival.FAILED)


def test_of_too_many_rows_a_sample_is_executed_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the one row of the entry one, of the 501 rows of the loop head 40."""
    monkeypatch.setattr(rows, "LEAST_SAMPLING", 60.0)
    monkeypatch.setattr(invariants, "ROWS_SHARE", 0.0)
    monkeypatch.setattr(invariants, "ROWS_SECONDS", 0.0)
    program, x = diamonds(2, limit=500)
    graph = ControlGraph(program)
    head = graph.entry.successors[0][1]
    claim = {head: Assignments(((x, 0),), tuple((value,) for value in range(501)))}
    backend = load_backend("z3")
    result = invariants.check_invariants(program, claim, backend=backend, environment=Environment())
    assert isinstance(result, Accepted)
    assert "execution of partial states (41 of 502)" in result.checked_by


def _number(value: int) -> Constant:
    return Constant(value, INT)


def _compare(operator: str, left: Expression, right: Expression) -> Binary:
    return Binary(operator, left, right, INT)


def test_a_sample_of_the_rows_is_not_enough_where_every_row_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is only supposed may be wrong in the rows that no sample has: here in the last one, behind which the error is.

    The naive translation has no time either, as on a machine that is busy for a moment.
    """
    for name in ("ROWS_SHARE", "ROWS_SECONDS", "NAIVE_SHARE", "NAIVE_SECONDS"):
        monkeypatch.setattr(invariants, name, 0.0)
    monkeypatch.setattr(rows, "LEAST_SAMPLING", 60.0)
    builder = ProgramBuilder()
    x = builder.variable("x", INT)
    main = builder.function("main")
    head, body, after, error = (builder.location(main) for _ in range(4))
    head.is_loop_head = error.is_error = True
    builder.edge(main.entry, head, Assign(x, _number(0)))
    builder.branch(head, Assume(_compare("<", Read(x), _number(100)), True), body, after)
    builder.edge(body, head, Assign(x, Binary("+", Read(x), _number(1), INT)))
    builder.branch(after, Assume(_compare("==", Read(x), _number(100)), True), error, main.exit)
    program = builder.finish(main)
    claim = {ControlGraph(program).point(head, ()): Assignments(((x, 0),), tuple((value,) for value in range(101)))}
    backend = load_backend("z3")

    def checked(every_row: bool) -> CheckResult:
        return invariants.check_invariants(program, claim, backend=backend, environment=Environment(), every_row=every_row)

    monkeypatch.setattr(invariants, "SAMPLING_SECONDS", 0.0)  # nor have executions
    monkeypatch.setattr(invariants, "SAMPLING_SHARE", 0.0)
    assert isinstance(checked(every_row=False), Accepted)
    assert isinstance(checked(every_row=True), Unchecked)
    for name in ("ROWS_SECONDS", "NAIVE_SECONDS"):
        monkeypatch.setattr(invariants, name, 60.0)
    assert isinstance(checked(every_row=True), Rejected)
