"""The reached set of the predicate analysis: a region is covered by one that it implies at the same control point."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.program.control import ControlPoint


class _Partition:
    """The reached regions of one control point: all by the diagram itself, and the maximal ones in a list for the scan."""

    __slots__ = ("by_region", "maximal", "union")

    def __init__(self, empty: Bdd) -> None:
        self.by_region: dict[Bdd, ArgNode] = {}
        self.maximal: list[ArgNode] = []
        self.union = empty


class RegionIndex:
    """``stop`` by implication of diagrams; equality first (a hash), then the union of all (most misses), then a scan."""

    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self._partitions: dict[ControlPoint, _Partition] = {}

    def covering(self, point: ControlPoint, state: Bdd) -> ArgNode | None:
        """The reached node that has this region, or the oldest maximal one that the region implies."""
        partition = self._partitions.get(point)
        if partition is None:
            return None
        found = partition.by_region.get(state)
        if found is not None:
            return found
        implies = self._regions.implies
        if not implies(state, partition.union):
            return None
        for node in partition.maximal:
            if implies(state, node.state):
                return node
        return None

    def add(self, node: ArgNode) -> None:
        partition = self._partitions.get(node.point)
        if partition is None:
            partition = self._partitions[node.point] = _Partition(self._regions.false)
        partition.by_region[node.state] = node
        _insert(self._regions, partition, node)

    def remove(self, node: ArgNode) -> None:
        partition = self._partitions[node.point]
        if partition.by_region.get(node.state) is node:
            del partition.by_region[node.state]
        if node not in partition.maximal:
            return
        # What the node had displaced may be maximal again: the list is made anew from what is left.
        partition.maximal = []
        partition.union = self._regions.false
        for rest in partition.by_region.values():
            _insert(self._regions, partition, rest)

    def at(self, point: ControlPoint) -> Sequence[ArgNode]:
        partition = self._partitions.get(point)
        return [] if partition is None else list(partition.by_region.values())

    def maximal(self, point: ControlPoint) -> Sequence[ArgNode]:
        """The reached nodes at a control point whose regions no other one there contains."""
        partition = self._partitions.get(point)
        return [] if partition is None else partition.maximal

    def union(self, point: ControlPoint) -> Bdd:
        """The disjunction of all regions reached at a control point."""
        partition = self._partitions.get(point)
        return self._regions.false if partition is None else partition.union

    def points(self) -> list[ControlPoint]:
        """The control points with a reached node, in the order in which they were first reached."""
        return [point for point, partition in self._partitions.items() if partition.by_region]


def _insert(regions: Regions, partition: _Partition, node: ArgNode) -> None:
    partition.maximal = [other for other in partition.maximal if not regions.implies(other.state, node.state)]
    partition.maximal.append(node)
    partition.union = partition.union | node.state
