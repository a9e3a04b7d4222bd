"""Conditions of blocks: the assumes that keep an execution from its target, so that each of them can be left out and the rest stays.

A block's formula is  ranges and definitions and path condition.  The path condition of all its ways is a conjunction; where ways meet
again it has disjunctions of what each of them assumes.  Its leaves are the conditions.  They occur in it only positively, so that with
some of them replaced by true it follows from the original: what is left out makes the block weaker, never stronger.  The values that
merge where ways meet keep their definitions, which say by what the branches depend on, whatever is left out.

A literal that a block assumes twice is one condition, at its first place: the second time it says nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.blocks.forward import Step
from verilab.formulas.terms.construction import Terms
from verilab.program.cfa import Edge


@dataclass(frozen=True, slots=True, eq=False)
class AssumedLiteral:
    """A leaf of a path condition, and the first edge that assumes it; None where it says which of several edges is taken."""

    literal: FNode
    edge: Edge | None


class PathCondition:
    """The conjuncts of a block's path condition, over the block's own symbols, and its leaves in the order in which the ways pass them.

    ``steps``: those of the block, in topological order.
    """

    def __init__(self, terms: Terms, conjuncts: Iterable[FNode], steps: Iterable[Step]) -> None:
        self._terms = terms
        self._conjuncts = tuple(conjuncts)
        places: dict[FNode, tuple[int, Edge]] = {}
        for place, step in enumerate(steps):
            if step.assumed is not None:
                places.setdefault(step.assumed, (place, step.edge))
        self._assumed = places
        ordered = sorted(self._leaves(), key=lambda leaf: places[leaf][0] if leaf in places else -1)
        self.leaves = tuple(AssumedLiteral(leaf, places[leaf][1] if leaf in places else None) for leaf in ordered)

    def _is_inner(self, node: FNode) -> bool:
        return node not in self._assumed and node.node_type() in (op.AND, op.OR)

    def _leaves(self) -> list[FNode]:
        seen: dict[FNode, None] = {}
        pending = [*reversed(self._conjuncts)]
        while pending:
            node = pending.pop()
            if node not in seen:
                seen[node] = None
                pending += reversed(node.args()) if self._is_inner(node) else ()
        return [node for node in seen if not self._is_inner(node)]

    def relaxed(self, weaker: Mapping[int, FNode]) -> list[FNode]:
        """The conjuncts with the leaves at some places replaced by something that they imply."""
        if not weaker:
            return list(self._conjuncts)
        replaced = {self.leaves[place].literal: formula for place, formula in weaker.items()}
        return [formula for conjunct in self._conjuncts if (formula := self._replaced(conjunct, replaced.get)) is not self._terms.true]

    def _replaced(self, conjunct: FNode, replacement: Callable[[FNode], FNode | None]) -> FNode:
        done: dict[FNode, FNode] = {}
        stack = [conjunct]
        while stack:
            node = stack[-1]
            inner = self._is_inner(node)
            pending = [argument for argument in node.args() if argument not in done] if inner else []
            if pending:
                stack += pending
                continue
            stack.pop()
            if inner:
                arguments = [done[argument] for argument in node.args()]
                done[node] = self._terms.conjunction(arguments) if node.node_type() == op.AND else self._terms.disjunction(arguments)
            else:
                done[node] = replacement(node) or node
        return done[conjunct]
