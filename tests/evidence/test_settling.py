"""A violation that does not depend on what is uninitialised is one without it, and is held against the compiled program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pysmt.environment import Environment

from verilab.evidence.check import Checkers, certify
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.settling import zeroed
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Program
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.expressions import Binary, Constant, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind
from verilab.program.types import INT, DataModel
from verilab.refinement.verdicts import Unknown, Unsafe
from verilab.solving.registry import load_backend


@pytest.fixture
def checkers() -> Iterator[Checkers]:
    backend = load_backend("z3")
    yield Checkers(backend, Environment())
    backend.close()


def model(operator: str, bound: int, source: Path) -> tuple[Program, Counterexample]:
    """``int y, x = 5; if (y OPERATOR bound) error;`` as our model of ``source``, and the violation with y = 3."""
    builder = ProgramBuilder(data_model=DataModel.LP64)
    x, y = builder.variable("x", INT), builder.variable("y", INT)
    main = builder.function("main")
    first, second, error = (builder.location(main) for _ in range(3))
    error.is_error = True
    edges = [
        builder.edge(main.entry, first, Assign(y, Nondet(INT, NondetKind.UNINITIALISED, "y"))),
        builder.edge(first, second, Assign(x, Constant(5, INT))),
        builder.branch(second, Assume(Binary(operator, Read(y), Constant(bound, INT), INT), True), error, main.exit)[0],
    ]
    program = builder.finish(main)
    program.source_files = (str(source),)
    return program, Counterexample(tuple(edges), (Choice(edges[0], (3,)),))


@pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")
def test_a_false_alarm_is_not_excused_by_a_variable_that_does_not_matter(tmp_path: Path, checkers: Checkers) -> None:
    source = tmp_path / "task.c"
    source.write_text("void reach_error(void); int main(void) { int y, x = 5; if (x < 5) reach_error(); return 0; }\n")
    program, counterexample = model("<", 100, source)
    certified = certify(program, Unsafe(counterexample), checkers)
    assert isinstance(certified.verdict, Unknown)
    assert "ends with exit code 0 instead of reaching the error" in certified.evidence.model_error


@pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")
def test_a_violation_that_needs_the_uninitialised_value_keeps_it(tmp_path: Path, checkers: Checkers) -> None:
    source = tmp_path / "task.c"
    source.write_text("void reach_error(void); int main(void) { int y; if (y > 2) reach_error(); return 0; }\n")
    program, counterexample = model(">", 2, source)
    certified = certify(program, Unsafe(counterexample), checkers)
    assert isinstance(certified.verdict, Unsafe)
    assert "the harness cannot fix: uninitialised value" in certified.evidence.checked_by


def test_only_other_values_than_zero_are_settled(tmp_path: Path) -> None:
    _, counterexample = model("<", 100, tmp_path / "task.c")
    settled = Counterexample(counterexample.edges, (Choice(counterexample.edges[0], (0,)),))
    assert zeroed(counterexample) == settled
    assert zeroed(settled) is None


def test_inputs_are_not_touched() -> None:
    builder = ProgramBuilder()
    x = builder.variable("x", INT)
    main = builder.function("main")
    edge = builder.edge(main.entry, main.exit, Assign(x, Nondet(INT, NondetKind.INPUT, "input")))
    assert zeroed(Counterexample((edge,), (Choice(edge, (7,)),))) is None
