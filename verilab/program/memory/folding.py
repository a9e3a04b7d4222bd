"""Expressions with their constants folded: resolved accesses are mostly arithmetic on known addresses."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.program import semantics
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, IfThenElse
from verilab.program.types import INT, IntType


def constant(value: int, type: IntType) -> Constant:
    """The value modulo 2^width."""
    return Constant(type.wrap(value), type)


def binary(operator: str, left: Expression, right: Expression) -> Expression:
    """``left operator right`` of one type."""
    type = INT if operator in COMPARISONS else left.type
    if isinstance(right, Constant):
        if isinstance(left, Constant):
            value = semantics.binary(operator, left.value, right.value, left.type)
            if value is not None:
                return Constant(value, type)
        if right.value == 0 and operator in ("+", "-", "|", "<<", ">>"):
            return left
        if right.value == 1 and operator in ("*", "/"):
            return left
    elif isinstance(left, Constant) and left.value == 0 and operator in ("+", "|"):
        return right
    return Binary(operator, left, right, type)


def cast(operand: Expression, type: IntType) -> Expression:
    """Conversion modulo 2^width."""
    own = operand.type
    if own is type or own == type:
        return operand
    if isinstance(operand, Constant):
        return constant(operand.value, type)
    if isinstance(operand, Cast) and operand.operand.type == type and own.width >= type.width:
        return operand.operand
    return Cast(operand, type)


def conjunction(conditions: Sequence[Expression]) -> Expression:
    """All of these 0/1 conditions of type INT; 1 where there is none."""
    if not conditions:
        return Constant(1, INT)
    result = conditions[-1]
    for condition in reversed(conditions[:-1]):
        result = IfThenElse(condition, result, Constant(0, INT))
    return result


def disjunction(conditions: Sequence[Expression]) -> Expression:
    """Any of these 0/1 conditions of type INT; 0 where there is none."""
    if not conditions:
        return Constant(0, INT)
    result = conditions[-1]
    for condition in reversed(conditions[:-1]):
        result = IfThenElse(condition, Constant(1, INT), result)
    return result
