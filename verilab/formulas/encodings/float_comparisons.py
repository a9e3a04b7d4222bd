"""Comparisons of floating-point numbers as comparisons of their patterns.

S is the pattern of -0, I that of infinity.  Patterns below S are ordered as their numbers are, those from S on the other way round:

    p is a NaN  <=>  I < p < S  or  S + I < p
    p < q       <=>  no NaN, and   p < q < S   or   q < p, S <= q   or   q < S <= p and not both are zeros
    p = q       <=>  no NaN, and   the same pattern or both zeros
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pysmt.fnode import FNode

from verilab.formulas.encodings.values import Value
from verilab.program.expressions import FloatOperator
from verilab.program.floats import format_of
from verilab.program.types import IntType

if TYPE_CHECKING:
    from verilab.formulas.encodings.encoding import Encoding


def comparison(encoding: Encoding, operator: FloatOperator, left: Value, right: Value, type: IntType) -> FNode:
    """EQUAL, LESS or LESS_EQUAL of two patterns of ``type`` as a formula."""
    compared = _Compared(encoding, left, right, type)
    match operator:
        case FloatOperator.EQUAL:
            order = compared.equal()
        case FloatOperator.LESS:
            order = compared.less()
        case _:
            order = encoding.terms.disjunction((compared.less(), compared.equal()))
    return encoding.terms.conjunction((compared.number(left), compared.number(right), order))


class _Compared:
    def __init__(self, encoding: Encoding, left: Value, right: Value, type: IntType) -> None:
        self._encoding, self._left, self._right, self._type = encoding, left, right, type
        self._format = format_of(type)

    def _relation(self, operator: str, value: Value, other: Value | int) -> FNode:
        second = self._encoding.constant(other, self._type) if isinstance(other, int) else other
        return self._encoding.compare(operator, value, second, self._type)

    def number(self, value: Value) -> FNode:
        """Not a NaN."""
        terms, sign, infinity = self._encoding.terms, self._format.sign, self._format.infinity
        positive = self._relation("<=", value, infinity)
        negative = terms.conjunction((self._relation(">=", value, sign), self._relation("<=", value, sign | infinity)))
        return terms.disjunction((positive, negative))

    def _is_negative(self, value: Value) -> FNode:
        return self._relation(">=", value, self._format.sign)

    def _is_zero(self, value: Value) -> FNode:
        return self._encoding.terms.disjunction((self._relation("==", value, 0), self._relation("==", value, self._format.sign)))

    def equal(self) -> FNode:
        terms = self._encoding.terms
        zeros = terms.conjunction((self._is_zero(self._left), self._is_zero(self._right)))
        return terms.disjunction((self._relation("==", self._left, self._right), zeros))

    def less(self) -> FNode:
        terms, left, right, sign = self._encoding.terms, self._left, self._right, self._format.sign
        below = self._is_negative(left)
        above = terms.negation(self._is_negative(right))
        both_positive = terms.conjunction((self._relation("<", left, right), above))
        both_negative = terms.conjunction((self._relation("<", right, left), self._relation(">=", right, sign)))
        zeros = terms.conjunction((self._relation("==", left, sign), self._relation("==", right, 0)))
        return terms.disjunction((both_positive, both_negative, terms.conjunction((below, above, terms.negation(zeros)))))
