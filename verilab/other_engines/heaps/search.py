"""The search: heaps are carried along the edges, and folded at the heads of loops until no new ones come."""

from __future__ import annotations

import contextlib
import heapq
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import count

from verilab.data_classes import dataclass
from verilab.other_engines.heaps.expressions import Expressions
from verilab.other_engines.heaps.folding import Fold, joined, skeleton, without_garbage, without_locals
from verilab.other_engines.heaps.liveness import Live, live_variables, points_in_order
from verilab.other_engines.heaps.ranges import Cells, bounds
from verilab.other_engines.heaps.transfer import Transfer
from verilab.program.abstract_heaps import SELF, Heap, HeapInvariant, Name, NotModelled, Pointer, Range
from verilab.program.cfa import Edge, Program, Return
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.memory.raw.expressions import raw_postorder
from verilab.program.memory.raw.operations import raw_evaluated

MOST_HEAPS, MOST_STEPS = 3000, 50_000
"""Heaps at all loop heads, and edges that heaps are carried along: a search that has more of them will not end soon."""
MOST_CONSTANTS = 6
"""Constants that a variable, or a field, may have at a loop head before it is forgotten which."""


class ErrorReached(Exception):
    """Some heap leads to an error: the program may have one, or the heaps are too coarse; the message says where."""


class HeapSearch:
    """``program``: its operations on memory stand as they were lowered.  ``tick`` is called between steps, and may raise."""

    def __init__(self, program: Program, tick: Callable[[], object] = lambda: None) -> None:
        if "recursion" in program.imprecisions:
            raise NotModelled("recursion")
        self._program = program
        self._tick = tick
        self._graph = ControlGraph(program)
        self._points = points_in_order(self._graph.entry)
        self._expressions = Expressions(program)
        self._live = live_variables(self._points, self._expressions.parts)
        self.steps = 0

    def run(self) -> HeapInvariant:
        """An invariant that excludes every error.  Raises NotModelled and ErrorReached."""
        cells = self._cells()
        *ways, last = _Way(), _Way(by_reachability=True), _Way(cells=cells, by_nodes=False), _Way(cells=cells)
        for way in ways:
            with contextlib.suppress(ErrorReached, NotModelled):
                return self._attempt(way)
        return self._attempt(last)

    def _cells(self) -> Cells:
        expressions = (expression for edge in self._program.edges for expression in raw_evaluated(edge.operation))
        return Cells.of(node for expression in expressions for node in raw_postorder(expression))

    def _attempt(self, way: _Way) -> HeapInvariant:
        transfer = Transfer(self._expressions, with_ranges=way.cells is not None)
        attempt = _Attempt(self._points, transfer, self._live, way)
        try:
            attempt.run(self._tick)
        except RecursionError:
            raise NotModelled("an expression is nested too deeply") from None
        finally:
            self.steps += attempt.steps
        return HeapInvariant(self._program, {point: tuple(heaps.values()) for point, heaps in attempt.heaps.items()})


@dataclass(frozen=True, slots=True)
class _Way:
    """One to tell things apart: nodes by the variables that they are reached from, heaps by the nodes that they have.

    ``cells``: what is known of numbers of which there are too many; None for nothing, as of unknown ones that are compared.
    """

    by_reachability: bool = False
    by_nodes: bool = True
    cells: Cells | None = None


