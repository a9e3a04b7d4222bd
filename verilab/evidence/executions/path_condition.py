"""What the inputs of a run must satisfy to take the same path: the run again, with terms for what depends on inputs.

Values that no input reaches stay numbers; an index that depends on inputs is fixed to the number that it had.  The terms are those of the
naive translation in bit vectors, exact for every operator; a divisor is required not to be 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.evidence.budget import Part
from verilab.evidence.executions.model_run import Stop, execute
from verilab.evidence.executions.runner import Walk
from verilab.evidence.interpretation import float_arithmetic
from verilab.evidence.interpretation.evaluation import State
from verilab.evidence.interpretation.inputs import nondeterminism
from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.floats import float_operation
from verilab.evidence.naive.operators import Operators
from verilab.program import semantics
from verilab.program.cfa import Edge
from verilab.program.expressions import (
    Binary,
    Cast,
    Constant,
    Expression,
    FloatOperation,
    FloatOperator,
    IfThenElse,
    Read,
    Select,
    Unary,
    postorder,
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.storages import Array


@dataclass(frozen=True, slots=True)
class Decision:
    """The ``position``-th edge of a run assumes what depends on inputs: ``condition`` as it held, after the ``facts`` before it."""

    position: int
    facts: tuple[FNode, ...]
    condition: FNode


class PathCondition:
    """Follows one run; ``inputs`` are the symbols of its chosen values, in their order."""

    def __init__(self, operators: BitVectors, state: State) -> None:
        self.operators = operators
        self.inputs: list[FNode] = []
        self._state = state
        self._terms: dict[int, FNode] = {}
        self._facts: list[FNode] = []

    def decisions(self, walk: Walk, limit: int, wanted: Callable[[int, Edge], bool], time: Part) -> Iterator[Decision]:
        """The input-dependent assumptions among the first ``limit`` edges, each with the facts since the last one given, in the time."""
        choices = iter(walk.choices)
        for position, edge in enumerate(walk.edges[:limit]):
            if time.over:
                return
            needed = nondeterminism(edge)
            chosen = next(choices) if needed is not None and needed[0] else ()
            operation = edge.operation
            if isinstance(operation, Assume):
                try:
                    term = self._term(operation.condition)
                except _Undefined:
                    return
                if term is not None:
                    truth = self.operators.truth(term, operation.condition.type)
                    held = truth if operation.positive else self.operators.terms.negation(truth)
                    self._facts += self.operators.taken_sides()
                    if wanted(position, edge):
                        yield Decision(position, tuple(self._facts), held)
                        self._facts.clear()
                    self._facts.append(held)
            try:
                if not isinstance(operation, Assume):
                    self._assign(edge)
                execute(edge, self._state, chosen)
            except (Stop, _Undefined):
                return

    def _assign(self, edge: Edge) -> None:
        match edge.operation:
            case Assign(target=target, value=value):
                self._set(target.slot, self._input(value) if isinstance(value, Nondet) else self._term(value))
            case Store(array=array, index=index, value=value):
                position = self._fixed(index)
                self._set(array.slot + position, self._input(value) if isinstance(value, Nondet) else self._term(value))
            case Havoc(targets=targets):
                for storage in targets:
                    for number in range(storage.length if isinstance(storage, Array) else 1):
                        symbol = self.operators.fresh(storage.type)
                        self.inputs.append(symbol)
                        self._set(storage.slot + number, symbol)

    def _input(self, value: Nondet) -> FNode:
        symbol = self.operators.fresh(value.type)
        self.inputs.append(symbol)
        return symbol

    def _set(self, slot: int, term: FNode | None) -> None:
        if term is None:
            self._terms.pop(slot, None)
        else:
            self._terms[slot] = term

    def _fixed(self, index: Expression) -> int:
        """The index's number, required to be that where it depends on inputs."""
        number = _Concolic(self).evaluate(index)
        if number[1] is not None:
            self._facts.append(self.operators.equal(number[1], self.operators.constant(number[0], index.type)))
        return number[0]

    def _term(self, expression: Expression) -> FNode | None:
        """The expression's term; None where no input reaches it."""
        if not self._terms:
            return None
        return _Concolic(self).evaluate(expression)[1]


