"""Sliced prefixes of error paths (FORTE'15 §3), in whatever domain they are found, and how many of them are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.operations import Assume


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
