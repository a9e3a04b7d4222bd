"""What the translation asks of an encoding: machine operators as terms, each with what defines it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import PySMTType

from verilab.formulas.terms.construction import Terms
from verilab.program.expressions import COMPARISONS
from verilab.program.types import IntType


class Operators(ABC):
    """Machine operators over terms of one sort per type.

    ``sides`` collects what must be asserted beside the terms made since it was last emptied, ``approximated`` whether an operator's result
    was left open: then a satisfiable formula shows nothing.
    """

    name: str
    total = False
    """Whether every term has a value without what gathers in ``sides``."""

    def __init__(self, environment: Environment) -> None:
        self.terms = Terms(environment)
        self.sides: list[FNode] = []
        self.approximated = False
        self._count = 0

    def fresh(self, type: IntType) -> FNode:
        """A new symbol of the type, whose range goes to ``sides``."""
        self._count += 1
        symbol = self.terms.symbol(self.symbol_name(f"naive!{self._count}", type), self.sort(type))
        self.sides += self.ranges(symbol, type)
        return symbol

    def fresh_truth(self) -> FNode:
        self._count += 1
        return self.terms.symbol(f"naive!{self._count}?")

    def arbitrary(self, type: IntType) -> FNode:
        """Any value of the type, where the real one is not known."""
        self.approximated = True
        return self.fresh(type)

    def taken_sides(self) -> list[FNode]:
        """What has gathered in ``sides``, which is empty after that."""
        gathered, self.sides = self.sides, []
        return gathered

    def truth(self, term: FNode, type: IntType) -> FNode:
        """``term != 0``."""
        known = self.known_truth(term)
        return self.terms.negation(self.equal(term, self.constant(0, type))) if known is None else known

    def of_truth(self, formula: FNode, type: IntType) -> FNode:
        return self.terms.node(op.ITE, (formula, self.constant(1, type), self.constant(0, type)))

    def known_truth(self, term: FNode) -> FNode | None:
        """f of a term ``f ? 1 : 0``."""
        if term.is_ite() and _is_constant(term.arg(1), 1) and _is_constant(term.arg(2), 0):
            condition: FNode = term.arg(0)
            return condition
        return None

    def choice(self, condition: FNode, then: FNode, otherwise: FNode) -> FNode:
        return self.terms.node(op.ITE, (condition, then, otherwise))

    def first(self, conditions: Sequence[FNode], terms: Sequence[FNode]) -> FNode:
        """The term of the first condition that holds, the last one where no other does."""
        chosen = terms[-1]
        for condition, term in zip(conditions[-2::-1], terms[-2::-1], strict=True):
            chosen = self.choice(condition, term, chosen)
        return chosen

    def equal(self, left: FNode, right: FNode) -> FNode:
        return self.terms.node(op.EQUALS, (left, right))

    def binary(self, operator: str, left: FNode, right: FNode, type: IntType, right_type: IntType, result: IntType) -> FNode:
        """``left operator right``; ``type`` is the left operand's type."""
        if operator not in COMPARISONS:
            return self.arithmetic(operator, left, right, type, right_type)
        match operator:
            case "==":
                formula = self.equal(left, right)
            case "!=":
                formula = self.terms.negation(self.equal(left, right))
            case "<":
                formula = self.less(left, right, type)
            case ">":
                formula = self.less(right, left, type)
            case "<=":
                formula = self.terms.negation(self.less(right, left, type))
            case _:
                formula = self.terms.negation(self.less(left, right, type))
        return self.of_truth(formula, result)

    def unary(self, operator: str, operand: FNode, type: IntType, result: IntType) -> FNode:
        if operator == "!":
            return self.of_truth(self.terms.negation(self.truth(operand, type)), result)
        return self.negative(operand, result) if operator == "-" else self.complement(operand, result)

    @abstractmethod
    def sort(self, type: IntType) -> PySMTType: ...

    @abstractmethod
    def symbol_name(self, name: str, type: IntType) -> str: ...

    @abstractmethod
    def ranges(self, symbol: FNode, type: IntType) -> tuple[FNode, ...]:
        """What keeps a symbol among the values of its type."""

    @abstractmethod
    def constant(self, value: int, type: IntType) -> FNode: ...

    @abstractmethod
    def less(self, left: FNode, right: FNode, type: IntType) -> FNode: ...

    @abstractmethod
    def arithmetic(self, operator: str, left: FNode, right: FNode, type: IntType, right_type: IntType) -> FNode: ...

    @abstractmethod
    def negative(self, operand: FNode, type: IntType) -> FNode: ...

    @abstractmethod
    def complement(self, operand: FNode, type: IntType) -> FNode: ...

    @abstractmethod
    def cast(self, operand: FNode, source: IntType, target: IntType) -> FNode: ...


def _is_constant(term: FNode, value: int) -> bool:
    return bool(term.is_constant()) and term.constant_value() == value
