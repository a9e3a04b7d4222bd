"""The interpreter executes automata as C would."""

from __future__ import annotations

import pytest

from verilab.evidence.interpretation.evaluation import Undefined
from verilab.evidence.interpretation.interpreter import COMPILE_AT_VISIT, Interpreter
from verilab.evidence.interpretation.outcomes import (
    DependsOnImprecise,
    Ended,
    OutOfInputs,
    ReachedError,
    StepLimit,
    UndefinedBehaviour,
    WrongInput,
)
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Location, Operation, Program, Return
from verilab.program.counterexample import Choice
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Select
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import INT, UINT, IntType


class Straight:
    """One function built edge by edge; the condition of ``check`` leads to the error."""

    def __init__(self) -> None:
        self.builder = ProgramBuilder()
        self.main = self.builder.function("main")
        self.at: Location = self.main.entry

    def then(self, operation: Operation, imprecise: str | None = None) -> Edge:
        target = self.builder.location(self.main)
        edge = self.builder.edge(self.at, target, operation, imprecise=imprecise)
        self.at = target
        return edge

    def check(self, condition: Expression) -> Program:
        error = self.builder.location(self.main)
        error.is_error = True
        self.builder.branch(self.at, Assume(condition, True), error, self.main.exit)
        return self.builder.finish(self.main)


def constant(value: int, type: IntType = INT) -> Constant:
    return Constant(value, type)


def compare(operator: str, left: Expression, right: Expression) -> Binary:
    return Binary(operator, left, right, INT)


def sum_loop(limit: int) -> tuple[Program, Variable]:
    """``for (i = 0; i < limit; i++) s = s * 3 + i;`` over unsigned s, then error."""
    builder = ProgramBuilder()
    i, s = builder.variable("i", INT), builder.variable("s", UINT)
    main = builder.function("main")
    head, body, step, back, error = (builder.location(main) for _ in range(5))
    start = builder.location(main)
    builder.edge(main.entry, start, Assign(i, constant(0)))
    builder.edge(start, head, Assign(s, constant(1, UINT)))
    builder.branch(head, Assume(compare("<", Read(i), constant(limit)), True), body, error)
    product = Binary("*", Read(s), constant(3, UINT), UINT)
    builder.edge(body, step, Assign(s, Binary("+", product, Cast(Read(i), UINT), UINT)))
    builder.edge(step, back, Assign(i, Binary("+", Read(i), constant(1), INT)))
    builder.edge(back, head, Skip())
    error.is_error = True
    return builder.finish(main), s


def test_a_loop_runs_to_the_error_with_unsigned_wrap_around() -> None:
    program, s = sum_loop(1000)
    run = Interpreter(program).run(())
    expected = 1
    for i in range(1000):
        expected = (expected * 3 + i) % 2**32
    assert isinstance(run.outcome, ReachedError)
    assert run.state[s.slot] == expected
    assert len(run.edges) == 2 + 4 * 1000 + 1
    assert run.notes == ()


def test_a_compiled_location_and_an_interpreted_one_agree() -> None:
    program, s = sum_loop(COMPILE_AT_VISIT - 2)
    longer, t = sum_loop(COMPILE_AT_VISIT + 2)
    short_run, long_run = Interpreter(program).run(()), Interpreter(longer).run(())
    value = short_run.state[s.slot]
    assert isinstance(value, int)
    for i in range(COMPILE_AT_VISIT - 2, COMPILE_AT_VISIT + 2):
        value = (value * 3 + i) % 2**32
    assert long_run.state[t.slot] == value


def test_the_step_limit_ends_a_run() -> None:
    program, _ = sum_loop(1000)
    run = Interpreter(program).run((), step_limit=10)
    assert run.outcome == StepLimit(10)
    assert len(run.edges) == 10


