"""Bounds for the operators that linear integer arithmetic cannot express.

The result is a fresh symbol r.  What is asserted about it has the form ``operands within their intervals => facts``: the intervals
hold on the paths that reach the operator only, and a definition must be total (see ``verilab.formulas.encodings.definitions``).
"""

from __future__ import annotations

from collections.abc import Sequence

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import INT as INT_SORT

from verilab.formulas.encodings import intervals
from verilab.formulas.encodings.definitions import APPROXIMATED, Definitions
from verilab.formulas.encodings.encoding import Encoding
from verilab.formulas.encodings.values import Value
from verilab.formulas.terms.linear import Linear
from verilab.program.types import IntType


class _Approximation:
    """Collects the facts about one approximated result."""

    def __init__(
        self,
        encoding: Encoding,
        linear: Linear,
        operands: Sequence[tuple[Value, FNode]],
        hint: str,
        type: IntType,
        definitions: Definitions,
    ) -> None:
        self.encoding, self.linear, self.type, self.definitions, self.operands = encoding, linear, type, definitions, operands
        # The same operator on the same operands has the same result.
        key = (hint, type, *(term for _, term in operands))
        self.symbol = definitions.shared(key, hint, INT_SORT, lambda symbol: (), APPROXIMATED)
        self.facts: list[FNode] = []

    def relation(self, kind: int, left: FNode, right: FNode) -> FNode:
        return self.linear.relation(kind, left, right)

    def at_most(self, left: FNode, right: FNode) -> None:
        self.facts.append(self.relation(op.LE, left, right))

    def when(self, premise: FNode, conclusion: FNode) -> None:
        self.facts.append(self.encoding.terms.implication(premise, conclusion))

    def constant(self, value: int) -> FNode:
        return self.encoding.terms.integer(value)

    def finish(self, interval: tuple[int, int], size: int) -> Value:
        """The result, whose interval (intersected with the type's range) is a fact too."""
        low, high = max(interval[0], self.type.minimum), min(interval[1], self.type.maximum)
        if interval[0] < self.type.minimum or interval[1] > self.type.maximum:
            low, high = self.type.minimum, self.type.maximum
        self.at_most(self.constant(low), self.symbol)
        self.at_most(self.symbol, self.constant(high))
        if self.definitions.constraints[self.symbol]:
            return Value(self.symbol, low, high, size)
        terms = self.encoding.terms
        within = [
            self.relation(op.LE, *pair)
            for value, term in self.operands
            for pair in ((self.constant(value.low), term), (term, self.constant(value.high)))
        ]
        premise, facts = terms.conjunction(within), terms.conjunction(self.facts)
        ranges = self.encoding.range_constraints(self.symbol, self.type)
        self.definitions.constraints[self.symbol] = (*ranges, terms.implication(premise, facts))
        return Value(self.symbol, low, high, size)


