"""Which files may have operands with effects in an open order at all: a quick look, before the effects of functions are computed.

A tool that puts every effect into a statement of its own leaves nothing to be ordered, unless calls and names mean more than stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pycparser import c_ast

from verilab.program.lowering.facts.evaluation_order import INCREMENTS, PURE, SEQUENCED
from verilab.program.lowering.facts.library_names import implements
from verilab.program.syntax.tree.nodes import LEAVES, Attribute, NestedFunction, StatementExpression

_HIDING = frozenset(("alias", "weakref", "ifunc", "cleanup"))
_MAY_HIDE = (NestedFunction, Attribute, c_ast.Pragma, c_ast.Decl)
_EFFECTS = (c_ast.Assignment, c_ast.UnaryOp, c_ast.FuncCall, StatementExpression)


def may_have_open_orders(root: c_ast.FileAST) -> bool:
    """Whether effects are among operands, or are hidden."""
    nodes, parents = _flattened(root)
    return _mixes(root, nodes, parents) or hides_effects(root, nodes)


def _flattened(root: c_ast.FileAST) -> tuple[list[Any], list[int]]:
    """All nodes of a tree, its leaves left out, and the index of each one's parent, -1 for the root's."""
    nodes: list[Any] = [root]
    parents = [-1]
    for index, node in enumerate(nodes):
        below = [child for child in node if child is not None and type(child) not in LEAVES]
        nodes += below
        parents += [index] * len(below)
    return nodes, parents


def hides_effects(root: c_ast.FileAST, nodes: Iterable[Any]) -> bool:
    """Whether calls and names may mean more than stands there: other names of what the file defines, cleanups, nested functions."""
    defined = {node.decl.name for node in root.ext if isinstance(node, c_ast.FuncDef)}
    defined |= {node.name for node in root.ext if isinstance(node, c_ast.Decl) and not isinstance(node.type, c_ast.FuncDecl)}
    for node in nodes:
        if not isinstance(node, _MAY_HIDE):
            continue
        match node:
            case NestedFunction():
                return True
            case Attribute(name=name) if name in _HIDING:
                return True
            case c_ast.Pragma(string=text) if any(word in text for word in ("weak", "redefine_extname")):
                return True
            case c_ast.Decl(name=name, attributes=attributes) if name in defined and any(
                attribute.name == "asm" for attribute in attributes or ()
            ):
                return True
    return False


def _mixes(root: c_ast.FileAST, nodes: Sequence[Any], parents: Sequence[int]) -> bool:
    """Whether anything with an effect is one of several operands."""
    defined = {node.decl.name for node in root.ext if isinstance(node, c_ast.FuncDef)}
    declared = {node.name for node in root.ext if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)}
    external = {name for name in declared - defined if name in PURE or not implements(name)}
    functions = defined | declared
    effects = [index for index, node in enumerate(nodes) if isinstance(node, _EFFECTS) and _is_effect(node, external)]
    passed: set[int] = set()
    for index in effects:
        above = parents[index]
        while above >= 0 and above not in passed and not isinstance(nodes[above], c_ast.Compound | c_ast.FuncDef | c_ast.FileAST):
            if _has_operands(nodes[above], functions):
                return True
            passed.add(above)
            above = parents[above]
    return False


def _is_effect(node: Any, external: set[str]) -> bool:
    """Whether a node of these classes has an effect of its own; calls of these functions have none that is known."""
    match node:
        case c_ast.UnaryOp(op=operator):
            return operator in INCREMENTS
        case c_ast.FuncCall(name=called):
            return not (isinstance(called, c_ast.ID) and called.name in external)
    return True


def _has_operands(node: Any, functions: set[str]) -> bool:
    """Whether the operands of an expression are several, without an order, and not all the others constants or simple names."""
    match node:
        case c_ast.BinaryOp(op=operator, left=left, right=right):
            return operator not in SEQUENCED and not isinstance(left, c_ast.Constant) and not isinstance(right, c_ast.Constant)
        case c_ast.Assignment(op=operator, lvalue=target):
            return operator != "=" or not isinstance(target, c_ast.ID)
        case c_ast.ExprList(exprs=parts):
            return len(parts) > 1
        case c_ast.FuncCall(name=called):  # by a pointer: which one, is an operand, too
            return not (isinstance(called, c_ast.ID) and called.name in functions)
    return isinstance(node, c_ast.ArrayRef)
