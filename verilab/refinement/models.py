"""What the refinement log says of an abstract model: a capped part of its graph, and what a refinement did to it at once.

A model is {nodes, edges, total, counted}: nodes of the error paths first, then those nearest to the root, NODES at most; ``total`` nodes
were counted, no further than COUNTED.  An edge's kind: "step", "covered", or "skips" where steps between are not shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

from verilab.analysis.arg import REMOVED, Arg, ArgNode
from verilab.analysis.exploration import Exploration
from verilab.analysis.refinable import RefinableAnalysis

NODES = 150
"""Nodes of a model that are kept at most: more than that nobody sees apart in a drawing."""
COUNTED = 100_000
"""How far the nodes of a model are counted."""
LABEL = 400
"""Characters of a label."""

_STATUS = ("open", "expanded", "covered", "set aside", "removed")


class Snapshot:
    """A model as it was; ``model`` are plain JSON values.  To be taken before the model is refined."""

    def __init__(self, analysis: RefinableAnalysis, exploration: Exploration, targets: Sequence[ArgNode]) -> None:
        self._exploration = exploration
        self._labels = exploration.labels or analysis.labels
        arg = exploration.arg
        paths = [shortened(target.path()) for target in targets]
        self._shown = _shown(arg, paths)
        self._texts = {node.id: self._text(node) for node in self._shown}
        self.model = {
            "nodes": [self._node(node) for node in self._shown],
            "edges": list(_edges(arg, self._shown, paths)),
            "total": sum(1 for _ in islice(arg.nodes(), COUNTED)),
            "counted": COUNTED,
        }

    def applied(self, following: Exploration | None) -> dict[str, Any]:
        """What became of the nodes, where the refinement goes on with this exploration (None where it added nothing)."""
        if following is not self._exploration:
            return {"restarted": following is not None, "removed": [], "relabelled": []}
        removed = [node.id for node in self._shown if node.status == REMOVED]
        # Only labels that refinements write change without a new node.
        kept = (node for node in self._shown if node.status != REMOVED) if self._exploration.labels is not None else ()
        now = [(node.id, self._text(node)) for node in kept]
        return {"restarted": False, "removed": removed, "relabelled": [[id, text] for id, text in now if text != self._texts[id]]}

    def _node(self, node: ArgNode) -> dict[str, Any]:
        edge = next(iter(node.point.location.leaving), None) or next(iter(node.point.location.entering), None)
        return {
            "id": node.id,
            "location": repr(node.point),
            "file": "" if edge is None else edge.position.file,
            "line": 0 if edge is None else edge.position.line,
            "label": self._texts[node.id],
            "status": _STATUS[node.status],
            "target": node.is_target,
        }

    def _text(self, node: ArgNode) -> str:
        text = self._labels.text(node.point, node.state)
        return text if len(text) <= LABEL else text[:LABEL] + " ..."


def shortened(path: Sequence[ArgNode]) -> list[ArgNode]:
    """A path, of which the middle is left out where it alone would fill more than two thirds of a drawing."""
    most = NODES // 3
    return list(path) if len(path) <= 2 * most else [*path[:most], *path[-most:]]


def _shown(arg: Arg, paths: Iterable[Sequence[ArgNode]]) -> list[ArgNode]:
    """In the order of their ids."""
    shown: dict[ArgNode, None] = {}
    for path in paths:
        if shown and len(shown) + len(path) > NODES:
            break
        shown.update(dict.fromkeys(path))
    for node in _near(arg):
        if len(shown) >= NODES:
            break
        shown[node] = None
    return sorted(shown, key=lambda node: node.id)


def _near(arg: Arg) -> Iterator[ArgNode]:
    """The nodes by their distance from the root."""
    pending = deque([arg.root])
    while pending:
        node = pending.popleft()
        yield node
        pending.extend(child for child in dict.fromkeys(node.children or ()) if child.parent is node)


def _edges(arg: Arg, shown: Sequence[ArgNode], paths: Iterable[Sequence[ArgNode]]) -> Iterator[dict[str, Any]]:
    """Those between nodes that are shown."""
    there = set(shown)
    for node in shown:
        for source in dict.fromkeys(edge.source for edge in arg.entering(node)):
            if source in there:
                yield _edge(source, node, "step")
        for source in islice(dict.fromkeys(node.covers or ()), NODES):
            if source in there:
                yield _edge(source, node, "covered")
    for before, after in dict.fromkeys(pair for path in paths for pair in pairwise(path)):
        if after.parent is not before and before in there and after in there:
            yield _edge(before, after, "skips")


def _edge(source: ArgNode, target: ArgNode, kind: str) -> dict[str, Any]:
    return {"source": source.id, "target": target.id, "kind": kind}
