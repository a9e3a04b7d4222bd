"""The reached set of the value analysis: stop^sep by hash lookups instead of comparisons (v => v' as in FORTE'15 §2).

Per control point: all states by equality, and for each set of known entries ("mask") that occurs there the states with exactly these
known, by their values: v is covered by one of them where v's values at the mask's places are equal.  Past MASKS masks at one point
only equality is used, which keeps coverage exact but misses states that say less.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import ReachedIndex
from verilab.analysis.value.scheme import State
from verilab.program.control import ControlPoint

MASKS = 12


def _projection(places: tuple[int, ...]) -> Callable[[State], Any]:
    return itemgetter(*places) if places else lambda state: ()


class _Bucket:
    """The reached states of one control point."""

    __slots__ = ("masks", "states")

    def __init__(self) -> None:
        self.states: dict[State, ArgNode] = {}
        self.masks: dict[tuple[int, ...], tuple[Callable[[State], Any], dict[Any, ArgNode]]] = {}

    def add_to_mask(self, node: ArgNode) -> None:
        """Note what is known in a state where something is not."""
        places = _known(node.state)
        table = self.masks.get(places)
        if table is None:
            if len(self.masks) >= MASKS:
                return
            table = self.masks[places] = (_projection(places), {})
        table[1].setdefault(table[0](node.state), node)


class _Buckets(dict[ControlPoint, _Bucket]):
    """A bucket for each control point that is asked for."""

    def __missing__(self, point: ControlPoint) -> _Bucket:
        bucket = self[point] = _Bucket()
        return bucket


class ValueIndex(ReachedIndex):
    """For states that are tuples with None for unknown."""

    def __init__(self) -> None:
        self._buckets = _Buckets()

    def covering(self, point: ControlPoint, state: State) -> ArgNode | None:
        bucket = self._buckets[point]
        covering = bucket.states.get(state)
        if covering is None and bucket.masks:
            for projection, nodes in bucket.masks.values():
                covering = nodes.get(projection(state))
                if covering is not None:
                    return covering
        return covering

    def add(self, node: ArgNode) -> None:
        bucket = self._buckets[node.point]
        bucket.states.setdefault(node.state, node)
        if None in node.state:
            bucket.add_to_mask(node)

    def enter(self, node: ArgNode) -> ArgNode | None:
        bucket = self._buckets[node.point]
        if bucket.masks:
            return super().enter(node)
        covering = bucket.states.setdefault(node.state, node)  # the state is hashed once
        if covering is not node:
            return covering
        if None in node.state:
            bucket.add_to_mask(node)
        return None

    def remove(self, node: ArgNode) -> None:
        bucket = self._buckets[node.point]
        state = node.state
        if bucket.states.get(state) is node:
            del bucket.states[state]
        if None in state:
            table = bucket.masks.get(_known(state))
            if table is not None and table[1].get(table[0](state)) is node:
                del table[1][table[0](state)]

    def convert(self, translate: Callable[[ControlPoint, State], State]) -> None:
        """Give every node's state a new layout."""
        nodes = [node for bucket in self._buckets.values() for node in bucket.states.values()]
        self._buckets.clear()
        for node in nodes:
            node.state = translate(node.point, node.state)
            self.add(node)


def _known(state: State) -> tuple[int, ...]:
    return tuple([place for place, value in enumerate(state) if value is not None])
