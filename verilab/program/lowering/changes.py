"""Which variables of a file may change after their declaration: a syntactic over-approximation by name."""

from __future__ import annotations

from typing import Any


def changing_names(root: Any) -> frozenset[str]:
    """Every name that is assigned to, incremented, changed by assembly, or has its address taken, anywhere in a file."""
    found: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        kind = type(node).__name__
        targets: list[Any] = []
        if kind == "Assignment":
            targets = [node.lvalue]
        elif kind == "UnaryOp" and node.op in ("++", "--", "p++", "p--", "&"):
            targets = [node.expr]
        elif kind == "Asm":
            targets = list(node.outputs)
        found.update(name for target in targets if (name := getattr(target, "name", None)) is not None and type(target).__name__ == "ID")
        stack.extend(child for child in node if child is not None)
    return frozenset(found)