class Approximations:
    """The approximations of one encoding into the integers, whose linear terms are ``linear``'s."""

    def __init__(self, encoding: Encoding, linear: Linear) -> None:
        self.encoding = encoding
        self.linear = linear

    # r = x y:  x = 0 => r = 0,  x = 1 => r = y,  x = -1 and no overflow => r = -y, and symmetrically.
    def product(self, left: Value, right: Value, interval: tuple[int, int], type: IntType, definitions: Definitions) -> Value:
        """The product of two unknowns, modulo 2^width."""
        first, second = self.encoding.term(left, type), self.encoding.term(right, type)
        result = _Approximation(self.encoding, self.linear, ((left, first), (right, second)), "product", type, definitions)
        fits = type.minimum <= interval[0] and interval[1] <= type.maximum
        zero = result.constant(0)
        for value, factor, other in ((left, first, second), (right, second, first)):
            for case, product in ((0, zero), (1, other)):
                if value.low <= case <= value.high:
                    result.when(
                        result.relation(op.EQUALS, factor, result.constant(case)), result.relation(op.EQUALS, result.symbol, product)
                    )
        if fits and left.low >= 1 and right.low >= 0:
            result.at_most(second, result.symbol)
        if fits and right.low >= 1 and left.low >= 0:
            result.at_most(first, result.symbol)
        return result.finish(interval, 0)

    # 0 <= x, 0 < y:  0 <= x / y <= x,   0 <= x % y <= min(x, y - 1);   in general |x % y| <= |x|, with x's sign.
    def division(
        self, operator: str, left: Value, right: Value, interval: tuple[int, int], type: IntType, definitions: Definitions
    ) -> Value:
        """The quotient or remainder by an unknown divisor; any value of the type where the divisor is zero."""
        dividend, divisor = self.encoding.term(left, type), self.encoding.term(right, type)
        result = _Approximation(
            self.encoding,
            self.linear,
            ((left, dividend), (right, divisor)),
            "quotient" if operator == "/" else "remainder",
            type,
            definitions,
        )
        zero = result.constant(0)
        if operator == "/":
            if left.low >= 0 and right.low >= 0:
                result.at_most(zero, result.symbol)
                result.at_most(result.symbol, dividend)
            result.when(result.relation(op.EQUALS, divisor, result.constant(1)), result.relation(op.EQUALS, result.symbol, dividend))
            if right.low >= 0:
                smaller = self.encoding.terms.conjunction(
                    (result.relation(op.LE, zero, dividend), result.relation(op.LT, dividend, divisor))
                )
                result.when(smaller, result.relation(op.EQUALS, result.symbol, zero))
        else:
            nonnegative = result.relation(op.LE, zero, dividend) if left.low < 0 else self.encoding.terms.true
            result.when(nonnegative, result.relation(op.LE, zero, result.symbol))
            result.when(nonnegative, result.relation(op.LE, result.symbol, dividend))
            if left.low < 0:
                negative = self.encoding.terms.negation(nonnegative)
                result.when(negative, result.relation(op.LE, dividend, result.symbol))
                result.when(negative, result.relation(op.LE, result.symbol, zero))
            if right.low >= 0:
                positive = result.relation(op.LT, zero, divisor)
                result.when(positive, result.relation(op.LT, result.symbol, divisor))
                smaller = self.encoding.terms.conjunction((nonnegative, result.relation(op.LT, dividend, divisor)))
                result.when(smaller, result.relation(op.EQUALS, result.symbol, dividend))
        if right.low <= 0 <= right.high:
            premise = self.encoding.terms.negation(result.relation(op.EQUALS, divisor, zero))
            result.facts = [self.encoding.terms.implication(premise, fact) for fact in result.facts]
        return result.finish(interval, 0)

    # x, y >= 0:  0 <= r <= min(x, y)  and  x + y - r = x | y < 2^k;   x >= 0 > y:  0 <= r <= x;   y < 0:  r <= x.
    def conjunction(self, left: Value, right: Value, type: IntType, definitions: Definitions) -> Value:
        """``left & right`` of two unknowns."""
        first, second = self.encoding.term(left, type), self.encoding.term(right, type)
        result = _Approximation(self.encoding, self.linear, ((left, first), (right, second)), "and", type, definitions)
        zero = result.constant(0)
        for value, term, other in ((left, first, second), (right, second, first)):
            nonnegative = result.relation(op.LE, zero, term) if value.low < 0 else self.encoding.terms.true
            if value.high >= 0:
                result.when(nonnegative, result.relation(op.LE, result.symbol, term))
                result.when(nonnegative, result.relation(op.LE, zero, result.symbol))
            if value.high < 0:
                result.at_most(result.symbol, other)
            if value.low <= 0 <= value.high:
                result.when(result.relation(op.EQUALS, term, zero), result.relation(op.EQUALS, result.symbol, zero))
        if left.low >= 0 and right.low >= 0:
            top = (1 << max(left.high, right.high).bit_length()) - 1
            result.at_most(self.linear.shifted(self.linear.plus(first, second), -top), result.symbol)
        result.when(result.relation(op.EQUALS, first, second), result.relation(op.EQUALS, result.symbol, first))
        return result.finish(intervals.conjunction((left.low, left.high), (right.low, right.high)), 0)

    # x >= 0:  0 <= x >> d <= x;   x < 0:  x <= x >> d < 0;   nothing is known of an overflowing x << d.
    def shift(self, operator: str, left: Value, right: Value, type: IntType, definitions: Definitions) -> Value:
        """A shift by an unknown distance."""
        term = self.encoding.term(left, type)
        distance = self.encoding.term(right, type)
        hint = "left" if operator == "<<" else "right"
        result = _Approximation(self.encoding, self.linear, ((left, term), (right, distance)), hint, type, definitions)
        zero = result.constant(0)
        bounds = (left.low, left.high)
        distances = intervals.distances((right.low, right.high), type.width)
        if operator == ">>":
            nonnegative = result.relation(op.LE, zero, term) if left.low < 0 else self.encoding.terms.true
            result.when(nonnegative, result.relation(op.LE, zero, result.symbol))
            result.when(nonnegative, result.relation(op.LE, result.symbol, term))
            if left.low < 0:
                negative = self.encoding.terms.negation(nonnegative)
                result.when(negative, result.relation(op.LE, term, result.symbol))
                result.when(negative, result.relation(op.LT, result.symbol, zero))
            return result.finish(intervals.shift_right(bounds, distances), 0)
        result.when(result.relation(op.EQUALS, term, zero), result.relation(op.EQUALS, result.symbol, zero))
        return result.finish(intervals.shift_left(bounds, distances), 0)
