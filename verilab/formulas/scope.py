"""Auxiliary symbols of one formula under construction, with the constraints that define them.

Every definition is *total*: whatever the values of the other symbols, some value of the auxiliary symbol satisfies it.  That
makes it sound to assert all definitions together, also those of program parts that an execution does not pass, and to leave
out the definitions of symbols that nothing refers to.
"""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.fnode import FNode
from pysmt.typing import PySMTType

from verilab.formulas.terms import Terms

APPROXIMATED = ""
"""The mark of symbols that stand for an operator the encoding cannot express."""


class Scope:
    """Makes auxiliary symbols ``hint.1``, ``hint.2``, ... and keeps their definitions in the order of creation.

    ``marks``: what is imprecise about a symbol: ``APPROXIMATED``, or the reason why the program is not modelled exactly.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.definitions: dict[FNode, Sequence[FNode]] = {}
        self.order: list[FNode] = []
        self.marks: dict[FNode, tuple[str, ...]] = {}
        self.shared: dict[object, FNode] = {}
        """Auxiliary symbols by what defines them, so that x / 10 and x % 10 share theirs."""
        self._count = 0

    def fresh(self, hint: str, sort: PySMTType) -> FNode:
        self._count += 1
        if sort.is_bool_type():
            return self.terms.symbol(f"{hint}.{self._count}?", sort)
        return self.terms.symbol(f"{hint}.{self._count}:{sort.width}" if sort.is_bv_type() else f"{hint}.{self._count}", sort)

    def define(self, symbol: FNode, constraints: Sequence[FNode], mark: str | None = None) -> None:
        """Fix what is known of a symbol, in terms of itself and of older symbols."""
        self.definitions[symbol] = constraints
        self.order.append(symbol)
        if mark is not None:
            self.marks[symbol] = (mark,)
