"""Paths as the predicate analysis sees them: the blocks that they pass, and whether these have an execution."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from pysmt.fnode import FNode

from verilab.analysis.path_checker import PathChecker
from verilab.analysis.paths import Feasibility, Feasible, Infeasible, Path, Undecided
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.traces.trace import Trace
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint

OVERAPPROXIMATED = "the integer encoding over-approximates an operator on the error path; use the bit-vector encoding"


class BlockSource(Protocol):
    """Where the blocks come from (``verilab.formulas.blocks.builder.BlockBuilder``)."""

    def blocks_from(self, point: ControlPoint) -> Sequence[Block]: ...


def blocks_along(builder: BlockBuilder, path: Path) -> list[Block]:
    """The steps of a path of blocks; of another analysis' path the block of each single edge.  ValueError where that has larger ones."""
    if all(isinstance(step, Block) for step in path.steps):
        return list(path.steps)
    edges = path.single_edges()
    return [_block(builder, source, edge, target) for edge, (source, target) in zip(edges, pairwise(path.points), strict=True)]


def labels_along(path: Path) -> dict[int, FNode]:
    """The formulas that label the nodes of a path, by cut, those that say something; none where the states are no formulas."""
    states = ((cut, node.state) for cut, node in enumerate(path.nodes) if cut)
    return {cut: state for cut, state in states if isinstance(state, FNode) and not state.is_true()}


def _block(builder: BlockBuilder, source: ControlPoint, edge: Edge, target: ControlPoint) -> Block:
    for block in builder.blocks_from(source):
        if block.target is target:
            return block
    # The builder leaves out what is trivially infeasible.
    return builder.formulas.path_block((edge,), (source, target))


class TraceChecker:
    """Decides whether a trace is an execution, bit-precisely where the integer encoding cannot tell.

    ``exact`` are the same blocks bit-precisely, with the checker of their paths.
    """

    def __init__(self, checker: PathChecker, exact: tuple[BlockBuilder, PathChecker] | None = None) -> None:
        self._checker = checker
        self._exact = exact

    @property
    def checks(self) -> int:
        """How many traces were checked in the encoding of the analysis."""
        return self._checker.checks

    def excludes(self, partitions: Sequence[FNode]) -> bool:
        """Whether a path formula has no execution in the encoding of the analysis, for sure."""
        return self._checker.excludes(partitions)

    def check(self, trace: Trace) -> Feasibility:
        """Feasible with the execution, Infeasible, or Undecided where a solver gave up or no encoding can tell."""
        answer = self._checker.check(trace)
        unsure = not isinstance(answer, Infeasible) and (trace.overapproximated or not isinstance(answer, Feasible))
        if not unsure or self._exact is None:
            return answer
        return self._check_exactly(trace, answer, *self._exact)

    def _check_exactly(self, trace: Trace, answer: Feasibility, builder: BlockBuilder, checker: PathChecker) -> Feasibility:
        """The same blocks bit-precisely: an execution there is one; none there leaves the question to another encoding."""
        blocks = []
        for block in trace.blocks:
            same = [other for other in builder.blocks_from(block.source) if other.target is block.target]
            if not same:
                return Undecided(OVERAPPROXIMATED)
            blocks.append(same[0])
        exactly = checker.check(builder.formulas.trace(blocks))
        if isinstance(exactly, Infeasible):
            return Undecided(OVERAPPROXIMATED)
        # Where the exact check gives up, the replay of the integer model decides.
        return answer if isinstance(exactly, Undecided) and isinstance(answer, Feasible) else exactly
