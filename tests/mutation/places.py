"""Places in a source: where mutants are left out, and what a call runs.

Mutants are left out by rule where what a mutation changes is read by people and type checkers only.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

Place = tuple[int, int]
"""Line from 1, column from 0."""


def excluded(source: str, *, messages: bool = True) -> list[tuple[Place, Place]]:
    """Annotations and type aliases; what describes a dataclass; texts for people: what is raised, ``__repr__``.

    Formatted texts are taken for messages too, except in code that writes C (``messages`` is False).
    """
    tree = ast.parse(source)
    aliases = [node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp)]
    return [_span(node) for node in [*aliases, *_excluded_nodes(tree, messages)]]


def bodies(source: str) -> list[range]:
    """The lines of the bodies of functions."""
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return [range(node.body[0].lineno, (node.end_lineno or 0) + 1) for node in functions]


def _excluded_nodes(tree: ast.AST, messages: bool) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name="__repr__") | ast.Raise():
                yield node
            case ast.FunctionDef(returns=ast.expr() as annotation) | ast.arg(annotation=ast.expr() as annotation):
                yield annotation
            case ast.AnnAssign(annotation=annotation):
                yield annotation
            case ast.ClassDef(decorator_list=decorators):
                yield from (decorator for decorator in decorators if isinstance(decorator, ast.Call))
            case ast.JoinedStr() if messages:
                yield node


def _span(node: ast.AST) -> tuple[Place, Place]:
    assert isinstance(node, ast.expr | ast.stmt)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (node.lineno, node.col_offset - 1), (node.end_lineno, node.end_col_offset)  # a decorator begins before its expression
