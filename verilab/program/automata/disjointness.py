"""Whether two transitions on one event exclude each other: a sufficient condition, on the text of their conditions alone.

Two conjunctions are disjoint if one has a part that contradicts a part of the other:
    e and !e;   e < f and e >= f;   e = 1 and e = 2;   e < 3 and e > 5 for an expression and numbers that are not negative.
Numbers below zero are left out of the last: against an unsigned expression they are large.
"""

from __future__ import annotations

import math

from verilab.program.automata.expressions import OPPOSITE, Binary, Expression, Name, Number, Unary
from verilab.program.automata.model import Automaton, Transition


def disjoint(automaton: Automaton, one: Transition, other: Transition) -> bool:
    """Whether no event can match both."""
    values = {constant.name: constant.value for constant in automaton.constants}
    first, second = ([_normal(part, values) for part in transition.conditions] for transition in (one, other))
    return any(_contradict(a, b) for a in first for b in second)


def _normal(expression: Expression, constants: dict[str, Number]) -> Expression:
    """Constants by their numbers, a number on the right of a comparison, no negated comparison."""
    match expression:
        case Number(value=value):
            return Number(value)
        case Name(name=name):
            return Number(constants[name].value) if name in constants else expression
        case Unary(operator=operator, operand=operand):
            inner = _normal(operand, constants)
            return _negation(inner) if operator == "!" else Unary(operator, inner)
        case Binary(operator=operator, left=left, right=right):
            first, second = _normal(left, constants), _normal(right, constants)
            if operator in OPPOSITE and isinstance(first, Number) and not isinstance(second, Number):
                mirrored = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator)
                return Binary(mirrored, second, first)
            return Binary(operator, first, second)
    return expression


def _negation(expression: Expression) -> Expression:
    match expression:
        case Binary(operator=operator, left=left, right=right) if operator in OPPOSITE:
            return Binary(OPPOSITE[operator], left, right)
        case Unary(operator="!", operand=operand):
            return Binary("!=", operand, Number(0))
    return Binary("==", expression, Number(0))


def _contradict(one: Expression, other: Expression) -> bool:
    one, other = _comparison(one), _comparison(other)
    if _negation(one) == other:
        return True
    match one, other:
        case Binary(left=left, right=Number(value=a)), Binary(left=same, right=Number(value=b)) if left == same:
            if one.operator == other.operator == "==":
                return a != b
            return a >= 0 and b >= 0 and not _meet(_interval(one.operator, a), _interval(other.operator, b))
    return False


def _comparison(expression: Expression) -> Expression:
    """A condition as a comparison: e stands for e != 0."""
    if isinstance(expression, Binary) and (expression.operator in OPPOSITE or expression.operator in ("&&", "||")):
        return expression
    return Binary("!=", expression, Number(0))


def _interval(operator: str, number: int) -> tuple[float, float]:
    match operator:
        case "==":
            return number, number
        case "<":
            return -math.inf, number - 1
        case "<=":
            return -math.inf, number
        case ">":
            return number + 1, math.inf
        case ">=":
            return number, math.inf
    return -math.inf, math.inf


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(one[0], other[0]) <= min(one[1], other[1])
