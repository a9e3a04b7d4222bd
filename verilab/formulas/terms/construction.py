"""Fast construction of pySMT terms.

pySMT checks the type of every new node, which costs several times its construction; the encodings only build well-typed terms, so
``Terms`` enters nodes into the manager's hash-consing table directly.  Everything that reads pySMT formulas works unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode, FNodeContent
from pysmt.typing import BOOL as BOOL_SORT
from pysmt.typing import PySMTType


class Terms:
    """Hash-consed construction in one environment, without pySMT's type check; Booleans are simplified at the root."""

    __slots__ = ("_formulae", "_manager", "environment", "false", "true")

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._manager = environment.formula_manager
        self._formulae = self._manager.formulae
        self.true: FNode = self._manager.TRUE()
        self.false: FNode = self._manager.FALSE()

    def node(self, kind: int, arguments: tuple[FNode, ...], payload: object = None) -> FNode:
        """The node of that operator, arguments and payload, which must be well typed."""
        content = FNodeContent(kind, arguments, payload)
        node = self._formulae.get(content)
        if node is None:
            manager = self._manager
            node = FNode(content, manager._next_free_id)
            manager._next_free_id += 1
            self._formulae[content] = node
        return node

    def symbol(self, name: str, sort: PySMTType = BOOL_SORT) -> FNode:
        symbol = self._manager.symbols.get(name)
        if symbol is None:
            symbol = self._manager.symbols[name] = self.node(op.SYMBOL, (), (name, sort))
        elif symbol.symbol_type() != sort:
            raise ValueError(f"symbol {name} has the sort {symbol.symbol_type()} in this environment, not {sort}")
        return symbol

    def integer(self, value: int) -> FNode:
        return self._manager.Int(value)

    def bit_vector(self, value: int, width: int) -> FNode:
        """The constant with the bits of ``value`` modulo 2^width."""
        return self.node(op.BV_CONSTANT, (), (value & ((1 << width) - 1), width))

    def negation(self, formula: FNode) -> FNode:
        kind = formula.node_type()
        if kind == op.NOT:
            return formula.arg(0)
        if kind == op.BOOL_CONSTANT:
            return self.false if formula is self.true else self.true
        return self.node(op.NOT, (formula,))

    def conjunction(self, formulas: Sequence[FNode]) -> FNode:
        """Their conjunction as one flat node, without repetitions and constants."""
        return self._flat(op.AND, formulas, self.true, self.false)

    def disjunction(self, formulas: Sequence[FNode]) -> FNode:
        """Their disjunction as one flat node, without repetitions and constants."""
        return self._flat(op.OR, formulas, self.false, self.true)

    def _flat(self, kind: int, formulas: Sequence[FNode], neutral: FNode, zero: FNode) -> FNode:
        parts: dict[FNode, None] = {}
        for formula in formulas:
            if formula is zero:
                return zero
            if formula is neutral:
                continue
            if formula.node_type() == kind:
                parts.update(dict.fromkeys(formula.args()))
            else:
                parts[formula] = None
        if len(parts) < 2:
            return next(iter(parts), neutral)
        return self.node(kind, tuple(parts))

    def implication(self, premise: FNode, conclusion: FNode) -> FNode:
        if premise is self.true or conclusion is self.true:
            return conclusion
        return self.node(op.IMPLIES, (premise, conclusion))

    def choice(self, condition: FNode, then: FNode, otherwise: FNode) -> FNode:
        """``condition ? then : otherwise`` for terms or formulas of one sort."""
        if condition is self.true or then is otherwise:
            return then
        if condition is self.false:
            return otherwise
        if condition.node_type() == op.NOT:
            condition, then, otherwise = condition.arg(0), otherwise, then
        if then is self.true or otherwise is self.false:
            return self.disjunction((condition, otherwise)) if then is self.true else self.conjunction((condition, then))
        if then is self.false:
            return self.conjunction((self.negation(condition), otherwise))
        if otherwise is self.true:
            return self.disjunction((self.negation(condition), then))
        return self.node(op.ITE, (condition, then, otherwise))
