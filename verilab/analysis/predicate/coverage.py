"""The reached set of the predicate analysis: a region is covered by one that it implies at the same control point."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import ReachedIndex
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.program.control import ControlPoint


class RegionSet:
    """Reached regions, each with its node: all by the diagram itself, and the maximal ones in a list for the scan."""

    __slots__ = ("_regions", "by_region", "maximal", "union")

    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self.by_region: dict[Bdd, ArgNode] = {}
        self.maximal: list[tuple[Bdd, ArgNode]] = []
        self.union: Bdd = regions.false

    def covering(self, region: Bdd) -> ArgNode | None:
        """The node that has this region, or the oldest maximal one that the region implies."""
        equal = self.by_region.get(region)
        if equal is not None:
            return equal
        implies = self._regions.implies
        if not implies(region, self.union):
            return None
        for other, node in self.maximal:
            if implies(region, other):
                return node
        return None

    def add(self, region: Bdd, node: ArgNode) -> None:
        self.by_region[region] = node
        self._insert(region, node)

    def remove(self, region: Bdd, node: ArgNode) -> None:
        if self.by_region.get(region) is node:
            del self.by_region[region]
        if all(node is not other for _, other in self.maximal):
            return
        # What the node had displaced may be maximal again: the list is made anew from what is left.
        self.maximal = []
        self.union = self._regions.false
        for other, rest in self.by_region.items():
            self._insert(other, rest)

    def _insert(self, region: Bdd, node: ArgNode) -> None:
        # What is disjoint from all that was reached contains none of it: with new regions only (see ``cpa``) no scan is ever needed.
        if (self.union & region) != self._regions.false:
            implies = self._regions.implies
            self.maximal = [entry for entry in self.maximal if not implies(entry[0], region)]
        self.maximal.append((region, node))
        self.union = self.union | region


class RegionIndex(ReachedIndex):
    """``stop`` by implication of diagrams; equality first (a hash), then the union of all (most misses), then a scan."""

    subtracts = True

    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self._sets: dict[ControlPoint, RegionSet] = {}

    def covering(self, point: ControlPoint, state: Bdd) -> ArgNode | None:
        """The reached node that has this region, or the oldest maximal one that the region implies."""
        reached = self._sets.get(point)
        return None if reached is None else reached.covering(state)

    # state and not (r_1 or ... or r_n);  the maximal r_i meet the rest one after the other
    def remainder(self, point: ControlPoint, state: Bdd) -> tuple[Bdd | None, Sequence[ArgNode]]:
        reached, false = self._sets.get(point), self._regions.false
        rest = false if reached is None else state & reached.union
        if reached is None or rest == false:
            return state, ()
        coverers: list[ArgNode] = []
        for region, node in reached.maximal:
            if (region & rest) != false:
                coverers.append(node)
                rest = rest & ~region
                if rest == false:
                    break
        new = state & ~reached.union
        return (None if new == false else new), coverers

    def add(self, node: ArgNode) -> None:
        reached = self._sets.get(node.point)
        if reached is None:
            reached = self._sets[node.point] = RegionSet(self._regions)
        reached.add(node.state, node)

    def remove(self, node: ArgNode) -> None:
        self._sets[node.point].remove(node.state, node)

    def union(self, point: ControlPoint) -> Bdd:
        """The disjunction of all regions reached at a control point."""
        reached = self._sets.get(point)
        return self._regions.false if reached is None else reached.union

    def points(self) -> list[ControlPoint]:
        """The control points with a reached node, in the order in which they were first reached."""
        return [point for point, reached in self._sets.items() if reached.by_region]
