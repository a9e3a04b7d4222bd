"""Conditions of statements as the source has them: which edges of a program decide them, and where they stand."""

from __future__ import annotations

from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class Condition:
    """An operand of the ``&&`` and ``||`` in the condition of a statement, or the whole condition where it has none.

    ``line`` and ``column``: the 1-based place of the statement's ``keyword`` (if, while, for, do) in the file that was given to the front
    end.  ``operand``: its number from the left, of so many ``operands``.
    """

    file: str
    line: int
    column: int
    keyword: str
    operand: int
    operands: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What an assume edge decides: that the condition is not zero (``outcome``), or that it is."""

    condition: Condition
    outcome: bool
