"""Elements of a program's data state (scalars and single array elements) and sets of partial assignments to them."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.storages import Array, Variable

Element = tuple["Variable | Array", int]
"""A scalar with index 0, or one element of an array."""


@dataclass(frozen=True, slots=True)
class Assignments:
    """A disjunction of abstract variable assignments: some row holds, where row[j] is the value of elements[j] or None (unknown).

    ``elements`` has one entry per tracked scalar or array element; every row has the same length.
    """

    elements: tuple[Element, ...]
    rows: tuple[tuple[int | None, ...], ...]
