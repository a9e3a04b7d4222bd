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

    def sharing(self, rest: Bdd) -> list[ArgNode]:
        """The nodes of maximal regions that together have ``rest``, which all of them have together."""
        false = self._regions.false
        nodes: list[ArgNode] = []
        for region, node in self.maximal:
            if (region & rest) != false:
                nodes.append(node)
                rest = rest & ~region
                if rest == false:
                    break
        return nodes

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
        if not self.maximal:
            self.maximal, self.union = [(region, node)], region
            return
        # What is disjoint from all that was reached contains none of it: with new regions only (see ``cpa``) no scan is ever needed.
        if (self.union & region) != self._regions.false:
            implies = self._regions.implies
            self.maximal = [entry for entry in self.maximal if not implies(entry[0], region)]
        self.maximal.append((region, node))
        self.union = self.union | region


class RegionIndex(ReachedIndex):
    """``stop`` by implication of diagrams; equality first (a hash), then the union of all (most misses), then a scan.

    Where one node was reached it stands for itself: on blocks of single edges that is so at nearly every control point.
    """

    subtracts = True

    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self._held: dict[ControlPoint, ArgNode | RegionSet] = {}

    def covering(self, point: ControlPoint, state: Bdd) -> ArgNode | None:
        """The reached node that has this region, or the oldest maximal one that the region implies."""
        held = self._held.get(point)
        if held is None or isinstance(held, RegionSet):
            return None if held is None else held.covering(state)
        return held if self._regions.implies(state, held.state) else None

    # state and not (r_1 or ... or r_n);  the maximal r_i meet the rest one after the other
    def remainder(self, point: ControlPoint, state: Bdd) -> tuple[Bdd | None, Sequence[ArgNode]]:
        held, false = self._held.get(point), self._regions.false
        if held is None:
            return state, ()
        union = held.union if isinstance(held, RegionSet) else held.state
        rest = state & union
        if rest == false:
            return state, ()
        new = state & ~union
        return (None if new == false else new), held.sharing(rest) if isinstance(held, RegionSet) else (held,)

    def add(self, node: ArgNode) -> None:
        held = self._held.get(node.point)
        if held is None:
            self._held[node.point] = node
            return
        if not isinstance(held, RegionSet):
            alone, held = held, RegionSet(self._regions)
            held.add(alone.state, alone)
            self._held[node.point] = held
        held.add(node.state, node)

    def remove(self, node: ArgNode) -> None:
        held = self._held.get(node.point)
        if isinstance(held, RegionSet):
            held.remove(node.state, node)
        elif held is node:
            del self._held[node.point]

    def union(self, point: ControlPoint) -> Bdd:
        """The disjunction of all regions reached at a control point."""
        held = self._held.get(point)
        if held is None:
            return self._regions.false
        return held.union if isinstance(held, RegionSet) else held.state

    def points(self) -> list[ControlPoint]:
        """The control points with a reached node, in the order in which they were first reached."""
        return [point for point, held in self._held.items() if not isinstance(held, RegionSet) or held.by_region]
