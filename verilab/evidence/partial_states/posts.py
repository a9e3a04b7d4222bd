"""Strongest postconditions of partial states, edge by edge (see ``verilab.evidence.partial_states.execution``).

``[e = v]`` fixes x where e is an injective function of x alone: casts that keep all values, x + k, x - k, k - x, x ^ k, -x, ~x.
``[c and d] = [c][d]``; a conjunction is an IfThenElse(c, d, 0), a disjunction IfThenElse(c, 1, d).
"""

from __future__ import annotations

from collections.abc import Callable

from verilab.evidence.interpretation.compiled import compile_function
from verilab.evidence.interpretation.evaluation import Fault, Poison, State, UnusualError, Value, evaluate
from verilab.program import semantics
from verilab.program.cfa import Edge
from verilab.program.expressions import (
    Binary,
    Cast,
    Constant,
    Expression,
    FloatOperation,
    FloatOperator,
    IfThenElse,
    Read,
    Select,
    Unary,
    postorder,
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.storages import Array

COMPILE_AT_USE = 8
"""As soon as that: what an expression reads is not asked of one that is evaluated a few times only."""
COMPILE_OPEN_AT_USE = 64
"""Of expressions that may be known where a variable of theirs is not: as long as it is unknown the compiled ones may have no answer."""


class Unknown(Poison):
    """The unknown value of partial states: unlike other poison it has a hash, so that states can be looked up."""

    __slots__ = ()
    __hash__ = object.__hash__  # of C: states are hashed as a whole


UNKNOWN = Unknown("unknown", None)


class Posts:
    """Postconditions of a program's edges; what an expression reads is worked out once."""

    def __init__(self) -> None:
        self._values: dict[Expression, Callable[[State], Value]] = {}

    def post(self, edge: Edge, state: State) -> bool:
        """Change ``state`` to the edge's postcondition; False where that is empty."""
        match edge.operation:
            case Assume(condition=condition, positive=positive):
                value = self._value(condition, state)
                if isinstance(value, int):
                    return bool(value) == positive
                return self.assume(condition, positive, state)
            case Assign(target=target, value=value):
                state[target.slot] = UNKNOWN if isinstance(value, Nondet) else self._value(value, state)
            case Store(array=array, index=index, value=value):
                position = self._value(index, state)
                if not isinstance(position, int):
                    state[array.slot : array.slot + array.length] = [UNKNOWN] * array.length
                elif 0 <= position < array.length:
                    state[array.slot + position] = UNKNOWN if isinstance(value, Nondet) else self._value(value, state)
            case Havoc(targets=targets):
                for changed in targets:
                    length = changed.length if isinstance(changed, Array) else 1
                    state[changed.slot : changed.slot + length] = [UNKNOWN] * length
        return True

    def _value(self, expression: Expression, state: State) -> Value:
        kind = type(expression)
        if kind is Read:
            return state[expression.variable.slot]  # type: ignore[union-attr]  # the kind says which class it is
        if kind is Constant:
            return expression.value  # type: ignore[union-attr]  # the kind says which class it is
        known = self._values.get(expression)
        if known is None:
            known = self._values[expression] = _evaluator(expression)
        return known(state)

    def assume(self, condition: Expression, positive: bool, state: State) -> bool:
        """Refine ``state`` by a condition that is unknown in it; False where that is contradictory."""
        pending = [(condition, positive)]
        while pending:
            current, holds = pending.pop()
            match current:
                case Unary(operator="!", operand=operand):
                    pending.append((operand, not holds))
                case Cast(operand=operand, type=type) if operand.type.width <= type.width:
                    pending.append((operand, holds))
                case IfThenElse(condition=first, then=then, otherwise=otherwise):
                    if self._is_constant(otherwise, not holds, state):
                        pending += [(then, holds), (first, True)]
                    elif self._is_constant(then, not holds, state):
                        pending += [(otherwise, holds), (first, False)]
                case Binary(operator="==" | "!=" as operator, left=left, right=right):
                    if not self._assume_relation(left, right, (operator == "==") == holds, state, pending):
                        return False
                case Binary(operator="<" | "<=" | ">" | ">="):
                    value = self._value(current, state)
                    if isinstance(value, int) and bool(value) != holds:
                        return False
                case _:
                    if not holds:
                        if not self._solve(current, 0, state):
                            return False
                    elif current.type.width == 1 and not self._solve(current, 1, state):
                        return False
        return True

    def _is_constant(self, expression: Expression, truth: bool, state: State) -> bool:
        value = self._value(expression, state)
        return isinstance(value, int) and bool(value) == truth

    def _assume_relation(
        self, left: Expression, right: Expression, equal: bool, state: State, pending: list[tuple[Expression, bool]]
    ) -> bool:
        """``left = right`` or ``left != right``; what remains to be assumed goes to ``pending``."""
        first, second = self._value(left, state), self._value(right, state)
        if isinstance(first, int) and isinstance(second, int):
            return (first == second) == equal
        expression, value = (left, second) if isinstance(second, int) else (right, first)
        if not isinstance(value, int):
            return True
        if equal:
            if value == 0:
                pending.append((expression, False))
                return True
            if value == 1 and isinstance(expression, Binary | Unary | Cast | IfThenElse | FloatOperation) and _is_truth(expression):
                pending.append((expression, True))
                return True
            return self._solve(expression, value, state)
        if value == 0 or (value == 1 and _is_truth(expression)):
            pending.append((expression, value == 0))
        return True

    def _solve(self, expression: Expression, value: int, state: State) -> bool:
        """Fix the variable that ``expression = value`` determines, if it does; False where no value satisfies it."""
        while True:
            if not expression.type.minimum <= value <= expression.type.maximum:
                return False
            match expression:
                case Read(variable=variable):
                    state[variable.slot] = value
                    return True
                case Select(array=array, index=index):
                    position = self._value(index, state)
                    if isinstance(position, int) and 0 <= position < array.length:
                        state[array.slot + position] = value
                    return True
                case Cast(operand=operand) if operand.type.width <= expression.type.width:
                    # The value of the operand that converts to ``value``; none where converting it back changes it.
                    inner = operand.type.wrap(value)
                    if expression.type.wrap(inner) != value:
                        return False
                    expression, value = operand, inner
                case Unary(operator="-" | "~" as operator, operand=operand, type=type):
                    expression, value = operand, semantics.unary(operator, value, type)
                case Binary(operator="+" | "-" | "^" as operator, left=left, right=right, type=type):
                    first, second = self._value(left, state), self._value(right, state)
                    if isinstance(second, int):
                        inverse = {"+": value - second, "-": value + second, "^": value ^ second}[operator]
                        expression, value = left, type.wrap(inverse)
                    elif isinstance(first, int):
                        inverse = {"+": value - first, "-": first - value, "^": value ^ first}[operator]
                        expression, value = right, type.wrap(inverse)
                    else:
                        return True
                case _:
                    return True


def _is_truth(expression: Expression) -> bool:
    """Whether the value can only be 0 or 1."""
    while isinstance(expression, Cast) and not (expression.type.signed and expression.type.width == 1):
        expression = expression.operand
    match expression:
        case Binary(operator="==" | "!=" | "<" | "<=" | ">" | ">=") | Unary(operator="!"):
            return True
        case FloatOperation(operator=FloatOperator.EQUAL | FloatOperator.LESS | FloatOperator.LESS_EQUAL):
            return True
    return expression.type.width == 1 and not expression.type.signed


def _evaluator(expression: Expression) -> Callable[[State], Value]:
    """A function that evaluates the expression; after some uses compiled, which has no answer where what is unknown is computed with."""
    slots: tuple[int, ...] | None = None
    compiled: Callable[[State], int] | None = None
    uses = 0

    def evaluated(state: State) -> Value:
        nonlocal slots, compiled, uses
        uses += 1
        if uses == COMPILE_AT_USE:
            slots = _strict_reads(expression)
        if uses == (COMPILE_AT_USE if slots is not None else COMPILE_OPEN_AT_USE):
            compiled = compile_function([expression], "return {0}", {})
        if slots is not None:
            for slot in slots:
                if state[slot] is UNKNOWN:
                    return UNKNOWN
        if compiled is not None:
            try:
                return compiled(state)
            except UnusualError:
                pass
        result, _ = evaluate(expression, state)
        # The value of an index out of bounds is arbitrary, by the contract of ``Select``.
        return UNKNOWN if isinstance(result, Fault) else result

    return evaluated


def _strict_reads(expression: Expression) -> tuple[int, ...] | None:
    """The slots of the variables that make the expression unknown, each by itself; None where that depends on values."""
    slots: dict[int, None] = {}
    for node in postorder(expression):
        match node:
            case Read(variable=variable):
                slots[variable.slot] = None
            case IfThenElse() | Select():
                return None
            case Binary(operator="/" | "%"):  # a fault outweighs what is unknown
                return None
            case FloatOperation(operator=FloatOperator.TO_INTEGER):  # it may have no value
                return None
    return tuple(slots)
