"""Machine operators over mathematical integers: each wraps for itself, by a fresh result and, where needed, a fresh quotient.

    x mod m in type T:        t = r + 2^w q,  min <= r <= max
    x & mask (constant):      the sum over the runs of ones [a, b) of  (x mod 2^b) - (x mod 2^a);   x & m = x - (x & ~m) for m < 0
    x | m = x + m - (x & m),  x ^ m = x + m - 2 (x & m),   x >> k = floor(x / 2^k),   x << k = x 2^k wrapped
    x / c, x % c:             x = c q + r  with |r| < |c| and r of x's sign

Products of unknowns, divisions and shifts by unknowns and bitwise operators of two unknowns have an arbitrary result.
"""

from __future__ import annotations

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import INT as INT_SORT
from pysmt.typing import PySMTType

from verilab.evidence.naive.operators import Operators
from verilab.program import semantics
from verilab.program.types import IntType


class Integers(Operators):
    name = "int"

    def sort(self, type: IntType) -> PySMTType:
        return INT_SORT

    def symbol_name(self, name: str, type: IntType) -> str:
        return name

    def ranges(self, symbol: FNode, type: IntType) -> tuple[FNode, ...]:
        return self._at_most(self._number(type.minimum), symbol), self._at_most(symbol, self._number(type.maximum))

    def constant(self, value: int, type: IntType) -> FNode:
        return self._number(value)

    def less(self, left: FNode, right: FNode, type: IntType) -> FNode:
        return self.terms.node(op.LT, (left, right))

    def _number(self, value: int) -> FNode:
        return self.terms.integer(value)

    def _at_most(self, left: FNode, right: FNode) -> FNode:
        return self.terms.node(op.LE, (left, right))

    def _plus(self, *parts: FNode) -> FNode:
        if len(parts) < 2:  # a mask with one bit, or none
            return parts[0] if parts else self._number(0)
        return self.terms.node(op.PLUS, parts)

    def _times(self, factor: int, term: FNode) -> FNode:
        return self.terms.node(op.TIMES, (self._number(factor), term))

    def _integer(self) -> FNode:
        """A fresh unbounded integer."""
        self._count += 1
        return self.terms.symbol(f"naive!{self._count}", INT_SORT)

    def negative(self, operand: FNode, type: IntType) -> FNode:
        return self._wrapped(self._times(-1, operand), type)

    def complement(self, operand: FNode, type: IntType) -> FNode:
        return self._plus(self._number(-1 if type.signed else type.maximum), self._times(-1, operand))

    def cast(self, operand: FNode, source: IntType, target: IntType) -> FNode:
        if operand.is_constant():
            return self._number(target.wrap(operand.constant_value()))
        if self.known_truth(operand) is not None and target.maximum >= 1:
            return operand
        if target.minimum <= source.minimum and source.maximum <= target.maximum:
            return operand
        return self._wrapped(operand, target)

    def _wrapped(self, term: FNode, type: IntType) -> FNode:
        """``term`` modulo 2^w among the values of the type."""
        if term.is_constant():
            return self._number(type.wrap(term.constant_value()))
        result, quotient = self.fresh(type), self._integer()
        self.sides.append(self.equal(term, self._plus(result, self._times(1 << type.width, quotient))))
        return result

    def _low_bits(self, term: FNode, bits: int) -> tuple[FNode, FNode]:
        """The remainder and the quotient of ``term`` by 2^bits, rounded down."""
        if not bits:
            return self._number(0), term
        rest, quotient = self._integer(), self._integer()
        self.sides += [
            self._at_most(self._number(0), rest),
            self._at_most(rest, self._number((1 << bits) - 1)),
            self.equal(term, self._plus(rest, self._times(1 << bits, quotient))),
        ]
        return rest, quotient

    def arithmetic(self, operator: str, left: FNode, right: FNode, type: IntType, right_type: IntType) -> FNode:
        if left.is_constant() and right.is_constant():
            value = semantics.binary(operator, left.constant_value(), right.constant_value(), type)
            return self.fresh(type) if value is None else self._number(value)
        match operator:
            case "+":
                return self._wrapped(self._plus(left, right), type)
            case "-":
                return self._wrapped(self._plus(left, self._times(-1, right)), type)
            case "*":
                if left.is_constant() or right.is_constant():
                    factor, term = (left, right) if left.is_constant() else (right, left)
                    return self._wrapped(self._times(factor.constant_value(), term), type)
            case "/" | "%":
                if right.is_constant():
                    return self._divided(operator, left, right.constant_value(), type)
            case "&" | "|" | "^":
                return self._bitwise(operator, left, right, type)
            case _:
                if right.is_constant():
                    return self._shifted(operator, left, right.constant_value() % type.width, type)
        return self.arbitrary(type)

    def _divided(self, operator: str, dividend: FNode, divisor: int, type: IntType) -> FNode:
        if not divisor:
            return self.fresh(type)
        quotient, rest = self._integer(), self._integer()
        zero, bound = self._number(0), self._number(abs(divisor))
        positive = self._at_most(zero, dividend)
        self.sides += [
            self.equal(dividend, self._plus(self._times(divisor, quotient), rest)),
            self.terms.implication(positive, self.terms.conjunction((self._at_most(zero, rest), self.terms.node(op.LT, (rest, bound))))),
            self.terms.implication(
                self.terms.negation(positive),
                self.terms.conjunction((self._at_most(rest, zero), self.terms.node(op.LT, (self._number(-abs(divisor)), rest)))),
            ),
        ]
        return rest if operator == "%" else self._wrapped(quotient, type)

    def _bitwise(self, operator: str, left: FNode, right: FNode, type: IntType) -> FNode:
        first, second = self.known_truth(left), self.known_truth(right)
        if first is not None and second is not None:
            kind = {"&": op.AND, "|": op.OR, "^": op.IFF}[operator]
            both = self.terms.node(kind, (first, second))
            return self.of_truth(self.terms.negation(both) if operator == "^" else both, type)
        if not (left.is_constant() or right.is_constant()):
            return self.arbitrary(type)
        term, mask = (right, left.constant_value()) if left.is_constant() else (left, right.constant_value())
        common = self._masked(term, mask)
        if operator == "&":
            return common
        return self._plus(term, self._number(mask), self._times(-1 if operator == "|" else -2, common))

    def _masked(self, term: FNode, mask: int) -> FNode:
        if mask < 0:
            return self._plus(term, self._times(-1, self._masked(term, ~mask)))
        parts: list[FNode] = [self._number(0)]
        start = 0
        while mask >> start:
            while not mask >> start & 1:
                start += 1
            end = start
            while mask >> end & 1:
                end += 1
            parts += [self._low_bits(term, end)[0], self._times(-1, self._low_bits(term, start)[0])]
            start = end
        return self._plus(*parts)

    def _shifted(self, operator: str, term: FNode, distance: int, type: IntType) -> FNode:
        if operator == "<<":
            return self._wrapped(self._times(1 << distance, term), type)
        return self._low_bits(term, distance)[1]
