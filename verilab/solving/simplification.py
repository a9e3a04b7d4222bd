"""Small rewrites of terms that all procedures share."""

from __future__ import annotations

from pysmt.fnode import FNode


def conjuncts(formula: FNode) -> list[FNode]:
    """The conjuncts of nested conjunctions, in order, without repetition and without true."""
    result: dict[FNode, None] = {}
    stack = [formula]
    while stack:
        node = stack.pop()
        if node.is_and():
            stack.extend(reversed(node.args()))
        elif not node.is_true():
            result[node] = None
    return list(result)
