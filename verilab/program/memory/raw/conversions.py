"""Where a program turns addresses into integers and back, and what it compares: side by side with the raw automaton.

The expressions are those on its edges, by identity: a conversion between a pointer and an integer of its width is no node of its own.
"""

from __future__ import annotations

from dataclasses import field

from verilab.data_classes import dataclass
from verilab.program.expressions import Expression
from verilab.program.storages import Array, Variable


@dataclass(slots=True)
class Conversions:
    """``to_integers``: addresses that became integers; ``to_pointers``: integers that became pointers; ``shared``: storages of unions.

    ``compared`` has both sides of each comparison of integers, ``compared_pointers`` those of pointers.
    """

    to_integers: list[Expression] = field(default_factory=list)
    to_pointers: list[Expression] = field(default_factory=list)
    compared: list[tuple[Expression, Expression]] = field(default_factory=list)
    compared_pointers: list[tuple[Expression, Expression]] = field(default_factory=list)
    shared: list[Variable | Array] = field(default_factory=list)
