"""Observer automata woven into the program: an automaton's state and variables are variables of the program, its error is a location.

An event becomes, for each automaton that watches it, a decision over the state and the conditions of the transitions: assumes and
assignments, and for an error transition an error location that belongs to the automaton's property.  So every analysis, every encoding
and every evidence check sees the automaton as ordinary code.

    event e:   for each state s with transitions on e:  [state = s];
                   for each of these in order:  [condition];  assignments;  state := target

An error location ends a path.  Where a program is checked for several properties, a detour leads around every such decision: it is
taken once the automaton's property has its verdict (``Program.set_aside``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.automata import expressions as observed
from verilab.program.automata.model import Assignment, Automaton, EventKind, State, ToError, Transition, VariableType
from verilab.program.automata.printing import transition_text
from verilab.program.c_types.types import C_INT, LONG_LONG, IntegerType, PointerType, size_type
from verilab.program.cfa import Location
from verilab.program.errors import InputError
from verilab.program.expressions import COMPARISONS, Constant, Expression, Read
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding, operators
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.observers.observers import Woven
from verilab.program.lowering.violations import detour, violate
from verilab.program.operations import Assign
from verilab.program.storages import Variable


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event of the program: the arguments at the call, and at a return the result (None where the function returns nothing)."""

    kind: EventKind
    function: str = ""
    arguments: tuple[Value, ...] = ()
    result: Value | None = None
    node: Any = None


def declare(ctx: Context) -> None:
    """Make the variables of all automata, before any function is lowered.  Their names have characters that no C name has."""
    variable = ctx.session.builder.variable
    for woven in ctx.session.observers.woven:
        automaton = woven.automaton
        if len(automaton.states) > 1:
            woven.state = variable(f"{automaton.name}.<state>", C_INT.machine)
        for declared in automaton.variables:
            machine = ctx.pointer if declared.type is VariableType.POINTER else C_INT.machine
            woven.variables[declared.name] = variable(f"{automaton.name}.<{declared.name}>", machine)


def begin(ctx: Context) -> None:
    """Give them their initial states and values, where the program begins."""
    for woven in ctx.session.observers.woven:
        automaton = woven.automaton
        if woven.state is not None:
            _set(ctx, woven.state, Constant(automaton.states.index(automaton.initial), C_INT.machine))
        for declared in automaton.variables:
            variable = woven.variables[declared.name]
            _set(ctx, variable, folding.constant(declared.initial.value, variable.type))


def _set(ctx: Context, variable: Variable, value: Expression) -> None:
    ctx.emit(Assign(variable, value), text=f"{variable.name} = {_shown(value)}")


def called(ctx: Context, function: str, arguments: Sequence[Value], node: c_ast.Node) -> tuple[Value, ...]:
    """The event of a call; the arguments to show at its return, which may change in between."""
    event = Occurrence(EventKind.CALL, function, tuple(arguments), None, node)
    _decide(ctx, event)
    if (EventKind.RETURN, function) not in ctx.session.observers.with_arguments:
        return event.arguments
    return tuple(value if value.expression is None else Value(value.type, ctx.save(value.expression)) for value in arguments)


def returned(ctx: Context, function: str, arguments: Sequence[Value], result: Value | None, node: c_ast.Node) -> None:
    """The event of a return."""
    _decide(ctx, Occurrence(EventKind.RETURN, function, tuple(arguments), result, node))


def ended(ctx: Context) -> None:
    """The event of the run's end."""
    _decide(ctx, Occurrence(EventKind.END))


def _decide(ctx: Context, event: Occurrence) -> None:
    observers = ctx.session.observers
    if (event.kind, event.function) in observers.events:
        for woven in observers.woven:
            _Decision(ctx, woven, event).lower()


