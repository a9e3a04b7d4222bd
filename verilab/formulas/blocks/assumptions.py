"""What an assumed condition says about intervals of variables.

x < y  =>  x <= max(y) - 1  and  y >= min(x) + 1;   x = y  =>  both in the intersection;   x != c trims an end that equals c.
"""

from __future__ import annotations

from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.guards import Guard
from verilab.formulas.encodings.translation import State, Translator
from verilab.formulas.encodings.values import Value
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Unary

_NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def assume(condition: Expression, positive: bool, state: State, guard: Guard, translator: Translator, definitions: Definitions) -> None:
    """Narrow the intervals of the variables that the condition compares; their terms stay."""
    pending = [(condition, positive)]
    while pending:
        expression, holds = pending.pop()
        if isinstance(expression, Unary) and expression.operator == "!":
            pending.append((expression.operand, not holds))
        elif isinstance(expression, Cast) and expression.type.width >= expression.operand.type.width:
            pending.append((expression.operand, holds))
        elif isinstance(expression, IfThenElse):
            if holds and _is(expression.otherwise, False):
                pending += ((expression.then, True), (expression.condition, True))
            elif not holds and _is(expression.then, True):
                pending += ((expression.otherwise, False), (expression.condition, False))
        elif isinstance(expression, Read):
            _compare("!=" if holds else "==", expression, None, state, guard, translator, definitions)
        elif isinstance(expression, Binary) and expression.operator in _NEGATED:
            operator = expression.operator if holds else _NEGATED[expression.operator]
            if operator in (">", ">="):
                _compare("<" + operator[1:], expression.right, expression.left, state, guard, translator, definitions)
            else:
                _compare(operator, expression.left, expression.right, state, guard, translator, definitions)


def _is(expression: Expression, truth: bool) -> bool:
    """Whether the expression is a constant of that truth."""
    return isinstance(expression, Constant) and bool(expression.value) is truth


def _compare(
    operator: str, left: Expression, right: Expression | None, state: State, guard: Guard, translator: Translator, definitions: Definitions
) -> None:
    """Narrow both sides by ``left operator right`` (one of ``<``, ``<=``, ``==``, ``!=``); no right side stands for zero."""
    first = translator.value(left, state, definitions)
    if right is None:
        low, high = 0, 0
    else:
        second = translator.value(right, state, definitions)
        low, high = second.low, second.high
    for expression, value, bounds in (
        (left, first, _narrowed(operator, first.low, first.high, low, high, lower=True)),
        (right, None if right is None else second, _narrowed(operator, low, high, first.low, first.high, lower=False)),
    ):
        if expression is not None and value is not None and bounds != (value.low, value.high) and bounds[0] <= bounds[1]:
            _narrow(expression, value, bounds, state, guard, translator, definitions)


def _narrowed(operator: str, low: int, high: int, other_low: int, other_high: int, *, lower: bool) -> tuple[int, int]:
    """The interval of one side; ``lower``: it is the smaller side of ``<`` and ``<=``."""
    if operator == "==":
        return max(low, other_low), min(high, other_high)
    if operator == "!=":
        if other_low == other_high:
            return low + (low == other_low), high - (high == other_low)
        return low, high
    gap = operator == "<"
    return (low, min(high, other_high - gap)) if lower else (max(low, other_low + gap), high)


def _narrow(
    expression: Expression,
    value: Value,
    bounds: tuple[int, int],
    state: State,
    guard: Guard,
    translator: Translator,
    definitions: Definitions,
) -> None:
    """Give the variable that ``expression`` reads, also through conversions that keep its value, the narrower interval."""
    while isinstance(expression, Cast):
        expression = expression.operand
        inner = translator.value(expression, state, definitions)
        if (inner.low, inner.high) != (value.low, value.high) or not (value.low <= bounds[0] and bounds[1] <= value.high):
            return
        value = inner
    if isinstance(expression, Read):
        slot = expression.variable.slot
        state[slot] = value.within(*bounds)
        guard.changed.add(slot)
