"""Traces that share their beginnings: what they have in common is one formula, said once.

Traces begin at one cut and part where their next blocks differ, or the labels behind these.  They are a tree with a node for each block
that some trace passes: node i writes the symbols ``f::x@(i + 1)``, so that symbols of different branches are different.  The formula of a
node defines what any of the traces through it reads later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block
from verilab.formulas.traces.ssa import Instances
from verilab.formulas.traces.trace import Trace
from verilab.program.control import ControlPoint


@dataclass(frozen=True, slots=True)
class Branch:
    """Blocks from the entry, with the formulas that label some cuts (of the program's symbols, as of ``Trace``)."""

    blocks: Sequence[Block]
    labels: Mapping[int, FNode]


class BranchingTraces:
    """``traces[p]`` is that of branch p, ``nodes[p]`` are its nodes; ``before[i]`` is the node before i, None at the entry, else < i.

    ``partitions[i]`` is the formula of node i.
    """

    def __init__(self, instances: Instances, branches: Sequence[Branch]) -> None:
        numbers: dict[tuple[int | None, Block, FNode | None, FNode | None], int] = {}
        before: list[int | None] = []
        nodes: list[tuple[int, ...]] = []
        for branch in branches:
            node: int | None = None
            passed: list[int] = []
            for cut, block in enumerate(branch.blocks, start=1):
                entry = branch.labels.get(0) if cut == 1 else None
                key = (node, block, branch.labels.get(cut), entry)
                if key not in numbers:
                    numbers[key] = len(before)
                    before.append(node)
                node = numbers[key]
                passed.append(node)
            nodes.append(tuple(passed))
        self.before = tuple(before)
        self.nodes = tuple(nodes)
        self.traces = tuple(
            [Trace(instances, branch.blocks, labels=branch.labels, places=places) for branch, places in zip(branches, nodes, strict=True)]
        )
        formulas: list[dict[FNode, None]] = [{} for _ in before]
        for trace, places in zip(self.traces, nodes, strict=True):
            for number, partition in zip(places, trace.partitions, strict=True):
                formulas[number][partition] = None
        self.partitions = tuple([instances.vocabulary.terms.conjunction(tuple(conjuncts)) for conjuncts in formulas])

    def beginning(self, branch: int, length: int) -> Beginning:
        """The first ``length`` steps of a branch."""
        return Beginning(self.traces[branch], [self.partitions[node] for node in self.nodes[branch][:length]])


class Beginning:
    """The first steps of a trace, with the formulas that they have in the tree."""

    def __init__(self, trace: Trace, partitions: Sequence[FNode]) -> None:
        self.trace = trace
        self.partitions = partitions
        self.blocks: Sequence[Block] = trace.blocks[: len(partitions)]
        self.points: Sequence[ControlPoint] = trace.points[: len(partitions) + 1]

    def to_state(self, formula: FNode, cut: int) -> FNode:
        """As of the trace."""
        return self.trace.to_state(formula, cut)