class _Decision:
    """The decision of one automaton at one event, over its state and the conditions of its transitions."""

    def __init__(self, ctx: Context, woven: Woven, event: Occurrence) -> None:
        self.ctx = ctx
        self.woven = woven
        self.event = event
        self.automaton = woven.automaton

    def lower(self) -> None:
        """Assumes and assignments from the current location on."""
        ctx, event = self.ctx, self.event
        key = (event.kind, event.function)
        cases = [(state, transitions) for state in self.automaton.states if (transitions := state.on(key))]
        if not cases or ctx.current is None:
            return
        self._check_counts([transition for _, transitions in cases for transition in transitions])
        with detour(ctx, self.automaton.name):
            after = ctx.location()
            for state, transitions in cases:
                other = self._enter(state)
                for transition in transitions:
                    self._try(state, transition, after)
                ctx.jump(after)
                ctx.current = other
            ctx.start(after)

    def _enter(self, state: State) -> Location | None:
        """Go on in the automaton's state; where control goes in any other one."""
        ctx, variable = self.ctx, self.woven.state
        if variable is None:
            return None
        here, other = ctx.location(), ctx.location()
        number = self.automaton.states.index(state)
        condition = folding.binary("==", Read(variable), Constant(number, C_INT.machine))
        ctx.branch_on(condition, here, other, f"{self.automaton.name} in {state.name}")
        ctx.current = here
        return other

    def _try(self, state: State, transition: Transition, after: Location) -> None:
        """Take a transition to ``after`` where its conditions hold; control is then where they do not, or nowhere."""
        ctx = self.ctx
        if ctx.current is None:
            return
        label = f"{self.automaton.name}: {transition_text(transition)}"
        fails: Location | None = None
        for part in [] if transition.otherwise else transition.conditions:
            condition = folding.truth(_expression(self._value(part), self.automaton, transition))
            if isinstance(condition, Constant):
                if condition.value:
                    continue
                ctx.jump(fails := fails or ctx.location())
                break
            holds, fails = ctx.location(), fails or ctx.location()
            ctx.branch_on(condition, holds, fails, f"{self.automaton.name}: {observed.text(part)}")
            ctx.current = holds
        self._take(state, transition, label)
        ctx.jump(after)
        ctx.current = fails

    def _take(self, state: State, transition: Transition, label: str) -> None:
        ctx = self.ctx
        if ctx.current is None:
            return
        for assignment in (*transition.bindings, *transition.assignments):
            self._assign(assignment, transition, label)
        if not isinstance(transition.target, ToError):
            names = [other.name for other in self.automaton.states]
            if self.woven.state is not None and transition.target.name != state.name:
                ctx.emit(Assign(self.woven.state, Constant(names.index(transition.target.name), C_INT.machine)), text=label)
            return
        violate(ctx, self.automaton.name, label)

    def _assign(self, assignment: Assignment, transition: Transition, label: str) -> None:
        ctx, event = self.ctx, self.event
        variable = self.woven.variables[assignment.name]
        value = _expression(self._value(assignment.value), self.automaton, transition)
        if variable.type != ctx.pointer and _is_pointer(assignment.value, event):
            message = f"'{assignment.name}' is an int, but {observed.text(assignment.value)} of {event.function} is a pointer"
            raise _error(self.automaton, assignment.place, message, f"variable {assignment.name} : pointer")
        ctx.emit(Assign(variable, folding.cast(value, variable.type)), text=label)

    def _check_counts(self, transitions: Sequence[Transition]) -> None:
        event = self.event
        count = len(event.arguments)
        for transition in transitions:
            patterns = transition.event.patterns
            if patterns is not None and (count < len(patterns) or (count > len(patterns) and not transition.event.open)):
                message = f"the pattern has {len(patterns)} arguments, but {event.function} is called with {count}"
                raise _error(self.automaton, transition.place, message, "_ stands for any argument, ... for any more")

    # -- values -------------------------------------------------------------------------------------------------------------------

    def _value(self, expression: observed.Expression) -> Value:
        """An automaton's expression in C's terms."""
        ctx, event = self.ctx, self.event
        match expression:
            case observed.Number(value=value):
                type = C_INT if C_INT.machine.minimum <= value <= C_INT.machine.maximum else LONG_LONG
                return Value(type, Constant(value, type.machine))
            case observed.Name(name=name):
                variable = self.woven.variables.get(name)
                if variable is None:
                    constant = next(candidate for candidate in self.automaton.constants if candidate.name == name)
                    return self._value(constant.value)
                declared = next(candidate for candidate in self.automaton.variables if candidate.name == name)
                return Value(size_type(ctx.model) if declared.type is VariableType.POINTER else C_INT, Read(variable))
            case observed.Argument(position=position, place=place):
                if position > len(event.arguments):
                    message = f"${position}: {event.function} is called with {len(event.arguments)} arguments"
                    raise _error(self.automaton, place, message)
                return _integer(ctx, event.arguments[position - 1], self.automaton, place, f"argument {position} of {event.function}")
            case observed.Result(place=place):
                if event.result is None:
                    raise _error(self.automaton, place, f"{event.function} returns nothing")
                return _integer(ctx, event.result, self.automaton, place, f"the result of {event.function}")
            case observed.Unary(operator="!", operand=operand):
                return operators.logical_not(ctx, self._value(operand), event.node)
            case observed.Unary(operator=operator, operand=operand):
                return operators.negate(ctx, operator, self._value(operand), event.node)
            case observed.Binary(operator=operator, left=left, right=right):
                first, second = self._value(left), self._value(right)
                if operator in ("&&", "||"):
                    sides = [operators.truth(ctx, side, event.node) for side in (first, second)]
                    yes, no = Constant(1, C_INT.machine), Constant(0, C_INT.machine)
                    if operator == "&&":
                        return Value(C_INT, folding.conditional(sides[0], sides[1], no))
                    return Value(C_INT, folding.conditional(sides[0], yes, sides[1]))
                result = operators.binary(ctx, operator, first, second, event.node)
                if operator in COMPARISONS and (self._holds_pointer(left) or self._holds_pointer(right)):
                    # An automaton tells objects apart, also those that have ended; what lies at an address later is another one.
                    conversions = ctx.session.builder.conversions
                    conversions.compared_pointers.append(conversions.compared.pop())
                return result

    def _holds_pointer(self, expression: observed.Expression) -> bool:
        """Whether the expression is a pointer, or a variable of the automaton that remembers one."""
        if isinstance(expression, observed.Name) and expression.name in self.woven.variables:
            return any(variable.name == expression.name and variable.type is VariableType.POINTER for variable in self.automaton.variables)
        return _is_pointer(expression, self.event)


