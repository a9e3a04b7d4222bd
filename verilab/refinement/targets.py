"""extract_targets: the target states of an explored model (thesis Algorithm 3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import Cpa, SeveralWays
from verilab.analysis.exploration import Exploration


# extract_targets(reached) = <(l, ...) in reached | l = l_ERR>, in the order in which the exploration found them
def extract_targets(exploration: Exploration) -> list[ArgNode]:
    """A new list; empty where no target state is reached."""
    return list(exploration.arg.targets)


def violated(targets: Iterable[ArgNode]) -> frozenset[str]:
    """The properties that the targets violate; empty where one of them stands for all properties of the program."""
    names = frozenset(target.point.location.property for target in targets)
    return frozenset() if "" in names else names


class Levels:
    """The state level (thesis §4.3.3) of the nodes of a model: how many CFA edges lead from its root to the node, along the first edges.

    A chain of the value analysis counts as the edges of the path that it stands for, a block as its shortest way: the field's verifiers
    have a state behind each edge, also inside blocks.  What was counted for a step is kept; the levels themselves only until ``renew``,
    since refinements hang nodes on other edges.
    """

    def __init__(self, cpa: Cpa) -> None:
        self._cpa = cpa
        self._steps: dict[ArgNode, tuple[ArgNode, Any, int]] = {}
        self._levels: dict[ArgNode, int] = {}

    def renew(self) -> Levels:
        """The levels of the model as it is now."""
        self._levels.clear()
        return self

    def __call__(self, node: ArgNode) -> int:
        """The level of a node, found from the nearest node above it that has one."""
        levels, above = self._levels, node
        path: list[ArgNode] = []
        while above not in levels and above.parent is not None:
            path.append(above)
            above = above.parent
        level = levels.setdefault(above, 0)
        for below in reversed(path):
            level += self._edges_to(below)
            levels[below] = level
        return level

    def _edges_to(self, node: ArgNode) -> int:
        """The CFA edges of the step from a node's parent."""
        parent, step = node.parent, node.step
        assert parent is not None
        kept = self._steps.get(node)
        if kept is not None and kept[0] is parent and kept[1] is step:
            return kept[2]
        edges = self._cpa.edges_between((parent.point, parent.state), step, (node.point, node.state))
        if edges is None:
            several: SeveralWays = step
            count = several.shortest
        else:
            count = len(edges)
        self._steps[node] = parent, step, count
        return count
