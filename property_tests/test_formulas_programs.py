"""Blocks and traces describe exactly the executions: shown on random loop-free programs and random executions of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.block import Block
from verilab.formulas.builder import BlockBuilder
from verilab.formulas.bv_encoding import BitVectorEncoding
from verilab.formulas.cuts import AdjustableBlock, BlockOperator, LargeBlock, SingleBlock
from verilab.formulas.int_encoding import IntEncoding
from verilab.formulas.trace import Trace, edges_trace
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Array, Edge, Function, Location, Program, Variable
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.elements import Element
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Select, Unary, postorder
from verilab.program.operations import Assign, Assume, Call, Havoc, Nondet, NondetKind, Return, Skip, Store
from verilab.program.semantics import binary, unary
from verilab.program.types import INT, IntType

TYPES = (INT, IntType(8, False), IntType(4, True), IntType(1, False))
OPERATORS: dict[str, BlockOperator] = {"single": SingleBlock(), "adjustable": AdjustableBlock(3), "large": LargeBlock()}
Memory = dict[Element, int]


def evaluated(expression: Expression, memory: Memory) -> int | None:
    """The machine value; None for a division by zero or an index out of bounds."""
    found: dict[int, int | None] = {}
    for node in postorder(expression):
        result: int | None
        match node:
            case Constant(value=value):
                result = value
            case Read(variable=variable):
                result = memory[variable, 0]
            case Select(array=array, index=index):
                place = found[id(index)]
                result = None if place is None else memory.get((array, place))
            case Unary(operator=operator, operand=operand, type=type):
                inner = found[id(operand)]
                result = None if inner is None else unary(operator, inner, type)
            case Cast(operand=operand, type=type):
                inner = found[id(operand)]
                result = None if inner is None else type.wrap(inner)
            case Binary(operator=operator, left=left, right=right):
                first, second = found[id(left)], found[id(right)]
                result = None if first is None or second is None else binary(operator, first, second, left.type)
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                parts = [found[id(part)] for part in (condition, then, otherwise)]
                result = None if None in parts else parts[1 if parts[0] else 2]
        if result is None:
            return None
        found[id(node)] = result
    return found[id(expression)]


class Generator:
    """Random structured programs: sequences, branchings, early exits, nondeterministic edges, calls, arrays, error locations."""

    def __init__(self, seed: int, *, loops: bool = False) -> None:
        self.loops = loops
        self.random = random.Random(seed)
        self.builder = ProgramBuilder()
        self.variables = [self.builder.variable(f"v{number}", self.random.choice(TYPES)) for number in range(5)]
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
        type = self.random.choice(TYPES)
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
            return Cast(self.expression(self.random.choice(TYPES), depth - 1), type)
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


def equations(vocabulary: Vocabulary, memory: Memory) -> list[FNode]:
    encoding = vocabulary.encoding
    return [
        encoding.equals(vocabulary.symbol(element), encoding.constant_term(value, element[0].type)) for element, value in memory.items()
    ]


def fixed_choices(vocabulary: Vocabulary, block: Block, run: Run) -> list[FNode]:
    """The block's choice symbols equal to the run's values."""
    encoding = vocabulary.encoding
    sites = {(site.point, site.edge): site for site in block.choices}
    fixed = []
    for point, edge, values in run.values:
        if site := sites.get((point, edge)):
            for symbol, type, value in zip(site.symbols, site.types, values, strict=True):
                assert symbol is not None
                fixed.append(encoding.equals(symbol, encoding.constant_term(value, type)))
    return fixed


def solver_of(environment: Environment, kind: str):  # type: ignore[no-untyped-def]
    return environment.factory.Solver(name="z3", logic="QF_BV" if kind == "bv" else "QF_LIA")


def vocabulary_of(program: Program, kind: str) -> tuple[Environment, Vocabulary]:
    environment = Environment()
    return environment, Vocabulary(program, IntEncoding(environment) if kind == "int" else BitVectorEncoding(environment))


def with_end_as_target(generator: Generator, program: Program) -> None:
    """The program's end becomes an error location, so that it ends a block."""
    program.entry.exit.is_error = False
    program.entry.exit.is_loop_head = True
    generator.builder.edge(program.entry.exit, program.entry.exit, Skip())


