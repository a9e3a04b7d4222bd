"""What an automaton must be: its names exist, its transitions are deterministic, its states and its error can be reached."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from verilab.data_classes import dataclass
from verilab.program.automata.disjointness import disjoint
from verilab.program.automata.expressions import Argument, Expression, Name, Place, Result, walk
from verilab.program.automata.model import Automaton, Binds, Equals, EventKind, State, ToError, ToState, Transition
from verilab.program.errors import InputError


def check(automaton: Automaton) -> Automaton:
    """The automaton itself.  Raises InputError, at the place in its text, for what is wrong with it."""
    checker = _Checker(automaton)
    checker.declarations()
    for state in automaton.states:
        for transition in state.transitions:
            checker.transition(transition)
        checker.determinism(state)
    checker.patterns()
    checker.reachability()
    return automaton


@dataclass(frozen=True, slots=True)
class _Checker:
    automaton: Automaton

    def error(self, message: str, place: Place, hint: str | None = None) -> InputError:
        return self.automaton.source.error(message, place.line, place.column, hint)

    @property
    def values(self) -> list[str]:
        """The names that expressions can use."""
        return [named.name for named in self.automaton.variables] + [named.name for named in self.automaton.constants]

    def declarations(self) -> None:
        automaton = self.automaton
        if not automaton.states:
            raise self.error("the automaton has no state", Place(), "write: state NAME initial")
        named = [(constant.name, constant.place) for constant in automaton.constants] + [
            (variable.name, variable.place) for variable in automaton.variables
        ]
        for group, kind in ((named, "name"), ([(declared.name, declared.place) for declared in automaton.states], "state")):
            seen: set[str] = set()
            for name, place in group:
                if name in seen:
                    raise self.error(f"the {kind} '{name}' is declared twice", place)
                if name == "_":
                    raise self.error(f"'_' stands for any argument and cannot be a {kind}", place)
                seen.add(name)
        initial = [state for state in automaton.states if state.initial]
        if not initial:
            raise self.error("no state is initial", automaton.states[0].place, f"write: state {automaton.states[0].name} initial")
        if len(initial) > 1:
            raise self.error(f"the state '{initial[0].name}' is initial already", initial[1].place, "one state is")

    def transition(self, transition: Transition) -> None:
        event = transition.event
        for pattern in event.patterns or ():
            if isinstance(pattern, Equals) and isinstance(pattern.value, Name):
                self._known(pattern.value.name, pattern.value.place, self.values, "variable or constant")
            elif isinstance(pattern, Binds):
                self._variable(pattern.name, pattern.place)
        bound = [pattern.name for pattern in event.patterns or () if isinstance(pattern, Binds)]
        for number, name in enumerate(bound):
            if name in bound[:number]:
                raise self.error(f"'{name}' is bound twice", transition.place)
        for assignment in transition.assignments:
            self._variable(assignment.name, assignment.place)
            self._expression(assignment.value, transition)
        if transition.condition is not None:
            self._expression(transition.condition, transition)
        if isinstance(transition.target, ToState):
            states = [state.name for state in self.automaton.states]
            self._known(transition.target.name, transition.target.place, states, "state")

    def _variable(self, name: str, place: Place) -> None:
        if name in [constant.name for constant in self.automaton.constants]:
            raise self.error(f"'{name}' is a constant and cannot change", place)
        self._known(name, place, [variable.name for variable in self.automaton.variables], "variable")

    def _known(self, name: str, place: Place, known: Iterable[str], what: str) -> None:
        known = list(known)
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            listed = f"known: {', '.join(known)}" if known else f"there is no {what}"
            raise self.error(f"there is no {what} '{name}'", place, f"did you mean '{near[0]}'?" if near else listed)

    def _expression(self, expression: Expression, transition: Transition) -> None:
        event = transition.event
        for node in walk(expression):
            match node:
                case Name(name=name, place=place):
                    self._known(name, place, self.values, "variable or constant")
                case Argument(position=position, place=place):
                    if event.kind is EventKind.END:
                        raise self.error("the end of the run has no arguments", place)
                    if event.patterns is not None and position > len(event.patterns) and not event.open:
                        message = f"the pattern of {event.function} has {len(event.patterns)} arguments"
                        raise self.error(message, place, "end the pattern with ... for more")
                case Result(place=place):
                    if event.kind is not EventKind.RETURN:
                        raise self.error("$r is known at a return only", place, "write: on return FUNCTION")

    def determinism(self, state: State) -> None:
        """Of two transitions on one event at most one may match, whatever the arguments and variables are."""
        for number, transition in enumerate(state.transitions):
            for other in state.transitions[:number]:
                if other.event.key != transition.event.key or other.otherwise != transition.otherwise:
                    continue
                what = f"{transition.event.kind.value} {transition.event.function}".strip()
                line = f"line {other.place.line}"
                if (other.event, other.condition) == (transition.event, transition.condition):
                    raise self.error(f"this transition on {what} is there already, in {line}", transition.place)
                if other.otherwise:
                    raise self.error(f"the transition in {line} takes what is left of {what} already", transition.place)
                if not disjoint(self.automaton, other, transition):
                    hint = "let their patterns or conditions exclude each other, or write otherwise for what is left"
                    raise self.error(f"this transition and the one in {line} may both match one {what}", transition.place, hint)

    def patterns(self) -> None:
        """Patterns of one function have one number of arguments."""
        counts: dict[str, tuple[int, int]] = {}
        for transition in self.automaton.transitions:
            event = transition.event
            if event.patterns is not None and not event.open:
                count, line = counts.setdefault(event.function, (len(event.patterns), transition.place.line))
                if count != len(event.patterns):
                    message = f"{event.function} has {len(event.patterns)} arguments here, but {count} in line {line}"
                    raise self.error(message, transition.place, "_ stands for any argument, ... for any more")

    def reachability(self) -> None:
        states = {state.name: state for state in self.automaton.states}
        reached = {self.automaton.initial.name}
        stack = list(reached)
        violated = False
        while stack:
            for transition in states[stack.pop()].transitions:
                if isinstance(transition.target, ToError):
                    violated = True
                elif transition.target.name not in reached:
                    reached.add(transition.target.name)
                    stack.append(transition.target.name)
        for state in self.automaton.states:
            if state.name not in reached:
                raise self.error(f"the state '{state.name}' cannot be reached", state.place, "add a transition that leads to it")
        if not violated:
            raise self.error("no transition leads to error", self.automaton.initial.place, "a property has one: on ... -> error")