class _Attempt:
    """A search in one way."""

    def __init__(self, points: Sequence[ControlPoint], transfer: Transfer, live: Live, way: _Way) -> None:
        self._rank = {point: number for number, point in enumerate(points)}
        self._merging = _merging(points)
        self._transfer = transfer
        self._live = live
        self._folds: dict[ControlPoint, Fold] = {}
        self._way = way
        self._seen: set[Hashable] = set()
        self._pending: list[tuple[int, int, ControlPoint, Hashable]] = []
        self._carried: dict[int, Heap] = {}
        self._number = count()
        self._count = 0
        self.heaps: dict[ControlPoint, dict[Hashable, Heap]] = {}
        self.steps = 0

    def run(self, tick: Callable[[], object]) -> None:
        entry = next(iter(self._rank))
        self._arrive(entry, self._transfer.beginning())
        while self._pending:
            tick()
            _, number, point, key = heapq.heappop(self._pending)
            heap = self._carried.pop(number)
            if point.location.is_loop_head and self.heaps[point][key] is not heap:
                continue  # another one has been joined to it since
            for edge, target in point.successors:
                for behind in self._behind(heap, edge):
                    self.steps += 1
                    if self.steps > MOST_STEPS:
                        raise NotModelled("too many heaps")
                    if isinstance(edge.operation, Return):
                        behind = without_locals(behind, point.location.function.name)
                    self._arrive(target, behind)

    def _behind(self, heap: Heap, edge: Edge) -> Sequence[Heap]:
        try:
            return self._transfer.behind(heap, edge.operation)
        except NotModelled as refusal:
            raise NotModelled(f"{refusal} at {edge.position}: {edge.text}") from None

    def _arrive(self, point: ControlPoint, heap: Heap) -> None:
        if point.location.is_error:
            raise ErrorReached(repr(point))
        heap = without_garbage(heap, self._live[point])
        key: Hashable = None
        if point.location.is_loop_head:
            fold = self._folds.setdefault(
                point, Fold(by_reachability=self._way.by_reachability, most=MOST_CONSTANTS, cells=self._way.cells)
            )
            heap = fold.folded(heap)
            key = skeleton(heap, by_nodes=self._way.by_nodes)
            there = self.heaps.setdefault(point, {})
            known = there.get(key)
            if known is not None:
                heap = joined(known, heap)
                if heap == known:
                    return
            else:
                self._count += 1
                if self._count > MOST_HEAPS:
                    raise NotModelled("too many heaps")
            there[key] = heap
        elif point in self._merging:
            seen = point, _text(heap)
            if seen in self._seen:
                return
            self._seen.add(seen)
        number = next(self._number)
        self._carried[number] = heap
        # One heap that all of a loop's paths are joined to goes on when they have come, not anew behind each of them.
        turn = self._rank[point] + len(self._rank) * (point.location.is_loop_head and not self._way.by_nodes)
        heapq.heappush(self._pending, (turn, number, point, key))


def _merging(points: Sequence[ControlPoint]) -> frozenset[ControlPoint]:
    """Where several edges arrive."""
    entering: dict[ControlPoint, int] = {}
    for point in points:
        for _, target in point.successors:
            entering[target] = entering.get(target, 0) + 1
    return frozenset(point for point, edges in entering.items() if edges > 1)


def _text(heap: Heap) -> Hashable:
    """The heap with its nodes numbered as a walk from the variables comes by; equal texts are of equal heaps."""
    numbers: dict[Name, int] = {}
    pending: list[Name] = []

    def visit(value: object) -> Hashable:
        if not isinstance(value, Pointer):
            return value
        if value.node is SELF:
            return "self", value.offset
        if value.node not in numbers:
            numbers[value.node] = len(numbers)
            pending.append(value.node)
        return numbers[value.node], value.offset

    variables = tuple((variable, visit(value)) for variable, value in sorted(heap.variables.items(), key=lambda item: item[0].slot))
    pending += [name for name, node in heap.nodes.items() if node.object is not None]
    for name in pending:
        numbers.setdefault(name, len(numbers))
    nodes = list[Hashable]()
    for name in pending:
        node = heap.nodes[name]
        fields = list[Hashable]()
        for field, values in sorted(node.fields.items(), key=lambda item: item[0]):
            ordered = None if values is None else tuple(visit(value) for value in _in_order(values, numbers))
            fields.append((field, ordered))
        nodes.append((numbers[name], node.size, node.single, node.zeroed, node.ended, node.shared, tuple(fields), node.object))
    return variables, tuple(nodes)


def _in_order(values: frozenset[object], numbers: Mapping[Name, int]) -> list[object]:
    """Integers, then addresses in nodes that have numbers, then the others."""

    def rank(value: object) -> tuple[int, int, int, str]:
        if isinstance(value, int | Range):
            return 0, *bounds(value), ""
        assert isinstance(value, Pointer)
        number = numbers.get(value.node)
        return (2, 0, 0, repr(value)) if number is None else (1, number, 0, repr(value.offset))

    return sorted(values, key=rank)
