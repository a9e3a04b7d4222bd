"""extract_targets: the target states of an explored model (thesis Algorithm 3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration


# extract_targets(reached) = <(l, ...) in reached | l = l_ERR>, in the order in which the exploration found them
def extract_targets(exploration: Exploration) -> list[ArgNode]:
    """A new list; empty where no target state is reached."""
    return list(exploration.arg.targets)


def violated(targets: Iterable[ArgNode]) -> frozenset[str]:
    """The properties that the targets violate; empty where one of them stands for all properties of the program."""
    names = frozenset(target.point.location.property for target in targets)
    return frozenset() if "" in names else names


def level(node: ArgNode) -> int:
    """The state level (thesis §4.3.3): how many steps of the ARG lead from its root to the node."""
    steps = 0
    while node.parent is not None:
        node = node.parent
        steps += 1
    return steps
