"""The reached set of the composite: a state is covered by one that covers its values and contains its region.

    (v, r) is covered by (w, s)   iff   v => w  and  r => s

Found by the values first, as the value analysis finds them (by equality, then by each set of known places that occurs at the point),
then among the regions that were reached with these values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import ReachedIndex
from verilab.analysis.predicate.coverage import RegionSet
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.analysis.value.coverage import MASKS
from verilab.analysis.value.scheme import State
from verilab.program.control import ControlPoint

Held = ArgNode | RegionSet
"""The nodes that have the same values: mostly there is one."""


class _Bucket:
    """The reached states of one control point; ``masks`` lead from the values at some places to the states that know just these."""

    __slots__ = ("masks", "states")

    def __init__(self) -> None:
        self.states: dict[State, Held] = {}
        self.masks: dict[tuple[int, ...], tuple[Callable[[State], Any], dict[Any, State]]] = {}


class CompositeIndex(ReachedIndex):
    """For pairs (values, region)."""

    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self._buckets: dict[ControlPoint, _Bucket] = {}

    def covering(self, point: ControlPoint, state: tuple[State, Bdd]) -> ArgNode | None:
        bucket = self._buckets.get(point)
        if bucket is None:
            return None
        values, region = state
        held = bucket.states.get(values)
        covering = None if held is None else self._among(held, region)
        if covering is None and bucket.masks:
            for projection, table in bucket.masks.values():
                general = table.get(projection(values))
                held = None if general is None else bucket.states.get(general)
                covering = None if held is None else self._among(held, region)
                if covering is not None:
                    return covering
        return covering

    def _among(self, held: Held, region: Bdd) -> ArgNode | None:
        if isinstance(held, RegionSet):
            return held.covering(region)
        other = held.state[1]
        return held if other == region or self._regions.implies(region, other) else None

    def add(self, node: ArgNode) -> None:
        bucket = self._buckets.get(node.point)
        if bucket is None:
            bucket = self._buckets[node.point] = _Bucket()
        values, region = node.state
        held = bucket.states.get(values)
        if held is None:
            bucket.states[values] = node
            if None in values:
                _note_mask(bucket, values)
            return
        if not isinstance(held, RegionSet):
            alone, held = held, RegionSet(self._regions)
            held.add(alone.state[1], alone)
            bucket.states[values] = held
        held.add(region, node)

    def remove(self, node: ArgNode) -> None:
        bucket = self._buckets.get(node.point)
        if bucket is None:
            return
        values, region = node.state
        held = bucket.states.get(values)
        if held is node:
            del bucket.states[values]
        elif isinstance(held, RegionSet):
            held.remove(region, node)
            if not held.by_region:
                del bucket.states[values]

    def convert(self, translate: Callable[[ControlPoint, State], State]) -> None:
        """Give the values of every node a new layout."""
        nodes = [node for bucket in self._buckets.values() for node in _nodes(bucket)]
        self._buckets.clear()
        for node in nodes:
            values, region = node.state
            node.state = translate(node.point, values), region
            self.add(node)


def _note_mask(bucket: _Bucket, values: State) -> None:
    places = tuple([place for place, value in enumerate(values) if value is not None])
    table = bucket.masks.get(places)
    if table is None:
        if len(bucket.masks) >= MASKS:
            return
        projection: Callable[[State], Any] = itemgetter(*places) if places else lambda values: ()
        table = bucket.masks[places] = (projection, {})
    table[1][table[0](values)] = values


def _nodes(bucket: _Bucket) -> Iterator[ArgNode]:
    for held in bucket.states.values():
        if isinstance(held, RegionSet):
            yield from held.by_region.values()
        else:
            yield held
