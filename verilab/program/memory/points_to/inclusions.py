"""The graph of inclusion constraints, and its least solution: sets as bits of an integer, differences that flow, cycles that are one node.

    copy   set(b) >= { t + d + k g | t in set(a) }     for every k, or 0 <= k < n

What a node gets flows on once, as the difference to what flowed before (Pearce, Kelly, Hankin 2003).  Nodes wait in the topological order
of the copies, so that what comes together flows on together; cycles of plain copies, all of whose nodes have one least set, become one node
(as in the waves of Pereira, Berlin 2009).  The order is found anew once as many nodes were processed as there are: finding it then costs no
more than what was done in between.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import gcd

from verilab.program.components import components
from verilab.program.memory.objects.regions import LEAP
from verilab.program.memory.points_to.contents import Targets

Watcher = Callable[[int], None]
"""Gets targets of a node, as a set of bits; every target of the node at least once."""

UNRESTRICTED = -1  # all bits


class Inclusions:
    """Nodes by number, each with its set of targets as the bits of an integer; add constraints in any order, then ``drain``."""

    def __init__(self, targets: Targets) -> None:
        self.targets = targets
        self._sets: list[int] = []
        self._pending: list[int] = []  # the part of each set that has not flowed on
        self._allowed: list[int] = []  # what each set may have
        self._plain: list[dict[int, None]] = []
        self._moving: list[dict[tuple[int, int, int, int], None]] = []
        self._watchers: list[list[Watcher]] = []
        self._same: list[int] = []  # a node that stands for this one, itself where it stands for others
        self._order: list[int] = []
        self._waiting: list[tuple[int, int]] = []
        self._queued: set[int] = set()
        self._grown = False  # by plain copies, since the cycles were found
        self._processed = 0  # nodes, since then
        self._nodes = 0  # then

    def node(self, allowed: int = UNRESTRICTED) -> int:
        """A new node, whose set has only targets of ``allowed``."""
        number = len(self._sets)
        self._sets.append(0)
        self._pending.append(0)
        self._allowed.append(allowed)
        self._plain.append({})
        self._moving.append({})
        self._watchers.append([])
        self._same.append(number)
        self._order.append(number)
        return number

    def forbid(self, node: int, targets: int) -> None:
        """The node's set has none of these; to be said before it gets any."""
        if self._sets[node] or self._same[node] != node:
            raise ValueError(f"node {node} is in use already")
        self._allowed[node] &= ~targets

    def set(self, node: int) -> int:
        """The node's targets, as bits."""
        return self._sets[self._find(node)]

    def _find(self, node: int) -> int:
        same = self._same
        while same[node] != node:
            same[node] = node = same[same[node]]
        return node

    def add(self, node: int, targets: int) -> None:
        self._receive(self._find(node), targets)

    def _receive(self, node: int, targets: int) -> None:
        new = targets & ~self._sets[node] & self._allowed[node]
        if new:
            self._sets[node] |= new
            self._pending[node] |= new
            if node not in self._queued:
                self._queued.add(node)
                heappush(self._waiting, (self._order[node], node))

    def copy(self, source: int, destination: int, distance: int = 0, step: int = 0, count: int = 0) -> None:
        if source == destination and distance:
            # p = p + d reaches every multiple of d, those next to the object; one long distance leads away from it.
            if not step:
                self.copy_moved(source, destination, distance, LEAP)
            step, distance, count = gcd(distance, max(step, 0)), 0, 0
        if distance or step:
            self.copy_moved(source, destination, distance, step, count)
            return
        source, destination = self._find(source), self._find(destination)
        flowed = self._sets[source] & ~self._pending[source]
        if source != destination and destination not in self._plain[source]:
            self._plain[source][destination] = None
            self._grown = True
            self._receive(destination, flowed)

    def copy_moved(self, source: int, destination: int, distance: int, step: int, count: int = 0) -> None:
        """The same, by a distance and steps as they are."""
        source, destination = self._find(source), self._find(destination)
        edge = (destination, distance, step, count)
        if edge not in self._moving[source]:
            self._moving[source][edge] = None
            self._receive(destination, self.targets.shifted(self._sets[source] & ~self._pending[source], distance, step, count))

    def watch(self, node: int, watcher: Watcher) -> None:
        node = self._find(node)
        self._watchers[node].append(watcher)
        flowed = self._sets[node] & ~self._pending[node]
        if flowed:
            watcher(flowed)

    def drain(self) -> None:
        """Let everything flow."""
        while self._waiting:
            if self._grown and self._processed >= self._nodes:
                self._collapse()
            _, node = heappop(self._waiting)
            if node in self._queued and self._same[node] == node:
                self._queued.discard(node)
                self._process(node)

    def _process(self, node: int) -> None:
        self._processed += 1
        flowing, self._pending[node] = self._pending[node], 0
        same = self._same
        for destination in self._plain[node]:
            self._receive(destination if same[destination] == destination else self._find(destination), flowing)
        for destination, distance, step, count in tuple(self._moving[node]):
            self._receive(self._find(destination), self.targets.shifted(flowing, distance, step, count))
        for watcher in tuple(self._watchers[node]):
            watcher(flowing)

    def _collapse(self) -> None:
        """Make one node of each cycle of plain copies, and order the nodes."""
        self._grown = False
        self._processed = 0
        nodes = [node for node, same in enumerate(self._same) if same == node]
        for node in nodes:
            if self._plain[node]:
                self._plain[node] = dict.fromkeys(successor for successor in map(self._find, self._plain[node]) if successor != node)
        # A copy into a node that may have less is on no cycle of equal sets.
        ordered = components(
            nodes, lambda node: [successor for successor in self._plain[node] if self._allowed[successor] == self._allowed[node]]
        )
        for number, component in enumerate(ordered):
            first, *others = component
            for other in others:
                self._merge(first, other)
            self._order[first] = -number
        self._waiting = sorted((self._order[node], node) for node in self._queued)
        self._nodes = len(ordered)

    def _merge(self, kept: int, other: int) -> None:
        """``kept`` stands for both; what did not flow through both flows again."""
        flowed = self._sets[kept] & ~self._pending[kept] & self._sets[other] & ~self._pending[other]
        self._sets[kept] |= self._sets[other]
        self._pending[kept] = self._sets[kept] & ~flowed
        self._plain[kept].update(self._plain[other])
        self._plain[kept].pop(kept, None)
        self._moving[kept].update(self._moving[other])
        self._watchers[kept] += self._watchers[other]
        self._same[other] = kept
        self._plain[other], self._moving[other], self._watchers[other], self._pending[other] = {}, {}, [], 0
        self._queued.discard(other)
        if self._pending[kept]:
            self._queued.add(kept)
