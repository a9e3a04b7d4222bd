"""The predicate CPA: regions as abstract states, blocks as steps (thesis §2.3.1; adjustable-block encoding, FMCAD 2010).

    e = region at a cut point;   e ~> e'  for each block b that starts there:  e' = abstraction of b from e under prec(b.target)
    merge = sep;   stop(e, R) = exists r in R at the same point: e => r

The error location has no precision: its state is ``true`` where the block has an execution from the region.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from verilab.analysis.cpa import AbstractState, Successor
from verilab.analysis.predicate.abstraction import Abstraction
from verilab.analysis.predicate.coverage import RegionIndex
from verilab.analysis.predicate.paths import BlockSource
from verilab.analysis.predicate.precision import PredicatePrecision
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.formulas.blocks.block import Block
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint

_UNKNOWN = object()


class _Posts:
    """What regions become by a block, and by all that do the same to the same place, under one precision; None for false."""

    __slots__ = ("after", "numbers", "stamp")

    def __init__(self) -> None:
        self.stamp = -1
        self.numbers: tuple[int, ...] = ()
        self.after: dict[Bdd, Bdd | None] = {}


class _Ways:
    """The ``blocks`` of a control point, each with its target and its posts, None where that is the error location."""

    __slots__ = ("blocks", "ways")

    def __init__(self, blocks: Sequence[Block], ways: list[tuple[Block, ControlPoint, _Posts | None]]) -> None:
        self.blocks = blocks
        self.ways = ways


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
        self._ways: dict[ControlPoint, _Ways] = {}
        self._posts: dict[tuple[Edge, Hashable], _Posts] = {}
        self._place = precision.place(entry)
        self._stamp = -1

    def initial(self) -> tuple[ControlPoint, Bdd]:
        return self._entry, self._regions.true

    def successors(self, point: ControlPoint, state: Bdd) -> Iterable[Successor]:
        abstraction, precision, false = self._abstraction, self.precision, self._regions.false
        stamp = precision.growth + abstraction.revision  # neither ever shrinks
        if stamp != self._stamp:
            self._renew(stamp)
        blocks, known = self._blocks.blocks_from(point), self._ways.get(point)
        if known is None or known.blocks is not blocks:  # they are new where another program is meant
            known = self._ways[point] = _Ways(blocks, [(block, block.target, self._posts_of(block)) for block in blocks])
        successors: list[Successor] = []
        for block, target, posts in known.ways:
            if posts is None:
                if abstraction.feasible(block, state):
                    successors.append((target, self._regions.true, block))
                continue
            if posts.stamp != stamp:
                posts.stamp, posts.numbers, posts.after = stamp, precision.at(target), {}
            after = posts.after.get(state, _UNKNOWN)
            if after is _UNKNOWN:
                region = abstraction.of(block, state, posts.numbers)
                after = posts.after[state] = None if region == false else region
            if after is not None:
                successors.append((target, after, block))
        return successors

    def _renew(self, stamp: int) -> None:
        """Where the precision tells control points apart from now on that were one place, they have posts of their own."""
        self._stamp = stamp
        place = self.precision.place(self._entry)
        if place is not self._place:
            self._place = place
            self._ways.clear()
            self._posts.clear()

    def _posts_of(self, block: Block) -> _Posts | None:
        """An edge does the same under every call stack: its blocks share their posts."""
        if block.target.location.is_error:
            return None
        edge = block.only_edge
        return _Posts() if edge is None else self._posts.setdefault((edge, self.precision.place(block.target)), _Posts())

    def make_index(self) -> RegionIndex:
        return RegionIndex(self._regions)

    def edges_between(self, source: AbstractState, step: Block, target: AbstractState) -> Sequence[Edge] | None:
        """The edge of a block that is one edge, else None."""
        edge = step.only_edge
        return None if edge is None else (edge,)
