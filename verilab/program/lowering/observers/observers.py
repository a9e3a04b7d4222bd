"""The observer automata of one lowering: what they watch, and which variables of the program hold their states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from verilab.data_classes import dataclass
from verilab.program.automata import expressions as observed
from verilab.program.automata.model import Automaton, EventKind, Transition
from verilab.program.storages import Variable


@dataclass(slots=True)
class Woven:
    """One automaton in the program being lowered; ``state`` is None where there is a single one."""

    automaton: Automaton
    state: Variable | None = None
    variables: dict[str, Variable] = field(default_factory=dict)


class Observers:
    """All automata of one lowering."""

    def __init__(self, automata: Sequence[Automaton]) -> None:
        self.woven = [Woven(automaton) for automaton in automata]
        self.events = {transition.event.key for automaton in automata for transition in automaton.transitions}
        self.with_arguments = {
            transition.event.key for automaton in automata for transition in automaton.transitions if _uses_arguments(transition)
        }

    def watches(self, function: str) -> bool:
        """Whether calls or returns of the function are events."""
        return (EventKind.CALL, function) in self.events or (EventKind.RETURN, function) in self.events


def _uses_arguments(transition: Transition) -> bool:
    if transition.event.patterns:
        return True
    shown = [*transition.conditions, *(assignment.value for assignment in transition.assignments)]
    return any(isinstance(node, observed.Argument) for expression in shown for node in observed.walk(expression))
