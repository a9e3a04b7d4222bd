"""Symbolic values during the construction of a formula: a term together with an interval that holds on the current path."""

from __future__ import annotations

from pysmt.fnode import FNode


class Value:
    """A machine integer: ``low <= term <= high`` on every path that reaches the current point.

    The interval belongs to the paths, not to the term: where paths with the same term meet, it must cover those of all of them.
    ``term`` is None as long as nobody asked for it where ``truth`` is given: then the value is ``truth ? 1 : 0`` (a comparison's
    result), see ``Encoding.term``, and ``0 <= low`` and ``high <= 1``.  ``size`` counts the operators of the term as a tree; an
    assignment names what gets too large.
    """

    __slots__ = ("high", "low", "size", "term", "truth")

    def __init__(self, term: FNode | None, low: int, high: int, size: int = 0, truth: FNode | None = None) -> None:
        assert truth is None or (low >= 0 and high <= 1), f"a truth value in [{low}, {high}]"
        self.term = term
        self.low = low
        self.high = high
        self.size = size
        self.truth = truth

    def within(self, low: int, high: int) -> Value:
        """The same value known to lie in a smaller interval."""
        return Value(self.term, low, high, self.size, self.truth)

    def __repr__(self) -> str:
        return f"{self.truth if self.term is None else self.term} in [{self.low}, {self.high}]"
