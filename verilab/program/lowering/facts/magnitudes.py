"""Which calls of comparisons (``strcmp``, ``memcmp``) are looked at for more than their sign, which is all that C fixes (C11 7.24.4p1).

The GNU C library returns the difference of two bytes on x86-64, 1 or -1 on i386, and gcc folds literals to 1 or -1.  What a function
returns is looked at where it is called; by a pointer (as a comparison for ``qsort``) for its sign.  A type of less than an int has another
sign for some of them.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.syntax.tree.nodes import StatementExpression, nodes_of

COMPARING = frozenset(
    ("strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp", "bcmp", "wcscmp", "wcsncmp", "wmemcmp"),
)
_ORDERS = frozenset(("==", "!=", "<", ">", "<=", ">="))

_KEEPING_SIGN = frozenset(("int", "signed", "unsigned", "long", "_Bool", "void"))
"""The words of types of which a value says whether a result was negative, zero or positive, as far as it says anything."""
_STATEMENTS = (c_ast.If, c_ast.While, c_ast.DoWhile, c_ast.For, c_ast.TernaryOp, c_ast.Case, c_ast.Default, c_ast.Label)

Parents = dict[int, Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A function, and its calls by the name of what is called."""

    name: str
    type: Any
    nodes: list[Any]
    parents: Parents
    calls: dict[str, list[Any]]


def magnitudes_used(root: c_ast.FileAST) -> frozenset[int]:
    """The ids of the first arguments of these calls, which a call keeps under another name."""
    bodies = [_body(definition) for definition in root.ext if isinstance(definition, c_ast.FuncDef)]
    if not any(COMPARING & body.calls.keys() for body in bodies):
        return frozenset()
    uses: list[tuple[str, _Body, Any, Any]] = []  # whose result, where, the call, and what reads it
    comparing: set[str] = set(COMPARING)  # and the functions that return what one of them does
    pending = list(COMPARING)
    while pending:
        name = pending.pop()
        for body in bodies:
            for call in body.calls.get(name, ()):
                own = [(name, body, call, use) for use in _uses(call, body.nodes, body.parents)]
                uses += own
                if body.name not in comparing and any(_is_returned(use, body.parents) for *_, use in own):
                    comparing.add(body.name)
                    pending.append(body.name)
    looked_at: set[str] = set()  # the functions of which a result is looked at for more than its sign, somewhere
    arguments: set[int] = set()
    size = -1
    while size != len(looked_at) + len(arguments):
        size = len(looked_at) + len(arguments)
        for name, body, call, use in uses:
            if _is_returned(use, body.parents):
                looks = body.name in looked_at or not _keeps_sign(body.type)
            else:
                looks = not _is_sign(use, body.parents)
            if looks:
                if name in COMPARING:
                    arguments.add(id(call.args.exprs[0]))
                else:
                    looked_at.add(name)
    return frozenset(arguments)


def _body(definition: c_ast.FuncDef) -> _Body:
    nodes = list(nodes_of(definition))
    calls: dict[str, list[Any]] = {}
    for node in nodes:
        if isinstance(node, c_ast.FuncCall):
            called = node.name
            while isinstance(called, c_ast.UnaryOp) and called.op in ("*", "&"):
                called = called.expr
            if isinstance(called, c_ast.ID):
                name = called.name.removeprefix("__builtin_")
                if node.args or name not in COMPARING:
                    calls.setdefault(name, []).append(node)
    parents = {id(child): node for node in nodes for child in node if child is not None}
    return _Body(definition.decl.name, definition.decl.type.type, nodes, parents, calls)


def _is_returned(node: Any, parents: Parents) -> bool:
    return isinstance(parents[id(_outermost(node, parents))], c_ast.Return)


def _uses(call: Any, nodes: list[Any], parents: Parents) -> list[Any]:
    """The call, and the places that read the local variables that it is put into, by others of them, too."""
    uses, names = [call], set[str]()
    for use in uses:  # which grows
        while True:
            use = parents[id(_outermost(use, parents))]
            match use:
                case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)) | c_ast.Decl(name=str(name), type=c_ast.TypeDecl()):
                    if name not in names:
                        names.add(name)
                        uses += [node for node in nodes if isinstance(node, c_ast.ID) and node.name == name]
                case _:
                    break
    return uses


def _outermost(node: Any, parents: Parents) -> Any:
    """The largest expression that has the sign of this one, by casts, commas and ``?:``."""
    while True:
        parent = parents[id(node)]
        is_same = (isinstance(parent, c_ast.Cast) and _keeps_sign(parent.to_type.type)) or (
            isinstance(parent, c_ast.ExprList) and parent.exprs[-1] is node
        )
        is_same = is_same or (isinstance(parent, c_ast.TernaryOp) and parent.cond is not node)
        if not is_same or isinstance(parents.get(id(parent)), c_ast.FuncCall):
            return node
        node = parent


def _keeps_sign(type: Any) -> bool:
    """Whether a type is known to have room for the sign of an int: one by another name is not."""
    return isinstance(type, c_ast.TypeDecl) and isinstance(type.type, c_ast.IdentifierType) and _KEEPING_SIGN.issuperset(type.type.names)


def _is_sign(node: Any, parents: Parents) -> bool:
    """Whether nothing but the sign matters of the value where it stands; whoever writes a variable does not read it."""
    node = _outermost(node, parents)
    match parents[id(node)]:
        case c_ast.UnaryOp(op="!") | c_ast.BinaryOp(op="&&" | "||"):
            return True
        case c_ast.Compound() as block:
            return not isinstance(parents.get(id(block)), StatementExpression)
        case c_ast.BinaryOp(op=operator, left=left, right=right) if operator in _ORDERS:
            other = right if left is node else left
            return isinstance(other, c_ast.Constant) and other.value.rstrip("uUlL") == "0"
        case c_ast.Assignment(op="=", lvalue=c_ast.ID() as target) as assignment:
            return target is node or (_is_local(target.name, parents) and _is_sign(assignment, parents))
        case c_ast.Decl(type=type, storage=storage):
            return "static" not in storage and _keeps_sign(type)
    return isinstance(parents[id(node)], _STATEMENTS)  # its condition or what it does, as what ?: chooses has been looked through


def _is_local(name: str, parents: Parents) -> bool:
    """Whether the function declares the variable, as one that keeps the sign."""
    declared = [node for node in parents.values() if isinstance(node, c_ast.Decl) and node.name == name]
    return bool(declared) and all(not {"static", "extern"} & set(node.storage) and _keeps_sign(node.type) for node in declared)
