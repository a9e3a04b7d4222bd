"""Replacing symbols in formulas: an iterative substitution that remembers every subterm it has rewritten."""

from __future__ import annotations

from collections.abc import Callable

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.words import Words


class Rewriter:
    """Replaces symbols by terms of the same sort, everywhere in what it is applied to.

    ``replacement`` is asked once per symbol.  Nothing is simplified, unless ``words`` make the terms.
    """

    __slots__ = ("_done", "_replacement", "_terms", "_words")

    def __init__(self, terms: Terms, replacement: Callable[[FNode], FNode], words: Words | None = None) -> None:
        self._terms = terms
        self._words = words
        self._replacement = replacement
        self._done: dict[FNode, FNode] = {}

    def __call__(self, formula: FNode) -> FNode:
        done = self._done
        known = done.get(formula)
        if known is not None:
            return known
        plain = self._words is None
        node_of = self._terms.node if self._words is None else self._words.node
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
                done[node] = node if plain and rewritten == arguments else node_of(node.node_type(), rewritten, node._content.payload)
        return done[formula]
