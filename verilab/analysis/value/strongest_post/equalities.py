"""The equality that an assume operation implies: the syntactic half of FORTE'15's ``v_p = {(x, c) | p/v => x = c}``.

[a == b], [!(a != b)]       a = b
[!e]                        e = 0
[e], e of width 1           e = its other value
[a <= c], c the minimum     a = c           and the other comparisons that leave one value of the type
[(T) e], T not narrower     what [e] implies
[q == 1], [q != 0], q a truth value    what [q] implies

Which side is then solved for which variable depends on what is known; the domain's transfer relations do that.
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.expressions import (
    COMPARISONS,
    FLOAT_COMPARISONS,
    Binary,
    Cast,
    Constant,
    Expression,
    FloatOperation,
    IfThenElse,
    Select,
    Unary,
    postorder,
)
from verilab.program.operations import Assume
from verilab.program.types import IntType


@dataclass(frozen=True, slots=True, eq=False)
class Equality:
    """``left == right``, of equal types."""

    left: Expression
    right: Expression


def injective(cast: Cast) -> bool:
    """Whether different operands always give different results (and zero only zero)."""
    return cast.type.width >= cast.operand.type.width


def is_truth_value(expression: Expression) -> bool:
    """Whether the expression is 0 or 1 by its form: a comparison or negation, perhaps converted without loss."""
    while isinstance(expression, Cast) and injective(expression) and expression.type.maximum > 0:
        expression = expression.operand
    if isinstance(expression, Binary):
        return expression.operator in COMPARISONS
    if isinstance(expression, FloatOperation):
        return expression.operator in FLOAT_COMPARISONS
    return isinstance(expression, Unary) and expression.operator == "!"


def is_plain(expression: Expression) -> bool:
    """Whether the expression is known as soon as all variables in it are: no element, choice or division."""
    return not any(
        isinstance(node, Select | IfThenElse) or (isinstance(node, Binary) and node.operator in ("/", "%") and not _nonzero(node.right))
        for node in postorder(expression)
    )


def _nonzero(expression: Expression) -> bool:
    return isinstance(expression, Constant) and expression.value != 0


def implied_equality(assume: Assume) -> Equality | None:
    """The equality that holds after the assume, or None where its form implies none."""
    condition, positive = assume.condition, assume.positive
    while True:
        match condition:
            case Unary(operator="!", operand=operand):
                condition, positive = operand, not positive
            case Cast(operand=operand) if injective(condition):
                condition = operand
            case Binary(operator="==" | "!=" as operator, left=left, right=right):
                equal = (operator == "==") == positive
                inner = _truth_operand(left, right)
                if inner is None:
                    return _from_equality(left, right, equal)
                condition, constant = inner
                positive = (constant == 1) == equal
            case Binary(operator="<" | "<=" | ">" | ">=" as operator, left=left, right=right):
                return _from_order(operator, left, right, positive)
            case _:
                return _from_equality(condition, Constant(0, condition.type), not positive)


INVERSES = {
    ("+", True): ("-", False),
    ("-", True): ("+", False),
    ("^", True): ("^", False),
    ("+", False): ("-", False),
    ("-", False): ("-", True),
    ("^", False): ("^", False),
}


# x + a = v:  x = v - a;    x - a = v:  x = v + a;    a - x = v:  x = a - v;    x ^ a = v:  x = v ^ a
def inverse(operator: str, *, of_left: bool) -> tuple[str, bool] | None:
    """How ``left operator right == v`` is solved for one operand, given the other one, a: (operator, whether it is a op v, not v op a)."""
    return INVERSES.get((operator, of_left))


def _truth_operand(left: Expression, right: Expression) -> tuple[Expression, int] | None:
    """The truth value and the constant 0 or 1 that it is compared with."""
    for truth, constant in ((left, right), (right, left)):
        if isinstance(constant, Constant) and constant.value in (0, 1) and is_truth_value(truth):
            while isinstance(truth, Cast):
                truth = truth.operand
            return truth, constant.value
    return None


def _from_equality(left: Expression, right: Expression, equal: bool) -> Equality | None:
    if equal:
        return Equality(left, right)
    if left.type.width == 1:
        return Equality(left, Unary("~", right, right.type))
    return None


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _from_order(operator: str, left: Expression, right: Expression, positive: bool) -> Equality | None:
    if isinstance(left, Constant):
        operator, left, right = _MIRRORED[operator], right, left
    if not isinstance(right, Constant):
        return None
    if not positive:
        operator = _NEGATED[operator]
    value = _only_value(operator, right.value, left.type)
    return None if value is None else Equality(left, Constant(value, left.type))


def _only_value(operator: str, bound: int, type: IntType) -> int | None:
    """The one value of the type in this relation to the bound, if it is one."""
    low, high = type.minimum, type.maximum
    match operator:
        case "<":
            high = bound - 1
        case "<=":
            high = bound
        case ">":
            low = bound + 1
        case ">=":
            low = bound
    return low if low == high else None
