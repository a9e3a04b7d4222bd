"""extract_targets: the target states of an explored model (thesis Algorithm 3.1)."""

from __future__ import annotations

from verilab.analysis.algorithm import Exploration
from verilab.analysis.arg import ArgNode


# extract_targets(reached) = <(l, ...) in reached | l = l_ERR>, in the order in which the exploration found them
def extract_targets(exploration: Exploration) -> list[ArgNode]:
    """A new list; empty where no target state is reached."""
    return [target for target in exploration.targets if not target.removed]


def level(node: ArgNode) -> int:
    """The state level (thesis §4.3.3): how many steps of the ARG lead from its root to the node."""
    steps = 0
    while node.parent is not None:
        node = node.parent
        steps += 1
    return steps
