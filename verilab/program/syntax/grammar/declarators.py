"""What declarators say together: the name in the middle of each, what belongs to it, and what the specifiers in front mean for all."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.syntax.lexing.tokens import Token
from verilab.program.syntax.tree.nodes import Attribute, nodes_of

OPENING = frozenset({"LPAREN", "LBRACE", "LBRACKET"})
CLOSING = frozenset({"RPAREN", "RBRACE", "RBRACKET"})
_DECLARATORS = (c_ast.TypeDecl, c_ast.PtrDecl, c_ast.ArrayDecl, c_ast.FuncDecl)


def only_a_name_has_a_value(tokens: list[Token], place: int) -> bool:
    """Whether the declarators that begin there are a name with its initialiser, and nothing else."""
    start = place
    while tokens[place].type in ("LPAREN", "RPAREN", "ID", "TYPEID"):
        place += 1
    if place == start or tokens[place].type != "EQUALS":
        return False
    depth = 0
    while tokens[place].type is not None and not (depth == 0 and tokens[place].type in ("SEMI", "COMMA")):
        depth += (tokens[place].type in OPENING) - (tokens[place].type in CLOSING)
        place += 1
    return tokens[place].type == "SEMI"


def meaning_once(declarations: list[Any]) -> list[Any]:
    """The declarations of one list, whose specifiers mean the same in all of them.

    In ``T T, *p;`` and ``typeof(&x) x, y;`` the first declarator hides what the specifiers name: a typedef in front keeps their meaning, by
    a name that no program can write.
    """
    inner = innermost(declarations[0].type) if isinstance(declarations[0].type, _DECLARATORS) else None
    if inner is None:
        return declarations
    specifier = inner.type
    hidden = {declaration.name for declaration in declarations[:-1]}
    if not any(hidden.intersection(_names_of(node)) for node in nodes_of(specifier)):
        return declarations
    name = f"type of {inner.declname}"
    kept = c_ast.TypeDecl(name, [], None, specifier, specifier.coord, attributes=[])
    for declaration in declarations:
        innermost(declaration.type).type = c_ast.IdentifierType([name], specifier.coord)
    return [c_ast.Typedef(name, [], ["typedef"], kept, specifier.coord, attributes=[]), *declarations]


def _names_of(node: Any) -> list[str]:
    match node:
        case c_ast.IdentifierType(names=names):
            return names
        case c_ast.ID(name=name):
            return [name]
    return []


def innermost(declarator: Any) -> c_ast.TypeDecl:
    """The part of a declarator that has its name."""
    while not isinstance(declarator, c_ast.TypeDecl):
        declarator = declarator.type
    return declarator


def declarator_attributes(node: Any) -> list[Attribute]:
    """Those that stand behind the declarator itself."""
    inner = node.type
    while isinstance(inner, c_ast.PtrDecl | c_ast.ArrayDecl | c_ast.FuncDecl | c_ast.AttributedType):
        inner = inner.type
    return list(inner.attributes) if isinstance(inner, c_ast.TypeDecl) else []
