"""FORTE'15 Alg. 2 on whole paths: not the first contradiction, but what dropping variables in the order of their declaration leaves."""

from __future__ import annotations

import time

import pytest

from verilab.analysis.composite.analysis import CompositeAnalysis
from verilab.analysis.exploration import Exploration
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.first_contradiction import interpolate as first_contradiction
from verilab.analysis.value.interpolation import ValueInterpolation
from verilab.analysis.value.strongest_post.post import Post
from verilab.analysis.value.suffix_interpolation import interpolate as suffix
from verilab.families import demo_tasks
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Operation, Program
from verilab.program.expressions import Binary, Constant, Expression, Read, Select
from verilab.program.lowering import lower
from verilab.program.operations import Assign, Assume, Store
from verilab.program.storages import Variable
from verilab.program.syntax import parse_text
from verilab.program.types import INT, DataModel
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Candidate
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe
from verilab.resources import Deadline, SolverClock
from verilab.verification.configuration import VALUE_INTERPOLATIONS, Configuration
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines.analyses import composite_analysis, value_analysis
from verilab.verification.workshop import Workshop

# The path to the error contradicts b == 1 first and c == 2 then; a is in no contradiction.
TWICE = """
extern void reach_error(void);
int main(void) { int a = 3; int %s; if (b != 1) { if (c != 2) reach_error(); } return a; }
"""


def program(text: str) -> Program:
    return lower(parse_text(text, "suffix.c", DataModel.ILP32), DataModel.ILP32, ["reach_error"], name="suffix")


@pytest.mark.parametrize(
    ("declared", "interpolation", "tracked"),
    [
        ("b = 1, c = 2", ValueInterpolation.FIRST_CONTRADICTION, {"main::b"}),
        ("c = 2, b = 1", ValueInterpolation.FIRST_CONTRADICTION, {"main::b"}),
        ("b = 1, c = 2", ValueInterpolation.SUFFIX, {"main::c"}),
        ("c = 2, b = 1", ValueInterpolation.SUFFIX, {"main::b"}),
    ],
)
def test_of_several_contradictions_the_suffix_leaves_that_of_the_variables_declared_last(
    declared: str, interpolation: ValueInterpolation, tracked: set[str]
) -> None:
    analysis = ValueAnalysis(program(TWICE % declared), interpolation=interpolation)
    assert isinstance(RefinementLoop(analysis, parse_strategy("spin15-none")).run(), Safe)
    assert {storage.name for storage in analysis.precision.storages()} == tracked


def test_a_candidate_says_which_procedure_made_it_and_reaches_to_the_contradiction_that_it_needs() -> None:
    lengths = {}
    for interpolation in ValueInterpolation:
        analysis = ValueAnalysis(program(TWICE % "b = 1, c = 2"), interpolation=interpolation)
        exploration = Exploration(analysis.cpa)
        exploration.run()
        candidate = next(analysis.propose(analysis.path(exploration.arg.targets[0])))
        assert isinstance(candidate, Candidate)
        lengths[candidate.provenance] = candidate.prefix.length
        assert len(candidate.interpolants) == candidate.prefix.length - 1
    assert lengths["value:inductive"] < lengths["value:suffix"]


@pytest.mark.parametrize("value", VALUE_INTERPOLATIONS)
def test_the_configuration_says_which_procedure_the_value_analysis_has_alone_and_in_the_composite(value: str) -> None:
    task = demo_tasks(1)[0]
    configuration = Configuration(value_interpolation=value)
    workshop = Workshop(load_program(task, configuration), configuration, Deadline(), SolverClock())
    assert value_analysis(workshop, Deadline()).interpolation.value == value
    composite = composite_analysis(workshop, "int", Deadline())
    assert isinstance(composite, CompositeAnalysis)
    assert composite.value.interpolation.value == value
    composite.close()


def loops(rounds: int) -> dict[str, list[Operation]]:
    """Executions of loops with the wrong outcome at their end."""
    builder = ProgramBuilder()
    x, y, z = (builder.variable(name, INT) for name in "xyz")
    array = builder.array("a", INT, 200)

    def plus(left: Expression, right: Expression) -> Expression:
        return Binary("+", left, right, INT)

    def is_wrong(variable: Variable) -> Assume:
        return Assume(Binary("==", Read(variable), Constant(-7, INT), INT), True)

    one, bounded = Constant(1, INT), Assume(Binary("<", Read(x), Constant(rounds, INT), INT), True)
    start: list[Operation] = [Assign(variable, one) for variable in (x, y, z)]
    counting: list[Operation] = [bounded, Assign(x, plus(Read(x), one)), Assign(y, plus(Read(y), Read(x)))]
    fibonacci: list[Operation] = [Assign(z, plus(Read(x), Read(y))), Assign(x, Read(y)), Assign(y, Read(z))]
    summing: list[Operation] = [Assign(y, plus(Read(y), Select(array, Constant(number, INT)))) for number in range(200)]
    filling: list[Operation] = [Store(array, Constant(number, INT), one) for number in range(200)]
    return {
        "counter": [*start, *counting * rounds, is_wrong(y)],
        "Fibonacci": [*start, *fibonacci * rounds, is_wrong(y)],
        "array": [*start, *filling, *summing, *counting * (rounds // 2), is_wrong(y)],
    }


@pytest.mark.parametrize("name", loops(1))
def test_paths_of_two_thousand_edges_take_a_second_or_so(name: str) -> None:
    operations = loops(660)[name]
    assert len(operations) > 1300
    start = time.process_time()
    interpolants = suffix(Post(), operations)
    assert time.process_time() - start < 10.0  # a slow machine's second
    assert interpolants == first_contradiction(Post(), operations)
