"""The predicate CPA: regions as abstract states, blocks as steps (thesis §2.3.1; adjustable-block encoding, FMCAD 2010).

    e = region at a cut point;   e ~> e'  for each block b that starts there:  e' = abstraction of b from e under prec(b.target)
    merge = sep;   stop(e, R) = exists r in R at the same point: e => r

With ``new_only`` a successor keeps what no reached region at its point contains, e' := e' and not (or of R), as symbolic model checkers
expand frontiers: the rest is explored from the regions that contain it, and every minterm of predicates is expanded once.

The error location has no precision: its state is ``true`` where the block has an execution from the region.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import ReachedIndex, Successor
from verilab.analysis.predicate.abstraction import Abstraction
from verilab.analysis.predicate.coverage import RegionIndex
from verilab.analysis.predicate.precision import PredicatePrecision
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.formulas.blocks.block import Block
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint


class BlockSource(Protocol):
    """Where the blocks come from (``verilab.formulas.blocks.builder.BlockBuilder``)."""

    def blocks_from(self, point: ControlPoint) -> Sequence[Block]: ...


class PredicateCpa:
    """The configurable program analysis of regions over predicates."""

    name = "predicate"
    merges = False
    adjusts = False

    def __init__(
        self,
        entry: ControlPoint,
        blocks: BlockSource,
        regions: Regions,
        abstraction: Abstraction,
        precision: PredicatePrecision,
        *,
        new_only: bool = True,
    ) -> None:
        self.precision = precision
        self._entry = entry
        self._blocks = blocks
        self._regions = regions
        self._abstraction = abstraction
        self._new_only = new_only
        self._reached = RegionIndex(regions)

    def initial(self) -> tuple[ControlPoint, Bdd]:
        return self._entry, self._regions.true

    def successors(self, node: ArgNode) -> Iterable[Successor]:
        region = node.state
        for block in self._blocks.blocks_from(node.point):
            target = block.target
            if target.location.is_error:
                if self._abstraction.feasible(block, region):
                    yield target, self._regions.true, block
                continue
            state = self._abstraction.of(block, region, self.precision.at(target))
            if self._new_only:
                state = self._uncovered(node, target, state)
            if state != self._regions.false:
                yield target, state, block

    def _uncovered(self, node: ArgNode, point: ControlPoint, state: Bdd) -> Bdd:
        """What of ``state`` no reached region contains; reached nodes that contain the rest together note that they cover ``node``."""
        reached, false = self._reached, self._regions.false
        union = reached.union(point)
        rest = state & union
        if rest == false:
            return state
        for other in reached.maximal(point):
            if (other.state & rest) != false:
                if other.covers is None:
                    other.covers = [node]
                elif other.covers[-1] is not node:
                    other.covers.append(node)
                rest = rest & ~other.state
                if rest == false:
                    break
        return state & ~union

    def merge(self, state: Bdd, reached: Bdd, point: ControlPoint) -> Bdd:
        return reached

    def prec(self, state: Bdd, point: ControlPoint, reached: ReachedIndex) -> Bdd:
        return state

    def make_index(self) -> RegionIndex:
        """The index of the exploration that starts now; ``successors`` looks at it too."""
        self._reached = RegionIndex(self._regions)
        return self._reached

    def edges_between(self, parent: ArgNode, child: ArgNode) -> Sequence[Edge] | None:
        """The edge of a block that is one edge, else None."""
        block: Block = child.provenance
        if block.edge_count != 1:
            return None
        return [step.edge for steps in block.steps.values() for step in steps]
