"""What a refinable analysis offers the refinement loop, and the candidates, increments and path verdicts it offers them in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import compress
from typing import Any, Protocol

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import Cpa
from verilab.analysis.exploration import Exploration
from verilab.analysis.invariants import Invariants
from verilab.analysis.labels import Labels, invariants
from verilab.analysis.paths import Feasible, Path, Undecided
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlPoint
from verilab.program.operations import Assume
from verilab.program.storages import Array, Variable


@dataclass(frozen=True, slots=True)
class Increment:
    """What a refinement adds to a precision: per control point of the path, the domain's facts (variables, predicates).

    Points whose interpolant is trivial (true or false) have no entry.  ``facts`` are hashable and comparable by ==.
    """

    facts: dict[ControlPoint, frozenset[Any]]

    @property
    def all(self) -> frozenset[Any]:
        """The union over all points: what a global precision takes."""
        return frozenset().union(*set(self.facts.values()))  # neighbours mostly have the same facts

    def __bool__(self) -> bool:
        return any(self.facts.values())


class UseKind(Enum):
    """What a fact says of the variables it mentions: their value, or an equality between them; their order; something else."""

    EQUALITY = "equality"
    ORDER = "order"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Use:
    """How one atom of a fact uses variables."""

    kind: UseKind
    storages: frozenset[Variable | Array]


@dataclass(frozen=True)
class Prefix:
    """A sliced prefix of an error path (FORTE'15 §3): its first steps, some assumes among them replaced by no-ops.

    ``points`` has one entry more than there are steps.  ``edges`` has one entry per step: its CFA edge, None where the step is a
    block of several edges.  ``omitted`` are the steps that count as no-ops.
    """

    points: tuple[ControlPoint, ...]
    edges: tuple[Edge | None, ...]
    omitted: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.points) != len(self.edges) + 1:
            raise ValueError(f"{len(self.edges)} steps have {len(self.edges) + 1} points, got {len(self.points)}")
        for step in self.omitted:
            edge = self.edges[step]
            if edge is None or not isinstance(edge.operation, Assume):
                raise ValueError(f"step {step} is no assume and cannot be omitted: {edge or 'a block'}")

    @property
    def length(self) -> int:
        """The number of steps, no-ops included."""
        return len(self.edges)

    @property
    def kept(self) -> tuple[Edge, ...]:
        """The edges that are no no-ops."""
        return tuple(edge for step, edge in enumerate(self.edges) if edge is not None and step not in self.omitted)


def sliced_prefixes(points: Sequence[ControlPoint], edges: Sequence[Edge | None], ends: Sequence[int]) -> list[Prefix]:
    """The prefixes of a path that end with the steps ``ends``, ascending, each with the earlier ones of them omitted.

    Raises ValueError like Prefix.
    """
    points, edges = tuple(points), tuple(edges)
    Prefix(points, edges, frozenset(ends[:-1]))  # checks the steps once for all of them
    found: list[Prefix] = []
    for count, end in enumerate(ends):
        prefix = object.__new__(Prefix)
        prefix.__dict__.update(points=points[: end + 2], edges=edges[: end + 1], omitted=frozenset(ends[:count]))
        found.append(prefix)
    return found


@dataclass(frozen=True, slots=True)
class Caps:
    """How many sliced prefixes of one path are wanted, and of how many steps; None for all.  The first one always is."""

    count: int | None = None
    length: int | None = None

    def admit(self, found: int, length: int) -> bool:
        """Whether one more prefix, of this length, is wanted after ``found`` others."""
        return not found or ((self.count is None or found < self.count) and (self.length is None or length <= self.length))


@dataclass(frozen=True)
class Candidate:
    """One possible refinement.

    ``target``, ``path``: the error and the path to it.  ``prefix``: the part of the path that the interpolants are of.
    ``analysis``: the name of the analysis it would refine.  ``interpolants``: the sequence, one per inner point of the prefix, with the
    ``provenance`` of the procedure.  ``pivot``: the first node of the path with a non-trivial interpolant.  ``scores`` is filled by
    whoever selects, by the text of the score.
    """

    target: ArgNode
    path: Path
    analysis: str
    interpolants: Sequence[Any]
    provenance: str
    increment: Increment
    pivot: ArgNode | None
    prefix: Prefix
    scores: dict[str, float] = field(default_factory=dict)

    # SPIN'15 §3:  I = {i | pi(l_i) is not empty}
    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The positions on the prefix, 1 .. length, where the increment says something, ascending."""
        return tuple(compress(range(1, self.prefix.length + 1), self._said(1)))

    @cached_property
    def span(self) -> tuple[int, int] | None:
        """(min I, max I); None where the increment says nothing."""
        length = self.prefix.length
        first = next(compress(range(1, length + 1), self._said(1)), None)
        return None if first is None else (first, next(compress(range(length, 0, -1), self._said(-1))))

    def _said(self, direction: int) -> Iterator[frozenset[Any] | None]:
        """What the increment says at each point of the prefix but the first, in order or from the end."""
        return map(self.increment.facts.get, self.prefix.points[1:] if direction > 0 else reversed(self.prefix.points))


Proposal = Candidate | Feasible | Undecided

IN_TURN = "in-turn"
"""Of the analyses of a combination each proposes only where those before it cannot exclude the path (SPIN'15 §5, VA || PA)."""
ALL = "all"
"""All analyses of a combination propose, and the selection chooses among them (SPIN'15 §4)."""


class RefinableAnalysis(Protocol):
    """What the loop and the operators need of an analysis: a CPA, path checks, interpolation and a precision that grows."""

    name: str
    cpa: Cpa
    labels: Labels

    @property
    def program(self) -> Program: ...

    def path(self, target: ArgNode) -> Path:
        """The path to a node of an exploration of this analysis."""
        return Path.to(self.cpa, target)

    def propose(self, target: ArgNode) -> Proposal:
        """Check the whole path to ``target``; where it is infeasible, interpolate it into a candidate (FORTE'15 Alg. 2)."""
        ...

    def propose_prefixes(self, target: ArgNode, caps: Caps) -> Sequence[Proposal]:
        """A candidate for each infeasible sliced prefix of the path, shortest first (FORTE'15 Alg. 3); else what ``propose`` says."""
        ...

    def propose_with(self, analyses: str, target: ArgNode, caps: Caps | None) -> Sequence[Proposal]:
        """What IN_TURN, ALL or the analysis of that name propose for a target: sliced prefixes, where ``caps`` is None whole paths.

        An analysis that runs alone is its only component: all of these mean what it proposes by itself, as "" always does.
        ValueError for a name that is none of them.
        """
        if analyses not in ("", IN_TURN, ALL, self.name):
            raise ValueError(f"analyses={analyses}: the {self.name} analysis runs alone; give analyses={self.name} or a composite")
        return (self.propose(target),) if caps is None else self.propose_prefixes(target, caps)

    def uses(self, candidate: Candidate) -> frozenset[Use]:
        """How the facts of a candidate's increment use the program's variables."""
        ...

    def fact_text(self, candidate: Candidate, fact: Any) -> str:
        """A fact of a candidate's increment, readably."""
        ...

    def interpolant_text(self, candidate: Candidate, interpolant: Any) -> str:
        """An interpolant of a candidate, readably; "true" and "false" where it is trivial."""
        ...

    def values_taken(self, exploration: Exploration, storage: Variable | Array, limit: int) -> int:
        """How many values of a storage the abstract model distinguishes so far; counting stops past ``limit``."""
        ...

    def refine(self, increment: Increment, *, located: bool) -> bool:
        """Add an increment to the precision, per location or (not located) globally; False where it adds nothing new."""
        ...

    def invariants(self, exploration: Exploration) -> Invariants:
        """The claim of an exploration that ended without targets."""
        return invariants(exploration.arg, self.labels)

    def renew(self) -> None:
        """The program has set properties aside: forget what depends on its error locations, keep the precision."""
        ...

    def statistics(self) -> dict[str, float]:
        """Counters for the report: at least ``predicates`` (facts in the precision)."""
        ...
