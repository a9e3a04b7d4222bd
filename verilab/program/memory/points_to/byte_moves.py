"""Copies of bytes in the points-to analysis: which storages may receive the contents of which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Protocol

from verilab.program.memory.objects.objects import Cell, MemoryObject
from verilab.program.memory.points_to.contents import Targets, overlapping
from verilab.program.storages import Array, Variable

MOST_PAIRS = 16  # of targets of one byte copy, whose contents are told apart
MOST_ELEMENTS = 64  # of an array that are looked at one by one


class ConstraintGraph(Protocol):
    """What byte copies need of the constraint graph."""

    targets: Targets

    def node(self) -> int: ...

    def storage(self, storage: Variable | Array) -> int: ...

    def rest(self, object: int) -> int: ...

    def copy(self, source: int, destination: int) -> None: ...

    def set_of(self, node: int) -> int: ...


class ByteMoves:
    """The byte copies of a constraint graph: (node of the destination's address, node of the source's, how many, where that is known)."""

    def __init__(self, graph: ConstraintGraph) -> None:
        self.graph = graph
        self._moves: list[tuple[int, int, int | None]] = []
        self._looked_at: list[tuple[int, int]] = []  # the sets of each that were processed
        self._moved: set[tuple[int, int, int]] = set()
        self._pools: dict[int, int] = {}

    def add(self, destination: int, source: int, count: int | None) -> None:
        self._moves.append((destination, source, count))
        self._looked_at.append((0, 0))

    def destinations(self) -> list[int]:
        """The nodes of the addresses that bytes are copied to."""
        return [destination for destination, _, _ in self._moves]

    def process(self) -> bool:
        """Copies between the contents of the targets of each byte copy, pair by pair where they are few; whether any was new."""
        grown = False
        for number, (destination, source, count) in enumerate(self._moves):
            sets = self.graph.set_of(destination), self.graph.set_of(source)
            if self._looked_at[number] == sets:
                continue
            self._looked_at[number] = sets
            receivers, givers = map(self.graph.targets.members, sets)
            if len(receivers) * len(givers) > MOST_PAIRS:
                grown = self._pool(number, receivers, givers) or grown
                continue
            for to in receivers:
                for origin in givers:
                    key = (number, to, origin)
                    if key not in self._moved:
                        self._moved.add(key)
                        grown = True
                        self._move_between(to, origin, count)
        return grown

    def _pool(self, number: int, receivers: Sequence[int], givers: Sequence[int]) -> bool:
        """Everything in every giver may land anywhere in every receiver, through one node per byte copy."""
        grown = False
        pool = self._pools.get(number)
        if pool is None:
            pool = self._pools[number] = self.graph.node()
        for giving, members in ((True, givers), (False, receivers)):
            for object in dict.fromkeys(self.graph.targets.known[target][0] for target in members):
                key = (number, object, -1 if giving else -2)
                if key not in self._moved:
                    self._moved.add(key)
                    grown = True
                    for node in self._everything(object):
                        self.graph.copy(node if giving else pool, pool if giving else node)
        return grown

    def _everything(self, object: int) -> list[int]:
        return [*(self.graph.storage(cell.storage) for cell in self.graph.targets.objects[object].cells), self.graph.rest(object)]

    def _move_between(self, to: int, origin: int, count: int | None) -> None:
        """Scalars move to scalars at the same distance from the targets, or to bytes of none; where that is unknown, everywhere."""
        shift = self._distance(to, origin)
        if shift is None:
            self._move_anywhere(to, origin)
            return
        targets, graph = self.graph.targets, self.graph
        start = targets.known[origin][1][0]
        end = None if count is None else start + count
        receiver, giver = targets.object(to), targets.object(origin)
        for cell in giver.cells:
            reached, covered = _reached(cell, receiver, shift, start, end)
            nodes = [graph.storage(other.storage) for other in reached]
            for node in nodes if covered else (*nodes, graph.rest(targets.known[to][0])):
                graph.copy(graph.storage(cell.storage), node)
        rest = graph.rest(targets.known[origin][0])
        for other in receiver.cells:
            last = None if end is None else end + shift
            if not _reached(other, giver, -shift, start + shift, last)[1]:
                graph.copy(rest, graph.storage(other.storage))
        graph.copy(rest, graph.rest(targets.known[to][0]))

    def _move_anywhere(self, to: int, origin: int) -> None:
        for giving, receiving in product(*map(self._everything, (self.graph.targets.known[target][0] for target in (origin, to)))):
            self.graph.copy(giving, receiving)

    def _distance(self, to: int, origin: int) -> int | None:
        (_, (offset, free)), (_, (start, loose)) = self.graph.targets.known[to], self.graph.targets.known[origin]
        return offset - start if free == 0 and loose == 0 else None


def _reached(cell: Cell, object: MemoryObject, shift: int, start: int, end: int | None) -> tuple[list[Cell], bool]:
    """Which cells of the object have bytes where those of ``cell`` in [start, end) are moved to, by ``shift``; whether all are theirs."""
    first = _extent(cell)
    near = [other for other in object.cells if first[0] + shift < _extent(other)[1] and _extent(other)[0] < first[1] + shift]
    if prod(dimension.count for dimension in cell.dimensions) > MOST_ELEMENTS:
        return near, False
    cells: dict[Cell, None] = {}
    covered = True
    for offset in _elements(cell):
        low, high = max(offset, start), offset + cell.width if end is None else min(offset + cell.width, end)
        if low >= high:
            continue
        high = high if object.size is None else min(high, object.size - shift)
        bytes_left = set(range(max(low + shift, 0), high + shift))
        for other in near:
            for instance in overlapping(other, low + shift, high + shift):
                cells[other] = None
                bytes_left.difference_update(range(instance.offset, instance.offset + other.width))
        covered = covered and not bytes_left
    return list(cells), covered


def _elements(cell: Cell) -> Iterator[int]:
    """The offsets of a cell's elements."""
    for steps in product(*(range(0, dimension.stride * dimension.count, dimension.stride) for dimension in cell.dimensions)):
        yield cell.offset + sum(steps)


def _extent(cell: Cell) -> tuple[int, int]:
    return cell.offset, cell.offset + sum(d.stride * (d.count - 1) for d in cell.dimensions) + cell.width