def test_signed_overflow_wraps_and_is_noted_in_compiled_code_too() -> None:
    for visits in (1, 3 * COMPILE_AT_VISIT):
        builder = ProgramBuilder()
        x, i = builder.variable("x", INT), builder.variable("i", INT)
        main = builder.function("main")
        head, body, after, error, start = (builder.location(main) for _ in range(5))
        error.is_error = True
        builder.edge(main.entry, start, Assign(x, constant(2**31 - visits)))
        builder.edge(start, head, Assign(i, constant(visits)))
        builder.branch(head, Assume(compare(">", Read(i), constant(0)), True), body, error)
        add = builder.edge(body, after, Assign(x, Binary("+", Read(x), constant(1), INT)))
        builder.edge(after, head, Assign(i, Binary("-", Read(i), constant(1), INT)))
        run = Interpreter(builder.finish(main)).run(())
        assert run.state[x.slot] == -(2**31)
        assert [(note.kind, note.edge) for note in run.notes] == [(Undefined.SIGNED_OVERFLOW, add)]


def test_overflow_in_the_branch_not_taken_does_not_count() -> None:
    path = Straight()
    x = path.builder.variable("x", INT)
    overflowing = Binary("+", constant(2**31 - 1), constant(1), INT)
    path.then(Assign(x, IfThenElse(constant(0), overflowing, constant(7))))
    run = Interpreter(path.check(compare("==", Read(x), constant(7)))).run(())
    assert isinstance(run.outcome, ReachedError)
    assert run.notes == ()


def test_a_shift_distance_out_of_range_counts_modulo_the_width_and_is_noted() -> None:
    path = Straight()
    x = path.builder.variable("x", UINT)
    path.then(Assign(x, Binary("<<", constant(1, UINT), constant(33), UINT)))
    run = Interpreter(path.check(compare("==", Read(x), constant(2, UINT)))).run(())
    assert isinstance(run.outcome, ReachedError)
    assert run.notes[0].kind is Undefined.SHIFT_DISTANCE


@pytest.mark.parametrize("index", [-1, 4])
def test_an_index_out_of_bounds_ends_the_run(index: int) -> None:
    path = Straight()
    array = path.builder.array("a", INT, 4)
    store = path.then(Store(array, constant(index), constant(1)))
    run = Interpreter(path.check(constant(1))).run(())
    assert run.outcome == UndefinedBehaviour(Undefined.INDEX, store)

    path = Straight()
    array, x = path.builder.array("a", INT, 4), path.builder.variable("x", INT)
    read = path.then(Assign(x, Select(array, constant(index))))
    run = Interpreter(path.check(constant(1))).run(())
    assert run.outcome == UndefinedBehaviour(Undefined.INDEX, read)


def test_division_by_zero_ends_the_run() -> None:
    path = Straight()
    x = path.builder.variable("x", INT)
    divide = path.then(Assign(x, Binary("/", constant(1), constant(0), INT)))
    assert Interpreter(path.check(constant(1))).run(()).outcome == UndefinedBehaviour(Undefined.DIVISION, divide)


def input_path(kind: NondetKind) -> tuple[Straight, Variable, Edge]:
    path = Straight()
    x = path.builder.variable("x", INT)
    return path, x, path.then(Assign(x, Nondet(INT, kind, "heap")))


def test_inputs_come_from_choices_in_order() -> None:
    path, x, first = input_path(NondetKind.INPUT)
    y = path.builder.variable("y", INT)
    second = path.then(Assign(y, Nondet(INT, NondetKind.UNINITIALISED, "y")))
    program = path.check(compare("<", Read(x), Read(y)))
    interpreter = Interpreter(program)
    choices = (Choice(first, (1,)), Choice(second, (2,)))
    run = interpreter.run(choices)
    assert isinstance(run.outcome, ReachedError)
    assert run.choices == choices
    assert isinstance(interpreter.run((Choice(first, (2,)), Choice(second, (2,)))).outcome, Ended)
    assert interpreter.run(choices[:1]).outcome == OutOfInputs(second)
    assert isinstance(interpreter.run(choices[::-1]).outcome, WrongInput)
    assert isinstance(interpreter.run((Choice(first, (2**31,)), choices[1])).outcome, WrongInput)


