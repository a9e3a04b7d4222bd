"""Translation of expressions into values under a symbolic state.

Every expression is compiled once into a list of instructions over registers (its distinct nodes in postorder), so that a translation
is one loop without recursion, however deep the expression.
"""

from __future__ import annotations

from typing import Any

from pysmt.fnode import FNode

from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.encoding import Encoding
from verilab.formulas.encodings.values import Value
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Select, Unary, postorder
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

State = dict[int, Value]
"""Values by slot; a slot that is missing still has its value at the block's entry."""

_CONSTANT, _READ, _BINARY, _UNARY, _CAST, _CHOICE, _SELECT, _FLOAT = range(8)
_Plan = list[tuple[int, Any, int, int, int]]


class Translator:
    """Translates expressions over one vocabulary; shared by all blocks."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.encoding: Encoding = vocabulary.encoding
        self.terms = vocabulary.terms
        self._entry: list[Value | None] = [None] * vocabulary.program.slot_count
        self._plans: dict[Expression, _Plan] = {}

    def entry_value(self, slot: int) -> Value:
        """The element's value at the entry: its symbol, anywhere in the type's range."""
        value = self._entry[slot]
        if value is None:
            element = self.vocabulary.elements[slot]
            assert element is not None
            value = self._entry[slot] = self.encoding.symbolic(self.vocabulary.slot_symbol(slot), element[0].type)
        return value

    def entry_range(self, slot: int) -> tuple[FNode, ...]:
        """What keeps the element's entry symbol in its type's range."""
        element = self.vocabulary.elements[slot]
        assert element is not None
        return self.encoding.range_constraints(self.vocabulary.slot_symbol(slot), element[0].type)

    def read(self, state: State, slot: int) -> Value:
        value = state.get(slot)
        return self.entry_value(slot) if value is None else value

    def arbitrary(self, hint: str, type: IntType, definitions: Definitions, mark: str | None = None) -> Value:
        """A fresh symbol with any value of the type; ``mark`` is the reason where it stands for an over-approximation."""
        symbol = definitions.fresh(hint, self.encoding.sort(type))
        definitions.define(symbol, self.encoding.range_constraints(symbol, type), mark)
        return self.encoding.symbolic(symbol, type)

    def value(self, expression: Expression, state: State, definitions: Definitions) -> Value:
        """The value of an expression in a state."""
        kind = type(expression)
        if kind is Constant:
            return self.encoding.constant(expression.value, expression.type)  # type: ignore[union-attr]  # the kind says which class it is
        if kind is Read:
            return self.read(state, expression.variable.slot)  # type: ignore[union-attr]  # the kind says which class it is
        if kind is Binary:
            left, right = self._leaf(expression.left, state), self._leaf(expression.right, state)  # type: ignore[union-attr]  # the kind says which class it is
            if left is not None and right is not None:
                types = expression.left.type, expression.right.type  # type: ignore[union-attr]  # the kind says which class it is
                return self.encoding.binary(expression.operator, left, right, *types, definitions)  # type: ignore[union-attr,arg-type]  # see above
        plan = self._plans.get(expression)
        if plan is None:
            plan = self._plans[expression] = self._compile(expression)
        return self._run(plan, state, definitions)

    def _leaf(self, expression: Expression, state: State) -> Value | None:
        """The value of a variable or constant; None for anything else."""
        kind = type(expression)
        if kind is Read:
            slot = expression.variable.slot  # type: ignore[union-attr]  # the kind says which class it is
            value = state.get(slot)
            return self.entry_value(slot) if value is None else value
        if kind is Constant:
            return self.encoding.constant(expression.value, expression.type)  # type: ignore[union-attr]  # the kind says which class it is
        return None

    def truth(self, expression: Expression, state: State, definitions: Definitions) -> FNode:
        """``expression != 0`` as a formula."""
        return self.encoding.truth(self.value(expression, state, definitions), expression.type)

    def _compile(self, expression: Expression) -> _Plan:
        registers: dict[int, int] = {}
        plan: _Plan = []
        for node in postorder(expression):
            match node:
                case Constant(value=value, type=type):
                    step: tuple[int, Any, int, int, int] = (_CONSTANT, self.encoding.constant(value, type), 0, 0, 0)
                case Read(variable=variable):
                    step = (_READ, variable.slot, 0, 0, 0)
                case Binary(operator=operator, left=left, right=right):
                    step = (_BINARY, (operator, left.type, right.type), registers[id(left)], registers[id(right)], 0)
                case Unary(operator=operator, operand=operand, type=type):
                    step = (_UNARY, (operator, type, operand.type), registers[id(operand)], 0, 0)
                case Cast(operand=operand, type=type):
                    step = (_CAST, (operand.type, type), registers[id(operand)], 0, 0)
                case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                    places = registers[id(condition)], registers[id(then)], registers[id(otherwise)]
                    step = (_CHOICE, (condition.type, then.type), *places)
                case Select(array=array, index=index):
                    step = (_SELECT, (array, index.type), registers[id(index)], 0, 0)
                case FloatOperation(operands=operands):
                    step = (_FLOAT, node, registers[id(operands[0])], registers[id(operands[-1])], 0)
            registers[id(node)] = len(plan)
            plan.append(step)
        return plan

    def _run(self, plan: _Plan, state: State, definitions: Definitions) -> Value:
        encoding = self.encoding
        values: list[Value] = []
        append = values.append
        for code, data, first, second, third in plan:
            if code == _READ:
                value = state.get(data)
                append(self.entry_value(data) if value is None else value)
            elif code == _CONSTANT:
                append(data)
            elif code == _BINARY:
                append(encoding.binary(data[0], values[first], values[second], data[1], data[2], definitions))
            elif code == _CAST:
                append(encoding.cast(values[first], data[0], data[1], definitions))
            elif code == _UNARY:
                append(encoding.unary(data[0], values[first], data[1], data[2], definitions))
            elif code == _CHOICE:
                condition = encoding.truth(values[first], data[0])
                append(encoding.choose(condition, values[second], values[third], data[1]))
            elif code == _FLOAT:
                operands = (values[first], values[second]) if len(data.operands) == 2 else (values[first],)
                append(encoding.float_operation(data, operands, definitions))
            else:
                append(self.select(data[0], values[first], data[1], state, definitions))
        return values[-1]

    # a[i] = (i = low ? a[low] : ... : a[high]) over the indices i may have; any value of the type outside of the bounds.
    def select(self, array: Array, index: Value, index_type: IntType, state: State, definitions: Definitions) -> Value:
        """The element at an index."""
        if not self.vocabulary.models(array):
            return self.arbitrary(array.name, array.type, definitions, "large array")
        first, last = max(index.low, 0), min(index.high, array.length - 1)
        if first > last:
            return self.arbitrary(array.name, array.type, definitions)
        slot = array.slot
        if index.low == index.high:
            return self.read(state, slot + first)
        if first == index.low and last == index.high:
            result = self.read(state, slot + last)
            last -= 1
        else:
            result = self.arbitrary(array.name, array.type, definitions)
        encoding = self.encoding
        term = encoding.term(index, index_type)
        for position in range(last, first - 1, -1):
            chosen = encoding.equals(term, encoding.constant_term(position, index_type))
            result = encoding.choose(chosen, self.read(state, slot + position), result, array.type)
        return result

    def stores(self, array: Array, index: Value, index_type: IntType, value: Value, state: State) -> list[tuple[int, Value]]:
        """What ``array[index] := value`` changes: pairs of a slot and its new value."""
        first, last = max(index.low, 0), min(index.high, array.length - 1)
        slot = array.slot
        if index.low == index.high:
            return [(slot + first, value)] if first <= last else []
        encoding = self.encoding
        term = encoding.term(index, index_type)
        changes = []
        for position in range(first, last + 1):
            chosen = encoding.equals(term, encoding.constant_term(position, index_type))
            changes.append((slot + position, encoding.choose(chosen, value, self.read(state, slot + position), array.type)))
        return changes


def hint(storage: Variable | Array, index: int = 0) -> str:
    """The base of the names of auxiliary symbols for an element."""
    return storage.name if isinstance(storage, Variable) else f"{storage.name}[{index}]"
