"""Random control-flow automata over a small finite domain, and their exhaustive execution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TypeVar

from hypothesis import strategies as st

from verilab.program import semantics
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Operation, Program, Return
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Select, Unary
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import BOOL, INT, IntType

T = TypeVar("T")
Store_ = tuple[int, ...]
TYPES = (BOOL, IntType(2, True), IntType(2, False))


@dataclass
class _Draw:
    """Draws expressions and operations over one set of storages."""

    draw: st.DrawFn
    variables: list[Variable]
    arrays: list[Array]

    def pick(self, options: Sequence[T]) -> T:
        return self.draw(st.sampled_from(options))

    def constant(self, type: IntType) -> Constant:
        return Constant(self.draw(st.integers(type.minimum, type.maximum)), type)

    def expression(self, type: IntType, depth: int) -> Expression:
        kind = self.draw(st.integers(0, 9 if depth else 3))
        if kind <= 2:
            same = [variable for variable in self.variables if variable.type == type]
            if same:
                return Read(self.pick(same))
            other = self.pick(self.variables)
            return Cast(Read(other), type)
        if kind == 3:
            return self.constant(type)
        if kind == 4:
            return Unary(self.pick(("-", "~")), self.expression(type, depth - 1), type)
        if kind == 5:
            array = self.pick(self.arrays)
            return Cast(Select(array, self.expression(IntType(2, False), depth - 1)), type)
        if kind == 6:
            return Cast(self.condition(depth - 1), type)
        if kind == 7:
            return IfThenElse(self.condition(depth - 1), self.expression(type, depth - 1), self.expression(type, depth - 1))
        if kind == 8:
            operator = self.pick(("/", "%"))
            divisor = self.constant(type)
            if divisor.value == 0:
                divisor = Constant(type.maximum or type.minimum, type)
            return Binary(operator, self.expression(type, depth - 1), divisor, type)
        operator = self.pick(("+", "-", "^", "+", "*", "&", "|", "<<", ">>"))
        return Binary(operator, self.expression(type, depth - 1), self.expression(type, depth - 1), type)

    def condition(self, depth: int) -> Expression:
        kind = self.draw(st.integers(0, 7 if depth > 0 else 4))
        type = self.pick(TYPES)
        if kind <= 4:
            operator = "==" if kind <= 2 else self.pick(("!=", "<", "<=", ">", ">="))
            left, right = self.expression(type, max(0, depth - 1)), self.expression(type, max(0, depth - 1))
            return Binary(operator, left, right, INT)
        if kind == 5:
            return Unary("!", self.condition(depth - 1), INT)
        if kind == 6:
            operator = self.pick(("==", "!="))
            return Binary(operator, self.condition(depth - 1), Constant(self.draw(st.integers(0, 1)), INT), INT)
        return Unary("!", self.expression(type, depth - 1), INT)

    def effect(self) -> Operation:
        kind = self.draw(st.integers(0, 9))
        if kind <= 5:
            target = self.pick(self.variables)
            nondet = self.draw(st.integers(0, 4)) == 0
            value: Expression | Nondet = Nondet(target.type, NondetKind.INPUT, "nondet") if nondet else self.expression(target.type, 2)
            return Assign(target, value)
        if kind <= 7:
            array = self.pick(self.arrays)
            nondet = self.draw(st.integers(0, 4)) == 0
            value = Nondet(array.type, NondetKind.INPUT, "nondet") if nondet else self.expression(array.type, 2)
            return Store(array, self.expression(IntType(2, False), 1), value)
        if kind == 8:
            storages: list[Variable | Array] = [*self.variables, *self.arrays]
            return Havoc((self.pick(storages),), NondetKind.IMPRECISE, "test")
        return Skip()


class Sample:
    """A drawn program, with a short text (hypothesis prints what is drawn, and automata are cyclic)."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __repr__(self) -> str:
        return "; ".join(f"{edge.source.id}->{edge.target.id} {edge.operation.__class__.__name__}" for edge in self.program.edges)


@st.composite
def programs(draw: st.DrawFn) -> Sample:
    """A program with 2 to 4 variables, an array, gotos of any shape, and perhaps a function called from several places."""
    builder = ProgramBuilder()
    main = builder.function("main")
    variables = [builder.variable(f"x{i}", draw(st.sampled_from(TYPES))) for i in range(draw(st.integers(2, 3)))]
    arrays = [builder.array("a", IntType(2, False), 2)]
    source = _Draw(draw, variables, arrays)
    callee = None
    if draw(st.booleans()):
        callee = builder.function("f")
        local = [*variables, builder.variable("f::p", BOOL, "f")]
        callee.parameters = (local[-1],)
        _body(builder, callee, _Draw(draw, local, arrays), draw(st.integers(1, 4)), None)
        builder.edge(callee.exit, callee.exit, Return(), "return")
    _body(builder, main, source, draw(st.integers(3, 9)), callee)
    return Sample(builder.finish(main))


