"""Syntactic facts about expressions and statements that decide how they are lowered.

Answers are cached by the node's identity: the questions are asked again at every level of a nested expression.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from verilab.program.syntax.tree.nodes import LEAVES, StatementExpression

_EFFECTS = (c_ast.Assignment, c_ast.FuncCall, StatementExpression, c_ast.CompoundLiteral)
_CALLS = (c_ast.FuncCall, StatementExpression)
_LABELS = (c_ast.Label, c_ast.Case, c_ast.Default)
_INCREMENTS = frozenset({"++", "--", "p++", "p--"})


class Purity:
    """The cached questions of one lowering; nodes must stay alive as long as it."""

    def __init__(self) -> None:
        self._total: dict[int, bool] = {}
        self._calls: dict[int, bool] = {}
        self._effects: dict[int, bool] = {}
        self._labels: dict[int, bool] = {}

    def is_total(self, node: c_ast.Node) -> bool:
        """Whether the value can be computed anywhere: no effect, no division by zero, no dereference, no index out of bounds."""
        return self._ask(self._total, node, _is_total_here, every=True)

    def has_call(self, node: c_ast.Node) -> bool:
        """Whether evaluating it may call a function (which overwrites result variables)."""
        return self._ask(self._calls, node, _is_call, every=False)

    def has_effect(self, node: c_ast.Node) -> bool:
        """Whether evaluating it twice may not be the same as once: what gcc evaluates once for all elements of a range."""
        return self._ask(self._effects, node, _has_effect, every=False)

    def has_label(self, node: c_ast.Node) -> bool:
        """Whether a statement contains a label, so that control may enter it from elsewhere."""
        return self._ask(self._labels, node, _is_label, every=False)

    def _ask(self, cache: dict[int, bool], root: c_ast.Node, here: Callable[[Any], bool], *, every: bool) -> bool:
        """Whether ``here`` holds for every node (some node) of the tree."""
        if type(root) in LEAVES:  # of which there are more than of all others together; none has an effect
            return every
        known = cache.get(id(root))
        if known is not None:
            return known
        stack: list[tuple[Any, bool]] = [(root, False)]
        while stack:
            node, expanded = stack.pop()
            if id(node) in cache:
                continue
            if expanded:
                below = (cache[id(child)] for child in node if child is not None)
                cache[id(node)] = (here(node) and all(below)) if every else (here(node) or any(below))
            elif here(node) is not every:
                cache[id(node)] = not every
            else:
                stack.append((node, True))
                for child in node:
                    if type(child) in LEAVES:
                        cache[id(child)] = every
                    elif child is not None:
                        stack.append((child, False))
        return cache[id(root)]


def _is_total_here(node: c_ast.Node) -> bool:
    match node:
        case c_ast.UnaryOp(op=operator):
            return operator not in _INCREMENTS and operator != "*"
        case c_ast.BinaryOp(op="/" | "%", right=divisor):
            return _is_nonzero(divisor)
        case c_ast.ArrayRef():
            return False  # it may dereference a pointer
        case c_ast.StructRef(type=operator):
            return bool(operator == ".")
    return not isinstance(node, _EFFECTS)  # an Evaluated node is none: its effects have happened


def _is_nonzero(node: c_ast.Node) -> bool:
    """Whether a divisor is an integer literal other than zero."""
    if not isinstance(node, c_ast.Constant) or "int" not in node.type:
        return False
    digits = node.value.lower().rstrip("ul").removeprefix("0x").removeprefix("0b")
    return any(digit in "123456789abcdef" for digit in digits)


def _is_call(node: c_ast.Node) -> bool:
    return isinstance(node, _CALLS)


def _has_effect(node: c_ast.Node) -> bool:
    return isinstance(node, _EFFECTS) or (isinstance(node, c_ast.UnaryOp) and node.op in _INCREMENTS)


def _is_label(node: c_ast.Node) -> bool:
    return isinstance(node, _LABELS)
