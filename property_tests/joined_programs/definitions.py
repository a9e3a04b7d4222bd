"""The values that the definitions of a block give to its auxiliary symbols, without a solver.

Definitions are in the order of creation and speak of older symbols: equations and equivalences under conditions, and linear bounds
of quotients.  A symbol that its definition leaves open (an input on a way not taken, an approximated result) gets some value within
its bounds: whoever finds the block's formula true under these values has found it satisfiable, and where no symbol was left open it
has no other solution.
"""

from __future__ import annotations

from collections.abc import Mapping

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.blocks.block import Block
from verilab.formulas.terms.inspection import Evaluation, ValueOf


class Solution:
    """``holds`` and ``value`` evaluate under entry values, inputs and what the definitions make of them; ``guessed``: a symbol was open."""

    def __init__(self, block: Block, entry: ValueOf, inputs: Mapping[FNode, int]) -> None:
        definitions = block._dag.definitions
        self._evaluation = evaluation = Evaluation(entry)
        self.holds, self.value = evaluation.holds, evaluation.value
        self.guessed = False
        for symbol, value in inputs.items():
            evaluation.assign(symbol, value)
        for symbol in definitions.order:
            if symbol in inputs:
                continue
            self._symbol = symbol
            self._fixed: int | None = None
            self._low: int | None = None
            self._high: int | None = None
            for constraint in definitions.constraints[symbol]:
                self._admit(constraint)
            evaluation.assign(symbol, self._chosen())

    def _chosen(self) -> int:
        if self._fixed is not None:
            return self._fixed
        low, high = self._low, self._high
        if low is not None and low == high:
            return low
        self.guessed = True
        if self._symbol.symbol_type().is_int_type():
            zero_fits = (low is None or low <= 0) and (high is None or high >= 0)
            return 0 if zero_fits else low if low is not None else high or 0
        return 0

    def _admit(self, constraint: FNode) -> None:
        """What a true constraint says about the symbol."""
        kind, arguments = constraint.node_type(), constraint.args()
        if constraint is self._symbol:
            self._fixed = 1
        elif kind == op.NOT and arguments[0] is self._symbol:
            self._fixed = 0
        elif kind in (op.EQUALS, op.IFF) and arguments[0] is self._symbol:
            self._fixed = self.value(arguments[1])
        elif kind == op.AND:
            for part in arguments:
                self._admit(part)
        elif kind == op.IMPLIES:
            if self.holds(arguments[0]):
                self._admit(arguments[1])
        elif kind == op.OR:
            own = [part for part in arguments if self._occurs(part)]
            if len(own) == 1 and not any(self.holds(part) for part in arguments if part is not own[0]):
                self._admit(own[0])
        elif kind in (op.LE, op.LT):
            self._bound(arguments[0], arguments[1], kind == op.LT)

    def _occurs(self, formula: FNode) -> bool:
        return self._symbol in formula.get_free_variables()

    # a + b q <= 0:  q <= floor(-a / b) for b > 0,  q >= ceil(a / -b) for b < 0.
    def _bound(self, left: FNode, right: FNode, strict: bool) -> None:
        if left is self._symbol and right.is_constant():
            constant, factor = strict - right.constant_value(), 1
        elif right is self._symbol and left.is_constant():
            constant, factor = strict + left.constant_value(), -1
        else:
            at_zero, at_one = self._difference(left, right, 0), self._difference(left, right, 1)
            constant, factor = at_zero + strict, at_one - at_zero
        if factor > 0:
            bound = -constant // factor
            self._high = bound if self._high is None else min(self._high, bound)
        elif factor < 0:
            bound = -(-constant // -factor)
            self._low = bound if self._low is None else max(self._low, bound)

    def _difference(self, left: FNode, right: FNode, value: int) -> int:
        """``left - right`` where the symbol has that value; sums and multiples of it are not remembered."""

        def of(term: FNode) -> int:
            if term is self._symbol:
                return value
            kind, arguments = term.node_type(), term.args()
            if kind in (op.PLUS, op.MINUS, op.TIMES) and self._occurs(term):
                first, *rest = [of(argument) for argument in arguments]
                for other in rest:
                    first = first + other if kind == op.PLUS else first - other if kind == op.MINUS else first * other
                return first
            return self.value(term)

        return of(left) - of(right)
