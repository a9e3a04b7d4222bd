"""Invariants are accepted exactly when they are inductive and exclude the error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from pysmt.environment import Environment

from tests.backends.required import need
from verilab.analysis.invariants import Assignments, Invariants, Region
from verilab.evidence import invariants
from verilab.evidence.blockwise import BlockChecker
from verilab.evidence.invariants import check_invariants
from verilab.evidence.methods import Method
from verilab.evidence.partial_states import rows
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.formulas.encodings.integers import IntEncoding
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind, Skip
from verilab.program.storages import Variable
from verilab.program.types import INT
from verilab.resources import Deadline
from verilab.solving.backend import Backend, QueryContext


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What answers must not depend on how busy the machine is."""
    monkeypatch.setattr(invariants, "NAIVE_SECONDS", 60.0)
    monkeypatch.setattr(invariants, "SAMPLING_SECONDS", 1.0)


@pytest.fixture(scope="module", params=["z3", "cvc5"])
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    with closing(need(request.param)) as loaded:
        yield loaded


def number(value: int) -> Constant:
    return Constant(value, INT)


def compare(operator: str, left: Expression, right: Expression) -> Binary:
    return Binary(operator, left, right, INT)


class Loop:
    """``x = 0; y = nondet(); while (x < 3) { x = x + 1; if (y == 7) y = 7; } if (x > 3) error;``"""

    def __init__(self) -> None:
        builder = ProgramBuilder()
        self.x, self.y = builder.variable("x", INT), builder.variable("y", INT)
        main = builder.function("main")
        second, head, body, added, seven, after, error = (builder.location(main) for _ in range(7))
        error.is_error = True
        builder.edge(main.entry, second, Assign(self.x, number(0)))
        builder.edge(second, head, Assign(self.y, Nondet(INT, NondetKind.INPUT, "nondet")))
        builder.branch(head, Assume(compare("<", Read(self.x), number(3)), True), body, after)
        builder.edge(body, added, Assign(self.x, Binary("+", Read(self.x), number(1), INT)))
        builder.branch(added, Assume(compare("==", Read(self.y), number(7)), True), seven, head)
        builder.edge(seven, head, Assign(self.y, number(7)))
        builder.branch(after, Assume(compare(">", Read(self.x), number(3)), True), error, main.exit)
        self.program: Program = builder.finish(main)
        self.graph = ControlGraph(self.program)
        self.head: ControlPoint = self.graph.point(head, ())
        self.environment = Environment()
        self.vocabulary = Vocabulary(self.program, IntEncoding(self.environment))

    def check(
        self, claim: Invariants, backend: Backend, context: QueryContext | None = None, method: Method = Method.INDEPENDENT
    ) -> CheckResult:
        return check_invariants(self.program, claim, backend=backend, environment=self.environment, context=context, method=method)

    def at_most(self, bound: int) -> Region:
        manager = self.environment.formula_manager
        return Region(manager.LE(self.vocabulary.symbol((self.x, 0)), manager.Int(bound)), "int")

    def values(self, *values: int | None, variable: Variable | None = None) -> Assignments:
        return Assignments(((variable or self.x, 0),), tuple((value,) for value in values))


def test_an_inductive_formula_that_excludes_the_error_is_accepted(backend: Backend) -> None:
    loop = Loop()
    assert loop.check({loop.head: loop.at_most(3)}, backend) == Accepted(f"executions and naive translation by {backend.name}")
    blocks = loop.check({loop.head: loop.at_most(3)}, backend, method=Method.BLOCKS)
    assert blocks == Accepted(f"executions and block formulas by {backend.name}")


