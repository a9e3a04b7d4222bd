"""Replacing symbols in formulas: an iterative substitution that remembers every subterm it has rewritten."""

from __future__ import annotations

from collections.abc import Callable

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms


class Rewriter:
    """Replaces symbols by terms of the same sort, everywhere in what it is applied to.

    ``replacement`` is asked once per symbol.  Nothing is simplified.
    """

    __slots__ = ("_done", "_replacement", "_terms")

    def __init__(self, terms: Terms, replacement: Callable[[FNode], FNode]) -> None:
        self._terms = terms
        self._replacement = replacement
        self._done: dict[FNode, FNode] = {}

    def __call__(self, formula: FNode) -> FNode:
        done = self._done
        known = done.get(formula)
        if known is not None:
            return known
        node_of = self._terms.node
        stack = [formula]
        while stack:
            node = stack[-1]
            arguments = node.args()
            if not arguments:
                done[node] = self._replacement(node) if node.node_type() == op.SYMBOL else node
                stack.pop()
                continue
            pending = [argument for argument in arguments if argument not in done]
            if pending:
                stack += pending
                continue
            stack.pop()
            if node not in done:
                rewritten = tuple([done[argument] for argument in arguments])
                done[node] = node if rewritten == arguments else node_of(node.node_type(), rewritten, node._content.payload)
        return done[formula]
