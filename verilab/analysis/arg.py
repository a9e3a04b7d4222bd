"""The abstract reachability graph: the model that an exploration builds and a refinement edits.

Nodes are abstract states (control point, label), edges the steps of the transfer relation between them, covering edges say which node has
the states of another too.  What every edit keeps, so that no feasible error path is lost (gamma: the concrete states of a label):

    for every expanded node n, every concrete state c in gamma(n) and every concrete step c -> c':
        c' is in gamma(m) for an edge n -> m  or for a node m that covers a successor of n
    for every node n that is covered by m:  gamma(n) is a subset of gamma(m)

An open node promises nothing: it waits to be expanded.  An edit returns the nodes that it opened, and whoever explores pushes them to the
waitlist.  The refinements of the papers are sequences of edits:

    lazy abstraction (Henzinger et al. 2002)               prune
    IMPACT (McMillan 2006)                                 strengthen, cover, uncover
    splitting via interpolants (VMCAI'12), SLAB            split, slice
    slicing abstractions for CPAchecker (Spiessl 2017)     split, slice; on a tree strengthen, slice

No edit leaves a node behind that the root does not reach.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from verilab.analysis.spanned_graph import COVERED, DISMISSED, EXPANDED, OPEN, REMOVED, ArgEdge, ArgNode, SpannedGraph
from verilab.data_classes import dataclass
from verilab.program.control import ControlPoint


@dataclass(slots=True)
class Edits:
    """How often a graph was edited.  ``slices`` counts edges; what an edit uncovers counts as uncovered."""

    splits: int = 0
    slices: int = 0
    strengthenings: int = 0
    coverings: int = 0
    uncoverings: int = 0


class Reached(Protocol):
    """The nodes that may cover others, by control point and label, as the domain needs them to find one that covers a state."""

    def add(self, node: ArgNode) -> None: ...

    def enter(self, node: ArgNode) -> ArgNode | None: ...

    def remove(self, node: ArgNode) -> None: ...


class Arg(SpannedGraph):
    """A graph with its root.  ``reached`` has all nodes but those covered or set aside, ``targets`` the error nodes as they were made.

    ``targets_apart``: the targets made from now on are not in ``reached``, so that none covers another.
    """

    def __init__(self, reached: Reached, point: ControlPoint, state: Any) -> None:
        super().__init__()
        self.reached = reached
        self.nodes_created = 0
        self.edits = Edits()
        self.targets: list[ArgNode] = []
        self.targets_apart = False
        self._covered_by: dict[ArgNode, ArgNode] = {}
        self._parts: dict[ArgNode, list[ArgNode]] = {}
        self._stamps: list[int] = []
        self.root = self.add(point, state, None, None)

    def __repr__(self) -> str:
        return f"<model, {self.nodes_created} states made>"

    def _repr_html_(self) -> str:
        from verilab.analysis.drawing import arg_html  # only notebooks ask

        return arg_html(self)

    def add(self, point: ControlPoint, state: Any, parent: ArgNode | None, step: Any) -> ArgNode:
        """A new open node, entered by ``step`` from ``parent``."""
        node = ArgNode(self.nodes_created, point, state, parent, step)
        self._hang(node, parent)
        if not (self.targets_apart and point.location.is_error):
            self.reached.add(node)
        return node

    def reach(self, point: ControlPoint, state: Any, parent: ArgNode, step: Any) -> ArgNode | None:
        """As ``add``; None where a node of ``reached`` covers the state, which is noted there."""
        node = ArgNode(self.nodes_created, point, state, parent, step)
        cover = self.reached.enter(node)
        if cover is not None:
            self.absorb(parent, cover)
            return None
        self._hang(node, parent)
        return node

    def _hang(self, node: ArgNode, parent: ArgNode | None) -> None:
        self.nodes_created += 1
        if parent is not None:
            children = parent.children
            if children is None:
                parent.children = [node]
            else:
                children.append(node)
        if node.point.location.is_error:
            self.targets.append(node)

    def _enter(self, node: ArgNode) -> None:
        if not (self.targets_apart and node.is_target):
            self.reached.add(node)

    def _leave(self, node: ArgNode) -> None:
        if not (self.targets_apart and node.is_target):
            self.reached.remove(node)

    def absorb(self, source: ArgNode, node: ArgNode) -> None:
        """Note that ``node`` has all states of a successor of ``source``, or its share of them."""
        if not node.covers:
            node.covers = [source]
        elif node.covers[-1] is not source:
            node.covers.append(source)

    def covered_by(self, node: ArgNode) -> ArgNode | None:
        """The node that has all states of this one; None where it is not covered."""
        return self._covered_by.get(node)

    def stamp(self) -> None:
        """The precision has grown: nodes from now on are made under another one."""
        self._stamps.append(self.nodes_created)

    def precision_of(self, node: ArgNode) -> int:
        """How many times the precision had grown when the node was made."""
        return bisect_right(self._stamps, node.id)

    def is_current(self, node: ArgNode) -> bool:
        """Whether the node was made under the precision of now."""
        return self.precision_of(node) == len(self._stamps)

    def prune(self, pivot: ArgNode) -> list[ArgNode]:
        """Remove a node and what only it leads to; the sources of its edges are to be expanded again."""
        if pivot is self.root:
            raise ValueError("the root cannot be pruned; start a new exploration instead")
        entering = self.entering(pivot)
        released = self._remove(entering)
        return _in_order([*released, *(edge.source for edge in entering if _reopen(edge.source))])

    # label => old label;  sound where, for every edge m -> node, all successors of m by its step are in the new label
    def strengthen(self, node: ArgNode, label: Any) -> list[ArgNode]:
        """Give a node a stronger label, one that all that its edges bring satisfies; what it covered is opened."""
        if node.status > EXPANDED:
            raise ValueError(f"{node!r} cannot be strengthened: it is covered or set aside")
        self.edits.strengthenings += 1
        self._leave(node)
        node.state = label
        self._enter(node)
        return _in_order(self._released(node))

    # gamma(node) is a subset of the union of gamma(l) over the labels
    def split(self, node: ArgNode, labels: Sequence[Any]) -> tuple[list[ArgNode], list[ArgNode]]:
        """Replace a node by one node per label, which together have its states, each with all its edges: (the parts, what was opened).

        A part stands for its share of what the node covered of a successor; a node that was covered by the whole one is uncovered.
        """
        if node is self.root or node.status > EXPANDED:
            raise ValueError(f"{node!r} cannot be split: it is the root, covered or set aside")
        self.edits.splits += 1
        entering, leaving = self.entering(node), self.leaving(node)
        parts = [self.add(node.point, label, entering[0].source, entering[0].step) for label in labels]
        for part in parts:
            for edge in entering[1:]:
                for source in parts if edge.source is node else (edge.source,):
                    self.connect(source, edge.step, part)
            for edge in leaving:
                if edge.target is not node:
                    self.connect(part, edge.step, edge.target)
            part.status = node.status
        whole = [covered for covered in node.covers or () if self._covered_by.get(covered) is node]
        shared = [covered for covered in node.covers or () if self._covered_by.get(covered) is not node]
        for part in parts:
            part.covers = list(shared) or None
        node.covers = whole
        self._parts[node] = parts
        released = self._remove(self.entering(node))
        return parts, _in_order([*released, *(part for part in parts if part.status == OPEN)])

    def slice(self, edge: ArgEdge) -> list[ArgNode]:
        """Cut an edge that no execution takes, and what only it leads to."""
        self.edits.slices += 1
        return _in_order(self._remove([edge]))

    # gamma(node) is a subset of gamma(by);  no cycles: the coverer is not covered itself, and does not hang below the node
    def cover(self, node: ArgNode, by: ArgNode) -> list[ArgNode]:
        """Let ``by`` stand for ``node``, whose own successors go; what ``node`` covered ``by`` covers now."""
        if by.status > EXPANDED or node.status > EXPANDED or node in by.path():
            raise ValueError(f"{by!r} cannot cover {node!r}: one is covered or set aside, or the one leads to the other")
        self.edits.coverings += 1
        released = self._remove(self.leaving(node))
        for covered in node.covers or ():
            if self._covered_by.get(covered) is node:
                self._covered_by[covered] = by
        by.covers = [*(by.covers or ()), *(node.covers or ()), node]
        node.covers = None
        self._leave(node)
        self._covered_by[node] = by
        node.status = COVERED
        return _in_order(released)

    def uncover(self, node: ArgNode) -> list[ArgNode]:
        """Open a covered node."""
        if node.status != COVERED:
            raise ValueError(f"{node!r} is not covered")
        self.edits.uncoverings += 1
        covers = self._covered_by.pop(node).covers
        assert covers is not None
        covers.remove(node)
        node.status = OPEN
        self._enter(node)
        return [node]

    def dismiss(self, targets: Sequence[ArgNode]) -> None:
        """Set targets aside: they cover nothing any more, so that another path to the same error makes a target of its own."""
        for target in targets:
            self._leave(target)
            target.status = DISMISSED
        self.targets = [target for target in self.targets if target.status < DISMISSED]

    def _remove(self, edges: Sequence[ArgEdge]) -> list[ArgNode]:
        """Cut edges; the nodes that this opens, because something that went covered them or their successors."""
        lost = self.cut(edges)
        for node in lost:
            if node.status <= EXPANDED:
                self._leave(node)
            elif node.status == COVERED:
                del self._covered_by[node]
            node.status = REMOVED
        self.targets = [target for target in self.targets if target.status < DISMISSED]
        return [open_again for node in lost for open_again in self._released(node)]

    def _released(self, node: ArgNode) -> list[ArgNode]:
        """Open what a node covers, and that of which it covers a successor."""
        pending, node.covers = node.covers or [], None
        released: list[ArgNode] = []
        while pending:
            waiting = pending.pop()
            if waiting.status == COVERED and self._covered_by[waiting] is node:
                self.edits.uncoverings += 1
                del self._covered_by[waiting]
                self._enter(waiting)
                waiting.status = OPEN
            if _reopen(waiting):
                released.append(waiting)
            pending += self._parts.get(waiting, ())
        return released


def _reopen(node: ArgNode) -> bool:
    """Open an expanded node; False for what is covered, set aside or removed."""
    if node.status > EXPANDED:
        return False
    node.status = OPEN
    return True


def _in_order(nodes: Iterable[ArgNode]) -> list[ArgNode]:
    """Each node once, in the order of creation."""
    return sorted(set(nodes), key=lambda node: node.id)


__all__ = ["COVERED", "DISMISSED", "EXPANDED", "OPEN", "REMOVED", "Arg", "ArgEdge", "ArgNode", "Reached", "SpannedGraph"]
