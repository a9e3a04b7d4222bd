"""Which calls of comparisons (``strcmp``, ``memcmp``) are looked at for more than their sign, which is all that C fixes (C11 7.24.4p1).

The GNU C library returns the difference of two bytes on x86-64, 1 or -1 on i386, and gcc folds literals to 1 or -1.  What a function
returns is looked at where it is called, by its name or by a pointer, which may be to every function whose address is taken; the library
looks at a comparison's sign (``qsort``).  A type of less than an int has another sign for some of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.lowering.facts.call_graph import renamed_by
from verilab.program.syntax.tree.nodes import NestedFunction, StatementExpression, nodes_of

COMPARING = frozenset(
    ("strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp", "bcmp", "wcscmp", "wcsncmp", "wmemcmp"),
)
_ORDERS = frozenset(("==", "!=", "<", ">", "<=", ">="))

_KEEPING_SIGN = frozenset(("int", "signed", "unsigned", "long", "_Bool", "void"))
"""The words of types of which a value says whether a result was negative, zero or positive, as far as it says anything."""
_STATEMENTS = (c_ast.If, c_ast.While, c_ast.DoWhile, c_ast.For, c_ast.TernaryOp, c_ast.Case, c_ast.Default, c_ast.Label)

_SORTING = frozenset(("qsort", "qsort_r", "bsearch", "lfind", "lsearch", "tsearch", "tfind", "tdelete"))
"""The library's functions that look at no more than the sign of what their comparison returns."""
_BY_POINTER = ""  # stands for what is called by no name of a function

Parents = dict[int, Any]


@dataclass(frozen=True, slots=True)
class Magnitudes:
    """The ids of the first arguments of these calls, which a call keeps under another name; whether those by pointers are among them."""

    arguments: frozenset[int] = frozenset()
    by_pointer: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A function, and its calls by the name of what is called; ``nested``: the ids of what is in functions inside of it."""

    name: str
    type: Any
    nodes: list[Any]
    nested: frozenset[int]
    parents: Parents
    calls: dict[str, list[Any]]


def magnitudes_used(root: c_ast.FileAST) -> Magnitudes:
    """Which calls these are in a file."""
    nodes = list(nodes_of(root))
    names = _Names(nodes)
    bodies = [_body(definition, names) for definition in root.ext if isinstance(definition, c_ast.FuncDef)]
    given = _given(nodes, names, {body.name for body in bodies})
    if COMPARING.isdisjoint(given) and not any(COMPARING & body.calls.keys() for body in bodies):
        return Magnitudes()
    uses: list[tuple[str, _Body, Any, Any]] = []  # whose result, where, the call, and what reads it
    comparing: set[str] = set(COMPARING)  # and the functions that return what one of them does
    pending = list(COMPARING)
    while pending:
        name = pending.pop()
        if name in given and _BY_POINTER not in comparing:
            comparing.add(_BY_POINTER)
            pending.append(_BY_POINTER)
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
        if _BY_POINTER in looked_at:
            looked_at |= comparing & given
        for name, body, call, use in uses:
            if _is_returned(use, body.parents):  # by a function inside of the body to anywhere in it
                looks = body.name in looked_at or not _keeps_sign(body.type) or id(use) in body.nested
            else:
                looks = not _is_sign(use, body.parents)
            if looks:
                if (name in COMPARING or name == _BY_POINTER) and call.args:  # which may be the library's function all the same
                    arguments.add(id(call.args.exprs[0]))
                if name not in COMPARING:
                    looked_at.add(name)
    return Magnitudes(frozenset(arguments), _BY_POINTER in looked_at)


class _Names:
    """What the names of a file mean where something is called."""

    def __init__(self, nodes: Sequence[Any]) -> None:
        self._variables = {node.name for node in nodes if isinstance(node, c_ast.Decl) and not isinstance(node.type, c_ast.FuncDecl)}
        pairs = [pair for node in nodes for pair in renamed_by(node)]
        self._renamed: Mapping[str, str] = {one: other for pair in pairs for one, other in (pair, pair[::-1]) if other in COMPARING}

    def plain(self, name: str) -> str:
        """The name of the library's function where it is called by another one."""
        return self._renamed.get(name, name).removeprefix("__builtin_")

    def called(self, node: c_ast.FuncCall) -> str:
        callee = _callee(node)
        if not isinstance(callee, c_ast.ID) or callee.name in self._variables:
            return _BY_POINTER
        return self.plain(callee.name)


def _callee(call: c_ast.FuncCall) -> Any:
    called = call.name
    while isinstance(called, c_ast.UnaryOp) and called.op in ("*", "&"):
        called = called.expr
    return called


def _given(nodes: Sequence[Any], names: _Names, defined: set[str]) -> set[str]:
    """What is named where it is not called, and not given to the library to sort by."""
    apart: set[int] = set()
    for node in nodes:
        if isinstance(node, c_ast.FuncCall):
            callee = _callee(node)
            apart.add(id(callee))
            if node.args and isinstance(callee, c_ast.ID) and callee.name in _SORTING - defined:
                for argument in node.args.exprs:
                    while isinstance(argument, c_ast.Cast | c_ast.UnaryOp):
                        argument = argument.expr
                    apart.add(id(argument))
    return {names.plain(node.name) for node in nodes if isinstance(node, c_ast.ID) and id(node) not in apart}


def _body(definition: c_ast.FuncDef, names: _Names) -> _Body:
    nodes = list(nodes_of(definition))
    calls: dict[str, list[Any]] = {}
    for node in nodes:
        if isinstance(node, c_ast.FuncCall):
            name = names.called(node)
            if node.args or name not in COMPARING:
                calls.setdefault(name, []).append(node)
    parents = {id(child): node for node in nodes for child in node if child is not None}
    nested = frozenset(id(part) for node in nodes if isinstance(node, NestedFunction) for part in nodes_of(node))
    return _Body(definition.decl.name, definition.decl.type.type, nodes, nested, parents, calls)


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
        is_same = is_same or (isinstance(parent, c_ast.TernaryOp) and (parent.cond is not node or parent.iftrue is None))
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
