"""Strongest postconditions of partial assignments along loop-free program parts, for the check of the value analysis' invariants.

A partial state has an integer or UNKNOWN per slot.  It stands for all states that agree with it where it is known:

    post(s, x := e)   = s[x -> e(s)]  where e(s) is known, else s[x -> UNKNOWN]
    post(s, [c])      = s with what "c holds" fixes, where c(s) is true or unknown;  nothing where it is false

This is FORTE'15 §2's strongest post, computed by the interpreter's own evaluation: it shares no code with the value analysis.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from verilab.evidence.evaluation import Fault, Poison, State, UnusualError, Value, evaluate
from verilab.evidence.interpreter import Interpreter
from verilab.program import semantics
from verilab.program.cfa import Array, Edge, Location, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Binary, Cast, Expression, IfThenElse, Read, Select, Unary
from verilab.program.operations import Assign, Assume, Call, CallStack, Havoc, Nondet, Return, Store

UNKNOWN = Poison("unknown", None)

Frontier = list[tuple[Location, CallStack, State]]


class Arrival(Enum):
    """What a path that arrives at a cut point does there."""

    COVERED = "the claim there covers the state"
    PASS = "it does not, and the path may go on"
    FAILED = "it does not, and paths must not go on"


class PartialExecutor:
    """Executes partial states from cut point to cut point; ``cut_locations`` are the ids of locations that are cut in some context.

    ``edges`` counts the edges executed.
    """

    def __init__(self, program: Program, graph: ControlGraph, cut_locations: frozenset[int]) -> None:
        self.program = program
        self.graph = graph
        self.edges = 0
        self._cut = [location.id in cut_locations or location.is_error for location in program.locations]
        self._interpreter = Interpreter(program)

    def leads_into(self, point: ControlPoint, state: State, budget: int, arrive: Callable[[ControlPoint, State], Arrival]) -> bool:
        """Whether every path from a partial state ends by itself or arrives where ``arrive`` says COVERED; paths go on from PASS.

        False also past ``budget`` forks.  ``state`` is used up.
        """
        pending: Frontier = []
        self._slow(point.location, point.stack, state, pending)
        forks = 0
        while pending:
            before = len(pending)
            arrived = self._follow(*pending.pop(), pending)
            if arrived is not None:
                target, after = arrived
                arrival = arrive(target, after)
                if arrival is Arrival.FAILED:
                    return False
                if arrival is Arrival.PASS:
                    self._slow(target.location, target.stack, after, pending)
            forks += len(pending) - before + 1
            if forks > budget:
                return False
        return True

    def _follow(self, location: Location, stack: CallStack, state: State, pending: Frontier) -> tuple[ControlPoint, State] | None:
        """Execute while the known values decide; at a fork the continuations go to ``pending``."""
        cut, steps, step_at = self._cut, self._interpreter.steps, self._interpreter.step_at
        while not cut[location.id]:
            self.edges += 1
            step = steps[location.id] or step_at(location)
            if step is not None:
                try:
                    edge = step(state)
                except UnusualError:
                    pass
                else:
                    if edge is None:
                        return None
                    location = edge.target
                    continue
            known = len(pending)
            self._slow(location, stack, state, pending)
            if len(pending) != known + 1:
                return None
            location, stack, state = pending.pop()
        return self.graph.point(location, stack), state

    @staticmethod
    def _slow(location: Location, stack: CallStack, state: State, pending: Frontier) -> None:
        """The continuations over all enabled edges, by reference evaluation; ``state`` is used up."""
        if location.is_error:
            return
        for edge in location.leaving:
            operation = edge.operation
            if isinstance(operation, Call):
                pending.append((operation.callee.entry, (*stack, edge), state))
            elif isinstance(operation, Return):
                if stack:
                    call = stack[-1].operation
                    assert isinstance(call, Call)
                    pending.append((call.return_to, stack[:-1], state))
            else:
                after = state if edge is location.leaving[-1] else state[:]
                if post(edge, after):
                    pending.append((edge.target, stack, after))


def post(edge: Edge, state: State) -> bool:
    """Change ``state`` to the edge's postcondition; False where that is empty."""
    match edge.operation:
        case Assume(condition=condition, positive=positive):
            value = _value(condition, state)
            if isinstance(value, int):
                return bool(value) == positive
            return assume(condition, positive, state)
        case Assign(target=target, value=value):
            state[target.slot] = UNKNOWN if isinstance(value, Nondet) else _value(value, state)
        case Store(array=array, index=index, value=value):
            position = _value(index, state)
            if not isinstance(position, int):
                state[array.slot : array.slot + array.length] = [UNKNOWN] * array.length
            elif 0 <= position < array.length:
                state[array.slot + position] = UNKNOWN if isinstance(value, Nondet) else _value(value, state)
        case Havoc(targets=targets):
            for changed in targets:
                length = changed.length if isinstance(changed, Array) else 1
                state[changed.slot : changed.slot + length] = [UNKNOWN] * length
    return True


