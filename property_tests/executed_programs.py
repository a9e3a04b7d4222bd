"""Random programs over all operations, and one random execution of each by the semantics of expressions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location, Program, Return
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.elements import Element
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Select, Unary, postorder
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.semantics import binary, unary
from verilab.program.storages import Array, Variable
from verilab.program.types import INT, IntType

TYPES = (INT, IntType(8, False), IntType(4, True), IntType(1, False))
Memory = dict[Element, int]


def evaluated(expression: Expression, memory: Memory) -> int | None:
    """The machine value; None for a division by zero or an index out of bounds."""
    values: dict[int, int | None] = {}
    for node in postorder(expression):
        result: int | None
        match node:
            case Constant(value=value):
                result = value
            case Read(variable=variable):
                result = memory[variable, 0]
            case Select(array=array, index=index):
                place = values[id(index)]
                result = None if place is None else memory.get((array, place))
            case Unary(operator=operator, operand=operand, type=type):
                inner = values[id(operand)]
                result = None if inner is None else unary(operator, inner, type)
            case Cast(operand=operand, type=type):
                inner = values[id(operand)]
                result = None if inner is None else type.wrap(inner)
            case Binary(operator=operator, left=left, right=right):
                first, second = values[id(left)], values[id(right)]
                result = None if first is None or second is None else binary(operator, first, second, left.type)
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                parts = [values[id(part)] for part in (condition, then, otherwise)]
                result = None if None in parts else parts[1 if parts[0] else 2]
        if result is None:
            return None
        values[id(node)] = result
    return values[id(expression)]


class Generator:
    """Random structured programs: sequences, branchings, early exits, nondeterministic edges, calls, arrays, error locations."""

    def __init__(self, seed: int, *, loops: bool = False, types: Sequence[IntType] = TYPES, variables: int = 5) -> None:
        self.loops = loops
        self.types = types
        self.random = random.Random(seed)
        self.builder = ProgramBuilder()
        self.variables = [self.builder.variable(f"v{number}", self.random.choice(types)) for number in range(variables)]
        self.array = self.builder.array("a", self.random.choice(TYPES), 3)
        self.callees: list[Function] = []

    def program(self, size: int) -> Program:
        for number in range(self.random.randrange(3)):
            callee = self.builder.function(f"f{number}")
            self.fill(callee, size // 3)
            self.builder.edge(callee.exit, callee.exit, Return(), "return")
            self.callees.append(callee)
        main = self.builder.function("main")
        self.fill(main, size)
        return self.builder.finish(main)

    def fill(self, function: Function, size: int) -> None:
        self.function = function
        self.errors = 0
        last = self.sequence(function.entry, size)
        self.builder.edge(last, function.exit, Skip())

    def sequence(self, location: Location, size: int) -> Location:
        while size > 0:
            choice = self.random.random()
            if self.loops and choice < 0.15 and size > 2:
                location, size = self.loop(location, size - 2), size // 2
            elif choice < 0.3 and size > 2:
                location, size = self.branching(location, size - 2), size // 2
            else:
                location = self.statement(location)
                size -= 1
        return location

    def new(self) -> Location:
        return self.builder.location(self.function)

    def branching(self, location: Location, size: int) -> Location:
        then, otherwise, join = self.new(), self.new(), self.new()
        if self.random.random() < 0.15:
            self.builder.edge(location, then, Skip())
            self.builder.edge(location, otherwise, Skip())
            if self.random.random() < 0.3:
                self.builder.edge(location, join, Assume(self.condition(), True))
        else:
            self.builder.branch(location, Assume(self.condition(), self.random.random() < 0.5), then, otherwise)
        self.builder.edge(self.sequence(then, size // 3), join, Skip())
        kind = self.random.random()
        if kind < 0.2:
            otherwise.is_error = True
        elif kind < 0.4:
            self.builder.edge(self.sequence(otherwise, size // 3), self.function.exit, Skip())
        else:
            self.builder.edge(self.sequence(otherwise, size // 3), join, Skip())
        return join

    def loop(self, location: Location, size: int) -> Location:
        """A loop with a second way back to its head, a way out of its middle, and perhaps an inner loop."""
        head, body, middle, early, after = (self.new() for _ in range(5))
        self.builder.edge(location, head, Skip())
        self.builder.branch(head, Assume(self.condition(), True), body, after)
        self.builder.branch(self.sequence(body, size // 3), Assume(self.condition(), True), middle, early)
        self.builder.edge(self.sequence(early, size // 3), head if self.random.random() < 0.7 else after, Skip())
        self.builder.edge(self.sequence(middle, size // 3), head, Skip())
        return after

    def statement(self, location: Location) -> Location:
        target = self.new()
        kind = self.random.random()
        variable = self.random.choice(self.variables)
        builder = self.builder
        if kind < 0.5:
            builder.edge(location, target, Assign(variable, self.expression(variable.type, 2)))
        elif kind < 0.6:
            builder.edge(location, target, Assign(variable, Nondet(variable.type, NondetKind.INPUT, "nondet")))
        elif kind < 0.7:
            value = self.expression(self.array.type, 1)
            stored = value if self.random.random() < 0.8 else Nondet(self.array.type, NondetKind.INPUT, "nondet")
            builder.edge(location, target, Store(self.array, self.expression(INT, 1), stored))
        elif kind < 0.75:
            builder.edge(location, target, Havoc((variable, self.array), NondetKind.IMPRECISE, "havoc"))
        elif kind < 0.85:
            builder.edge(location, target, Assume(self.condition(), True))
        elif kind < 0.95 and self.callees and self.function not in self.callees:
            callee = self.random.choice(self.callees)
            builder.edge(location, callee.entry, Call(callee, target), "call")
        else:
            builder.edge(location, target, Skip())
        return target

    def condition(self) -> Expression:
        type = self.random.choice(self.types)
        operator = self.random.choice(["==", "!=", "<", "<=", ">", ">="])
        return Binary(operator, self.expression(type, 1), self.expression(type, 0), INT)

    def expression(self, type: IntType, depth: int) -> Expression:
        kind = self.random.random()
        if depth == 0 or kind < 0.2:
            fitting = [variable for variable in self.variables if variable.type == type]
            if fitting and kind < 0.6:
                return Read(self.random.choice(fitting))
            return Constant(type.wrap(self.random.randrange(-4, 8)), type)
        if kind < 0.7:
            operator = self.random.choice("++--*&|/%")
            right = self.expression(type, depth - 1)
            if operator in "*/%&|" and not isinstance(right, Constant):
                operator = "+"
            if operator in "/%" and isinstance(right, Constant) and right.value == 0:
                operator = "-"
            return Binary(operator, self.expression(type, depth - 1), right, type)
        if kind < 0.8:
            return Cast(self.expression(self.random.choice(self.types), depth - 1), type)
        if kind < 0.9 and self.array.type == type:
            return Select(self.array, self.expression(INT, depth - 1))
        return IfThenElse(self.condition(), self.expression(type, depth - 1), self.expression(type, depth - 1))


@dataclass
class Run:
    """A concrete execution: its edges, points, initial and final memory and, per nondeterministic edge in order, the values."""

    initial: Memory
    memory: Memory
    points: list[ControlPoint]
    edges: list[Edge] = field(default_factory=list)
    values: list[tuple[ControlPoint, Edge, tuple[int, ...]]] = field(default_factory=list)


def arbitrary(type: IntType, chance: random.Random) -> int:
    if chance.random() < 0.5:
        return type.wrap(chance.randrange(-3, 4))
    return chance.choice([type.minimum, type.maximum, chance.randint(type.minimum, type.maximum)])


def execute(graph: ControlGraph, generator: Generator, chance: random.Random) -> Run | None:
    """A random execution up to an error location or the program's end; None where it is blocked or undefined."""
    initial: Memory = {(variable, 0): arbitrary(variable.type, chance) for variable in generator.variables}
    initial |= {(generator.array, index): arbitrary(generator.array.type, chance) for index in range(3)}
    run = Run(dict(initial), initial, [graph.entry])
    while (successors := run.points[-1].successors) and len(run.edges) < 60:
        enabled = []
        for edge, target in successors:
            if isinstance(edge.operation, Assume):
                truth = evaluated(edge.operation.condition, run.memory)
                if truth is None:
                    return None
                if bool(truth) is not edge.operation.positive:
                    continue
            enabled.append((edge, target))
        if not enabled:
            return None
        edge, target = chance.choice(enabled)
        values = apply(edge, run.memory, chance)
        if values is None:
            return None
        if values:
            run.values.append((run.points[-1], edge, values))
        run.edges.append(edge)
        run.points.append(target)
    return run


