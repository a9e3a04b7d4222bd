"""Regions as labels: diagrams decide what is asked of them alone, the block's session what is asked along an edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pysmt.fnode import FNode

from verilab.analysis.cpa import AbstractState
from verilab.analysis.invariants import Invariants, Region
from verilab.analysis.labels import Labels, Reached
from verilab.analysis.predicate.abstraction import Abstraction
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.formulas.blocks.block import Block
from verilab.program.control import ControlPoint


class RegionLabels(Labels):
    """Regions over predicates; ``meaning`` gives the formula of a predicate's number over the program's symbols."""

    def __init__(
        self, regions: Regions, abstraction: Abstraction, meaning: Callable[[int], FNode], encoding: str, entry: ControlPoint
    ) -> None:
        self._regions = regions
        self._abstraction = abstraction
        self._meaning = meaning
        self._encoding = encoding
        self._entry = entry

    def conjoin(self, left: Bdd, right: Bdd) -> Bdd | None:
        both = left & right
        return None if both == self._regions.false else both

    def entails(self, left: Bdd, right: Bdd) -> bool:
        """As functions of the predicates, whatever these mean."""
        return self._regions.implies(left, right)

    def feasible(self, source: AbstractState, step: Block, target: AbstractState) -> bool:
        return self._abstraction.connects(step, source[1], target[1])

    def claims(self, reached: Reached) -> Invariants:
        """At the entry and the loop heads: the union of the regions there."""
        return {point: self.region(self.union(reached[point])) for point in reached if point.location.is_loop_head or point is self._entry}

    def union(self, regions: Iterable[Bdd]) -> Bdd:
        """The region that has the states of all of these."""
        union = self._regions.false
        for region in regions:
            union = union | region
        return union

    def region(self, region: Bdd) -> Region:
        """A region as a claim."""
        return Region(self._regions.translate(region, self._meaning), self._encoding)
