"""Verdicts (DESIGN §3): sum types that carry their evidence."""

from __future__ import annotations

from dataclasses import dataclass

from verilab.analysis.invariants import Invariants
from verilab.program.cfa import Edge


@dataclass(frozen=True, slots=True)
class Choice:
    """The values that one edge with a non-deterministic right-hand side took, in path order.

    One value for Assign and Store; for Havoc the values of all its targets, arrays element by element.
    """

    edge: Edge
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A path from the program's entry to an error location and the values of all its non-deterministic choices."""

    edges: tuple[Edge, ...]
    choices: tuple[Choice, ...]


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
    """No answer; ``reason`` says why in a few words ("timeout", "imprecise: heap", "repeated counterexample", ...)."""

    reason: str


Verdict = Safe | Unsafe | Unknown
