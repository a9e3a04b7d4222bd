"""The shape of interpolation trees: parents come after their children, the root is last and has no entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pysmt.fnode import FNode

Place = TypeVar("Place")
Answer = TypeVar("Answer")


def path(length: int) -> list[int]:
    """The parents of a tree that is a sequence of ``length`` partitions."""
    return list(range(1, length))


def check_shape(partitions: Sequence[FNode], parents: Sequence[int]) -> None:
    """ValueError, which says why, for what is no tree."""
    if not partitions:
        raise ValueError("an empty tree has no interpolants: it is satisfiable")
    if len(parents) != len(partitions) - 1:
        raise ValueError(f"a tree of {len(partitions)} nodes has {len(partitions) - 1} parents, not {len(parents)}")
    for node, parent in enumerate(parents):
        if not node < parent < len(partitions):
            raise ValueError(f"the parent of node {node} must be one of {node + 1} .. {len(partitions) - 1}, not {parent}")


def children_of(parents: Sequence[int]) -> list[list[int]]:
    """The children of each node, the root's last, in increasing order."""
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for node, parent in enumerate(parents):
        children[parent].append(node)
    return children


def unbranched(parents: Sequence[int]) -> list[list[int]]:
    """All nodes but the root, in ways upwards as long as possible on which each node is the only child of the next one."""
    children = children_of(parents)
    ways = []
    for start in range(len(parents)):
        if len(children[start]) == 1:
            continue  # inside of the way that its child is on
        way = [start]
        while (parent := parents[way[-1]]) < len(parents) and len(children[parent]) == 1:
            way.append(parent)
        ways.append(way)
    return ways


def by_bisection(ask: Callable[[Place], Answer], places: Sequence[Place]) -> list[Answer]:
    """What ``ask`` answers for each of the places, where all between two equal answers are taken for equal to them, unasked.

    With d different answers, each of them on places that follow each other, it asks about d log(n / d) times for n places, and never more
    than once for a place.
    """
    answers = [ask(place) for place in places[:1]]
    ahead = [(len(places) - 1, ask(places[-1]))] if len(places) > 1 else []  # asked already, the nearest last
    while ahead:
        index, answer = ahead[-1]
        following = len(answers)
        if answer == answers[-1] or index == following:
            answers += [answer] * (index + 1 - following)
            ahead.pop()
        else:
            middle = (following + index) // 2
            ahead.append((middle, ask(places[middle])))
    return answers


def height(parents: Sequence[int]) -> int:
    """How many nodes the longest way from a leaf to the root has."""
    heights = [1] * (len(parents) + 1)
    for node, parent in enumerate(parents):
        heights[parent] = max(heights[parent], heights[node] + 1)
    return heights[-1]


# A variable is shared at node i where some, but not all, nodes that have it lie in the subtree of i.
def shared_in_tree(partitions: Sequence[FNode], parents: Sequence[int]) -> tuple[tuple[FNode, ...], ...]:
    """For each node but the root: vars(subtree) ∩ vars(rest), sorted by name."""
    total: dict[FNode, int] = {}
    below: list[dict[FNode, int]] = []
    for partition in partitions:
        variables = partition.get_free_variables()
        below.append(dict.fromkeys(variables, 1))
        for variable in variables:
            total[variable] = total.get(variable, 0) + 1
    result = []
    for node, parent in enumerate(parents):
        shared = {variable: count for variable, count in below[node].items() if count < total[variable]}
        result.append(tuple(sorted(shared, key=lambda symbol: str(symbol.symbol_name()))))
        for variable, count in shared.items():
            below[parent][variable] = below[parent].get(variable, 0) + count
        below[node] = {}
    return tuple(result)
