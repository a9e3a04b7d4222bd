"""Waitlists: the order in which the frontier is explored."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Protocol

from verilab.analysis.arg import ArgNode


class Waitlist(Protocol):
    """A container of frontier nodes that knows which one comes next."""

    def push(self, node: ArgNode) -> None: ...

    def pop(self) -> ArgNode: ...

    def __len__(self) -> int: ...


class BreadthFirst(deque[ArgNode]):
    """The oldest node first."""

    push = deque.append
    pop = deque.popleft


class DepthFirst(list[ArgNode]):
    """The newest node first."""

    push = list.append


class ByKey:
    """The node with the smallest key first; among equals the oldest."""

    def __init__(self, key: Callable[[ArgNode], tuple[int, ...]]) -> None:
        self._key = key
        self._heap: list[tuple[tuple[int, ...], int, ArgNode]] = []

    def push(self, node: ArgNode) -> None:
        heapq.heappush(self._heap, (self._key(node), node.id, node))

    def pop(self) -> ArgNode:
        return heapq.heappop(self._heap)[2]

    def __len__(self) -> int:
        return len(self._heap)


def _reverse_postorder(node: ArgNode) -> tuple[int, ...]:
    return (-len(node.point.stack), node.point.location.rank)


def _call_stack(node: ArgNode) -> tuple[int, ...]:
    return (-len(node.point.stack),)


class WaitlistOrder(Enum):
    """The orders a user can name: bfs, dfs, rpo (deepest call stack, then reverse post-order), callstack (deepest stack first)."""

    BFS = "bfs"
    DFS = "dfs"
    RPO = "rpo"
    CALL_STACK = "callstack"

    def make(self) -> Waitlist:
        match self:
            case WaitlistOrder.BFS:
                return BreadthFirst()
            case WaitlistOrder.DFS:
                return DepthFirst()
            case WaitlistOrder.RPO:
                return ByKey(_reverse_postorder)
            case WaitlistOrder.CALL_STACK:
                return ByKey(_call_stack)
