"""Which calls of comparisons (``strcmp``, ``memcmp``) are looked at for more than their sign, which is all that C fixes (C11 7.24.4p1).

The GNU C library returns the difference of two bytes on x86-64, 1 or -1 on i386, and gcc folds literals to 1 or -1.  A result that a
function returns counts as looked at for its sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pycparser import c_ast

from verilab.program.syntax.tree.nodes import StatementExpression, nodes_of

COMPARING = frozenset(("strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp", "bcmp"))
_ORDERS = frozenset(("==", "!=", "<", ">", "<=", ">="))

_STATEMENTS = (c_ast.If, c_ast.While, c_ast.DoWhile, c_ast.For, c_ast.TernaryOp, c_ast.Case, c_ast.Default, c_ast.Label)

Parents = dict[int, Any]


def told_magnitudes(root: c_ast.FileAST) -> frozenset[int]:
    """The ids of the first arguments of these calls, which a call keeps under another name."""
    told: set[int] = set()
    for definition in root.ext:
        if isinstance(definition, c_ast.FuncDef):
            nodes = list(nodes_of(definition))
            calls = [node for node in nodes if isinstance(node, c_ast.FuncCall) and _compares(node)]
            if calls:
                parents = {id(child): node for node in nodes for child in node if child is not None}
                told.update(
                    id(call.args.exprs[0]) for call in calls if not all(_is_sign(use, parents) for use in _uses(call, nodes, parents))
                )
    return frozenset(told)


def _compares(node: c_ast.FuncCall) -> bool:
    called = node.name
    while isinstance(called, c_ast.UnaryOp) and called.op in ("*", "&"):
        called = called.expr
    return isinstance(called, c_ast.ID) and called.name.removeprefix("__builtin_") in COMPARING and bool(node.args)


def _uses(call: Any, nodes: list[Any], parents: Parents) -> Iterator[Any]:
    """The call, and the places that read the local variables that it is put into, one by the other."""
    yield call
    while True:
        call = parents[id(_outermost(call, parents))]
        match call:
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)) | c_ast.Decl(name=str(name), type=c_ast.TypeDecl()):
                yield from (node for node in nodes if isinstance(node, c_ast.ID) and node.name == name)
            case _:
                return


def _outermost(node: Any, parents: Parents) -> Any:
    """The largest expression that has the value of this one, by casts, commas and ``?:``."""
    while True:
        parent = parents[id(node)]
        is_same = isinstance(parent, c_ast.Cast) or (isinstance(parent, c_ast.ExprList) and parent.exprs[-1] is node)
        is_same = is_same or (isinstance(parent, c_ast.TernaryOp) and parent.cond is not node)
        if not is_same or isinstance(parents.get(id(parent)), c_ast.FuncCall):
            return node
        node = parent


def _is_sign(node: Any, parents: Parents) -> bool:
    """Whether nothing but the sign matters of the value where it stands; whoever writes a variable does not read it."""
    node = _outermost(node, parents)
    match parents[id(node)]:
        case c_ast.UnaryOp(op="!") | c_ast.Return() | c_ast.BinaryOp(op="&&" | "||"):
            return True
        case c_ast.Compound() as block:
            return not isinstance(parents.get(id(block)), StatementExpression)
        case c_ast.BinaryOp(op=operator, left=left, right=right) if operator in _ORDERS:
            other = right if left is node else left
            return isinstance(other, c_ast.Constant) and other.value.rstrip("uUlL") == "0"
        case c_ast.Assignment(op="=", lvalue=c_ast.ID() as target) as assignment:
            return target is node or (_is_local(target.name, parents) and _is_sign(assignment, parents))
        case c_ast.Decl(type=c_ast.TypeDecl(), storage=storage):
            return "static" not in storage
    return isinstance(parents[id(node)], _STATEMENTS)  # its condition or what it does, as what ?: chooses has been looked through


def _is_local(name: str, parents: Parents) -> bool:
    """Whether the function declares the variable."""
    declared = [node for node in parents.values() if isinstance(node, c_ast.Decl) and node.name == name]
    return bool(declared) and not any({"static", "extern"} & set(node.storage) for node in declared)
