"""Nodes and edges of an abstract reachability graph, spanned by the tree of the edges that reached each node first.

Nodes are many (millions in a value analysis), so that they are small: the first edge that enters a node is kept in the node itself, others
beside the graph, and an ``ArgEdge`` is made where somebody looks at one.  The tree is kept spanning while edges are cut: a node that its
first edge no longer reaches hangs on another one from then on, and one that has none is lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from verilab.program.control import ControlPoint

OPEN, EXPANDED, COVERED, DISMISSED, REMOVED = range(5)
"""A node waits to be expanded; its successors are in the graph; another node has its states; it is set aside; it is out of the graph."""


class ArgNode:
    """An abstract state at a control point; ``id`` is its number in the order of creation.

    ``parent`` and ``step`` are the first edge that enters it (None at the root), ``children`` the targets of its edges, one for each;
    ``covers`` are the nodes to look at again if this one comes to stand for less: those that it covers, and those of which it covers a
    successor.
    """

    __slots__ = ("children", "covers", "id", "parent", "point", "state", "status", "step")

    def __init__(self, id: int, point: ControlPoint, state: Any, parent: ArgNode | None, step: Any) -> None:
        self.id = id
        self.point = point
        self.state = state
        self.parent = parent
        self.step = step
        self.children: list[ArgNode] | None = None
        self.covers: list[ArgNode] | None = None
        self.status = OPEN

    @property
    def is_target(self) -> bool:
        return self.point.location.is_error

    def path(self) -> list[ArgNode]:
        """The nodes from the root to this one along first edges, both included."""
        nodes = []
        node: ArgNode | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def __repr__(self) -> str:
        return f"#{self.id} {self.point!r} {self.state!r}"


class ArgEdge(NamedTuple):
    """``step`` leads from ``source`` to ``target``: whatever the domain needs to find the CFA edges again (a block, an engine)."""

    source: ArgNode
    step: Any
    target: ArgNode


class SpannedGraph:
    """A graph of nodes that all hang on its ``root``."""

    root: ArgNode

    def __init__(self) -> None:
        self._more: dict[ArgNode, list[ArgEdge]] = {}

    def connect(self, source: ArgNode, step: Any, target: ArgNode) -> ArgEdge:
        """One more edge between two nodes.  ValueError where it would enter the root."""
        if target is self.root:
            raise ValueError(f"no edge enters the root {target!r}")
        edge = ArgEdge(source, step, target)
        self._more.setdefault(target, []).append(edge)
        if source.children is None:
            source.children = []
        source.children.append(target)
        return edge

    def nodes(self, start: ArgNode | None = None) -> Iterator[ArgNode]:
        """All nodes, or ``start`` and those below it in the tree."""
        pending = [start or self.root]
        while pending:
            node = pending.pop()
            yield node
            if node.children:
                pending.extend(self._below(node) if self._more else node.children)

    def _below(self, node: ArgNode) -> list[ArgNode]:
        return [child for child in dict.fromkeys(node.children or ()) if child.parent is node]

    def entering(self, node: ArgNode) -> list[ArgEdge]:
        """The edges to a node, the first one first."""
        first = [] if node.parent is None else [ArgEdge(node.parent, node.step, node)]
        return first + self._more.get(node, [])

    def leaving(self, node: ArgNode) -> list[ArgEdge]:
        """The edges from a node."""
        children = dict.fromkeys(node.children or ())
        return [edge for child in children for edge in self.entering(child) if edge.source is node]

    def adjacency(self) -> dict[ArgNode, list[ArgEdge]]:
        """All edges by their sources; nodes that none leaves are keys too."""
        leaving: dict[ArgNode, list[ArgEdge]] = {node: [] for node in self.nodes()}
        for node in leaving:
            for edge in self.entering(node):
                leaving[edge.source].append(edge)
        return leaving

    def respan(self) -> None:
        """Make the tree one of shortest paths."""
        leaving = self.adjacency()
        first: dict[ArgNode, ArgEdge] = {}
        pending = deque([self.root])
        while pending:
            for edge in leaving[pending.popleft()]:
                if edge.target is not self.root and edge.target not in first:
                    first[edge.target] = edge
                    pending.append(edge.target)
        for node, edge in first.items():
            if node.parent is edge.source and node.step is edge.step:
                continue
            assert node.parent is not None
            self._more[node].append(ArgEdge(node.parent, node.step, node))
            self._forget(edge)
            node.parent, node.step = edge.source, edge.step

    def cut(self, edges: Sequence[ArgEdge]) -> dict[ArgNode, None]:
        """Take edges out, and all nodes that the root does not reach any more: these."""
        orphans: list[ArgNode] = []
        for edge in edges:
            source, step, target = edge
            assert source.children is not None
            source.children.remove(target)
            if target.parent is source and target.step is step:
                target.parent = target.step = None
                orphans.append(target)
            else:
                self._forget(edge)
        lost = {node: None for orphan in orphans for node in self.nodes(orphan)}
        if self._more:
            self._attach(lost)
            self._detach(lost)
        return lost

    def _forget(self, edge: ArgEdge) -> None:
        """Take an edge that is not in the tree out of the entering ones of its target."""
        more = self._more[edge.target]
        more.remove(edge)
        if not more:
            del self._more[edge.target]

    def _attach(self, lost: dict[ArgNode, None]) -> None:
        """Hang nodes that were cut off the tree to other edges that lead to them, in breadth-first order; ``lost`` keeps the rest."""
        pending = deque(edge for node in lost for edge in self._more.get(node, ()) if edge.source not in lost)
        while pending:
            edge = pending.popleft()
            node = edge.target
            if node not in lost:
                continue
            del lost[node]
            if not (node.parent is edge.source and node.step is edge.step):
                if node.parent is not None:
                    self._more[node].append(ArgEdge(node.parent, node.step, node))
                self._forget(edge)
                node.parent, node.step = edge.source, edge.step
            pending.extend(onward for onward in self.leaving(node) if onward.target in lost)

    def _detach(self, lost: dict[ArgNode, None]) -> None:
        """Forget the edges from and to lost nodes."""
        for node in lost:
            for edge in self.leaving(node):
                if edge.target not in lost:
                    self._forget(edge)
        for node in lost:
            self._more.pop(node, None)
