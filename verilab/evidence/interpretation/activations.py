"""Recursive calls as C has them: each activation of a function has locals of its own.

A call saves the caller's locals, and its end brings them back beside what has static storage duration and the result.  A call that chose
no values and whose behaviour was defined has the same effect whenever arguments and lasting storage are the same: such *results* are kept,
so that fib(n) is executed once for each n.
"""

from __future__ import annotations

from collections.abc import Callable

from verilab.data_classes import dataclass
from verilab.evidence.interpretation.evaluation import State, UnusualError, Value
from verilab.program.cfa import Edge, Location, Program, RecursiveCall
from verilab.program.storages import Array, Variable

LARGEST_LASTING = 200
"""Results are kept where at most so many scalars last beyond calls."""

Situation = tuple[int, tuple[Value, ...], tuple[Value, ...]]
"""A call: the number of the callee's entry, the arguments, and the values of what lasts."""
Effect = tuple[Value | None, tuple[Value, ...]]
"""The result, None of a function without one, and the values of what lasts, behind the call."""


@dataclass(frozen=True, slots=True)
class Activation:
    """The caller of an active recursive call: its state, and how many choices the run had made."""

    call: RecursiveCall
    situation: Situation | None
    saved: State
    choices: int


class Activations:
    """The recursive calls of one program; ``observer`` is told every call that came to its end, and whether it made no choice."""

    def __init__(self, program: Program, observer: Callable[[RecursiveCall, Situation, Effect, bool], None] | None = None) -> None:
        self.calls: dict[Edge, RecursiveCall] = {call.edge: call for call in program.recursive_calls}
        self._observer = observer
        self._lasting = [
            storage.slot + number
            for storage in program.storages
            if storage.function is None
            for number in range(storage.length if isinstance(storage, Array) else 1)
        ]
        self._results: dict[Situation, Effect] = {}

    def enter(self, call: RecursiveCall, state: State, choices: int) -> Activation | None:
        """Make ``state`` that at the callee's entry; None where it is the one behind the call already, whose result is known."""
        passed = tuple([state[variable.slot] for variable in call.passed])
        situation = self._situation(call, passed, state)
        effect = None if situation is None else self._results.get(situation)
        if effect is not None:
            self._return(call, state, effect)
            return None
        activation = Activation(call, situation, state[:], choices)
        for parameter, value in zip(call.callee.parameters, passed, strict=True):
            state[parameter.slot] = value
        return activation

    def leave(self, activation: Activation, state: State, choices: int, *, defined: bool) -> Location:
        """Make ``state`` that behind the call; the location there.  ``defined``: nothing in the run had undefined behaviour."""
        call = activation.call
        result = call.callee.result
        effect = (None if result is None else state[result.slot], tuple([state[slot] for slot in self._lasting]))
        state[:] = activation.saved
        self._return(call, state, effect)
        if activation.situation is not None and defined:
            functional = choices == activation.choices
            if functional:
                self._results[activation.situation] = effect
            if self._observer is not None:
                self._observer(call, activation.situation, effect, functional)
        return call.edge.target

    def _situation(self, call: RecursiveCall, passed: tuple[Value, ...], state: State) -> Situation | None:
        if len(self._lasting) > LARGEST_LASTING:
            return None
        situation = (call.callee.entry.id, passed, tuple([state[slot] for slot in self._lasting]))
        try:
            hash(situation)
        except UnusualError:  # something in it is unknown
            return None
        return situation

    def _return(self, call: RecursiveCall, state: State, effect: Effect) -> None:
        result, lasting = effect
        for slot, value in zip(self._lasting, lasting, strict=True):
            state[slot] = value
        if call.result is not None and result is not None:
            state[call.result.slot] = result


def lasting_storages(program: Program) -> list[Variable | Array]:
    """What lasts beyond calls, in the order of a situation's values."""
    return [storage for storage in program.storages if storage.function is None]
