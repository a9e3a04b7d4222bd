"""Observer automata: what a safety property of an interface looks like (Lukasczyk 2018, §4.4, Table 4.4).

An automaton watches the calls of a program.  It is in one state at a time; an event (a call, a return, the end of the run) that matches a
transition of that state moves it, and one that matches none leaves it where it is.  The property is violated when it reaches ``error``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from enum import Enum

from verilab.data_classes import dataclass
from verilab.program.automata.expressions import NOWHERE, Argument, Binary, Expression, Name, Number, Place, conjuncts
from verilab.program.source import SourceText


class EventKind(Enum):
    """When a transition looks."""

    CALL = "call"  # a function is called; its arguments are known
    RETURN = "return"  # it has returned; its arguments (as they were at the call) and its result are known
    END = "end"  # main has returned, or the program has called exit


ZERO = Number(0)


class VariableType(Enum):
    """What a variable holds."""

    INT = "int"
    POINTER = "pointer"


@dataclass(frozen=True, slots=True)
class Anything:
    """``_``: any argument."""


@dataclass(frozen=True, slots=True)
class Equals:
    """An integer, a constant, or a variable: an argument of the same value."""

    value: Number | Name


@dataclass(frozen=True, slots=True)
class Binds:
    """``?x``: any argument, which x then holds."""

    name: str
    place: Place = field(default=NOWHERE, compare=False)


Pattern = Anything | Equals | Binds


@dataclass(frozen=True, slots=True)
class Event:
    """What a transition matches.

    ``patterns`` is None where the arguments do not matter; ``open`` where further arguments may follow (``...``).
    """

    kind: EventKind
    function: str = ""
    patterns: tuple[Pattern, ...] | None = None
    open: bool = False

    @property
    def key(self) -> tuple[EventKind, str]:
        return self.kind, self.function


@dataclass(frozen=True, slots=True)
class Assignment:
    """``name = value``."""

    name: str
    value: Expression
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ToState:
    """The transition leads to the state of that name."""

    name: str
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ToError:
    """The transition violates the property; ``message`` says how."""

    message: str = ""


@dataclass(frozen=True, slots=True)
class Transition:
    """One transition.

    ``condition`` is None where the event alone decides; ``otherwise`` where it is taken when no other transition of its state matches the
    event.  The condition sees the variables as they were before; then the arguments are bound, then the assignments run in order.
    """

    event: Event
    target: ToState | ToError
    condition: Expression | None = None
    otherwise: bool = False
    assignments: tuple[Assignment, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def conditions(self) -> list[Expression]:
        """All that has to hold: what the patterns demand of the arguments, then the condition's parts."""
        conditions: list[Expression] = []
        for position, pattern in enumerate(self.event.patterns or (), start=1):
            if isinstance(pattern, Equals):
                conditions.append(Binary("==", Argument(position), pattern.value))
        return conditions + ([] if self.condition is None else conjuncts(self.condition))

    @property
    def bindings(self) -> list[Assignment]:
        """What the patterns bind, as assignments."""
        patterns = enumerate(self.event.patterns or (), start=1)
        return [Assignment(pattern.name, Argument(position), pattern.place) for position, pattern in patterns if isinstance(pattern, Binds)]


@dataclass(frozen=True, slots=True)
class State:
    """A state with its transitions, in the order of the text."""

    name: str
    transitions: tuple[Transition, ...] = ()
    initial: bool = False
    place: Place = field(default=NOWHERE, compare=False)

    def on(self, key: tuple[EventKind, str]) -> list[Transition]:
        """The transitions that look at an event, in the order in which to try them."""
        return sorted(
            (transition for transition in self.transitions if transition.event.key == key), key=lambda transition: transition.otherwise
        )


@dataclass(frozen=True, slots=True)
class Constant:
    """A named integer."""

    name: str
    value: Number
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable with its initial value."""

    name: str
    type: VariableType = VariableType.INT
    initial: Number = ZERO
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Automaton:
    """An observer automaton; ``source`` is the text it was read from, for messages.

    Made by ``parse_automaton``, which checks it; what is built by hand has to pass ``verilab.program.automata.checks.check``.
    """

    name: str
    states: tuple[State, ...]
    title: str = ""
    origin: str = ""
    constants: tuple[Constant, ...] = ()
    variables: tuple[Variable, ...] = ()
    source: SourceText = field(default_factory=lambda: SourceText("<automaton>", ""), compare=False, repr=False)

    @property
    def initial(self) -> State:
        return next(state for state in self.states if state.initial)

    @property
    def transitions(self) -> Iterator[Transition]:
        for state in self.states:
            yield from state.transitions

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions it watches, in the order of the text."""
        return tuple(
            dict.fromkeys(transition.event.function for transition in self.transitions if transition.event.kind is not EventKind.END)
        )
