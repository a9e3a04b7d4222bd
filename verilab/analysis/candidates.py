"""Candidates: what a refinement could add to a precision, where, and how it uses the program's variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property
from itertools import compress
from typing import Any

from verilab.analysis.arg import ArgNode
from verilab.analysis.paths import Path
from verilab.analysis.prefixes import Prefix
from verilab.data_classes import dataclass
from verilab.program.control import ControlPoint
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


@dataclass(frozen=True, repr=False)
class Candidate:
    """One possible refinement.

    ``target``, ``path``: the error and the path to it.  ``prefix``: the part of the path that the interpolants are of.
    ``analysis``: the name of the analysis it would refine.  ``interpolants``: the sequence, one per inner point of the prefix, with the
    ``provenance`` of the procedure.  ``pivot``: the first node of the path with a non-trivial interpolant.  ``parts``: the
    candidates that a join is of, which has no interpolants itself.
    """

    target: ArgNode
    path: Path
    analysis: str
    interpolants: Sequence[Any]
    provenance: str
    increment: Increment
    pivot: ArgNode | None
    prefix: Prefix
    parts: tuple[Candidate, ...] = ()

    def __repr__(self) -> str:
        what = "join of " + ", ".join(map(repr, self.parts)) if self.parts else f"prefix of {self.prefix.length} steps"
        return f"<{self.analysis} candidate: {what}, {len(self.increment.all)} facts by {self.provenance}>"

    # VMCAI'12 Alg. 1, line 8: I_1, ..., I_n, one for each node between the first and the end
    def along(self) -> Iterator[tuple[int, Any]]:
        """(j, interpolant) for the nodes j = 1, 2, ... of the path inside the prefix; the first node at its end or behind has False.

        What the interpolants exclude is the step to that node.  Nothing for a join.
        """
        for node in range(1, len(self.path.nodes)):
            position = self.path.offsets[node]
            if position >= self.prefix.length:
                yield node, False
                return
            yield node, self.interpolants[position - 1]

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