class _Undefined(Exception):
    """The run ends here."""


class _Concolic:
    """One evaluation with numbers, and terms where inputs matter."""

    def __init__(self, path: PathCondition) -> None:
        self._path = path
        self._operators: Operators = path.operators

    def evaluate(self, expression: Expression) -> tuple[int, FNode | None]:
        done: dict[int, tuple[int, FNode | None]] = {}
        for node in postorder(expression):
            done[id(node)] = self._node(node, done)
        return done[id(expression)]

    def _node(self, node: Expression, done: dict[int, tuple[int, FNode | None]]) -> tuple[int, FNode | None]:
        operators = self._operators
        match node:
            case Constant(value=value):
                return value, None
            case Read(variable=variable):
                return self._slot(variable.slot)
            case Select(array=array, index=index):
                number, term = done[id(index)]
                if not 0 <= number < array.length:
                    raise _Undefined
                if term is not None:
                    self._path._facts.append(operators.equal(term, operators.constant(number, index.type)))
                return self._slot(array.slot + number)
            case Unary(operator=operator, operand=operand, type=type):
                number, term = done[id(operand)]
                symbolic = None if term is None else operators.unary(operator, term, operand.type, type)
                return semantics.unary(operator, number, type), symbolic
            case Cast(operand=operand, type=type):
                number, term = done[id(operand)]
                return type.wrap(number), None if term is None else operators.cast(term, operand.type, type)
            case Binary():
                return self._binary(node, done)
            case FloatOperation():
                return self._float_operation(node, done)
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                number, term = done[id(condition)]
                chosen = done[id(then if number else otherwise)]
                if term is None:
                    return chosen
                symbolic = operators.choice(
                    operators.truth(term, condition.type), self._as_term(then, done), self._as_term(otherwise, done)
                )
                return chosen[0], symbolic

    def _float_operation(self, node: FloatOperation, done: dict[int, tuple[int, FNode | None]]) -> tuple[int, FNode | None]:
        """A comparison by its term; the operands of anything else are fixed to the numbers that they had."""
        number = float_arithmetic.evaluate(
            node.operator, [done[id(operand)][0] for operand in node.operands], node.operands[0].type, node.type
        )
        if number is None:
            raise _Undefined
        if all(done[id(operand)][1] is None for operand in node.operands):
            return number, None
        if node.operator in (FloatOperator.EQUAL, FloatOperator.LESS, FloatOperator.LESS_EQUAL):
            return number, float_operation(node, [self._as_term(operand, done) for operand in node.operands], self._operators)
        for operand in node.operands:
            value, term = done[id(operand)]
            if term is not None:
                self._path._facts.append(self._operators.equal(term, self._operators.constant(value, operand.type)))
        return number, None

    def _binary(self, node: Binary, done: dict[int, tuple[int, FNode | None]]) -> tuple[int, FNode | None]:
        operators = self._operators
        left, right = done[id(node.left)], done[id(node.right)]
        number = semantics.binary(node.operator, left[0], right[0], node.left.type)
        if number is None:
            raise _Undefined
        if left[1] is None and right[1] is None:
            return number, None
        if node.operator in ("/", "%") and right[1] is not None:
            zero = operators.constant(0, node.right.type)
            self._path._facts.append(operators.terms.negation(operators.equal(right[1], zero)))
        terms = self._as_term(node.left, done), self._as_term(node.right, done)
        return number, operators.binary(node.operator, *terms, node.left.type, node.right.type, node.type)

    def _slot(self, slot: int) -> tuple[int, FNode | None]:
        value = self._path._state[slot]
        assert isinstance(value, int)
        return value, self._path._terms.get(slot)

    def _as_term(self, node: Expression, done: dict[int, tuple[int, FNode | None]]) -> FNode:
        number, term = done[id(node)]
        return self._operators.constant(number, node.type) if term is None else term
