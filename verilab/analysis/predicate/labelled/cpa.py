"""The CPA of formula-labelled graphs: locations with labels that refinements write, no abstraction computed (VMCAI'12 §4.1, IMPACT).

    e = (l, true) at first;   (l, Inv) ~> (l', true)  for each block b from l to l' that has an execution from Inv
    stop(e, R) = exists r in R at the same point: e => r

Initially that is the program graph with "true" at each location, whose blocks are its transition formulas.  ``asks``: whether a solver is
asked if a block has an execution from its source's label; without it all blocks are taken, as in the papers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysmt.fnode import FNode

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import AbstractState, ReachedIndex, Successor
from verilab.analysis.predicate.labelled.formula_labels import FormulaLabels
from verilab.analysis.predicate.paths import BlockSource
from verilab.formulas.blocks.block import Block
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint


class LabelledCpa:
    """Formulas as abstract states, blocks as steps."""

    name = "predicate"

    def __init__(self, entry: ControlPoint, blocks: BlockSource, labels: FormulaLabels, *, asks: bool) -> None:
        self.labels = labels
        self._entry = entry
        self._blocks = blocks
        self._asks = asks

    def initial(self) -> tuple[ControlPoint, FNode]:
        return self._entry, self.labels.true

    def successors(self, point: ControlPoint, state: FNode) -> Iterable[Successor]:
        true = self.labels.true
        for block in self._blocks.blocks_from(point):
            if not self._asks or self.labels.feasible((point, state), block, (block.target, true)):
                yield block.target, true, block

    def make_index(self) -> LabelledIndex:
        return LabelledIndex(self.labels)

    def edges_between(self, source: AbstractState, step: Block, target: AbstractState) -> Sequence[Edge] | None:
        """The edge of a block that is one edge, else None."""
        edge = step.only_edge
        return None if edge is None else (edge,)


class LabelledIndex(ReachedIndex):
    """The nodes at each control point, oldest first; the root is not among them, as no edge may enter it."""

    def __init__(self, labels: FormulaLabels) -> None:
        self._labels = labels
        self._nodes: dict[ControlPoint, dict[ArgNode, None]] = {}

    def covering(self, point: ControlPoint, state: FNode) -> ArgNode | None:
        """The oldest node that has all states of a formula."""
        return next((node for node in self._nodes.get(point, ()) if self._labels.entails(state, node.state)), None)

    def add(self, node: ArgNode) -> None:
        if node.parent is not None:
            self._nodes.setdefault(node.point, {})[node] = None

    def remove(self, node: ArgNode) -> None:
        if node.parent is not None or node in self._nodes.get(node.point, ()):
            self._nodes[node.point].pop(node, None)
