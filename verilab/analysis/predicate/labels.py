"""Regions as labels: diagrams decide what is asked of them alone, the block's session what is asked along an edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.cpa import AbstractState
from verilab.analysis.invariants import Invariants, Region
from verilab.analysis.labels import Labels, Reached
from verilab.analysis.predicate.abstraction import Abstraction
from verilab.analysis.predicate.facts import readable
from verilab.analysis.predicate.predicates import Predicates
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.formulas.blocks.block import Block
from verilab.program.control import ControlPoint

TEXT_CUBES = 6
"""Cubes of a region that its text has at most."""


class RegionLabels(Labels):
    """Regions over predicates, whose numbers ``predicates`` gives a meaning over the program's symbols."""

    def __init__(
        self,
        regions: Regions,
        abstraction: Abstraction,
        predicates: Predicates,
        environment: Environment,
        encoding: str,
        entry: ControlPoint,
    ) -> None:
        self._regions = regions
        self._abstraction = abstraction
        self._predicates = predicates
        self._environment = environment
        self._encoding = encoding
        self._entry = entry
        self._readable: dict[int, str] = {}

    def conjoin(self, left: Bdd, right: Bdd) -> Bdd | None:
        both = left & right
        return None if both == self._regions.false else both

    def entails(self, left: Bdd, right: Bdd) -> bool:
        """As functions of the predicates, whatever these mean."""
        return self._regions.implies(left, right)

    def feasible(self, source: AbstractState, step: Block, target: AbstractState) -> bool:
        return self._abstraction.connects(step, source[1], target[1])

    def text(self, point: ControlPoint, label: Bdd) -> str:
        """As a disjunction of TEXT_CUBES conjunctions of predicates at most; what is left out is "..."."""
        return " or ".join(self._cube(cube) for cube in self._regions.cubes(label, TEXT_CUBES)) or "false"

    def _cube(self, cube: Sequence[tuple[int, bool]] | None) -> str:
        if cube is None:
            return "..."
        literals = ((self._predicate_text(number), holds) for number, holds in cube)
        return " & ".join(text if holds else f"!{text}" for text, holds in literals) or "true"

    def claims(self, reached: Reached) -> Invariants:
        """At the entry and the loop heads: the union of the regions there."""
        return {point: self.region(self.union(reached[point])) for point in reached if point.location.is_loop_head or point is self._entry}

    def union(self, regions: Iterable[Bdd]) -> Bdd:
        """The region that has the states of all of these."""
        union = self._regions.false
        for region in regions:
            union = union | region
        return union

    def _predicate_text(self, number: int) -> str:
        if number not in self._readable:
            self._readable[number] = readable(self._meaning(number), self._environment)
        return self._readable[number]

    def _meaning(self, number: int) -> FNode:
        return self._predicates[number].formula

    def region(self, region: Bdd) -> Region:
        """A region as a claim."""
        return Region(self._regions.translate(region, self._meaning), self._encoding)
