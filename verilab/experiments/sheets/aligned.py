"""Tables as plain text: columns under headings, rules between groups of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from unicodedata import combining

RULE = "|"
"""A heading and cells of this text set groups of columns apart."""
NOTHING = "-"


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> list[str]:
    """One line for the headings and one for each row; the columns ``left`` are flush left, the others right."""
    table = [list(headings), *map(list, rows)]
    widths = [max(_width(line[column]) for line in table) for column in range(len(headings))]
    return ["  ".join(_pad(cell, widths[column], column in left) for column, cell in enumerate(line)).rstrip() for line in table]


def decimal(value: float | None, digits: int) -> str:
    return NOTHING if value is None else f"{value:.{digits}f}"


def share(value: float | None) -> str:
    """A ratio, with two decimals."""
    return decimal(value, 2)


def whole(value: float | None) -> str:
    return decimal(value, 0)


def _pad(cell: str, width: int, left: bool) -> str:
    blanks = " " * (width - _width(cell))
    return cell + blanks if left else blanks + cell


def _width(cell: str) -> int:
    return sum(not combining(character) for character in cell)
