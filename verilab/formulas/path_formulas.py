"""Path formulas of one program in one encoding: everything that makes them, and remembers what it has made."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from pysmt.fnode import FNode

from verilab.formulas.blocks.block import Block
from verilab.formulas.encodings.encoding import Encoding
from verilab.formulas.encodings.translation import Translator
from verilab.formulas.traces.paths import path_block, points_along
from verilab.formulas.traces.ssa import Instances
from verilab.formulas.traces.trace import Trace
from verilab.formulas.vocabulary import ARRAY_LIMIT, Vocabulary
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.elements import Element


class PathFormulas:
    """The program's ``vocabulary``, the ``translator`` of its expressions, and the ``instances`` of its symbols along traces.

    Blocks of the same object share what was translated before, its traces the partitions of equal prefixes.
    """

    def __init__(self, program: Program, encoding: Encoding, array_limit: int = ARRAY_LIMIT) -> None:
        self.vocabulary = Vocabulary(program, encoding, array_limit)
        self.translator = Translator(self.vocabulary)
        self.instances = Instances(self.vocabulary)
        self._edge_blocks: dict[tuple[ControlPoint, Edge], Block] = {}

    def path_block(self, edges: Sequence[Edge], points: Sequence[ControlPoint]) -> Block:
        """One block for a path, which may pass a control point several times; its formula may be false."""
        return path_block(self.translator, edges, points)

    def trace(
        self,
        blocks: Sequence[Block],
        *,
        whole_state: bool = False,
        read_after: Collection[Element] = (),
        labels: Mapping[int, FNode] | None = None,
        excluded: FNode | None = None,
    ) -> Trace:
        """The trace of consecutive blocks; the other parameters: see there."""
        return Trace(self.instances, blocks, whole_state=whole_state, read_after=read_after, labels=labels, excluded=excluded)

    def edges_trace(self, graph: ControlGraph, edges: Sequence[Edge], *, per_edge: bool = False) -> Trace:
        """The trace of a path from the program's entry: one block for all edges, or one block per edge.

        Constants and intervals are propagated inside a block only: a partition never relies on what earlier ones say, so that
        interpolants between them are inductive for the program too.
        """
        points = points_along(graph, edges)
        if not per_edge:
            return self.trace([self.path_block(edges, points)])
        known = self._edge_blocks
        blocks: list[Block] = []
        for edge, (source, target) in zip(edges, pairwise(points), strict=True):
            block = known.get((source, edge))
            if block is None:
                block = known[source, edge] = self.path_block((edge,), (source, target))
            blocks.append(block)
        return self.trace(blocks)
