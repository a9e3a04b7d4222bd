"""From pySMT terms to a solver's terms, node by node: the walk that all converters share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pysmt.fnode import FNode

Term = TypeVar("Term")


def converted(formula: FNode, memo: dict[int, Term], make: Callable[[FNode, list[Term]], Term]) -> Term:
    """The solver's term of ``formula``; iterative, each node once.

    ``memo`` has the terms by node number (a number is hashed faster than a node) and grows; ``make`` gets a node and the terms of its
    arguments, and may raise: what was converted before stays.
    """
    known = memo.get(formula._node_id)
    if known is not None:
        return known
    stack = [formula]
    while stack:
        node = stack[-1]
        if node._node_id in memo:
            stack.pop()
            continue
        arguments = node._content.args
        missing = [argument for argument in arguments if argument._node_id not in memo]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        memo[node._node_id] = make(node, [memo[argument._node_id] for argument in arguments])
    return memo[formula._node_id]
