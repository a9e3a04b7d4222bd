"""The bit-precise encoding: every machine integer is a bit vector of its width, signedness chooses the operators.

Intervals are those of the integer values; they only fold constants and decide comparisons.
"""

from __future__ import annotations

from collections.abc import Sequence

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import BVType, PySMTType

from verilab.formulas.encodings import intervals
from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.encoding import Encoding
from verilab.formulas.encodings.float_circuits import Circuits, has_circuit
from verilab.formulas.encodings.values import Value
from verilab.program.expressions import FloatOperation
from verilab.program.types import IntType

_PLAIN = {"+": op.BV_ADD, "-": op.BV_SUB, "*": op.BV_MUL, "&": op.BV_AND, "|": op.BV_OR, "^": op.BV_XOR, "<<": op.BV_LSHL}
_SIGNED = {"/": op.BV_SDIV, "%": op.BV_SREM, ">>": op.BV_ASHR}
_UNSIGNED = {"/": op.BV_UDIV, "%": op.BV_UREM, ">>": op.BV_LSHR}


class BitVectorEncoding(Encoding):
    """Exact for every operator on integers, and for the floating-point operations that have circuits."""

    name = "bv"

    def sort(self, type: IntType) -> PySMTType:
        return BVType(type.width)

    def symbol_name(self, name: str, type: IntType) -> str:
        return f"{name}:{type.width}"

    def constant_term(self, value: int, type: IntType) -> FNode:
        return self.terms.bit_vector(value, type.width)

    def range_constraints(self, symbol: FNode, type: IntType) -> tuple[FNode, ...]:
        return ()

    def equals(self, left: FNode, right: FNode) -> FNode:
        if left is right:
            return self.terms.true
        return self.terms.node(op.EQUALS, (left, right))

    def less(self, left: FNode, right: FNode, type: IntType) -> FNode:
        if left is right:
            return self.terms.false
        return self.terms.node(op.BV_SLT if type.signed else op.BV_ULT, (left, right))

    def less_equal(self, left: FNode, right: FNode, type: IntType) -> FNode:
        if left is right:
            return self.terms.true
        return self.terms.node(op.BV_SLE if type.signed else op.BV_ULE, (left, right))

    def negation(self, value: Value, type: IntType, definitions: Definitions) -> Value:
        term = self.terms.node(op.BV_NEG, (self.term(value, type),), (type.width,))
        return _bounded(term, (-value.high, -value.low), type, value.size + 1)

    def complement(self, value: Value, type: IntType) -> Value:
        top = -1 if type.signed else type.maximum
        term = self.terms.node(op.BV_NOT, (self.term(value, type),), (type.width,))
        return Value(term, top - value.high, top - value.low, value.size + 1)

    def conversion(self, value: Value, source: IntType, target: IntType, definitions: Definitions) -> Value:
        term = self.resized(self.term(value, source), source, target.width)
        interval = value.low, value.high
        modulus = 1 << target.width
        first, last = (value.low - target.minimum) // modulus, (value.high - target.minimum) // modulus
        if first == last:
            interval = value.low - first * modulus, value.high - first * modulus
        return _bounded(term, interval, target, value.size + 1)

    def float_arithmetic(self, node: FloatOperation, operands: Sequence[Value], definitions: Definitions) -> Value:
        """By a circuit where there is one; a symbol of its own stands for what comes out."""
        if not has_circuit(node):
            return super().float_arithmetic(node, operands, definitions)
        terms = [self.term(operand, part.type) for operand, part in zip(operands, node.operands, strict=True)]
        key = (node.operator, node.operands[0].type, node.type, *terms)
        circuit = Circuits(self.terms)
        symbol = definitions.shared(
            key,
            f"float_{node.operator.name.lower()}",
            self.sort(node.type),
            lambda symbol: (self.equals(symbol, circuit.operation(node, terms)),),
        )
        return self.symbolic(symbol, node.type)

    def resized(self, term: FNode, source: IntType, width: int) -> FNode:
        """Truncated, or extended by the source's signedness, to ``width`` bits."""
        if width < source.width:
            return self.terms.node(op.BV_EXTRACT, (term,), (width, 0, width - 1))
        if width > source.width:
            return self.terms.node(op.BV_SEXT if source.signed else op.BV_ZEXT, (term,), (width, width - source.width))
        return term

    def arithmetic(self, operator: str, left: Value, right: Value, type: IntType, right_type: IntType, definitions: Definitions) -> Value:
        first = self.term(left, type)
        if operator in ("<<", ">>"):
            if right.low == right.high:
                distance = right.low % type.width
                if not distance:
                    return left
                second = self.terms.bit_vector(distance, type.width)
            else:
                second = self._distance(right, type, right_type)
        else:
            second = self.term(right, type)
        kind = _PLAIN.get(operator)
        if kind is None:
            kind = (_SIGNED if type.signed else _UNSIGNED)[operator]
        interval = intervals.mathematical(operator, (left.low, left.high), (right.low, right.high), type)
        if operator == "*" and first is second:
            interval = intervals.square((left.low, left.high))
        if operator in ("/", "%") and right.low <= 0 <= right.high:
            # SMT-LIB gives x / 0 and x % 0 values outside of C's intervals.
            interval = type.minimum, type.maximum
        return _bounded(self.terms.node(kind, (first, second), (type.width,)), interval, type, left.size + right.size + 1)

    # d mod w: the low bits of d where w is a power of two; else d srem w, plus w where that is negative, in enough bits for both.
    def _distance(self, value: Value, type: IntType, distance_type: IntType) -> FNode:
        """A shift distance modulo the width, as a bit vector of the shifted operand's width."""
        terms, width = self.terms, type.width
        term = self.term(value, distance_type)
        if width & (width - 1) == 0:
            bits = width.bit_length() - 1
            if bits == 0:
                return terms.bit_vector(0, width)
            low = self.resized(term, distance_type, bits)
            return self.resized(low, IntType(bits, False), width)
        wide = max(distance_type.width, width) + 1
        extended = self.resized(term, distance_type, wide)
        size = terms.bit_vector(width, wide)
        rest = terms.node(op.BV_SREM, (extended, size), (wide,))
        negative = terms.node(op.BV_SLT, (rest, terms.bit_vector(0, wide)))
        result = terms.choice(negative, terms.node(op.BV_ADD, (rest, size), (wide,)), rest)
        return self.resized(result, IntType(wide, True), width)


def _bounded(term: FNode, interval: tuple[int, int], type: IntType, size: int) -> Value:
    """The value of a wrapping operator: its mathematical interval where that fits the type, else the type's range."""
    low, high = interval
    if low < type.minimum or high > type.maximum:
        low, high = type.minimum, type.maximum
    return Value(term, low, high, size)
