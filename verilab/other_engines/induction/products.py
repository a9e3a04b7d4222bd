"""Formulas with a free symbol for every product of words that are no constants: what is unsatisfiable so is unsatisfiable."""

from __future__ import annotations

from pysmt.fnode import FNode
from pysmt.typing import BVType

from verilab.formulas.terms.construction import Terms


class Products:
    """Equal products have one symbol in all formulas of one object."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._done: dict[FNode, FNode] = {}

    def abstracted(self, formula: FNode) -> FNode:
        """The formula with its products replaced."""
        done, stack = self._done, [formula]
        while stack:
            node = stack[-1]
            if node in done:
                stack.pop()
                continue
            waiting = [part for part in node.args() if part not in done]
            if waiting:
                stack += waiting
                continue
            stack.pop()
            done[node] = self._replaced(node, tuple([done[part] for part in node.args()]))
        return done[formula]

    def _replaced(self, node: FNode, arguments: tuple[FNode, ...]) -> FNode:
        if node.is_bv_mul() and not any(part.is_constant() for part in arguments):
            first, second = sorted(part.node_id() for part in arguments)
            width = node.bv_width()
            return self._terms.symbol(f"product!{first}*{second}:{width}", BVType(width))
        if arguments == node.args():
            return node
        return self._terms.node(node.node_type(), arguments, node._content.payload)