def _integer(ctx: Context, value: Value, automaton: Automaton, place: observed.Place, what: str) -> Value:
    """An argument as an integer; a pointer counts as the unsigned integer of its address."""
    if value.expression is None or not isinstance(value.type, IntegerType | PointerType):
        raise _error(automaton, place, f"{what} has type {value.type}, which an automaton cannot look at", "_ stands for any argument")
    return Value(size_type(ctx.model), value.expression) if isinstance(value.type, PointerType) else value


def _is_pointer(expression: observed.Expression, event: Occurrence) -> bool:
    """Whether the expression is an argument or a result that is a pointer."""
    match expression:
        case observed.Argument(position=position):
            return isinstance(event.arguments[position - 1].type, PointerType)
        case observed.Result():
            return event.result is not None and isinstance(event.result.type, PointerType)
    return False


def _expression(value: Value, automaton: Automaton, transition: Transition) -> Expression:
    if value.expression is None:
        raise _error(automaton, transition.place, "the expression has no value")
    return value.expression


def _error(automaton: Automaton, place: observed.Place, message: str, hint: str | None = None) -> InputError:
    return automaton.source.error(f"automaton {automaton.name}: {message}", place.line, place.column, hint)


def _shown(value: Expression) -> str:
    return str(value.value) if isinstance(value, Constant) else ""
