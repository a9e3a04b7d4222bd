"""Syntax trees as C text, for the edges of the automaton: short, on one line, with the parentheses that are needed.

Differs from pycparser's generator in speed (a 10,000-line program has 100,000 expressions) and in cutting long texts.
"""

from __future__ import annotations

from typing import Any

MAXIMUM = 400  # characters; a longer text is cut

_LEVELS = (("*", "/", "%"), ("+", "-"), ("<<", ">>"), ("<", "<=", ">", ">="), ("==", "!="), ("&",), ("^",), ("|",), ("&&",), ("||",))
PRECEDENCE = {operator: 12 - level for level, operators in enumerate(_LEVELS) for operator in operators}
PRIMARY, UNARY, CONDITIONAL, ASSIGNMENT, COMMA = 15, 14, 2, 1, 0


def text_of(node: Any) -> str:
    """The C text of an expression (or a type name, an initialiser)."""
    text = _render(node)[0]
    return text if len(text) <= MAXIMUM else text[: MAXIMUM - 3] + "..."


def _wrapped(node: Any, level: int) -> str:
    text, own = _render(node)
    return text if own >= level else f"({text})"


def _render(node: Any) -> tuple[str, int]:
    """The text and the level of its outermost operator."""
    kind = type(node).__name__
    if kind == "ID":
        return node.name, PRIMARY
    if kind == "Constant":
        return node.value, PRIMARY
    renderer = _RENDERERS.get(kind)
    return renderer(node) if renderer is not None else (f"<{kind}>", PRIMARY)


def _binary(node: Any) -> tuple[str, int]:
    # Left-associative chains are long in generated programs: they are unrolled, not recursed into.
    level = PRECEDENCE[node.op]
    tail: list[str] = []
    while type(node).__name__ == "BinaryOp" and PRECEDENCE[node.op] == level:
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
    parts = "".join(f".{part.name}" if type(part).__name__ == "ID" else f"[{text_of(getattr(part, 'expr', part))}]" for part in node.name)
    return f"{parts} = {text_of(node.expr)}", ASSIGNMENT


def type_text(node: Any) -> str:
    """A type name: ``unsigned int *``."""
    kind = type(node).__name__
    if kind in ("Typename", "TypeDecl", "Decl"):
        qualifiers = "".join(f"{qualifier} " for qualifier in node.quals) if kind == "TypeDecl" else ""
        return qualifiers + type_text(node.type)
    if kind == "PtrDecl":
        return f"{type_text(node.type)} *"
    if kind == "ArrayDecl":
        return f"{type_text(node.type)} [{text_of(node.dim) if node.dim is not None else ''}]"
    if kind == "FuncDecl":
        return f"{type_text(node.type)} ()"
    if kind == "IdentifierType":
        return " ".join(node.names)
    if kind in ("Struct", "Union", "Enum"):
        return f"{kind.lower()} {node.name or '{...}'}"
    if kind == "TypeOf":
        return f"typeof({text_of(node.expr)})"
    return f"<{kind}>"


_RENDERERS: dict[str, Any] = {
    "BinaryOp": _binary,
    "UnaryOp": _unary,
    "TernaryOp": _conditional,
    "FuncCall": _call,
    "Assignment": lambda node: (f"{_wrapped(node.lvalue, UNARY)} {node.op} {_wrapped(node.rvalue, ASSIGNMENT)}", ASSIGNMENT),
    "ArrayRef": lambda node: (f"{_wrapped(node.name, PRIMARY)}[{text_of(node.subscript)}]", PRIMARY),
    "StructRef": lambda node: (f"{_wrapped(node.name, PRIMARY)}{node.type}{node.field.name}", PRIMARY),
    "Cast": lambda node: (f"({type_text(node.to_type)}){_wrapped(node.expr, UNARY)}", UNARY),
    "ExprList": lambda node: (", ".join(_wrapped(item, ASSIGNMENT) for item in node.exprs), COMMA),
    "InitList": _initialisers,
    "NamedInitializer": _designated,
    "CompoundLiteral": lambda node: (f"({type_text(node.type)}){text_of(node.init)}", PRIMARY),
    "StatementExpression": lambda node: ("({...})", PRIMARY),
    "LabelAddress": lambda node: (f"&&{node.name}", UNARY),
    **{
        kind: (lambda node: (type_text(node), PRIMARY))
        for kind in ("Typename", "TypeDecl", "PtrDecl", "ArrayDecl", "FuncDecl", "IdentifierType", "Struct", "Union", "Enum", "TypeOf")
    },
}
