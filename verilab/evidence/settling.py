"""Settle what a violation leaves open: variables that were never given a value.

Automatic variables are indeterminate in C; a solver's model has some values for them, mostly by chance.  A compiled program cannot be made
to have those values, only zero, so that a violation which does not depend on them would be excused from its check by the compiler.
Where the error is reached with zeros too, the run with zeros is the violation.
"""

from __future__ import annotations

from dataclasses import replace

from verilab.program.counterexample import Choice, Counterexample
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Store


def zeroed(counterexample: Counterexample) -> Counterexample | None:
    """The counterexample with zero for each uninitialised value; None where it has no other."""
    choices = tuple(_zeroed(choice) for choice in counterexample.choices)
    return None if choices == tuple(counterexample.choices) else replace(counterexample, choices=choices)


def _zeroed(choice: Choice) -> Choice:
    return replace(choice, values=(0,) * len(choice.values)) if _uninitialised(choice) and any(choice.values) else choice


def _uninitialised(choice: Choice) -> bool:
    match choice.edge.operation:
        case Assign(value=Nondet(kind=kind)) | Store(value=Nondet(kind=kind)) | Havoc(kind=kind):
            return kind is NondetKind.UNINITIALISED
    return False
