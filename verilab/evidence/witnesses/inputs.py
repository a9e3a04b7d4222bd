"""The inputs of a violation as plain values, and executions from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verilab.evidence.interpretation.inputs import FromTheEnvironment, NoInputError, nondeterminism
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.program.cfa import Position, Program
from verilab.program.counterexample import Choice
from verilab.program.operations import NondetKind
from verilab.program.types import IntType
from verilab.resources import Deadline

Inputs = Sequence[tuple[str, tuple[int, ...]]]
"""In the order of the execution: the function (or another origin) that chose, and what it chose."""
STEPS = 5_000_000


def inputs_of(choices: Iterable[Choice]) -> list[tuple[str, tuple[int, ...]]]:
    """What the environment chose; not what is uninitialised or over-approximated."""
    inputs: list[tuple[str, tuple[int, ...]]] = []
    for choice in choices:
        chosen = nondeterminism(choice.edge)
        if chosen is not None and chosen[1] is NondetKind.INPUT:
            inputs.append((chosen[2], choice.values))
    return inputs


def places_of(choices: Iterable[Choice]) -> list[Position]:
    """Where in the program each of ``inputs_of`` was chosen."""
    pairs = ((choice, nondeterminism(choice.edge)) for choice in choices)
    return [choice.edge.position for choice, chosen in pairs if chosen is not None and chosen[1] is NondetKind.INPUT]


class _Recorded(FromTheEnvironment):
    """Gives the inputs back in their order."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._next = 0

    def given(self, origin: str, types: tuple[IntType, ...]) -> tuple[int, ...]:
        if self._next == len(self._inputs):
            raise NoInputError
        recorded, values = self._inputs[self._next]
        if recorded != origin or len(values) != len(types):
            raise NoInputError
        self._next += 1
        return values


def reaches_error(program: Program, inputs: Inputs, deadline: Deadline | None = None) -> bool:
    """Whether the program's execution with these inputs reaches an error without undefined behaviour.  Raises OutOfTime."""
    run = Interpreter(program).run(_Recorded(inputs), step_limit=STEPS, deadline=deadline, record=False)
    return isinstance(run.outcome, ReachedError) and not run.notes
