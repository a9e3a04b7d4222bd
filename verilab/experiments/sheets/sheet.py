"""A table as a value: what its columns are, and the cells as they are, unrounded; rows of text in columns that are aligned."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from unicodedata import combining

from verilab.data_classes import dataclass

Cell = str | int | float | None
"""None: there is nothing to say."""

NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Column:
    """``decimals`` of its numbers, 0 for counts, None for a column of text."""

    heading: str
    decimals: int | None = 0

    def shown(self, cell: Cell) -> str:
        """A cell as people read it."""
        if cell is None:
            return NOTHING
        if isinstance(cell, str):
            return cell
        decimals = self.decimals or 0
        # What is more than nothing is not shown as nothing.
        return f"<{10**-decimals:.{decimals}f}" if 0 < cell < 10**-decimals / 2 else f"{cell:.{decimals}f}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """``rows`` have a cell for each column; ``title`` is one sentence without its full stop."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells in a table of {len(self.columns)} columns: {row!r}")

    @property
    def headings(self) -> list[str]:
        return [column.heading for column in self.columns]

    def shown(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[column.shown(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows]


RULE = "|"
"""A heading and cells of this text set groups of columns apart."""


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
