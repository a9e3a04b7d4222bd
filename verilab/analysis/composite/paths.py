"""An error path of the composite as each component sees it: the values of its nodes, and the blocks of its edges."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from verilab.analysis.arg import ArgNode
from verilab.analysis.composite.cpa import CompositeCpa
from verilab.analysis.refinable import Candidate, Proposal
from verilab.analysis.value.analysis import TracedPath, ValueAnalysis
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint


class ProjectedPath:
    """The path to a target, node by node for the value analysis and edge by edge for the predicate analysis.

    Their candidates speak of the projections' nodes; ``lift`` makes candidates of the composite of them.
    """

    def __init__(self, target: ArgNode, value: ValueAnalysis, blocks: BlockBuilder, cpa: CompositeCpa) -> None:
        self.target = target
        self.nodes = target.path()
        self._value = value
        self._blocks = blocks
        self._cpa = cpa

    @cached_property
    def values(self) -> TracedPath:
        """The nodes with their values only; the edges between them as the value analysis finds them."""
        last: ArgNode | None = None
        for node in self.nodes:
            last = ArgNode(node.id, node.point, node.state[0], last, node.provenance)
        assert last is not None
        return self._value.trace(last)

    @cached_property
    def block_target(self) -> ArgNode:
        """The end of the path as the predicate analysis would have explored it; a node's ``id`` is the number of edges before it."""
        path = self.values
        last = ArgNode(0, path.points[0], None, None, None)
        for number, (edge, (source, target)) in enumerate(zip(path.edges, pairwise(path.points), strict=True), start=1):
            last = ArgNode(number, target, None, last, self._block(source, edge, target))
        return last

    def _block(self, source: ControlPoint, edge: Edge, target: ControlPoint) -> Block:
        for block in self._blocks.blocks_from(source):
            if block.target is target:
                return block
        # The builder leaves out what is trivially infeasible.
        return self._blocks.formulas.path_block((edge,), (source, target))

    def lift(self, proposal: Proposal) -> Proposal:
        """A proposal of a component about this path, as one of the composite."""
        if not isinstance(proposal, Candidate):
            return proposal
        return replace(proposal, target=self.target, path=self.nodes, pivot=self._owner(proposal))

    def _owner(self, candidate: Candidate) -> ArgNode | None:
        """The first node of the path at or behind the candidate's pivot.

        For the predicate analysis the first step that looked at no region comes before it: what excludes the path may be that step.
        """
        pivot = candidate.pivot
        if candidate.analysis == self._value.name:
            return None if pivot is None else next(node for node in self.nodes if node.id == pivot.id)
        for node, offset in zip(self.nodes[1:], self.values.offsets[1:], strict=True):
            if not self._cpa.is_abstracted(node) or (pivot is not None and offset >= pivot.id):
                return node
        return None
