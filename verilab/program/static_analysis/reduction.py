"""Transformations 1 and 2 of a program graph (Ermis, Hoenicke, Podelski: Splitting via Interpolants, VMCAI 2012, §4.2 and Fig. 7).

Transformation 1 (sequential composition): a location with exactly one entering edge goes; that edge is composed with each leaving one.
Transformation 2 (disjunction): edges with the same source and target become one.

Applied to the fix point they leave the initial and the error locations, the heads of loops, and the locations where paths from different
locations that remain meet: the paper says "each location is either sink node or a loop header", but where a path around an inner loop meets
a path out of it there is a location that has two predecessors for good.  Sinks go unless two remaining locations lead there.

What the edges are labelled with is the caller's: transition formulas (``verilab.formulas.blocks.transformations``), or nothing where only
the locations matter.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph, ControlPoint

L = TypeVar("L")
Ways = Callable[[ControlPoint], Sequence[tuple[Edge, ControlPoint]]]


class Labels(Protocol[L]):
    """What an edge's label is, and how the transformations make new ones."""

    def edge(self, source: ControlPoint, edge: Edge, target: ControlPoint) -> L:
        """The label of an edge of the program."""
        ...

    def composed(self, entering: L, leaving: Sequence[L]) -> Sequence[L]:
        """The only label into a location, composed with each of those out of it."""
        ...

    def either(self, first: L, second: L) -> L:
        """The disjunction of the labels of two parallel edges."""
        ...


class Unlabelled:
    """Labels of a graph of which only the locations matter."""

    def edge(self, source: ControlPoint, edge: Edge, target: ControlPoint) -> None:
        return None

    def composed(self, entering: None, leaving: Sequence[None]) -> Sequence[None]:
        return leaving

    def either(self, first: None, second: None) -> None:
        return None


def reverse_postorder(start: ControlPoint, ways: Ways) -> list[ControlPoint]:
    """The points that ``start`` reaches, each before those it leads to, loops aside."""
    seen = {start}
    finished: list[ControlPoint] = []
    stack: list[tuple[ControlPoint, Iterator[tuple[Edge, ControlPoint]]]] = [(start, iter(ways(start)))]
    while stack:
        point, pending = stack[-1]
        for _, target in pending:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(ways(target))))
                break
        else:
            stack.pop()
            finished.append(point)
    finished.reverse()
    return finished


def successors(point: ControlPoint) -> Sequence[tuple[Edge, ControlPoint]]:
    """The edges of the program's graph."""
    return point.successors


class ProgramGraph(Generic[L]):
    """The program graph (Loc, init, err, delta), at most one edge per pair of locations: Transformation 2 is applied to each edge at once.

    ``kept``: locations that stay besides the initial and the error locations; ``ways``: the edges of the unreduced graph.
    """

    def __init__(self, graph: ControlGraph, labels: Labels[L], kept: Collection[ControlPoint] = (), ways: Ways = successors) -> None:
        self.labels = labels
        self.initial = graph.entry
        self.order = {point: number for number, point in enumerate(reverse_postorder(graph.entry, ways))}
        self.leaving: dict[ControlPoint, dict[ControlPoint, L]] = {point: {} for point in self.order}
        self._entering: dict[ControlPoint, dict[ControlPoint, None]] = {point: {} for point in self.order}
        self._kept = {self.initial, *kept, *(point for point in self.order if point.location.is_error)}
        for point in self.order:
            for edge, target in ways(point):
                self._add(point, target, labels.edge(point, edge, target))

    @property
    def locations(self) -> Collection[ControlPoint]:
        return self.leaving.keys()

    # Transformation 2:  (l, phi, l'), (l, phi', l')  become  (l, phi or phi', l')
    def _add(self, source: ControlPoint, target: ControlPoint, label: L) -> None:
        edges = self.leaving[source]
        edges[target] = self.labels.either(edges[target], label) if target in edges else label
        self._entering[target][source] = None

    def _is_removable(self, point: ControlPoint) -> bool:
        """Whether Transformation 1 applies: one edge leads to the location; from another one, as the initial location reaches all."""
        return point not in self._kept and len(self._entering[point]) == 1

    # Transformation 1:  (l, phi, l'), (l', phi_i, l_i)  become  (l, phi o phi_i, l_i)  where (l, phi, l') is the only edge to l'
    def _remove(self, point: ControlPoint) -> Collection[ControlPoint]:
        """The targets of the edges that the location had."""
        (source,) = self._entering.pop(point)
        entering = self.leaving[source].pop(point)
        leaving = self.leaving.pop(point)
        for target, label in zip(leaving, self.labels.composed(entering, list(leaving.values())), strict=True):
            del self._entering[target][point]
            self._add(source, target, label)
        return leaving

    def reduce(self, order: Mapping[ControlPoint, int] | None = None) -> None:
        """Apply both transformations to the fix point, which is the same in any order (Hecht, Ullman: flow graph reducibility, 1972).

        In the default order, from the initial location on, a location is removed before anything was composed into its leaving edges, so
        that every edge of the program is composed once.
        """
        order = self.order if order is None else order
        waiting = [(order[point], point.id, point) for point in self.leaving if self._is_removable(point)]
        heapq.heapify(waiting)
        while waiting:
            point = heapq.heappop(waiting)[2]
            if point not in self.leaving or not self._is_removable(point):
                continue
            for target in self._remove(point):
                if self._is_removable(target):
                    heapq.heappush(waiting, (order[target], target.id, target))


def remaining(graph: ControlGraph, kept: Collection[ControlPoint] = (), ways: Ways = successors) -> frozenset[ControlPoint]:
    """The locations that the transformations leave, sinks that are no error locations aside: nothing leads on from there."""
    reduced = ProgramGraph(graph, Unlabelled(), kept, ways)
    reduced.reduce()
    return frozenset(point for point in reduced.locations if point is graph.entry or point.location.is_error or ways(point))
