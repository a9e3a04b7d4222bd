"""The abstract reachability graph: the explored abstract states, how each was reached, and which are covered.

An ARG is a tree of first discoveries (every node but the root has one parent) with covering edges beside it: a successor that
a reached node covers makes no node of its own, its parent is noted in ``covers`` of the covering node.  ``covered_by`` is set
only where a node is covered later (forced covering).  ``provenance`` is whatever the domain needs to recover the concrete edges
between parent and node: a CFA edge, a block, the input of a chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verilab.program.control import ControlPoint


class ArgNode:
    """An abstract state at a control point.  ``id`` is its number in the order of creation."""

    __slots__ = ("children", "covered_by", "covers", "id", "parent", "point", "provenance", "removed", "state")

    def __init__(self, id: int, point: ControlPoint, state: Any, parent: ArgNode | None, provenance: Any) -> None:
        self.id = id
        self.point = point
        self.state = state
        self.parent = parent
        self.provenance = provenance
        self.children: list[ArgNode] | None = None
        self.covered_by: ArgNode | None = None
        self.covers: list[ArgNode] | None = None
        self.removed = False

    @property
    def is_target(self) -> bool:
        return self.point.location.is_error

    def path(self) -> list[ArgNode]:
        """The nodes from the root to this one, both included."""
        nodes = []
        node: ArgNode | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def subtree(self) -> Iterator[ArgNode]:
        """This node and all its descendants."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            if node.children:
                pending.extend(node.children)

    def __repr__(self) -> str:
        return f"#{self.id} {self.point!r} {self.state!r}"
