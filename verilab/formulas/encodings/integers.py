"""The encoding into mathematical integers, exact modulo 2^width.

Wherever the intervals show that the mathematical result stays in the type's range, the plain linear term is used: this is what
makes interpolants readable.  Otherwise the result is reduced into the range by a case split or by an auxiliary quotient variable.
Operators that linear integer arithmetic cannot express are approximated (``verilab.formulas.encodings.integer_approximation``).
"""

from __future__ import annotations

from collections.abc import Sequence

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT as INT_SORT
from pysmt.typing import PySMTType

from verilab.formulas.encodings import intervals
from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.encoding import Encoding
from verilab.formulas.encodings.integer_approximation import Approximations
from verilab.formulas.encodings.values import Value
from verilab.formulas.terms.linear import Linear
from verilab.program.types import IntType

MAX_CASES = 3
"""Reductions modulo 2^width with at most this many possible quotients are case splits."""
MAX_SHIFT_CASES = 8
MAX_MASK_RUNS = 4


class IntEncoding(Encoding):
    """Linear terms over the integers; ``linear`` makes them."""

    name = "int"

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.linear = Linear(self.terms)
        self._approximations = Approximations(self, self.linear)

    def sort(self, type: IntType) -> PySMTType:
        return INT_SORT

    def symbol_name(self, name: str, type: IntType) -> str:
        return name

    def constant_term(self, value: int, type: IntType) -> FNode:
        return self.terms.integer(value)

    def range_constraints(self, symbol: FNode, type: IntType) -> tuple[FNode, ...]:
        node, integer = self.terms.node, self.terms.integer
        return node(op.LE, (integer(type.minimum), symbol)), node(op.LE, (symbol, integer(type.maximum)))

    def equals(self, left: FNode, right: FNode) -> FNode:
        return self.linear.relation(op.EQUALS, left, right)

    def less(self, left: FNode, right: FNode, type: IntType) -> FNode:
        return self.linear.relation(op.LT, left, right)

    def less_equal(self, left: FNode, right: FNode, type: IntType) -> FNode:
        return self.linear.relation(op.LE, left, right)

    def negation(self, value: Value, type: IntType, definitions: Definitions) -> Value:
        term = self.linear.scaled(-1, self.term(value, type))
        return self.reduced(term, (-value.high, -value.low), type, value.size + 1, definitions)

    # ~x = -x - 1, which for an unsigned type is max - x modulo 2^w.
    def complement(self, value: Value, type: IntType) -> Value:
        top = -1 if type.signed else type.maximum
        term = self.linear.shifted(self.linear.scaled(-1, self.term(value, type)), top)
        return Value(term, top - value.high, top - value.low, value.size + 1)

    def conversion(self, value: Value, source: IntType, target: IntType, definitions: Definitions) -> Value:
        if target.minimum <= value.low and value.high <= target.maximum:
            return value
        return self.reduced(self.term(value, source), (value.low, value.high), target, value.size, definitions)

    # wrap(e) = e - 2^w k  with  min <= e - 2^w k <= max;  k lies between floor((low - min) / 2^w) and floor((high - min) / 2^w).
    def reduced(self, term: FNode, interval: tuple[int, int], type: IntType, size: int, definitions: Definitions) -> Value:
        """``term``, known to lie in ``interval``, modulo 2^width inside the type's range."""
        modulus = 1 << type.width
        first, last = (interval[0] - type.minimum) // modulus, (interval[1] - type.minimum) // modulus
        if first == last:
            offset = first * modulus
            return Value(self.linear.shifted(term, -offset), interval[0] - offset, interval[1] - offset, size)
        if last - first >= MAX_CASES:

            def in_range(quotient: FNode) -> Sequence[FNode]:
                return self.range_constraints(self.linear.difference(term, modulus, quotient), type)

            quotient = definitions.shared((term, modulus, type.minimum), "overflows", INT_SORT, in_range)
            return Value(self.linear.difference(term, modulus, quotient), type.minimum, type.maximum, size + 2)
        node, integer, shifted = self.terms.node, self.terms.integer, self.linear.shifted
        result = shifted(term, -last * modulus)
        for case in reversed(range(first, last)):
            fits = self.linear.relation(op.LE, term, integer(type.maximum + case * modulus))
            result = node(op.ITE, (fits, shifted(term, -case * modulus), result))
        return Value(result, type.minimum, type.maximum, 3 * size + 3)

    def arithmetic(self, operator: str, left: Value, right: Value, type: IntType, right_type: IntType, definitions: Definitions) -> Value:
        match operator:
            case "+" | "-":
                return self._sum(operator, left, right, type, definitions)
            case "*":
                return self._product(left, right, type, definitions)
            case "/" | "%":
                return self._division(operator, left, right, type, definitions)
            case "&" | "|" | "^":
                return self._bitwise(operator, left, right, type, definitions)
        return self._shift(operator, left, right, type, right_type, definitions)

    def _sum(self, operator: str, left: Value, right: Value, type: IntType, definitions: Definitions) -> Value:
        interval = intervals.mathematical(operator, (left.low, left.high), (right.low, right.high), type)
        add = self.linear.plus if operator == "+" else self.linear.minus
        return self.reduced(add(self.term(left, type), self.term(right, type)), interval, type, left.size + right.size + 1, definitions)

    def _product(self, left: Value, right: Value, type: IntType, definitions: Definitions) -> Value:
        if left.low == left.high:
            left, right = right, left
        interval = intervals.mathematical("*", (left.low, left.high), (right.low, right.high), type)
        if left.term is right.term and left.term is not None:
            interval = intervals.square((left.low, left.high))
        term = self.term(left, type)
        if right.low == right.high:
            return self.reduced(self.linear.scaled(right.low, term), interval, type, left.size + 1, definitions)
        for bit, other in ((left, right), (right, left)):
            if bit.low == 0 and bit.high == 1:
                return self.choose(self.truth(bit, type), other, self.constant(0, type), type)
        return self._approximations.product(left, right, interval, type, definitions)

    def _division(self, operator: str, left: Value, right: Value, type: IntType, definitions: Definitions) -> Value:
        interval = intervals.mathematical(operator, (left.low, left.high), (right.low, right.high), type)
        if right.low == right.high and right.low:
            quotient, rest = self.divided(left, right.low, type, definitions)
            if operator == "%":
                return Value(rest, *interval, left.size + 2)
            return self.reduced(quotient, interval, type, left.size + 2, definitions)
        return self._approximations.division(operator, left, right, interval, type, definitions)

    # e = d q + r  with  |r| < |d|  and r of e's sign (C11 6.5.5); q is the only auxiliary variable.
    def divided(self, left: Value, divisor: int, type: IntType, definitions: Definitions) -> tuple[FNode, FNode]:
        """Quotient and remainder of the division by a non-zero constant, truncating toward zero."""
        term, size = self.term(left, type), abs(divisor)
        if left.low >= 0:
            quotient, rest = self.floored(left, term, size, definitions)
        elif max(-left.low, left.high) < size:
            quotient, rest = self.terms.integer(0), term
        else:

            def truncates(quotient: FNode) -> Sequence[FNode]:
                return self._truncation(term, self.linear.difference(term, size, quotient), size)

            quotient = definitions.shared((term, size, "truncated"), "quotient", INT_SORT, truncates)
            rest = self.linear.difference(term, size, quotient)
        return (self.linear.scaled(-1, quotient) if divisor < 0 else quotient), rest

    def _truncation(self, term: FNode, rest: FNode, size: int) -> tuple[FNode, ...]:
        terms, relation, integer = self.terms, self.linear.relation, self.terms.integer
        zero = integer(0)
        negative = relation(op.LT, term, zero)
        return (
            relation(op.LT, integer(-size), rest),
            relation(op.LT, rest, integer(size)),
            terms.disjunction((negative, relation(op.LE, zero, rest))),
            terms.disjunction((terms.negation(negative), relation(op.LE, rest, zero))),
        )

    # e = d q + r  with  0 <= r < d.
    def floored(self, left: Value, term: FNode, divisor: int, definitions: Definitions) -> tuple[FNode, FNode]:
        """Quotient and remainder of the division by a positive constant, rounding down."""
        if left.low // divisor == left.high // divisor:
            case = left.low // divisor
            return self.terms.integer(case), self.linear.shifted(term, -case * divisor)

        def rounds_down(quotient: FNode) -> Sequence[FNode]:
            rest, relation = self.linear.difference(term, divisor, quotient), self.linear.relation
            return relation(op.LE, self.terms.integer(0), rest), relation(op.LT, rest, self.terms.integer(divisor))

        quotient = definitions.shared((term, divisor, "floored"), "quotient", INT_SORT, rounds_down)
        return quotient, self.linear.difference(term, divisor, quotient)

    # x | y = x + y - (x & y),   x ^ y = x + y - 2 (x & y):  exact on two's complement integers, whatever the signs.
    def _bitwise(self, operator: str, left: Value, right: Value, type: IntType, definitions: Definitions) -> Value:
        common = self._and(left, right, type, definitions)
        if operator == "&":
            return common
        interval = intervals.mathematical(operator, (left.low, left.high), (right.low, right.high), type)
        both = self.linear.plus(self.term(left, type), self.term(right, type))
        factor = 1 if operator == "|" else 2
        term = self.linear.minus(both, self.linear.scaled(factor, self.term(common, type)))
        return Value(term, max(interval[0], type.minimum), min(interval[1], type.maximum), left.size + right.size + common.size + 2)

    def _and(self, left: Value, right: Value, type: IntType, definitions: Definitions) -> Value:
        if left.low == left.high:
            left, right = right, left
        if left.term is right.term and left.term is not None:
            return left
        if self._disjoint(left, right, type) or self._disjoint(right, left, type):
            return self.constant(0, type)
        if right.low == right.high:
            masked = self._masked(left, right.low, type, definitions)
            if masked is not None:
                return masked
        for bit, other in ((left, right), (right, left)):
            if bit.low >= 0 and bit.high <= 1:
                low_bit = self._masked(other, 1, type, definitions)
                assert low_bit is not None
                return self.choose(self.truth(bit, type), low_bit, self.constant(0, type), type)
        return self._approximations.conjunction(left, right, type, definitions)

    def _disjoint(self, high: Value, low: Value, type: IntType) -> bool:
        """Whether one operand has zeros wherever the other has bits, as in ``byte << 8 | byte``."""
        return low.low >= 0 and self.linear.low_zeros(self.term(high, type)) >= low.high.bit_length()

    # x & (2^j - 2^i) = (x mod 2^j) - (x mod 2^i);  x & c = x - (x & ~c) for c < 0.
    def _masked(self, value: Value, mask: int, type: IntType, definitions: Definitions) -> Value | None:
        """``value & mask``; None where the mask has too many runs of ones."""
        interval = intervals.conjunction((value.low, value.high), (mask, mask))
        term, kept = self.term(value, type), mask if mask >= 0 else ~mask
        if value.low >= 0:
            kept &= (1 << value.high.bit_length()) - 1
        runs = _runs(kept)
        if len(runs) > MAX_MASK_RUNS:
            return None
        result = self.terms.integer(0)
        for start, end in runs:
            upper = self.floored(value, term, 1 << end, definitions)[1]
            lower = self.floored(value, term, 1 << start, definitions)[1] if start else self.terms.integer(0)
            result = self.linear.plus(result, self.linear.minus(upper, lower))
        if mask < 0:
            result = self.linear.minus(term, result)
        if result is term:
            return value
        return Value(result, *interval, value.size + 3 * len(runs))

    # x << d = wrap(2^d x),   x >> d = floor(x / 2^d);   d = y mod w, by cases where y is not constant.
    def _shift(self, operator: str, left: Value, right: Value, type: IntType, right_type: IntType, definitions: Definitions) -> Value:
        if right.low // type.width == right.high // type.width:
            offset = right.low // type.width * type.width
            first, last = right.low - offset, right.high - offset
            if last - first < MAX_SHIFT_CASES or left.low == left.high:
                result = self._shifted(operator, left, last, type, definitions)
                distance = self.term(right, right_type)
                for case in reversed(range(first, last)):
                    taken = self.equals(distance, self.terms.integer(case + offset))
                    result = self.choose(taken, self._shifted(operator, left, case, type, definitions), result, type)
                return result
        return self._approximations.shift(operator, left, right, type, definitions)

    def _shifted(self, operator: str, left: Value, distance: int, type: IntType, definitions: Definitions) -> Value:
        factor = 1 << distance
        if left.low == left.high:
            return self.constant(type.wrap(left.low * factor) if operator == "<<" else left.low >> distance, type)
        if not distance:
            return left
        term = self.term(left, type)
        if operator == "<<":
            interval = left.low * factor, left.high * factor
            return self.reduced(self.linear.scaled(factor, term), interval, type, left.size + 1, definitions)
        quotient = self.floored(left, term, factor, definitions)[0]
        return Value(quotient, left.low >> distance, left.high >> distance, left.size + 2)


def _runs(mask: int) -> list[tuple[int, int]]:
    """The maximal runs [start, end) of ones in a non-negative mask, lowest first."""
    runs = []
    position = 0
    while mask >> position:
        if mask >> position & 1:
            start = position
            while mask >> position & 1:
                position += 1
            runs.append((start, position))
        else:
            position += 1
    return runs
