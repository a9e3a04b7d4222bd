"""Copies of bytes in the points-to analysis: which storages may receive the contents of which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from verilab.program.memory.objects.objects import Cell
from verilab.program.memory.points_to.contents import Targets
from verilab.program.storages import Array, Variable

MOST_PAIRS = 16  # of targets of one byte copy, whose contents are told apart


class ConstraintGraph(Protocol):
    """What byte copies need of the constraint graph."""

    targets: Targets

    def node(self) -> int: ...

    def storage(self, storage: Variable | Array) -> int: ...

    def rest(self, object: int) -> int: ...

    def copy(self, source: int, destination: int) -> None: ...

    def set_of(self, node: int) -> int: ...


class ByteMoves:
    """The byte copies of a constraint graph: (node of the destination's address, node of the source's)."""

    def __init__(self, graph: ConstraintGraph) -> None:
        self.graph = graph
        self._moves: list[tuple[int, int]] = []
        self._looked_at: list[tuple[int, int]] = []  # the sets of each that were processed
        self._moved: set[tuple[int, int, int]] = set()
        self._pools: dict[int, int] = {}

    def add(self, destination: int, source: int) -> None:
        self._moves.append((destination, source))
        self._looked_at.append((0, 0))

    def destinations(self) -> list[int]:
        """The nodes of the addresses that bytes are copied to."""
        return [destination for destination, _ in self._moves]

    def process(self) -> bool:
        """Copies between the contents of the targets of each byte copy, pair by pair where they are few; whether any was new."""
        grown = False
        for number, (destination, source) in enumerate(self._moves):
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
                        self._move_between(to, origin)
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

    def _move_between(self, to: int, origin: int) -> None:
        """Scalars move to the scalars at the same distance from the targets; anything else to everything."""
        receiver, giver = self.graph.targets.object(to), self.graph.targets.object(origin)
        shift = self._distance(to, origin)
        for cell in giver.cells:
            for other in receiver.cells:
                if shift is None or _may_meet(cell, other, shift):
                    self.graph.copy(self.graph.storage(cell.storage), self.graph.storage(other.storage))
            self.graph.copy(self.graph.storage(cell.storage), self.graph.rest(self.graph.targets.known[to][0]))
        rest = self.graph.rest(self.graph.targets.known[origin][0])
        for node in (*(self.graph.storage(other.storage) for other in receiver.cells), self.graph.rest(self.graph.targets.known[to][0])):
            self.graph.copy(rest, node)

    def _distance(self, to: int, origin: int) -> int | None:
        (_, (offset, free)), (_, (start, loose)) = self.graph.targets.known[to], self.graph.targets.known[origin]
        return offset - start if free == 0 and loose == 0 else None


def _may_meet(cell: Cell, other: Cell, shift: int) -> bool:
    """Whether bytes of ``cell`` may land in ``other`` when everything moves by ``shift`` bytes."""
    first, second = _extent(cell), _extent(other)
    return first[0] + shift < second[1] and second[0] < first[1] + shift


def _extent(cell: Cell) -> tuple[int, int]:
    return cell.offset, cell.offset + sum(d.stride * (d.count - 1) for d in cell.dimensions) + cell.width
