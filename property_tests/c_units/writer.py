"""What all makers of units share."""

from __future__ import annotations

import random
from dataclasses import dataclass

from property_tests.c_units.expressions import Expressions


@dataclass(frozen=True)
class Unit:
    """``@`` in the texts stands for the unit's number, ``out(..)`` for an observation."""

    kind: str
    file: str
    body: str


class Writer:
    """Makes declarations and observations over expressions."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.expressions = Expressions(rng)

    def _declared(self, count: int, *, stem: str = "v", static: bool = False) -> str:
        """Variables of random types, which expressions may read from now on."""
        expressions = self.expressions
        names = [f"{stem}{number}" for number in range(count)]
        text = " ".join(f"{'static ' if static else ''}{expressions.type()} {name} = {expressions.make(0)};" for name in names)
        expressions.places += names
        return text

    def _expression(self) -> str:
        return self.expressions.make(self.rng.choice((1, 2, 2, 3, 3)))

    def _outs(self, count: int = 2) -> str:
        return " ".join(f"out({self._expression()});" for _ in range(count))
