"""Verdicts: sum types that carry their evidence."""

from __future__ import annotations

from dataclasses import dataclass, field

from verilab.analysis.invariants import Invariants
from verilab.program.counterexample import Choice, Counterexample


@dataclass(frozen=True, slots=True)
class Safe:
    """No error location is reachable; proven by inductive invariants."""

    invariants: Invariants


@dataclass(frozen=True, slots=True)
class Unsafe:
    """An error location is reachable; shown by an execution."""

    counterexample: Counterexample


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer; ``reason`` says why in a few words ("timeout", "imprecise: heap", "repeated counterexample", ...).

    ``properties`` are those that it is about, of a program with several; empty for all that are open.
    """

    reason: str
    properties: frozenset[str] = field(default=frozenset(), compare=False)


Verdict = Safe | Unsafe | Unknown

__all__ = ["Choice", "Counterexample", "Safe", "Unknown", "Unsafe", "Verdict"]
