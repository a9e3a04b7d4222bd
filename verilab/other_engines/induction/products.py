"""Formulas with a free symbol for every product of words that are no constants: what is unsatisfiable so is unsatisfiable."""

from __future__ import annotations

from pysmt.fnode import FNode
from pysmt.typing import BVType

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import subterms


class Products:
    """Equal products have one symbol in all formulas of one object."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._seen: set[FNode] = set()
        self._replaced: dict[FNode, FNode] = {}

    def abstracted(self, formula: FNode) -> FNode:
        """The formula with its products replaced."""
        for node in subterms((formula,), self._seen):
            arguments = tuple([self._replaced[part] for part in node.args()])
            if node.is_bv_mul() and not any(part.is_constant() for part in arguments):
                first, second = sorted(part.node_id() for part in arguments)
                self._replaced[node] = self._terms.symbol(f"product!{first}*{second}:{node.bv_width()}", BVType(node.bv_width()))
            elif arguments == node.args():
                self._replaced[node] = node
            else:
                self._replaced[node] = self._terms.node(node.node_type(), arguments, node._content.payload)
        return self._replaced[formula]
