"""Auxiliary symbols of one formula under construction, with the constraints that define them.

Every definition is *total*: whatever the values of the other symbols, some value of the auxiliary symbol satisfies it.  That
makes it sound to assert all definitions together, also those of program parts that an execution does not pass, and to leave
out the definitions of symbols that nothing refers to.  The definitions of quotients and the like are only needed on the paths that
compute them; restricting them to these paths spares the solver the search for integers that do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pysmt.fnode import FNode
from pysmt.typing import PySMTType

from verilab.formulas.encodings.guards import Guard
from verilab.formulas.terms.construction import Terms

APPROXIMATED = ""
"""The mark of symbols that stand for an operator the encoding cannot express."""


class Definitions:
    """Makes auxiliary symbols ``hint.1``, ``hint.2``, ... and keeps their definitions in the order of creation.

    ``marks``: what is imprecise about a symbol: ``APPROXIMATED``, or the reason why the program is not modelled exactly.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.constraints: dict[FNode, Sequence[FNode]] = {}
        self.order: list[FNode] = []
        self.marks: dict[FNode, tuple[str, ...]] = {}
        self.guard: Guard | None = None
        """Where the translation is: what is shared from now on is needed there; None stands for everywhere."""
        self.needed: dict[FNode, list[Guard]] = {}
        """The guards under which a shared symbol is used; symbols that are missing are needed everywhere."""
        self._shared: dict[object, FNode] = {}
        self._count = 0

    def fresh(self, hint: str, sort: PySMTType) -> FNode:
        self._count += 1
        if sort.is_bool_type():
            return self.terms.symbol(f"{hint}.{self._count}?", sort)
        return self.terms.symbol(f"{hint}.{self._count}:{sort.width}" if sort.is_bv_type() else f"{hint}.{self._count}", sort)

    def define(self, symbol: FNode, constraints: Sequence[FNode], mark: str | None = None) -> None:
        """Fix what is known of a symbol, in terms of itself and of older symbols."""
        self.constraints[symbol] = constraints
        self.order.append(symbol)
        if mark is not None:
            self.marks[symbol] = (mark,)

    def shared(
        self, key: object, hint: str, sort: PySMTType, constraints: Callable[[FNode], Sequence[FNode]], mark: str | None = None
    ) -> FNode:
        """The auxiliary symbol that ``key`` determines, so that x / 10 and x % 10 share theirs; defined where it is new."""
        symbol = self._shared.get(key)
        if symbol is None:
            symbol = self._shared[key] = self.fresh(hint, sort)
            self.define(symbol, constraints(symbol), mark)
            if self.guard is not None:
                self.needed[symbol] = [self.guard]
        elif (guards := self.needed.get(symbol)) is not None:
            if self.guard is None:
                del self.needed[symbol]
            elif not any(self.guard.below(guard) for guard in guards):
                guards.append(self.guard)
        return symbol
