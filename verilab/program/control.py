"""Control states: a program location together with the call stack, interned and expanded lazily.

A ``ControlPoint`` is what the location and call-stack domains track together.  Analyses walk control points; the CFA's edges,
variables and compiled transfer functions stay shared between all contexts of a function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verilab.program.cfa import Call, CallStack, Edge, Location, Program, Return
from verilab.program.operations import Assume


class ControlPoint:
    """A location under a call stack.  Compare by identity: a ``ControlGraph`` makes each (location, stack) once.

    ``id`` numbers the points of one graph in the order of their creation.
    """

    __slots__ = ("_graph", "_groups", "_successors", "id", "location", "stack")

    def __init__(self, graph: ControlGraph, id: int, location: Location, stack: CallStack) -> None:
        self._graph = graph
        self.id = id
        self.location = location
        self.stack = stack
        self._successors: tuple[tuple[Edge, ControlPoint], ...] | None = None
        self._groups: tuple[Group, ...] | None = None

    @property
    def successors(self) -> tuple[tuple[Edge, ControlPoint], ...]:
        """The leaving edges, each with the control point it leads to; empty at the program's end and at error locations."""
        if self._successors is None:
            self._successors = self._graph._expand(self)
        return self._successors

    @property
    def groups(self) -> tuple[Group, ...]:
        """The successors, the two sides of a branching together, every other one alone."""
        if self._groups is None:
            self._groups = grouped(self.successors)
        return self._groups

    def __repr__(self) -> str:
        callers = "".join(f"<{edge.source!r}" for edge in reversed(self.stack))
        return f"{self.location!r}{callers}"


class ControlGraph:
    """All control points of a program, made on demand (Sharir & Pnueli's call strings, unbounded: recursion is cut in the CFA)."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.points: list[ControlPoint] = []
        self._interned: dict[tuple[Location, CallStack], ControlPoint] = {}
        self.entry = self.point(program.entry.entry, ())

    def point(self, location: Location, stack: CallStack) -> ControlPoint:
        key = (location, stack)
        point = self._interned.get(key)
        if point is None:
            point = ControlPoint(self, len(self.points), location, stack)
            self._interned[key] = point
            self.points.append(point)
        return point

    def renew(self) -> None:
        """Forget the successors of all points: the program's error locations are others now."""
        for point in self.points:
            point._successors = point._groups = None

    def _expand(self, point: ControlPoint) -> tuple[tuple[Edge, ControlPoint], ...]:
        return tuple(self._leaving(point))

    def _leaving(self, point: ControlPoint) -> Iterator[tuple[Edge, ControlPoint]]:
        if point.location.is_error:
            return
        for edge in point.location.leaving:
            operation = edge.operation
            if isinstance(operation, Call):
                yield edge, self.point(operation.callee.entry, (*point.stack, edge))
            elif isinstance(operation, Return):
                if point.stack:
                    call = point.stack[-1].operation
                    assert isinstance(call, Call)
                    yield edge, self.point(call.return_to, point.stack[:-1])
            else:
                yield edge, self.point(edge.target, point.stack)


Group = tuple[tuple[Edge, ControlPoint], ...]


def grouped(successors: Iterable[tuple[Edge, ControlPoint]]) -> tuple[Group, ...]:
    """Successors in their order; those of two assumes on one condition, which are its two sides, at the first one's place."""
    groups: list[list[tuple[Edge, ControlPoint]]] = []
    halves: dict[int, list[tuple[Edge, ControlPoint]]] = {}
    for edge, target in successors:
        operation = edge.operation
        if isinstance(operation, Assume):
            other = halves.get(id(operation.condition))
            if other is not None and len(other) == 1 and polarity(other[0][0]) != operation.positive:
                other.append((edge, target))
                continue
            halves[id(operation.condition)] = group = [(edge, target)]
        else:
            group = [(edge, target)]
        groups.append(group)
    return tuple(tuple(group) for group in groups)


def polarity(edge: Edge) -> bool:
    """Which side of its condition an edge with an assume is."""
    assert isinstance(edge.operation, Assume)
    return edge.operation.positive
