"""Constructors of expressions that fold constants and drop operations without effect, so that the automaton stays small.

Used while lowering only: every rule keeps the exact machine semantics of ``verilab.program.semantics``.
"""

from __future__ import annotations

from verilab.program import semantics
from verilab.program.expressions import (
    COMPARISONS,
    FLOAT_COMPARISONS,
    Binary,
    Cast,
    Constant,
    Expression,
    FloatOperation,
    FloatOperator,
    IfThenElse,
    Unary,
)
from verilab.program.types import BOOL, INT, IntType

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def constant(value: int, type: IntType) -> Constant:
    """The value modulo 2^width."""
    return Constant(type.wrap(value), type)


def binary(operator: str, left: Expression, right: Expression) -> Expression:
    """``left operator right``; the operands have equal types already (shifts excepted)."""
    if isinstance(right, Constant):
        if isinstance(left, Constant):
            value = semantics.binary(operator, left.value, right.value, left.type)
            if value is not None:
                return Constant(value, INT if operator in COMPARISONS else left.type)
        elif operator in ("==", "!=") and right.value == 0 and is_truth(left):
            return truth(left) if operator == "!=" else negation(left)
        elif (right.value == 0 and operator in ("+", "-", "|", "^", "<<", ">>")) or (right.value == 1 and operator in ("*", "/")):
            return left
    elif isinstance(left, Constant) and left.value == 0 and operator in ("+", "|", "^"):
        return right
    return Binary(operator, left, right, INT if operator in COMPARISONS else left.type)


def unary(operator: str, operand: Expression) -> Expression:
    """``-`` or ``~``."""
    if isinstance(operand, Constant):
        return Constant(semantics.unary(operator, operand.value, operand.type), operand.type)
    return Unary(operator, operand, operand.type)


def float_operation(operator: FloatOperator, operands: tuple[Expression, ...], type: IntType) -> Expression:
    """An operation on patterns; one between constants is computed."""
    node = FloatOperation(operator, operands, type)
    value = semantics.constant_value(node) if all(isinstance(operand, Constant) for operand in operands) else None
    return node if value is None else Constant(value, type)


def cast(operand: Expression, type: IntType) -> Expression:
    """Conversion modulo 2^width; to ``_Bool`` a comparison with zero."""
    source = operand.type
    if source == type:
        return operand
    if type == BOOL:
        return cast_truth(operand)
    if isinstance(operand, Constant):
        return Constant(type.wrap(operand.value), type)
    if isinstance(operand, Cast) and holds(source, operand.operand.type):
        return cast(operand.operand, type)
    return Cast(operand, type)


def low_bit(operand: Expression) -> Expression:
    """Conversion to an unsigned bit-field of one bit, which is no ``_Bool``."""
    if operand.type == BOOL:
        return operand
    return Constant(BOOL.wrap(operand.value), BOOL) if isinstance(operand, Constant) else Cast(operand, BOOL)


def cast_truth(operand: Expression) -> Expression:
    """Conversion to ``_Bool``: 1 where the operand is not zero."""
    condition = truth(operand)
    return Constant(condition.value, BOOL) if isinstance(condition, Constant) else Cast(condition, BOOL)


def holds(wide: IntType, narrow: IntType) -> bool:
    """Whether every value of ``narrow`` is one of ``wide``."""
    return wide.minimum <= narrow.minimum and narrow.maximum <= wide.maximum


def is_truth(expression: Expression) -> bool:
    """Whether the expression is a comparison, or the conversion of one, so that its values are 0 and 1."""
    while isinstance(expression, Cast) and expression.type.width >= expression.operand.type.width:
        expression = expression.operand
    match expression:
        case Binary(operator=operator):
            return operator in COMPARISONS
        case IfThenElse(then=Constant(value=1), otherwise=Constant(value=0)):
            return True
        case Unary(operator="!"):
            return True
        case FloatOperation(operator=operation):
            return operation in FLOAT_COMPARISONS
    return False


def truth(expression: Expression) -> Expression:
    """A condition of type INT that is 1 where the expression is not zero, else 0; a comparison where possible."""
    while isinstance(expression, Cast) and expression.type.width >= expression.operand.type.width:
        expression = expression.operand
    match expression:
        case Constant(value=value):
            return Constant(int(value != 0), INT)
        case Binary(operator=operator) if operator in COMPARISONS:
            return expression
        case FloatOperation(operator=operation) if operation in FLOAT_COMPARISONS:
            return expression
        case IfThenElse(condition=condition, then=Constant(value=1), otherwise=Constant(value=0)):
            return truth(condition)
        case IfThenElse(condition=condition, then=then, otherwise=otherwise) if is_truth(otherwise) or is_truth(then):
            return conditional(condition, truth(then), truth(otherwise))
    return Binary("!=", expression, Constant(0, expression.type), INT)


def negation(expression: Expression) -> Expression:
    """1 where the expression is zero, else 0."""
    condition = truth(expression)
    match condition:
        case Constant(value=value):
            return Constant(1 - value, INT)
        case Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
            return Binary(OPPOSITE[operator], left, right, INT)
    return Binary("==", condition, Constant(0, INT), INT)


def conditional(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    """``condition ? then : otherwise``; the branches have equal types."""
    if isinstance(condition, Constant):
        return then if condition.value else otherwise
    if isinstance(then, Constant) and isinstance(otherwise, Constant) and then.type == INT:
        if then.value == 1 and otherwise.value == 0:
            return truth(condition)
        if then.value == 0 and otherwise.value == 1:
            return negation(condition)
    return IfThenElse(truth(condition), then, otherwise)