def test_inputs_come_from_a_function() -> None:
    path, x, edge = input_path(NondetKind.INPUT)
    program = path.check(compare("==", Read(x), constant(5)))
    asked: list[tuple[Edge, IntType]] = []

    def five(edge: Edge, type: IntType) -> int:
        asked.append((edge, type))
        return 5

    run = Interpreter(program).run(five)
    assert isinstance(run.outcome, ReachedError)
    assert asked == [(edge, INT)]
    assert run.choices == (Choice(edge, (5,)),)


def test_a_branch_on_an_imprecise_value_ends_the_run() -> None:
    path, x, edge = input_path(NondetKind.IMPRECISE)
    y = path.builder.variable("y", INT)
    path.then(Assign(y, Binary("+", Read(x), constant(1), INT)))
    program = path.check(compare("==", Read(y), constant(6)))
    outcome = Interpreter(program).run((Choice(edge, (5,)),)).outcome
    assert isinstance(outcome, DependsOnImprecise)
    assert outcome.reason == "heap"


def test_an_imprecise_value_that_does_not_matter_does_no_harm() -> None:
    path, x, _ = input_path(NondetKind.IMPRECISE)
    y = path.builder.variable("y", INT)
    path.then(Assign(y, Binary("*", Read(x), constant(2), INT)))
    path.then(Assign(y, constant(3)))
    assert isinstance(Interpreter(path.check(compare("==", Read(y), constant(3)))).run(()).outcome, ReachedError)


def test_a_store_to_an_unknown_index_makes_the_array_unknown() -> None:
    path, x, _ = input_path(NondetKind.IMPRECISE)
    array = path.builder.array("a", INT, 2)
    path.then(Store(array, constant(0), constant(1)))
    path.then(Store(array, Read(x), constant(1)))
    outcome = Interpreter(path.check(compare("==", Select(array, constant(0)), constant(1)))).run(()).outcome
    assert isinstance(outcome, DependsOnImprecise)


def test_an_edge_that_approximates_an_unknown_effect_ends_the_run() -> None:
    path = Straight()
    edge = path.then(Skip(), imprecise="asm")
    assert Interpreter(path.check(constant(1))).run(()).outcome == DependsOnImprecise(edge, "asm")


def test_havoc_takes_a_value_for_every_scalar() -> None:
    path = Straight()
    x, array = path.builder.variable("x", INT), path.builder.array("a", INT, 2)
    targets: tuple[Variable | Array, ...] = (x, array)
    edge = path.then(Havoc(targets, NondetKind.INPUT, "fill"))
    total = Binary("+", Read(x), Select(array, constant(1)), INT)
    program = path.check(compare("==", total, constant(4)))
    assert isinstance(Interpreter(program).run((Choice(edge, (1, 2, 3)),)).outcome, ReachedError)
    assert isinstance(Interpreter(program).run((Choice(edge, (1, 2)),)).outcome, WrongInput)


def test_calls_return_to_their_own_call_sites() -> None:
    builder = ProgramBuilder()
    x = builder.variable("x", INT)
    double, main = builder.function("double"), builder.function("main")
    middle, error = builder.location(main), builder.location(main)
    error.is_error = True
    start = builder.location(main)
    builder.edge(main.entry, start, Assign(x, constant(3)))
    builder.edge(start, double.entry, Call(double, middle))
    builder.edge(middle, double.entry, Call(double, error))
    builder.edge(double.entry, double.exit, Assign(x, Binary("*", Read(x), constant(2), INT)))
    builder.edge(double.exit, double.exit, Return())
    run = Interpreter(builder.finish(main)).run(())
    assert run.outcome == ReachedError(error)
    assert run.state[x.slot] == 12


def test_an_expression_of_any_depth_is_evaluated() -> None:
    path = Straight()
    x = path.builder.variable("x", INT)
    value: Expression = constant(0)
    for _ in range(5000):
        value = Binary("+", value, constant(1), INT)
    path.then(Assign(x, value))
    assert isinstance(Interpreter(path.check(compare("==", Read(x), constant(5000)))).run(()).outcome, ReachedError)
