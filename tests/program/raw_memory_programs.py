"""Small programs with raw dereferences, built by hand, resolved and executed."""

from __future__ import annotations

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Outcome, ReachedError
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge, Location, Operation, Program, Return
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, postorder
from verilab.program.memory.objects.objects import Cell, Dimension, MemoryObject, ObjectKind, array_object, scalar_object
from verilab.program.memory.raw.expressions import AddressOf, Load, address_of
from verilab.program.memory.resolution.resolve import resolve
from verilab.program.operations import Assign, Assume, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import INT, IntType

POINTER = IntType(32, False)
CHAR = IntType(8, True)
INPUT_INT = Nondet(INT, NondetKind.INPUT, "__VERIFIER_nondet_int")


def number(value: int, type: IntType = INT) -> Constant:
    return Constant(value, type)


def plus(left: Expression, right: Expression) -> Expression:
    return Binary("+", left, right, left.type)


def scaled(index: Expression, stride: int) -> Expression:
    return Binary("*", Cast(index, POINTER), number(stride, POINTER), POINTER)


class Zeros:
    """Every input is zero; values that are not modelled stay unknown."""

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        return None if kind is NondetKind.IMPRECISE else (0,) * len(types)


class Main:
    """A main function built edge by edge."""

    def __init__(self) -> None:
        self.builder = ProgramBuilder()
        self.main = self.builder.function("main")
        self.at: Location = self.main.entry

    def variable(self, name: str, type: IntType = INT) -> Variable:
        return self.builder.variable(name, type)

    def scalar(self, name: str, type: IntType = INT) -> tuple[Variable, MemoryObject]:
        variable = self.variable(name, type)
        return variable, scalar_object(name, ObjectKind.GLOBAL, variable)

    def array(self, name: str, length: int, type: IntType = INT) -> tuple[Array, MemoryObject]:
        array = self.builder.array(name, type, length)
        return array, array_object(name, ObjectKind.GLOBAL, array)

    def then(self, operation: Operation) -> None:
        target = self.builder.location(self.main)
        self.builder.edge(self.at, target, operation, "statement")
        self.at = target

    def set(self, variable: Variable, value: Expression) -> None:
        self.then(Assign(variable, value))

    def finish(self) -> Program:
        self.builder.edge(self.at, self.main.exit, Skip())
        resolve(self.builder, self.main)
        program = self.builder.finish(self.main)
        assert_resolved(program)
        return program

    def outcome(self, condition: Expression) -> Outcome:
        """How the program ends that has reached its error iff the condition holds here."""
        error = self.builder.location(self.main)
        error.is_error = True
        self.builder.branch(self.at, Assume(condition, True), error, self.main.exit)
        resolve(self.builder, self.main)
        program = self.builder.finish(self.main)
        assert_resolved(program)
        return Interpreter(program).run(Zeros()).outcome

    def claim(self, condition: Expression) -> None:
        """The condition holds here, whatever is not modelled."""
        assert isinstance(self.outcome(condition), ReachedError)


def operations(program: Program) -> list[Operation]:
    return [edge.operation for edge in program.edges]


def expressions(edge: Edge) -> list[Expression]:
    match edge.operation:
        case Assume(condition=condition):
            return [condition]
        case Assign(value=value):
            return [] if isinstance(value, Nondet) else [value]
        case Store(index=index, value=value):
            return [index] if isinstance(value, Nondet) else [index, value]
    return []


def assert_resolved(program: Program) -> None:
    """No raw node is left, and ids, sources and targets agree."""
    for position, edge in enumerate(program.edges):
        assert edge.id == position
        assert edge in edge.source.leaving
        assert isinstance(edge.operation, Return) or edge in edge.target.entering
        for expression in expressions(edge):
            assert not any(isinstance(node, AddressOf | Load) for node in postorder(expression))


def equal(left: Expression, right: int) -> Expression:
    return Binary("==", left, number(right, left.type), INT)


def both(*conditions: Expression) -> Expression:
    result = conditions[-1]
    for condition in conditions[:-1]:
        result = IfThenElse(condition, result, number(0))
    return result


def choice_between(main: Main, pointers: list[MemoryObject], chosen: int) -> Variable:
    """A pointer that may point to any of these objects as far as a flow-insensitive analysis knows."""
    p = main.variable("p", POINTER)
    for object in [*pointers, pointers[chosen]]:
        main.set(p, address_of(object, 0, POINTER))
    return p


def array_of_structs(main: Main, name: str, count: int) -> tuple[Array, Array, MemoryObject]:
    """``struct { int a; char b[4]; } name[count]``."""
    a = main.builder.array(f"{name}.a", INT, count)
    b = main.builder.array(f"{name}.b", CHAR, 4 * count)
    outer = Dimension(8, count)
    return a, b, MemoryObject(name, ObjectKind.GLOBAL, 8 * count, (Cell(0, a, (outer,)), Cell(4, b, (outer, Dimension(1, 4)))))
