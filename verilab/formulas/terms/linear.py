"""Linear integer terms with their constants collected: x + 1 + 1 becomes x + 2, and x + 2 <= 7 becomes x <= 5.

A term is seen as ``base + offset``, the offset being the constant last argument of a sum.
"""

from __future__ import annotations

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms

UNBOUNDED = 1 << 16
"""More bits than any type has."""


class Linear:
    """Constructors of linear terms and relations over integers."""

    __slots__ = ("_node", "_terms", "_zero")

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._node = terms.node
        self._zero = terms.integer(0)

    def split(self, term: FNode) -> tuple[FNode | None, int]:
        """(base, offset); the base of a constant is None."""
        kind = term.node_type()
        if kind == op.INT_CONSTANT:
            return None, term.constant_value()
        if kind == op.PLUS:
            arguments = term.args()
            if arguments[-1].node_type() == op.INT_CONSTANT:
                base = arguments[0] if len(arguments) == 2 else self._node(op.PLUS, arguments[:-1])
                return base, arguments[-1].constant_value()
        return term, 0

    def joined(self, base: FNode | None, offset: int) -> FNode:
        """``base + offset``; ``base`` has no offset of its own."""
        if base is None:
            return self._terms.integer(offset)
        if not offset:
            return base
        return self._node(op.PLUS, (base, self._terms.integer(offset)))

    def shifted(self, term: FNode, offset: int) -> FNode:
        """``term + offset``."""
        if not offset:
            return term
        base, own = self.split(term)
        return self.joined(base, own + offset)

    def plus(self, left: FNode, right: FNode) -> FNode:
        first, offset = self.split(left)
        second, other = self.split(right)
        if first is None or second is None:
            return self.joined(second if first is None else first, offset + other)
        return self.joined(self._node(op.PLUS, (first, second)), offset + other)

    def minus(self, left: FNode, right: FNode) -> FNode:
        first, offset = self.split(left)
        second, other = self.split(right)
        if second is None:
            return self.joined(first, offset - other)
        if first is second:
            return self._terms.integer(offset - other)
        if first is None:
            return self.joined(self.scaled(-1, second), offset - other)
        return self.joined(self._node(op.MINUS, (first, second)), offset - other)

    def scaled(self, factor: int, term: FNode) -> FNode:
        """``factor * term``."""
        if factor == 1:
            return term
        base, offset = self.split(term)
        if base is None or not factor:
            return self._terms.integer(factor * offset)
        if base.node_type() == op.TIMES and base.arg(0).node_type() == op.INT_CONSTANT:
            factor, offset = factor * base.arg(0).constant_value(), factor * offset
            base = base.arg(1)
            return self.joined(base if factor == 1 else self._node(op.TIMES, (self._terms.integer(factor), base)), offset)
        return self.joined(self._node(op.TIMES, (self._terms.integer(factor), base)), factor * offset)

    # 2^k divides c t if it divides c or t, a sum if it divides all parts, a choice if it divides both results.
    def low_zeros(self, term: FNode, depth: int = 6) -> int:
        """A number of low bits that are surely zero; parts deeper than ``depth`` are not looked at."""
        kind = term.node_type()
        if kind == op.INT_CONSTANT:
            value = term.constant_value()
            return (value & -value).bit_length() - 1 if value else UNBOUNDED
        if not depth:
            return 0
        if kind == op.TIMES:
            return sum([self.low_zeros(factor, depth - 1) for factor in term.args()])
        if kind in (op.PLUS, op.MINUS):
            return min([self.low_zeros(part, depth - 1) for part in term.args()])
        if kind == op.ITE:
            return min(self.low_zeros(term.arg(1), depth - 1), self.low_zeros(term.arg(2), depth - 1))
        return 0

    def difference(self, term: FNode, factor: int, other: FNode) -> FNode:
        """``term - factor * other``."""
        return self.minus(term, self.scaled(factor, other))

    def relation(self, kind: int, left: FNode, right: FNode) -> FNode:
        """``left ~ right`` for EQUALS, LE or LT, with the offsets on the side that needs fewer operators."""
        terms = self._terms
        first, offset = self.split(left)
        second, other = self.split(right)
        if first is second:
            holds = {op.EQUALS: offset == other, op.LE: offset <= other, op.LT: offset < other}[kind]
            return terms.true if holds else terms.false
        if offset:
            if first is None:
                left, right = terms.integer(offset - other), second
            else:
                left, right = first, self.joined(second, other - offset)
        elif first is None and other:
            left, right = terms.integer(-other), second
        return self._node(kind, (left, right))