@pytest.mark.parametrize("bound", [2, -1])
def test_executions_refute_a_claim_that_wrong_block_formulas_would_prove(
    backend: Backend, bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks that lost paths once made nine wrong proofs pass: the check had made them by the same code as the analysis."""
    loop = Loop()
    monkeypatch.setattr(BlockChecker, "check", lambda *_: Accepted("a checker that sees no path"))
    result = loop.check({loop.head: loop.at_most(bound)}, backend, method=Method.BLOCKS)
    assert isinstance(result, Rejected)
    assert result.checked_by == "executions"
    assert "leaves the invariant" in result.reason
    assert isinstance(loop.check({loop.head: loop.at_most(3)}, backend), Accepted)


def test_executions_refute_a_proof_of_a_program_that_reaches_the_error(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop()
    monkeypatch.setattr(BlockChecker, "check", lambda *_: Accepted("a checker that sees no path"))
    error = next(location for location in loop.program.locations if location.is_error)
    branch = next(edge for edge in loop.program.edges if edge.target is error)
    leaving = branch.source.leaving
    assert isinstance(loop.check({loop.head: loop.at_most(9)}, backend, method=Method.BLOCKS), Accepted)
    assert isinstance(loop.check({loop.head: loop.at_most(9)}, backend), Rejected)
    monkeypatch.setattr(branch.source, "leaving", [edge for edge in leaving if edge.target is error])
    monkeypatch.setattr(branch, "operation", Skip())
    result = loop.check({loop.head: loop.at_most(9)}, backend, method=Method.BLOCKS)
    assert isinstance(result, Rejected)
    assert "reaches the error location" in result.reason


@pytest.mark.parametrize("bound", [2, 4, -1])
def test_a_formula_that_is_not_inductive_or_too_weak_is_rejected(backend: Backend, bound: int) -> None:
    loop = Loop()
    assert isinstance(loop.check({loop.head: loop.at_most(bound)}, backend), Rejected)


def test_inductive_assignments_are_accepted_by_execution_and_a_solver(backend: Backend) -> None:
    loop = Loop()
    assert loop.check({loop.head: loop.values(0, 1, 2, 3)}, backend) == Accepted(
        f"execution of partial states and executions and naive translation by {backend.name}"
    )


def test_a_reachable_loop_head_without_an_invariant_is_rejected(backend: Backend) -> None:
    loop = Loop()
    assert isinstance(loop.check({}, backend), Rejected)
    blocks = loop.check({loop.graph.entry: Region(loop.environment.formula_manager.TRUE(), "int")}, backend, method=Method.BLOCKS)
    assert isinstance(blocks, Rejected)
    assert "which has no invariant, is reachable" in blocks.reason


@pytest.mark.parametrize(("most", "expected"), [(1, Accepted), (0, Rejected)])
def test_an_edge_from_a_loop_head_to_itself_is_one_round(backend: Backend, most: int, expected: type[CheckResult]) -> None:
    """``while (1) x = 1 - x;`` that no execution reaches: after two rounds x = 0 holds again, after one it does not."""
    builder = ProgramBuilder()
    x = builder.variable("x", INT)
    main = builder.function("main")
    start, middle, head = (builder.location(main) for _ in range(3))
    builder.edge(main.entry, start, Assign(x, Nondet(INT, NondetKind.INPUT, "nondet")))
    builder.branch(start, Assume(compare(">", Read(x), number(5)), True), middle, main.exit)
    builder.branch(middle, Assume(compare("<", Read(x), number(3)), True), head, main.exit)
    builder.edge(head, head, Assign(x, Binary("-", number(1), Read(x), INT)))
    program = builder.finish(main)
    environment = Environment()
    symbol, manager = Vocabulary(program, IntEncoding(environment)).symbol((x, 0)), environment.formula_manager
    claim = Region(manager.And(manager.LE(manager.Int(0), symbol), manager.LE(symbol, manager.Int(most))), "int")
    result = check_invariants(program, {ControlGraph(program).point(head, ()): claim}, backend=backend, environment=environment)
    assert isinstance(result, expected)


def test_the_entry_may_only_claim_true(backend: Backend) -> None:
    loop = Loop()
    true = Region(loop.environment.formula_manager.TRUE(), "int")
    assert isinstance(loop.check({loop.graph.entry: true, loop.head: loop.at_most(3)}, backend), Accepted)
    assert isinstance(loop.check({loop.graph.entry: loop.values(None), loop.head: loop.values(0, 1, 2, 3)}, backend), Accepted)
    assert isinstance(loop.check({loop.graph.entry: loop.at_most(3), loop.head: loop.at_most(3)}, backend), Rejected)


@pytest.mark.parametrize("method", [Method.INDEPENDENT, Method.BLOCKS])
def test_what_the_type_of_a_variable_says_may_be_claimed_at_the_entry(backend: Backend, method: Method) -> None:
    loop = Loop()
    entry = loop.graph.entry
    claim = {loop.head: loop.at_most(3), entry: loop.at_most(INT.maximum)}
    assert isinstance(loop.check(claim, backend, method=method), Accepted)
    assert isinstance(loop.check(claim | {entry: loop.at_most(INT.maximum - 1)}, backend, method=method), Rejected)


def test_a_claim_about_more_cut_points_is_checked_at_each(backend: Backend) -> None:
    loop = Loop()
    after = loop.graph.point(loop.head.successors[1][1].location, ())
    assert isinstance(loop.check({loop.head: loop.at_most(3), after: loop.at_most(3)}, backend), Accepted)
    assert isinstance(loop.check({loop.head: loop.at_most(3), after: loop.at_most(2)}, backend), Rejected)
    assert isinstance(loop.check({loop.head: loop.values(0, 1, 2, 3), after: loop.values(3)}, backend), Accepted)


def test_a_region_between_loop_heads_is_shown_like_one_at_a_loop_head(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no execution refutes it, and nothing else needs it."""
    monkeypatch.setattr(invariants._InvariantChecker, "_execute", lambda *_: None)
    loop = Loop()
    after = loop.graph.point(loop.head.successors[1][1].location, ())
    for method in (Method.INDEPENDENT, Method.BLOCKS):
        assert isinstance(loop.check({loop.head: loop.at_most(3), after: loop.at_most(3)}, backend, method=method), Accepted)
        assert isinstance(loop.check({loop.head: loop.at_most(3), after: loop.at_most(2)}, backend, method=method), Rejected)


def test_assignments_between_loop_heads_are_lemmas(backend: Backend) -> None:
    """What they do not cover goes on, what they cover must lead on to the invariants."""
    loop = Loop()
    body = loop.graph.point(loop.head.successors[0][1].location, ())
    after = loop.graph.point(loop.head.successors[1][1].location, ())
    heads = loop.values(0, 1, 2, 3)
    assert isinstance(loop.check({loop.head: heads, body: loop.values(1)}, backend), Accepted)
    assert isinstance(loop.check({loop.head: heads, after: loop.values(2)}, backend), Accepted)
    assert isinstance(loop.check({loop.head: heads, after: loop.values(None)}, backend), Rejected)
    assert isinstance(loop.check({loop.head: heads, body: loop.values(None)}, backend), Rejected)
    assert isinstance(loop.check({loop.head: loop.values(0, 1, 2), body: loop.values(0, 1)}, backend), Rejected)


def test_rows_of_which_none_was_executed_prove_nothing(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "LEAST_SAMPLING", -1000.0)
    monkeypatch.setattr(invariants, "ROWS_SECONDS", 0.0)
    monkeypatch.setattr(invariants, "ROWS_SHARE", 0.0)
    loop = Loop()
    claim = {loop.head: loop.values(0, 1, 2, 3)}
    assert isinstance(loop.check(claim, backend, method=Method.BLOCKS), Unchecked)


def test_a_relation_that_rows_cannot_show_by_execution_goes_to_the_solver(backend: Backend) -> None:
    """``[x * 3 == 9]`` fixes x, but not by inverting one operator."""
    builder = ProgramBuilder()
    x = builder.variable("x", INT)
    main = builder.function("main")
    start, after, middle, error = (builder.location(main) for _ in range(4))
    error.is_error = True
    builder.edge(main.entry, start, Assign(x, Nondet(INT, NondetKind.INPUT, "nondet")))
    builder.branch(start, Assume(compare(">", Read(x), number(100)), True), main.exit, after)
    builder.branch(after, Assume(compare("==", Binary("*", Read(x), number(3), INT), number(9)), True), middle, main.exit)
    builder.branch(middle, Assume(compare(">", Read(x), number(100)), True), error, middle)
    program = builder.finish(main)
    point = ControlGraph(program).point(middle, ())
    environment = Environment()
    three = Assignments(((x, 0),), ((3,),))
    accepted = check_invariants(program, {point: three}, backend=backend, environment=environment)
    assert isinstance(accepted, Accepted)
    assert backend.name in accepted.checked_by
    four = Assignments(((x, 0),), ((4,),))
    assert isinstance(check_invariants(program, {point: four}, backend=backend, environment=environment), Rejected)


def test_a_check_that_runs_out_of_time_is_unchecked(backend: Backend) -> None:
    loop = Loop()
    context = QueryContext(deadline=Deadline(0.0))
    assert loop.check({loop.head: loop.at_most(3)}, backend, context) == Unchecked("timeout")
