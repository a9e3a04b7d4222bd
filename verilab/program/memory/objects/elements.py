"""The elements of one instance of an allocation site, as they are initialised one by one."""

from __future__ import annotations

from verilab.program.cfa import Operation
from verilab.program.expressions import Binary, Constant, Expression
from verilab.program.types import IntType

MOST_INITIAL_STORES = 64

Steps = list[tuple[Operation, str | None]]
"""Operations one after the other, each with the reason of its imprecision."""


def element_index(counter: Expression | None, elements: int, number: int, type: IntType) -> Expression:
    """Element ``number`` of instance ``counter``, ``elements`` of them per instance."""
    if counter is None:
        return Constant(number, type)
    scaled = counter if elements == 1 else Binary("*", counter, Constant(elements, type), type)
    return scaled if number == 0 else Binary("+", scaled, Constant(number, type), type)
