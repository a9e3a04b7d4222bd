"""The trees of small texts, to look at in tests of the syntax."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.syntax import parse_text


def top(text: str) -> list[Any]:
    """The external declarations of a text."""
    return list(parse_text(text).ast.ext)


def body(text: str) -> list[Any]:
    """The statements of a function with that body."""
    return list(top("int f(int x, int y) {" + text + "}")[-1].body.block_items or [])


def expression(text: str) -> Any:
    """The tree of an expression over the parameters ``int x, int y``."""
    return body(f"return {text};")[0].expr


def type_names(declaration: Any) -> list[str]:
    """The words of the type at the bottom of a declaration."""
    inner = declaration.type
    while not isinstance(inner, c_ast.TypeDecl):
        inner = inner.type
    return list(inner.type.names)


def attributes(declaration: Any) -> list[str]:
    """The names of the attributes that a declaration keeps."""
    return [attribute.name for attribute in declaration.attributes]
