"""Executions against proofs: every branch that inputs decide is steered into, and nothing is decided by what a block builder says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pysmt.environment import Environment

from tests.program.lowered_programs import program as lowered
from verilab.analysis.invariants import Region
from verilab.evidence import invariants
from verilab.evidence.budget import Budget
from verilab.evidence.executions import sampler
from verilab.evidence.executions.inputs import RandomInputs
from verilab.evidence.executions.sampler import Sample, Sampler
from verilab.evidence.invariants import check_invariants
from verilab.evidence.methods import Method
from verilab.evidence.results import Accepted, Rejected
from verilab.formulas.blocks import merging
from verilab.formulas.encodings.bit_vectors import BitVectorEncoding
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Location, Program
from verilab.program.control import ControlGraph
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Select
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind
from verilab.program.storages import Variable
from verilab.program.types import INT, UINT, IntType
from verilab.solving.registry import load_backend


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What answers must not depend on how busy the machine is."""
    monkeypatch.setattr(invariants, "NAIVE_SECONDS", 60.0)
    monkeypatch.setattr(invariants, "SAMPLING_SECONDS", 10.0)
    monkeypatch.setattr(sampler, "QUERY_SECONDS", 60.0)


def number(value: int) -> Constant:
    return Constant(value, INT)


class Guarded:
    """``x = nondet(); y = nondet(); if (c1) if (c2) ... error;``"""

    def __init__(self, *conditions: Callable[[Variable, Variable], Expression]) -> None:
        builder = ProgramBuilder()
        self.x, self.y = builder.variable("x", INT), builder.variable("y", INT)
        main = builder.function("main")
        asked, here = builder.location(main), builder.location(main)
        builder.edge(main.entry, asked, Assign(self.x, Nondet(INT, NondetKind.INPUT, "first")))
        builder.edge(asked, here, Assign(self.y, Nondet(INT, NondetKind.INPUT, "second")))
        for condition in conditions:
            further: Location = builder.location(main)
            builder.branch(here, Assume(condition(self.x, self.y), True), further, main.exit)
            here = further
        here.is_error = True
        self.program: Program = builder.finish(main)

    def sample(self) -> Sample:
        return sampled(self.program)


def sampled(program: Program) -> Sample:
    environment, backend = Environment(), load_backend("z3")
    sampler = Sampler(program, ControlGraph(program), {}, environment, lambda: backend.session(environment, logic="QF_BV"))
    return sampler.sample(Budget().part(0.0, 120.0))


def deep() -> Guarded:
    """No constant of the program helps: x * 3 = 37 + y as unsigned, and y > 1,000,000."""

    def tripled(x: Variable, y: Variable) -> Binary:
        tripled_x, sum_of_y = Binary("*", Cast(Read(x), UINT), Constant(3, UINT), UINT), Binary("+", number(37), Read(y), INT)
        return Binary("==", tripled_x, Cast(sum_of_y, UINT), INT)

    return Guarded(lambda x, y: Binary(">", Read(y), number(1_000_000), INT), tripled)


def test_runs_are_steered_into_branches_that_no_random_run_takes() -> None:
    samples = deep().sample()
    assert "reaches the error location" in samples.contradiction
    *_, ((first, x), (second, y)) = samples.vectors
    assert (first, second) == ("first", "second")
    assert y > 1_000_000
    assert (3 * x - 37 - y) % 2**32 == 0


def test_a_branch_that_no_input_takes_is_given_up() -> None:
    samples = Guarded(lambda x, y: Binary("!=", Read(x), Read(x), INT)).sample()
    assert samples.contradiction == ""
    assert samples.runs > 1


def test_runs_that_divide_by_zero_end_there() -> None:
    samples = Guarded(lambda x, y: Binary("==", Binary("/", number(0), Binary("-", Read(x), Read(x), INT), INT), number(0), INT)).sample()
    assert samples.contradiction == ""
    assert samples.runs > 1


def test_runs_are_steered_past_a_division_by_zero() -> None:
    def divided(x: Variable, y: Variable) -> Expression:
        difference = Binary("-", Cast(Read(x), UINT), Cast(Read(y), UINT), UINT)
        return Binary("==", Binary("/", Constant(10**6, UINT), difference, UINT), Constant(5000, UINT), UINT)

    guarded = Guarded(divided, lambda x, y: Binary(">", Read(y), number(123_456), INT))
    *_, ((_, x), (_, y)) = guarded.sample().vectors
    assert (x - y) % 2**32 == 200
    assert y > 123_456


def test_the_side_that_a_run_does_not_take_may_be_undefined() -> None:
    """``(x ? 0 * (100 / x) : 7) == 7``: only runs with x = 0 pass, and there is no formula for what these would do with other inputs."""

    def passed(x: Variable, y: Variable) -> Expression:
        product = Binary("*", number(0), Binary("/", number(100), Read(x), INT), INT)
        return Binary("==", IfThenElse(Read(x), product, number(7)), number(7), INT)

    assert "reaches the error location" in Guarded(passed).sample().contradiction
    deeper = Guarded(passed, lambda x, y: Binary("==", Read(y), Read(y), INT), lambda x, y: Binary("!=", Read(y), Read(y), INT)).sample()
    assert deeper.contradiction == ""
    assert any(vector[0] == ("first", 0) for vector in deeper.vectors)