@pytest.mark.parametrize("kind", ["int", "bv"])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(2, 25))
def test_a_block_contains_an_execution_with_exactly_its_final_state(kind: str, seed: int, size: int) -> None:
    generator = Generator(seed)
    program = generator.program(size)
    graph = ControlGraph(program)
    run = execute(graph, generator, random.Random(seed))
    if run is None:
        return
    with_end_as_target(generator, program)
    graph = ControlGraph(program)
    rerun = [graph.point(point.location, point.stack) for point in run.points]
    run.values = [(graph.point(point.location, point.stack), edge, values) for point, edge, values in run.values]
    environment, vocabulary = vocabulary_of(program, kind)
    blocks = BlockBuilder(graph, vocabulary, LargeBlock()).blocks_from(graph.entry)
    (block,) = [block for block in blocks if block.target is rerun[-1]]
    terms = vocabulary.terms
    final = terms.conjunction([block.at_exit(equation) for equation in equations(vocabulary, run.memory)])
    with solver_of(environment, kind) as solver:
        for formula in (block.formula, *equations(vocabulary, run.initial)):
            environment.stc.get_type(formula)
            solver.add_assertion(formula)
        # Edges that do not exclude each other leave several executions.
        deterministic = all(len(point.successors) < 2 or isinstance(point.successors[0][0].operation, Assume) for point in graph.points)
        fixed = fixed_choices(vocabulary, block, run)
        if not block.target.location.is_error:
            assert solver.is_sat(terms.conjunction([*fixed, final]))
            if deterministic and not block.overapproximated:
                assert solver.is_unsat(terms.conjunction([*fixed, terms.negation(final)]))
        else:
            assert solver.is_sat(terms.conjunction(fixed))
        for formula in fixed:
            solver.add_assertion(formula)
        assert solver.solve()
        model = solver.get_model()
        edges, choices = block.path(lambda symbol: model.get_value(symbol).constant_value())
        if deterministic and not block.overapproximated:
            assert list(edges) == run.edges
            assert [choice.values for choice in choices] == [values for _, _, values in run.values]


@pytest.mark.parametrize("kind", ["int", "bv"])
@pytest.mark.parametrize("form", ["single", "adjustable", "large", "edges", "whole"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(2, 20))
def test_a_trace_contains_an_execution_and_gives_it_back(kind: str, form: str, seed: int, size: int) -> None:
    generator = Generator(seed, loops=True)
    program = generator.program(size)
    graph = ControlGraph(program)
    run = execute(graph, generator, random.Random(seed))
    if run is None or not run.edges:
        return
    environment, vocabulary = vocabulary_of(program, kind)
    if form in OPERATORS:
        blocks = chain(graph, vocabulary, run, OPERATORS[form])
        if not blocks:
            return
        trace = Trace(vocabulary, blocks)
    else:
        trace = edges_trace(graph, vocabulary, run.edges, per_edge=form == "edges")
    initial = [trace.from_state(equation, 0) for equation in equations(vocabulary, run.initial)]
    with solver_of(environment, kind) as solver:
        for formula in (*trace.partitions, *initial):
            environment.stc.get_type(formula)
            solver.add_assertion(formula)
        assert solver.solve()
        model = solver.get_model()
        found = trace.counterexample(lambda symbol: model.get_value(symbol).constant_value())
    memory = dict(run.initial)
    point = graph.entry
    taken = iter(found.choices)
    for edge in found.edges:
        (point,) = [target for candidate, target in point.successors if candidate is edge]
        if trace.overapproximated:
            continue
        if isinstance(edge.operation, Assume):
            truth = evaluated(edge.operation.condition, memory)
            assert truth is None or bool(truth) is edge.operation.positive
        elif isinstance(edge.operation, Havoc) or isinstance(getattr(edge.operation, "value", None), Nondet):
            choice = next(taken)
            assert choice.edge is edge
            if write(edge, memory, choice.values) is None:
                return
        elif apply(edge, memory, random.Random(0)) is None:
            return
    assert point is trace.points[-1]
    for cut in range(len(trace.points)):
        for element, symbol in trace.state(cut).items():
            assert trace.to_state(symbol, cut) is vocabulary.symbol(element)


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


def chain(graph: ControlGraph, vocabulary: Vocabulary, run: Run, operator: BlockOperator) -> list[Block]:
    """The blocks along a run, as long as the run goes from cut point to cut point."""
    builder = BlockBuilder(graph, vocabulary, operator)
    blocks: list[Block] = []
    position = 0
    while position < len(run.points) - 1:
        targets = {block.target: block for block in builder.blocks_from(run.points[position])}
        following = [later for later in range(position + 1, len(run.points)) if run.points[later] in targets]
        if not following:
            break
        position = following[0]
        blocks.append(targets[run.points[position]])
    return blocks
