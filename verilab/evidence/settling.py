"""Settle what a violation leaves open: variables that were never given a value, and how many arguments more than many there are.

Automatic variables are indeterminate in C; a solver's model has some values for them, mostly by chance.  A compiled program cannot be made
to have those values, only zero, so that a violation which does not depend on them would be excused from its check by the compiler.
Where the error is reached with zeros too, the run with zeros is the violation.  So with arguments that no execution can be given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from verilab.evidence.compiler.harness import MOST_ARGUMENTS
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Store


def zeroed(counterexample: Counterexample) -> Counterexample | None:
    """The counterexample with zero for each uninitialised value; None where it has no other."""
    return _changed(counterexample, _zeroed)


def with_fewer_arguments(counterexample: Counterexample) -> Counterexample | None:
    """The counterexample with as many arguments as a harness can give; None where it has no more."""
    return _changed(counterexample, _with_fewer)


def _changed(counterexample: Counterexample, change: Callable[[Choice], Choice]) -> Counterexample | None:
    choices = tuple(map(change, counterexample.choices))
    return None if choices == tuple(counterexample.choices) else replace(counterexample, choices=choices)


def _with_fewer(choice: Choice) -> Choice:
    match choice.edge.operation:
        case Assign(value=Nondet(origin="argc")) | Store(value=Nondet(origin="argc")) if choice.values[0] > MOST_ARGUMENTS:
            return replace(choice, values=(MOST_ARGUMENTS,))
    return choice


def _zeroed(choice: Choice) -> Choice:
    return replace(choice, values=(0,) * len(choice.values)) if _uninitialised(choice) and any(choice.values) else choice


def _uninitialised(choice: Choice) -> bool:
    match choice.edge.operation:
        case Assign(value=Nondet(kind=kind)) | Store(value=Nondet(kind=kind)) | Havoc(kind=kind):
            return kind is NondetKind.UNINITIALISED
    return False
