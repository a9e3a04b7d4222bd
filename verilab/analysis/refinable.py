"""What a refinable analysis offers the refinement loop, and the candidates, increments and path verdicts it offers them in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from verilab.analysis.algorithm import Exploration
from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import Cpa
from verilab.analysis.invariants import Invariants
from verilab.program.control import ControlPoint
from verilab.program.counterexample import Counterexample


@dataclass(frozen=True, slots=True)
class Increment:
    """What a refinement adds to a precision: per control point of the path, the domain's facts (variables, predicates).

    Points whose interpolant is trivial (true or false) have no entry.  ``facts`` are hashable and comparable by ==.
    """

    facts: dict[ControlPoint, frozenset[Any]]

    @property
    def all(self) -> frozenset[Any]:
        """The union over all points: what a global precision takes."""
        return frozenset().union(*self.facts.values())

    def __bool__(self) -> bool:
        return any(self.facts.values())


@dataclass(frozen=True, slots=True)
class Feasible:
    """The path is an execution: the loop ends with a violation."""

    counterexample: Counterexample


@dataclass(frozen=True, slots=True)
class Undecided:
    """The analysis can neither execute nor exclude the path (a solver gave up, the domain cannot express the reason)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One possible refinement (DESIGN §2): the target, the (sliced) path as ARG nodes, the analysis it would refine, the interpolant
    sequence with the procedure it comes from, the increment, and the pivot: the first node of the path with a non-trivial interpolant.
    """

    target: ArgNode
    path: Sequence[ArgNode]
    analysis: str
    interpolants: Sequence[Any]
    provenance: str
    increment: Increment
    pivot: ArgNode | None
    scores: dict[str, float] = field(default_factory=dict)


Proposal = Candidate | Feasible | Undecided


class RefinableAnalysis(Protocol):
    """What the loop and the operators need of an analysis: a CPA, path checks, interpolation and a precision that grows."""

    @property
    def name(self) -> str: ...

    @property
    def cpa(self) -> Cpa: ...

    def propose(self, target: ArgNode) -> Proposal:
        """Check the whole path to ``target``; where it is infeasible, interpolate it into a candidate (DESIGN: "whole path")."""
        ...

    def refine(self, increment: Increment, *, located: bool) -> bool:
        """Add an increment to the precision, per location or (not located) globally; False where it adds nothing new."""
        ...

    def invariants(self, exploration: Exploration) -> Invariants:
        """The claim of an exploration that ended without targets."""
        ...

    def statistics(self) -> dict[str, float]:
        """Counters for the report: at least ``predicates`` (facts in the precision)."""
        ...
