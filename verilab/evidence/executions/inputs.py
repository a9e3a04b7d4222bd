"""Values for executions: random ones that programs compare with, behind a prefix that steers."""

from __future__ import annotations

import random

from verilab.program.cfa import Edge, Program
from verilab.program.expressions import Constant, postorder
from verilab.program.operations import Assume
from verilab.program.types import IntType


class RandomInputs:
    """The numbers of the program's own conditions, small ones, bounds of the type, anything; first the values of ``prefix``."""

    def __init__(self, numbers: list[int], seed: int, prefix: tuple[int, ...] = ()) -> None:
        self._random = random.Random(seed)
        self._numbers = numbers
        self._prefix = prefix
        self._next = 0
        # One habit a run, so that some runs stay among few values and reach what depends on repetition.
        self._habit = self._random.choice((0.2, 0.6, 0.95))

    def __call__(self, edge: Edge, type: IntType) -> int:
        if self._next < len(self._prefix):
            self._next += 1
            return type.wrap(self._prefix[self._next - 1])
        choose = self._random
        if choose.random() < self._habit:
            return type.wrap(choose.randrange(-1, 4))
        if self._numbers and choose.random() < 0.6:
            return type.wrap(choose.choice(self._numbers) + choose.randrange(-1, 2))
        if choose.random() < 0.3:
            return type.wrap(choose.choice((type.minimum, type.maximum)))
        return choose.randrange(type.minimum, type.maximum + 1)


def compared_numbers(program: Program) -> list[int]:
    """The constants of the program's conditions, sorted."""
    conditions = (edge.operation.condition for edge in program.edges if isinstance(edge.operation, Assume))
    return sorted({node.value for condition in conditions for node in postorder(condition) if isinstance(node, Constant)})
