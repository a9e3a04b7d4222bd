"""Path conditions of control points as a tree of literals.

A ``Guard`` is the condition of its parent and one more literal.
"""

from __future__ import annotations

from pysmt.fnode import FNode


class Guard:
    """``parent and literal``; the root has the literal true.

    ``changed`` holds the slots assigned since the literal was assumed, on all paths that this guard now stands for.
    """

    __slots__ = ("changed", "depth", "literal", "parent")

    def __init__(self, parent: Guard | None, literal: FNode) -> None:
        self.parent = parent
        self.literal = literal
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.changed: set[int] = set()

    def below(self, other: Guard) -> bool:
        """Whether this guard is the other or extends it."""
        guard: Guard | None = self
        while guard is not None and guard.depth > other.depth:
            guard = guard.parent
        return guard is other

    def literals_since(self, known: set[Guard]) -> list[FNode]:
        """The conjuncts that a condition known to hold does not contain already; the root must be among the known."""
        literals = []
        guard = self
        while guard not in known:
            literals.append(guard.literal)
            assert guard.parent is not None
            guard = guard.parent
        return literals

    def ancestors(self) -> set[Guard]:
        """This guard and all that it extends."""
        ancestors = set()
        guard: Guard | None = self
        while guard is not None:
            ancestors.add(guard)
            guard = guard.parent
        return ancestors

    def literals(self) -> list[FNode]:
        """The conjuncts of the condition, the oldest first."""
        literals = []
        guard = self
        while guard.parent is not None:
            literals.append(guard.literal)
            guard = guard.parent
        literals.reverse()
        return literals
