"""A verdict is certified exactly when its evidence is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pysmt.environment import Environment

from verilab.evidence.check import Checkers, certify
from verilab.evidence.compiler.executions import Executions
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.interpretation.replay import OverflowPolicy, replay
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge, Program
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.expressions import Binary, Constant, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind, Skip
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import INT, DataModel
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.resources import Deadline
from verilab.solving.backend import QueryContext
from verilab.solving.registry import load_backend


@pytest.fixture
def checkers() -> Iterator[Checkers]:
    backend = load_backend("z3")
    yield Checkers(backend, Environment(), QueryContext())
    backend.close()


def one_input(kind: NondetKind = NondetKind.INPUT, added: int = 1) -> tuple[Program, list[Edge]]:
    """``x = nondet(); x = x + added; if (x < 0) error;``"""
    builder = ProgramBuilder()
    x = builder.variable("x", INT)
    main = builder.function("main")
    middle, branch, error = (builder.location(main) for _ in range(3))
    error.is_error = True
    first = builder.edge(main.entry, middle, Assign(x, Nondet(INT, kind, "input")))
    second = builder.edge(middle, branch, Assign(x, Binary("+", Read(x), Constant(added, INT), INT)))
    third, _ = builder.branch(branch, Assume(Binary("<", Read(x), Constant(0, INT), INT), True), error, main.exit)
    return builder.finish(main), [first, second, third]


def violation(edges: list[Edge], value: int) -> Unsafe:
    return Unsafe(Counterexample(tuple(edges), (Choice(edges[0], (value,)),)))


def test_a_violation_that_replays_is_certified(checkers: Checkers) -> None:
    program, edges = one_input()
    certified = certify(program, violation(edges, -7), checkers)
    assert isinstance(certified.verdict, Unsafe)
    assert certified.evidence.accepted
    assert certified.evidence.checked_by.startswith("interpreter")


def test_a_violation_that_misses_the_error_becomes_unknown(checkers: Checkers) -> None:
    program, edges = one_input()
    certified = certify(program, violation(edges, 7), checkers)
    assert isinstance(certified.verdict, Unknown)
    assert certified.verdict.reason.startswith("evidence rejected: the run ends by itself in main; the run leaves the claimed path")
    assert not certified.evidence.accepted


def test_a_violation_by_signed_overflow_is_rejected_unless_wrapping_is_asked_for(checkers: Checkers) -> None:
    program, edges = one_input()
    unsafe = violation(edges, 2**31 - 1)
    rejected = certify(program, unsafe, checkers)
    assert isinstance(rejected.verdict, Unknown)
    assert "signed overflow" in rejected.verdict.reason
    assert replay(program, unsafe.counterexample, signed_overflow=OverflowPolicy.WRAP).accepted


def test_a_violation_that_depends_on_an_imprecise_value_is_rejected(checkers: Checkers) -> None:
    program, edges = one_input(NondetKind.IMPRECISE)
    certified = certify(program, violation(edges, -7), checkers)
    assert isinstance(certified.verdict, Unknown)
    assert "imprecise: input" in certified.verdict.reason


def test_another_path_to_the_error_is_accepted_and_named() -> None:
    program, edges = one_input()
    claimed = Counterexample((edges[0], edges[1]), (Choice(edges[0], (-7,)),))
    result = replay(program, claimed)
    assert result.accepted
    assert "leaves the claimed path" in result.reason


def test_a_proof_is_certified_or_unknown(checkers: Checkers) -> None:
    program, _ = one_input(added=0)
    unreachable, _ = one_input(added=0)
    false = Safe({})
    certified = certify(program, false, checkers)
    assert isinstance(certified.verdict, Unknown)
    assert certified.verdict.reason.startswith("evidence rejected: a run reaches the error location")
    for edge in unreachable.edges:
        if edge.target.is_error:
            edge.target.is_error = False
    accepted = certify(unreachable, false, checkers)
    assert isinstance(accepted.verdict, Safe)
    assert accepted.evidence.accepted


@pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")
def test_a_proof_is_refuted_by_an_execution_of_the_compiled_program(checkers: Checkers, tmp_path: Path) -> None:
    unreachable = ProgramBuilder()
    main = unreachable.function("main")
    unreachable.edge(main.entry, main.exit, Skip())
    program = unreachable.finish(main)
    source = tmp_path / "task.c"
    source.write_text("extern void reach_error(void); int main(void) { reach_error(); }")
    executions = Executions(source, DataModel.LP64, ErrorConvention(frozenset({"reach_error"})))
    executions._thread.join()
    try:
        refuted = certify(program, Safe({}), replace(checkers, executions=executions))
        assert isinstance(refuted.verdict, Unknown)
        assert refuted.verdict.reason == "evidence rejected: an execution of the compiled program reaches the error (seed 0)"
        assert not refuted.evidence.accepted
    finally:
        executions.close()
    assert certify(program, Safe({}), replace(checkers, executions=executions)).evidence.accepted  # there was no time


def test_no_time_for_the_check_leaves_no_verdict(checkers: Checkers) -> None:
    program, edges = one_input()
    late = Checkers(checkers.backend, checkers.environment, QueryContext(deadline=Deadline(0.0)))
    for verdict in (violation(edges, -7), Safe({})):
        certified = certify(program, verdict, late)
        assert certified.verdict == Unknown("evidence not checked: timeout")
        assert not certified.evidence.accepted


def test_an_unknown_verdict_stays_as_it_is(checkers: Checkers) -> None:
    program, _ = one_input()
    certified = certify(program, Unknown("timeout"), checkers)
    assert certified.verdict == Unknown("timeout")
    assert certified.evidence.kind == "none"


@pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")
def test_a_verdict_on_a_program_that_the_compiler_refuses_is_unknown_unless_asked_for(checkers: Checkers, tmp_path: Path) -> None:
    source = tmp_path / "task.c"
    source.write_text("extern int input(void);\nint main(void) { const int k = 1; k = 2; return input(); }\n")
    program, edges = one_input()
    program = replace(program, source_files=(str(source),), data_model=DataModel.LP64)
    refused = certify(program, violation(edges, -7), checkers)
    assert refused.verdict == Unknown("the compiler refuses the program: task.c:2: assignment of read-only variable 'k'")
    asked_for = certify(program, violation(edges, -7), replace(checkers, judges_refused=True))
    assert isinstance(asked_for.verdict, Unsafe)

    edges[-1].target.is_error = False
    executions = Executions(source, DataModel.LP64, ErrorConvention(frozenset({"reach_error"}), frozenset()))
    try:
        executions._thread.join()
        proof = replace(checkers, executions=executions)
        assert isinstance(certify(program, Safe({}), proof).verdict, Unknown)
        certified = certify(program, Safe({}), replace(proof, judges_refused=True))
        assert isinstance(certified.verdict, Safe)
        assert "(not run: task.c:2: " in certified.evidence.checked_by
    finally:
        executions.close()


def test_invariants_that_are_only_supposed_tell_why_where_they_do_not_hold(checkers: Checkers) -> None:
    program, _ = one_input()
    assert isinstance(certify(program, Safe({}), checkers).verdict, Unknown)
    assert certify(program, Safe({}, supposed="the domain is too coarse"), checkers).verdict == Unknown("the domain is too coarse")
