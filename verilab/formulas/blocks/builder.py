"""Blocks from control graphs, kept per source point."""

from __future__ import annotations

from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.block_operator import BlockOperator
from verilab.formulas.blocks.forward import DagBuilder, RankKeys
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.control import ControlGraph, ControlPoint


class BlockBuilder:
    """Builds, and keeps, the blocks that start at a control point."""

    def __init__(self, graph: ControlGraph, formulas: PathFormulas, operator: BlockOperator) -> None:
        self.graph = graph
        self.formulas = formulas
        self.operator = operator
        self._keys = RankKeys()
        self._blocks: dict[ControlPoint, tuple[Block, ...]] = {}

    def renew(self) -> None:
        """Forget the blocks: the control points have other successors now."""
        self._blocks.clear()

    def blocks_from(self, point: ControlPoint) -> tuple[Block, ...]:
        """One block per reachable target (cut point or error location) whose formula is not trivially false.

        The program's end is no target: a point without successors that is no error location ends no block.
        """
        blocks = self._blocks.get(point)
        if blocks is None:
            dag = DagBuilder(self.formulas.translator, self.operator, self._keys).build(point)
            targets = [target for target in dag.targets if target.location.is_error or target.successors]
            blocks = self._blocks[point] = tuple(Block(dag, target) for target in targets)
        return blocks
