"""Automata as text: what ``parse_automaton`` reads back as the same automaton."""

from __future__ import annotations

from verilab.program.automata.expressions import text
from verilab.program.automata.model import Anything, Automaton, Binds, Equals, Event, EventKind, Pattern, ToError, Transition, VariableType


def print_automaton(automaton: Automaton) -> str:
    """The text of an automaton, without the comments of the text that it was read from."""
    lines = [f"automaton {automaton.name}"]
    lines += [f'{kind} "{value}"' for kind, value in (("title", automaton.title), ("origin", automaton.origin)) if value]
    lines += [f"constant {constant.name} = {text(constant.value)}" for constant in automaton.constants]
    for variable in automaton.variables:
        type = "" if variable.type is VariableType.INT else f" : {variable.type.value}"
        lines.append(f"variable {variable.name}{type} = {text(variable.initial)}")
    for state in automaton.states:
        lines += ["", f"state {state.name}" + (" initial" if state.initial else "")]
        lines += [f"  {transition_text(transition)}" for transition in state.transitions]
    return "\n".join(lines) + "\n"


def transition_text(transition: Transition) -> str:
    """One transition on one line."""
    parts = [f"on {event_text(transition.event)}"]
    if transition.otherwise:
        parts.append("otherwise")
    if transition.condition is not None:
        parts.append(f"if {text(transition.condition)}")
    if transition.assignments:
        parts.append("do " + ", ".join(f"{assignment.name} = {text(assignment.value)}" for assignment in transition.assignments))
    if isinstance(transition.target, ToError):
        parts.append("-> error" + (f' "{transition.target.message}"' if transition.target.message else ""))
    else:
        parts.append(f"-> {transition.target.name}")
    return " ".join(parts)


def event_text(event: Event) -> str:
    """What a transition matches."""
    if event.kind is EventKind.END:
        return "end"
    if event.patterns is None:
        return f"{event.kind.value} {event.function}"
    patterns = [*map(_pattern_text, event.patterns), *(["..."] if event.open else [])]
    return f"{event.kind.value} {event.function}({', '.join(patterns)})"


def _pattern_text(pattern: Pattern) -> str:
    match pattern:
        case Anything():
            return "_"
        case Equals(value=value):
            return text(value)
        case Binds(name=name):
            return f"?{name}"
