"""Random programs over three variables of three bits, and their exhaustive execution."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from tests.analysis.predicate_programs import Writer
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Nondet
from verilab.program.semantics import binary
from verilab.program.storages import Variable
from verilab.program.types import IntType

TYPE = IntType(3, True)
NAMES = ("x", "y", "z")

Statement = tuple[object, ...]
numbers = st.integers(TYPE.minimum, TYPE.maximum)
names = st.sampled_from(NAMES)
operands = st.one_of(names, numbers)
conditions = st.tuples(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), names, operands)


def blocks(depth: int) -> st.SearchStrategy[list[Statement]]:
    simple: list[st.SearchStrategy[Statement]] = [
        st.tuples(st.just("assign"), names, st.sampled_from(["+", "-"]), operands, operands),
        st.tuples(st.just("havoc"), names),
        st.tuples(st.just("check"), conditions),
    ]
    if depth:
        simple.append(st.tuples(st.just("loop"), conditions, blocks(depth - 1)))
        simple.append(st.tuples(st.just("branch"), conditions, blocks(depth - 1), blocks(depth - 1)))
    return st.lists(st.one_of(simple), min_size=1, max_size=4)


def program_of(statements: list[Statement]) -> Program:
    """The program, its variables zero at first."""
    write = Writer(TYPE)
    variables = dict(zip(NAMES, write.variables(*NAMES), strict=True))

    def operand(value: object) -> Variable | int:
        return variables[value] if isinstance(value, str) else int(str(value))

    def writer(body: object) -> Callable[[], None]:
        def run() -> None:
            assert isinstance(body, list)
            for statement in body:
                emit(statement)

        return run

    def emit(statement: Statement) -> None:
        match statement:
            case ("assign", str(name), str(operator), left, right):
                write.assign(variables[name], write.binary(operator, operand(left), operand(right)))
            case ("havoc", str(name)):
                write.havoc(variables[name])
            case ("check", (str(operator), left, right)):
                write.check(operator, operand(left), operand(right))
            case ("loop", (str(operator), left, right), body):
                write.loop(operator, operand(left), operand(right), writer(body))
            case ("branch", (str(operator), left, right), then, otherwise):
                write.branch(operator, operand(left), operand(right), writer(then), writer(otherwise))

    for name in NAMES:
        write.assign(variables[name], 0)
    writer(statements)()
    return write.finish()


State = tuple[ControlPoint, tuple[int, ...]]


def value(expression: Expression, state: tuple[int, ...]) -> int:
    match expression:
        case Constant(value=number):
            return number
        case Read(variable=variable):
            return state[variable.slot]
        case Binary(operator=operator, left=left, right=right):
            result = binary(operator, value(left, state), value(right, state), left.type)
            assert result is not None
            return result
    raise AssertionError(expression)


def reachable(graph: ControlGraph) -> set[State]:
    """All concrete states, from all initial values of the variables."""
    span = range(TYPE.minimum, TYPE.maximum + 1)
    pending: list[State] = [(graph.entry, (x, y, z)) for x in span for y in span for z in span]
    seen = set(pending)
    while pending:
        point, state = pending.pop()
        for edge, target in point.successors:
            operation = edge.operation
            following: list[tuple[int, ...]] = []
            match operation:
                case Assume(condition=condition, positive=positive):
                    following = [state] if bool(value(condition, state)) == positive else []
                case Assign(target=variable, value=assigned):
                    results = span if isinstance(assigned, Nondet) else [value(assigned, state)]
                    following = [(*state[: variable.slot], result, *state[variable.slot + 1 :]) for result in results]
            for successor in following:
                if (target, successor) not in seen:
                    seen.add((target, successor))
                    pending.append((target, successor))
    return seen