def _body(builder: ProgramBuilder, function: Function, source: _Draw, count: int, callee: Function | None) -> None:
    inner = [builder.location(function) for _ in range(count)]
    places = [function.entry, *inner]
    targets = [*inner, function.exit]
    if callee is not None or source.draw(st.booleans()):
        error = builder.location(function)
        error.is_error = True
        targets.append(error)
    for number, place in enumerate(places):
        forward = targets[number:] if source.draw(st.integers(0, 3)) else targets
        pick = partial(source.pick, forward)
        kind = source.draw(st.integers(0, 9))
        if kind <= 4:
            builder.edge(place, pick(), source.effect())
        elif kind <= 7:
            builder.branch(place, Assume(source.condition(2), source.draw(st.booleans())), pick(), pick())
        elif kind == 8 and callee is not None:
            before, back = builder.location(function), pick()
            builder.edge(place, before, Assign(callee.parameters[0], source.expression(BOOL, 1)))
            builder.edge(before, callee.entry, Call(callee, back))
        else:
            builder.edge(place, pick(), Assume(source.condition(1), True))
            builder.edge(place, pick(), source.effect())


def evaluate(expression: Expression, store: Store_) -> Iterator[int]:
    """All values of an expression; more than one where an index is out of bounds."""
    match expression:
        case Constant(value=value):
            yield value
        case Read(variable=variable):
            yield store[variable.slot]
        case Select(array=array, index=index):
            for place in evaluate(index, store):
                if 0 <= place < array.length:
                    yield store[array.slot + place]
                else:
                    yield from range(array.type.minimum, array.type.maximum + 1)
        case Unary(operator=operator, operand=operand, type=type):
            for value in evaluate(operand, store):
                yield semantics.unary(operator, value, type)
        case Cast(operand=operand, type=type):
            for value in evaluate(operand, store):
                yield type.wrap(value)
        case Binary(operator=operator, left=left, right=right):
            for first in evaluate(left, store):
                for second in evaluate(right, store):
                    result = semantics.binary(operator, first, second, left.type)
                    if result is not None:
                        yield result
        case IfThenElse(condition=condition, then=then, otherwise=otherwise):
            for value in evaluate(condition, store):
                yield from evaluate(then if value else otherwise, store)


def _written(store: Store_, slot: int, value: int) -> Store_:
    return (*store[:slot], value, *store[slot + 1 :])


def execute(operation: Operation, store: Store_) -> set[Store_]:
    """All stores after one operation."""
    match operation:
        case Assume(condition=condition, positive=positive):
            return {store for value in evaluate(condition, store) if bool(value) == positive}
        case Assign(target=target, value=Nondet()):
            return {_written(store, target.slot, value) for value in range(target.type.minimum, target.type.maximum + 1)}
        case Assign(target=target, value=value) if not isinstance(value, Nondet):
            return {_written(store, target.slot, result) for result in evaluate(value, store)}
        case Store(array=array, index=index, value=value):
            results = range(array.type.minimum, array.type.maximum + 1) if isinstance(value, Nondet) else list(evaluate(value, store))
            return {
                _written(store, array.slot + place, result) if 0 <= place < array.length else store
                for place in evaluate(index, store)
                for result in results
            }
        case Havoc(targets=targets):
            stores = {store}
            for storage in targets:
                for slot in range(storage.slot, storage.slot + (storage.length if isinstance(storage, Array) else 1)):
                    values = range(storage.type.minimum, storage.type.maximum + 1)
                    stores = {_written(before, slot, value) for before in stores for value in values}
            return stores
    return {store}


def initial_stores(program: Program) -> set[Store_]:
    """Every store: nothing is initialised."""
    ranges: list[range] = []
    for storage in program.storages:
        span = range(storage.type.minimum, storage.type.maximum + 1)
        ranges += [span] * (storage.length if isinstance(storage, Array) else 1)
    return set(product(*ranges))


def reachable(graph: ControlGraph) -> dict[ControlPoint, set[Store_]]:
    """The stores with which each control point is reached, by exhaustive execution."""
    start = graph.entry
    stores: dict[ControlPoint, set[Store_]] = {start: set(initial_stores(graph.program))}
    pending = [(start, store) for store in sorted(stores[start])]
    cache: dict[tuple[int, Store_], set[Store_]] = {}
    while pending:
        point, store = pending.pop()
        for edge, target in point.successors:
            key = (edge.id, store)
            if key not in cache:
                cache[key] = execute(edge.operation, store)
            known = stores.setdefault(target, set())
            fresh = cache[key] - known
            known |= fresh
            pending += [(target, after) for after in fresh]
    return stores


def run_path(program: Program, edges: list[Edge] | tuple[Edge, ...]) -> set[Store_]:
    """All stores at the end of a path."""
    stores = initial_stores(program)
    for edge in edges:
        stores = {after for store in stores for after in execute(edge.operation, store)}
    return stores
