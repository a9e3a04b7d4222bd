"""The predicate CPA: regions as abstract states, blocks as steps (thesis §2.3.1; adjustable-block encoding, FMCAD 2010).

    e = region at a cut point;   e ~> e'  for each block b that starts there:  e' = abstraction of b from e under prec(b.target)
    merge = sep;   stop(e, R) = exists r in R at the same point: e => r

The error location has no precision: its state is ``true`` where the block has an execution from the region.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verilab.analysis.cpa import AbstractState, Successor
from verilab.analysis.predicate.abstraction import Abstraction
from verilab.analysis.predicate.coverage import RegionIndex
from verilab.analysis.predicate.paths import BlockSource, only_edge
from verilab.analysis.predicate.precision import PredicatePrecision
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.formulas.blocks.block import Block
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint


class PredicateCpa:
    """The configurable program analysis of regions over predicates."""

    name = "predicate"

    def __init__(
        self,
        entry: ControlPoint,
        blocks: BlockSource,
        regions: Regions,
        abstraction: Abstraction,
        precision: PredicatePrecision,
    ) -> None:
        self.precision = precision
        self._entry = entry
        self._blocks = blocks
        self._regions = regions
        self._abstraction = abstraction

    def initial(self) -> tuple[ControlPoint, Bdd]:
        return self._entry, self._regions.true

    def successors(self, point: ControlPoint, state: Bdd) -> Iterable[Successor]:
        for block in self._blocks.blocks_from(point):
            target = block.target
            if target.location.is_error:
                if self._abstraction.feasible(block, state):
                    yield target, self._regions.true, block
                continue
            after = self._abstraction.of(block, state, self.precision.at(target))
            if after != self._regions.false:
                yield target, after, block

    def make_index(self) -> RegionIndex:
        return RegionIndex(self._regions)

    def edges_between(self, source: AbstractState, step: Block, target: AbstractState) -> Sequence[Edge] | None:
        """The edge of a block that is one edge, else None."""
        edge = only_edge(step)
        return None if edge is None else (edge,)
