"""What both encodings share: constants, comparisons, truth values, and folding by intervals.

An encoding maps operators on ``Value`` to operators on terms.  Results whose operands have one possible value each become constants,
comparisons that the intervals decide become true or false; everything else is left to the subclass.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import PySMTType

from verilab.formulas.encodings import float_comparisons
from verilab.formulas.encodings.definitions import APPROXIMATED, Definitions
from verilab.formulas.encodings.values import Value
from verilab.formulas.terms.construction import Terms
from verilab.program import semantics
from verilab.program.expressions import COMPARISONS, FLOAT_COMPARISONS, FloatOperation
from verilab.program.types import INT, IntType


class Encoding(ABC):
    """Maps machine integers to SMT terms; ``name`` is "int" or "bv"."""

    name: str

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.terms = Terms(environment)
        self._constants: dict[tuple[int, int, bool], Value] = {}

    @abstractmethod
    def sort(self, type: IntType) -> PySMTType: ...

    @abstractmethod
    def symbol_name(self, name: str, type: IntType) -> str: ...

    @abstractmethod
    def constant_term(self, value: int, type: IntType) -> FNode: ...

    @abstractmethod
    def range_constraints(self, symbol: FNode, type: IntType) -> tuple[FNode, ...]:
        """What keeps a symbol inside its type's range; none where its sort does."""

    @abstractmethod
    def arithmetic(self, operator: str, left: Value, right: Value, type: IntType, right_type: IntType, definitions: Definitions) -> Value:
        """An operator of ARITHMETIC or BITWISE, not both operands constant."""

    @abstractmethod
    def negation(self, value: Value, type: IntType, definitions: Definitions) -> Value:
        """``-value``."""

    @abstractmethod
    def complement(self, value: Value, type: IntType) -> Value:
        """``~value``."""

    @abstractmethod
    def conversion(self, value: Value, source: IntType, target: IntType, definitions: Definitions) -> Value:
        """Modulo 2^width, between different types, not a constant and not a truth value."""

    @abstractmethod
    def equals(self, left: FNode, right: FNode) -> FNode: ...

    @abstractmethod
    def less(self, left: FNode, right: FNode, type: IntType) -> FNode: ...

    @abstractmethod
    def less_equal(self, left: FNode, right: FNode, type: IntType) -> FNode: ...

    def constant(self, value: int, type: IntType) -> Value:
        key = (value, type.width, type.signed)
        constant = self._constants.get(key)
        if constant is None:
            constant = self._constants[key] = Value(self.constant_term(value, type), value, value)
        return constant

    def term(self, value: Value, type: IntType) -> FNode:
        """The term of a value of that type."""
        term = value.term
        if term is None:
            assert value.truth is not None
            term = self.terms.choice(value.truth, self.constant_term(1, type), self.constant_term(0, type))
            value.term = term
        return term

    def symbolic(self, symbol: FNode, type: IntType) -> Value:
        """The value of a symbol that may have any value of the type."""
        return Value(symbol, type.minimum, type.maximum)

    def truth(self, value: Value, type: IntType) -> FNode:
        """``value != 0`` as a formula."""
        if value.low > 0 or value.high < 0:
            return self.terms.true
        if value.low == value.high:
            return self.terms.false
        if value.truth is not None:
            return value.truth
        return self.terms.negation(self.equals(self.term(value, type), self.constant_term(0, type)))

    def from_truth(self, truth: FNode, size: int) -> Value:
        """``truth ? 1 : 0`` of type INT."""
        if truth is self.terms.true:
            return self.constant(1, INT)
        if truth is self.terms.false:
            return self.constant(0, INT)
        return Value(None, 0, 1, size, truth)

    def binary(self, operator: str, left: Value, right: Value, type: IntType, right_type: IntType, definitions: Definitions) -> Value:
        """``left operator right``; ``type`` is the left operand's type."""
        if left.low == left.high and right.low == right.high:
            folded = semantics.binary(operator, left.low, right.low, type)
            if folded is not None:
                return self.constant(folded, INT if operator in COMPARISONS else type)
        if operator in COMPARISONS:
            return self.from_truth(self.compare(operator, left, right, type), left.size + right.size + 1)
        return self.arithmetic(operator, left, right, type, right_type, definitions)

    def float_operation(self, node: FloatOperation, operands: Sequence[Value], definitions: Definitions) -> Value:
        """An operation on patterns: comparisons exactly, the others as ``float_arithmetic`` has them."""
        if all(operand.low == operand.high for operand in operands):
            folded = semantics.float_operation(node, [operand.low for operand in operands])
            assert folded is not None
            return self.constant(folded, node.type)
        if node.operator in FLOAT_COMPARISONS:
            formula = float_comparisons.comparison(self, node.operator, operands[0], operands[1], node.operands[0].type)
            return self.from_truth(formula, sum(operand.size for operand in operands) + 1)
        return self.float_arithmetic(node, operands, definitions)

    def float_arithmetic(self, node: FloatOperation, operands: Sequence[Value], definitions: Definitions) -> Value:
        """An operation whose result is rounded: any value of the type, the same for the same operands."""
        terms = [self.term(operand, part.type) for operand, part in zip(operands, node.operands, strict=True)]
        key = (node.operator, node.operands[0].type, node.type, *terms)
        constraints = partial(self.range_constraints, type=node.type)
        symbol = definitions.shared(key, f"float_{node.operator.name.lower()}", self.sort(node.type), constraints, APPROXIMATED)
        return self.symbolic(symbol, node.type)

    def unary(self, operator: str, value: Value, type: IntType, operand_type: IntType, definitions: Definitions) -> Value:
        if value.low == value.high:
            return self.constant(semantics.unary(operator, value.low, type), type)
        if operator == "!":
            return self.from_truth(self.terms.negation(self.truth(value, operand_type)), value.size)
        if operator == "-":
            return self.negation(value, type, definitions)
        return self.complement(value, type)

    def cast(self, value: Value, source: IntType, target: IntType, definitions: Definitions) -> Value:
        if source == target:
            return value
        if value.low == value.high:
            return self.constant(target.wrap(value.low), target)
        if value.truth is not None and target.maximum >= 1:
            return Value(None, value.low, value.high, value.size, value.truth)
        return self.conversion(value, source, target, definitions)

    def compare(self, operator: str, left: Value, right: Value, type: IntType) -> FNode:
        """A comparison as a formula."""
        match operator:
            case "==":
                return self._equal(left, right, type)
            case "!=":
                return self.terms.negation(self._equal(left, right, type))
            case "<":
                return self._less(left, right, type)
            case ">":
                return self._less(right, left, type)
            case "<=":
                return self._at_most(left, right, type)
            case ">=":
                return self._at_most(right, left, type)
        raise ValueError(f"unknown comparison {operator!r}")

    def _equal(self, left: Value, right: Value, type: IntType) -> FNode:
        terms = self.terms
        if left.high < right.low or right.high < left.low:
            return terms.false
        if left.truth is not None and right.truth is not None:
            return terms.true if left.truth is right.truth else terms.node(op.IFF, (left.truth, right.truth))
        if left.low == left.high:
            left, right = right, left
        if right.low == right.high:
            if left.low == left.high:
                return terms.true
            if left.truth is not None:
                return left.truth if right.low else terms.negation(left.truth)
        return self.equals(self.term(left, type), self.term(right, type))

    def _less(self, left: Value, right: Value, type: IntType) -> FNode:
        if left.high < right.low:
            return self.terms.true
        if left.low >= right.high:
            return self.terms.false
        # Not decided: a truth value against a constant is against the one it can reach.
        if left.truth is not None and right.low == right.high:
            return self.terms.negation(left.truth)
        if right.truth is not None and left.low == left.high:
            return right.truth
        return self.less(self.term(left, type), self.term(right, type), type)

    def _at_most(self, left: Value, right: Value, type: IntType) -> FNode:
        if right.high < left.low or right.low >= left.high or left.truth is not None or right.truth is not None:
            return self.terms.negation(self._less(right, left, type))
        return self.less_equal(self.term(left, type), self.term(right, type), type)

    def choose(self, condition: FNode, then: Value, otherwise: Value, type: IntType) -> Value:
        """``condition ? then : otherwise`` as a value."""
        terms = self.terms
        if condition is terms.true or then is otherwise:
            return then
        if condition is terms.false:
            return otherwise
        low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
        size = then.size + otherwise.size + 1
        if low >= 0 and high <= 1 and low != high:
            first, second = self.known_truth(then), self.known_truth(otherwise)
            if first is not None and second is not None:
                return Value(None, low, high, size, terms.choice(condition, first, second))
        return Value(terms.choice(condition, self.term(then, type), self.term(otherwise, type)), low, high, size)

    def known_truth(self, value: Value) -> FNode | None:
        """The truth of a value that is known as a formula: of constants 0 and 1, and of comparisons; else None."""
        if value.low == value.high and value.low in (0, 1):
            return self.terms.true if value.low else self.terms.false
        return value.truth
