"""What the conformance kit asks: queries, the families that generate them, and how many of them there are."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.backend import Theory


class Size(Enum):
    """How much the kit asks of each procedure: TINY in a second or two, QUICK for the quick tests, FULL (over 300) for the slow ones."""

    TINY = "tiny"
    QUICK = "quick"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Query:
    """``basic`` queries are so small that a procedure for ``theories`` must answer them; ``family`` groups what differs in size."""

    name: str
    logic: str
    theories: frozenset[Theory]
    partitions: tuple[FNode, ...]
    satisfiable: bool
    basic: bool
    family: str = ""


Generator = Callable[[Environment, int, int], tuple[list[FNode], FNode]]
"""(environment, size, seed) -> (the blocks of a path, a property that holds at its end)."""


@dataclass(frozen=True, slots=True)
class Family:
    """Paths of one shape: sizes up to ``basic`` are basic, ``long`` are the sizes past the usual ones that FULL asks in addition.

    ``seeded`` tells whether the seed makes a difference.
    """

    generate: Generator
    logic: str
    theories: frozenset[Theory]
    basic: int = 0
    long: tuple[int, ...] = ()
    seeded: bool = False

    def query(self, environment: Environment, name: str, size: int, seed: int, *, satisfiable: bool) -> Query:
        """The path with the negated property, or, ``satisfiable``, with the property itself."""
        blocks, claim = self.generate(environment, size, seed)
        final = claim if satisfiable else environment.formula_manager.Not(claim)
        label = f"{name}-{size}" + (f"-{seed}" if self.seeded else "") + ("-sat" if satisfiable else "")
        return Query(label, self.logic, self.theories, (*blocks, final), satisfiable, size <= self.basic, name)
