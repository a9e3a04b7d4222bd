"""Replay of a counterexample: does an execution with these inputs reach the error?

The replay runs the program, not the claimed path: the path is what the inputs make of it.  A run that reaches an error location is a
violation even where it leaves the claimed path, and the replay says so.
"""

from __future__ import annotations

from enum import Enum
from itertools import zip_longest

from verilab.data_classes import dataclass
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import (
    DependsOnImprecise,
    Ended,
    OutOfInputs,
    ReachedError,
    Run,
    StepLimit,
    UndefinedBehaviour,
    WrongInput,
)
from verilab.program.cfa import Edge, Program
from verilab.program.counterexample import Counterexample
from verilab.resources import Deadline


class OverflowPolicy(Enum):
    """What to make of a violation that goes through signed overflow or a shift distance out of range.

    REJECT: the program has no meaning from there on, the violation proves nothing.  WRAP: the usual meaning of compilers counts.
    """

    REJECT = "reject"
    WRAP = "wrap"


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of a replay; ``reason`` is empty where it was accepted along the claimed path."""

    accepted: bool
    reason: str
    run: Run


def replay(
    program: Program,
    counterexample: Counterexample,
    *,
    signed_overflow: OverflowPolicy = OverflowPolicy.REJECT,
    deadline: Deadline | None = None,
    interpreter: Interpreter | None = None,
) -> Replay:
    """Run the program on the counterexample's choices.  Raises OutOfTime at the deadline."""
    # The claimed path may be left, so leave the run some room; a run that goes on for ever is not the claimed one.
    limit = 2 * len(counterexample.edges) + 1_000_000
    run = (interpreter or Interpreter(program)).run(counterexample.choices, step_limit=limit, deadline=deadline)
    if not isinstance(run.outcome, ReachedError):
        return Replay(False, _failure(run) + _departure(run, counterexample), run)
    if run.notes and signed_overflow is OverflowPolicy.REJECT:
        note = run.notes[0]
        return Replay(False, f"the violation relies on undefined behaviour: {note.kind.value} at {_place(note.edge)}", run)
    if run.edges != counterexample.edges:
        return Replay(True, "the error is reached" + _departure(run, counterexample), run)
    return Replay(True, "", run)


def _place(edge: Edge) -> str:
    return f"{edge.position}: {edge.text}"


def _failure(run: Run) -> str:
    match run.outcome:
        case Ended(how=how, location=location):
            return f"the run {'ends by itself' if how == 'returned' else 'is blocked'} in {location.function.name}"
        case OutOfInputs(edge=edge):
            return f"no value is recorded for {_place(edge)}"
        case WrongInput(edge=edge, reason=reason):
            return f"the value recorded for {_place(edge)} does not fit: {reason}"
        case StepLimit(steps=steps):
            return f"no end after {steps} steps"
        case UndefinedBehaviour(kind=kind, edge=edge):
            return f"undefined behaviour: {kind.value} at {_place(edge)}"
        case DependsOnImprecise(edge=edge, reason=reason):
            return f"imprecise: {reason} decides {_place(edge)}"
    return "the error is reached"


def _departure(run: Run, counterexample: Counterexample) -> str:
    """Where the run left the claimed path, if it did before its end."""
    for taken, claimed in zip_longest(run.edges, counterexample.edges):
        if taken is not claimed:
            if taken is None:
                return ""
            return f"; the run leaves the claimed path at {_place(taken)}"
    return ""