def apply(edge: Edge, memory: Memory, chance: random.Random) -> tuple[int, ...] | None:
    """Changes the memory; the arbitrary values taken, None where something is undefined."""
    operation = edge.operation
    if isinstance(operation, Havoc):
        values = []
        for target in operation.targets:
            for place_index in range(1 if isinstance(target, Variable) else target.length):
                values.append(arbitrary(target.type, chance))
                memory[target, place_index] = values[-1]
        return tuple(values)
    if not isinstance(operation, Assign | Store):
        return ()
    taken: tuple[int, ...] = ()
    value: int | None
    if isinstance(operation.value, Nondet):
        value = arbitrary(operation.value.type, chance)
        taken = (value,)
    else:
        value = evaluated(operation.value, memory)
    index: int | None = 0 if isinstance(operation, Assign) else evaluated(operation.index, memory)
    if value is None or index is None:
        return None
    place: Variable | Array = operation.target if isinstance(operation, Assign) else operation.array
    if (place, index) not in memory:
        return None
    memory[place, index] = value
    return taken


def write(edge: Edge, memory: Memory, values: tuple[int, ...]) -> bool | None:
    operation = edge.operation
    if isinstance(operation, Havoc):
        places = [(t, i) for t in operation.targets for i in range(1 if isinstance(t, Variable) else t.length)]
        memory.update(zip(places, values, strict=True))
    elif isinstance(operation, Assign):
        memory[operation.target, 0] = values[0]
    elif isinstance(operation, Store):
        index = evaluated(operation.index, memory)
        if index is None or (operation.array, index) not in memory:
            return None
        memory[operation.array, index] = values[0]
    return True