def test_runs_go_on_behind_calls_and_end_with_main() -> None:
    text = "int f(int x) {{ return x + 1; }} int main(void) {{ int y = f(2); y = f(y); if (y == {0}) reach_error(); return f(0); }}"
    assert "reaches the error location" in sampled(lowered(text.format(4))).contradiction
    assert sampled(lowered(text.format(3))).contradiction == ""


def test_what_memory_becomes_is_chosen_for_each_element() -> None:
    builder = ProgramBuilder()
    x, pair = builder.variable("x", INT), builder.array("pair", INT, 2)
    main = builder.function("main")
    chosen = builder.location(main)
    builder.edge(main.entry, chosen, Havoc((pair, x), NondetKind.INPUT, "memory"))
    here = chosen
    for read, value in ((Select(pair, number(0)), 1001), (Select(pair, number(1)), 1002), (Read(x), 1003)):
        further = builder.location(main)
        builder.branch(here, Assume(Binary("==", read, number(value), INT), True), further, main.exit)
        here = further
    here.is_error = True
    samples = sampled(builder.finish(main))
    assert "reaches the error location" in samples.contradiction
    assert (("memory", 1001), ("memory", 1002), ("memory", 1003)) in samples.vectors


def test_storage_that_was_never_written_holds_zero() -> None:
    for value, reached in ((0, True), (1, False), (-1, False)):
        builder = ProgramBuilder()
        x = builder.variable("x", INT)
        main = builder.function("main")
        error = builder.location(main)
        error.is_error = True
        builder.branch(main.entry, Assume(Binary("==", Read(x), number(value), INT), True), error, main.exit)
        assert bool(sampled(builder.finish(main)).contradiction) is reached


def test_a_proof_by_values_of_a_program_without_loops_is_executed() -> None:
    """Rows alone cannot show it, and block formulas that lose paths would."""
    program = deep().program
    result = check_invariants(program, {}, backend=load_backend("z3"), environment=Environment())
    assert isinstance(result, Rejected)
    assert result.checked_by == "executions"


def test_the_inputs_of_executions_are_handed_on() -> None:
    guarded = Guarded(lambda x, y: Binary("!=", Read(x), Read(x), INT))
    result = check_invariants(guarded.program, {}, backend=load_backend("z3"), environment=Environment())
    assert isinstance(result, Accepted)
    assert [name for name, _ in result.inputs[0]] == ["first", "second"]


@pytest.mark.parametrize("sampling", [True, False])
def test_blocks_that_lose_paths_where_many_meet_are_noticed(sampling: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The value of a group of paths once kept the interval of its first path; the analysis and the check by blocks were wrong alike."""
    builder = ProgramBuilder()
    x, y = builder.variable("x", INT), builder.variable("y", INT)
    main = builder.function("main")
    second, third, fourth, zero, done, error = (builder.location(main) for _ in range(6))
    error.is_error = True
    builder.edge(main.entry, second, Assign(x, Nondet(INT, NondetKind.INPUT, "nondet")))
    builder.branch(second, Assume(Binary("==", Read(x), number(1), INT), True), done, third)
    builder.edge(third, fourth, Assign(y, Nondet(INT, NondetKind.INPUT, "nondet")))
    builder.branch(fourth, Assume(Binary("!=", Read(y), number(0), INT), True), done, zero)
    builder.edge(zero, done, Assign(x, number(0)))
    condition = Binary("==", Binary("-", Read(x), number(5000), INT), number(777), INT)
    builder.branch(done, Assume(condition, True), error, main.exit)
    program = builder.finish(main)
    monkeypatch.setattr(merging, "_covering", lambda values: values[0])
    if not sampling:
        monkeypatch.setattr(invariants._InvariantChecker, "_execute", lambda *_: None)
    environment = Environment()
    true = BitVectorEncoding(environment).terms.true
    claim = {ControlGraph(program).entry: Region(true, "bv")}
    backend = load_backend("cvc5")
    result = check_invariants(program, claim, backend=backend, environment=environment)
    if not sampling:
        assert isinstance(check_invariants(program, claim, backend=backend, environment=environment, method=Method.BLOCKS), Accepted)
    assert isinstance(result, Rejected)
    assert result.checked_by == ("executions" if sampling else "naive translation by cvc5")


def test_bounds_numbers_of_the_program_small_ones_and_others_are_tried() -> None:
    type = IntType(64, True)
    edge = Guarded().program.edges[0]
    tried = set()
    for seed in range(20):
        inputs = RandomInputs([31337], seed, prefix=(2**64 + 5,))
        assert inputs(edge, type) == 5
        tried |= {inputs(edge, type) for _ in range(50)}
    assert {type.minimum, type.maximum, -1, 0, 1, 2, 31336, 31337, 31338} <= tried
    others = tried - {type.minimum, type.maximum, *range(-1, 4), *range(31336, 31339)}
    assert len(others) > 20
    assert all(type.minimum <= value <= type.maximum for value in tried)