def _value(expression: Expression, state: State) -> Value:
    result, _ = evaluate(expression, state)
    # The value of an index out of bounds is arbitrary, by the contract of ``Select``.
    return UNKNOWN if isinstance(result, Fault) else result


# [e = v] fixes x where e is an injective function of x alone: casts that keep all values, x + k, x - k, k - x, x ^ k, -x, ~x.
# [c and d] = [c][d]; a conjunction is an IfThenElse(c, d, 0), a disjunction IfThenElse(c, 1, d).
def assume(condition: Expression, positive: bool, state: State) -> bool:
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
                if _is_constant(otherwise, not holds, state):
                    pending += [(then, holds), (first, True)]
                elif _is_constant(then, not holds, state):
                    pending += [(otherwise, holds), (first, False)]
            case Binary(operator="==" | "!=" as operator, left=left, right=right):
                if not _assume_relation(left, right, (operator == "==") == holds, state, pending):
                    return False
            case Binary(operator="<" | "<=" | ">" | ">="):
                value = _value(current, state)
                if isinstance(value, int) and bool(value) != holds:
                    return False
            case _:
                if not holds:
                    if not _solve(current, 0, state):
                        return False
                elif current.type.width == 1 and not _solve(current, 1, state):
                    return False
    return True


def _is_constant(expression: Expression, truth: bool, state: State) -> bool:
    value = _value(expression, state)
    return isinstance(value, int) and bool(value) == truth


def _assume_relation(left: Expression, right: Expression, equal: bool, state: State, pending: list[tuple[Expression, bool]]) -> bool:
    """``left = right`` or ``left != right``; what remains to be assumed goes to ``pending``."""
    first, second = _value(left, state), _value(right, state)
    if isinstance(first, int) and isinstance(second, int):
        return (first == second) == equal
    expression, value = (left, second) if isinstance(second, int) else (right, first)
    if not isinstance(value, int):
        return True
    if equal:
        if value == 0:
            pending.append((expression, False))
            return True
        if value == 1 and isinstance(expression, Binary | Unary | Cast | IfThenElse) and _is_truth(expression):
            pending.append((expression, True))
            return True
        return _solve(expression, value, state)
    if value == 0 or (value == 1 and _is_truth(expression)):
        pending.append((expression, value == 0))
    return True


def _is_truth(expression: Expression) -> bool:
    """Whether the value can only be 0 or 1."""
    while isinstance(expression, Cast) and not (expression.type.signed and expression.type.width == 1):
        expression = expression.operand
    match expression:
        case Binary(operator="==" | "!=" | "<" | "<=" | ">" | ">=") | Unary(operator="!"):
            return True
    return expression.type.width == 1 and not expression.type.signed


def _solve(expression: Expression, value: int, state: State) -> bool:
    """Fix the variable that ``expression = value`` determines, if it does; False where no value satisfies it."""
    while True:
        if not expression.type.minimum <= value <= expression.type.maximum:
            return False
        match expression:
            case Read(variable=variable):
                state[variable.slot] = value
                return True
            case Select(array=array, index=index):
                position = _value(index, state)
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
                first, second = _value(left, state), _value(right, state)
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
