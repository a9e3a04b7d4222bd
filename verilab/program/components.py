"""Strongly connected components of a graph (Tarjan 1972), without recursion."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(nodes: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """The strongly connected components, each after all that it leads to; in the order of the nodes and their successors."""
    finished: list[list[Node]] = []
    index: dict[Node, int] = {}  # in the order of discovery
    low: dict[Node, int] = {}
    path: list[Node] = []
    on_path: set[Node] = set()
    for root in nodes:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        path.append(root)
        on_path.add(root)
        work: list[tuple[Node, Iterator[Node]]] = [(root, iter(successors(root)))]
        while work:
            node, pending = work[-1]
            for successor in pending:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    path.append(successor)
                    on_path.add(successor)
                    work.append((successor, iter(successors(successor))))
                    break
                if successor in on_path and index[successor] < low[node]:
                    low[node] = index[successor]
            else:
                work.pop()
                if work and low[node] < low[work[-1][0]]:
                    low[work[-1][0]] = low[node]
                if low[node] == index[node]:
                    finished.append(_component(node, path))
                    on_path.difference_update(finished[-1])
    return finished


def _component(root: Node, path: list[Node]) -> list[Node]:
    """The end of the path, from its last node back to ``root``."""
    members = [path.pop()]
    while members[-1] != root:
        members.append(path.pop())
    return members
