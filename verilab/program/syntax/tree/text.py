"""Syntax trees as C text, for the edges of the automaton: short, on one line, with the parentheses that are needed.

Differs from pycparser's generator in speed (a 10,000-line program has 100,000 expressions) and in cutting long texts.
"""

from __future__ import annotations

import re
from typing import Any

from pycparser import c_ast

from verilab.program.syntax.tree.nodes import LOCAL, LabelAddress, StatementExpression

MAXIMUM = 400  # characters; a longer text is cut

_FOREIGN = re.compile("[\udc80-\udcff]")  # a byte that is no UTF-8, which no output could encode: shown as an octal escape
_LEVELS = (("*", "/", "%"), ("+", "-"), ("<<", ">>"), ("<", "<=", ">", ">="), ("==", "!="), ("&",), ("^",), ("|",), ("&&",), ("||",))
PRECEDENCE = {operator: 12 - level for level, operators in enumerate(_LEVELS) for operator in operators}
PRIMARY, UNARY, CONDITIONAL, ASSIGNMENT, COMMA = 15, 14, 2, 1, 0


def text_of(node: c_ast.Node) -> str:
    """The C text of an expression (or a type name, an initialiser)."""
    text = _render(node)[0]
    if not text.isascii():
        text = _FOREIGN.sub(lambda byte: f"\\{ord(byte[0]) - 0xDC00:o}", text)
    return text if len(text) <= MAXIMUM else text[: MAXIMUM - 3] + "..."


def _wrapped(node: c_ast.Node, level: int) -> str:
    text, own = _render(node)
    return text if own >= level else f"({text})"


def _render(node: Any) -> tuple[str, int]:
    """The text and the level of its outermost operator."""
    kind = type(node)
    if kind is c_ast.ID:
        return node.name, PRIMARY
    if kind is c_ast.Constant:
        return node.value, PRIMARY
    renderer = _RENDERERS.get(kind)
    return renderer(node) if renderer is not None else (f"<{kind.__name__}>", PRIMARY)


def _binary(node: Any) -> tuple[str, int]:
    # Left-associative chains are long in generated programs: they are unrolled, not recursed into.
    level = PRECEDENCE[node.op]
    tail: list[str] = []
    while isinstance(node, c_ast.BinaryOp) and PRECEDENCE[node.op] == level:
        tail.append(f" {node.op} {_wrapped(node.right, level + 1)}")
        node = node.left
    return _wrapped(node, level) + "".join(reversed(tail)), level


def _unary(node: Any) -> tuple[str, int]:
    if node.op in ("p++", "p--"):
        return _wrapped(node.expr, PRIMARY) + node.op[1:], PRIMARY
    if node.op in ("sizeof", "_Alignof", "__alignof__"):
        return f"{node.op}({text_of(node.expr)})", PRIMARY
    operand = _wrapped(node.expr, UNARY)
    space = " " if operand.startswith(node.op[-1]) or node.op[-1].isalpha() or node.op[-1] == "_" else ""
    return f"{node.op}{space}{operand}", UNARY


def _conditional(node: Any) -> tuple[str, int]:
    middle = text_of(node.iftrue) if node.iftrue is not None else ""
    return f"{_wrapped(node.cond, CONDITIONAL + 1)} ? {middle} : {_wrapped(node.iffalse, CONDITIONAL)}", CONDITIONAL


def _call(node: Any) -> tuple[str, int]:
    arguments = ", ".join(_wrapped(argument, ASSIGNMENT) for argument in node.args.exprs) if node.args is not None else ""
    return f"{_wrapped(node.name, PRIMARY)}({arguments})", PRIMARY


def _initialisers(node: Any) -> tuple[str, int]:
    shown = ", ".join(text_of(item) for item in node.exprs[:8])
    return "{" + shown + (", ..." if len(node.exprs) > 8 else "") + "}", PRIMARY


def _designated(node: Any) -> tuple[str, int]:
    return f"{''.join(map(_designator, node.name))} = {text_of(node.expr)}", ASSIGNMENT


def _designator(node: c_ast.Node) -> str:
    match node:
        case c_ast.ID(name=name):
            return f".{name}"
        case c_ast.ArrayDesignator(expr=index):
            return f"[{text_of(index)}]"
    return f"[{text_of(node)}]"


def type_text(node: c_ast.Node) -> str:
    """A type name: ``unsigned int *``."""
    match node:
        case c_ast.TypeDecl(quals=quals, type=declared):
            return "".join(f"{qualifier} " for qualifier in quals) + type_text(declared)
        case c_ast.Typename(type=declared) | c_ast.Decl(type=declared):
            return type_text(declared)
        case c_ast.PtrDecl(type=target):
            return f"{type_text(target)} *"
        case c_ast.ArrayDecl(type=element, dim=dim):
            return f"{type_text(element)} [{text_of(dim) if dim is not None else ''}]"
        case c_ast.FuncDecl(type=result):
            return f"{type_text(result)} ()"
        case c_ast.IdentifierType(names=names):
            return " ".join(names)
        case c_ast.Struct(name=name) | c_ast.Union(name=name) | c_ast.Enum(name=name):
            return f"{type(node).__name__.lower()} {name or '{...}'}"
        case c_ast.TypeOf(expr=operand):
            return f"typeof({text_of(operand)})"
    return f"<{type(node).__name__}>"


_RENDERERS: dict[type, Any] = {
    c_ast.BinaryOp: _binary,
    c_ast.UnaryOp: _unary,
    c_ast.TernaryOp: _conditional,
    c_ast.FuncCall: _call,
    c_ast.Assignment: lambda node: (f"{_wrapped(node.lvalue, UNARY)} {node.op} {_wrapped(node.rvalue, ASSIGNMENT)}", ASSIGNMENT),
    c_ast.ArrayRef: lambda node: (f"{_wrapped(node.name, PRIMARY)}[{text_of(node.subscript)}]", PRIMARY),
    c_ast.StructRef: lambda node: (f"{_wrapped(node.name, PRIMARY)}{node.type}{node.field.name}", PRIMARY),
    c_ast.Cast: lambda node: (f"({type_text(node.to_type)}){_wrapped(node.expr, UNARY)}", UNARY),
    c_ast.ExprList: lambda node: (", ".join(_wrapped(item, ASSIGNMENT) for item in node.exprs), COMMA),
    c_ast.InitList: _initialisers,
    c_ast.NamedInitializer: _designated,
    c_ast.CompoundLiteral: lambda node: (f"({type_text(node.type)}){text_of(node.init)}", PRIMARY),
    StatementExpression: lambda node: ("({...})", PRIMARY),
    LabelAddress: lambda node: (f"&&{node.name.partition(LOCAL)[0]}", UNARY),
    **{
        kind: (lambda node: (type_text(node), PRIMARY))
        for kind in (
            c_ast.Typename,
            c_ast.TypeDecl,
            c_ast.PtrDecl,
            c_ast.ArrayDecl,
            c_ast.FuncDecl,
            c_ast.IdentifierType,
            c_ast.Struct,
            c_ast.Union,
            c_ast.Enum,
            c_ast.TypeOf,
        )
    },
}
