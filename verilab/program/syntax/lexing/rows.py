"""Rows: the lines of all texts of a translation unit, numbered in the order in which they are read.

The rows of a file without inclusions are its lines.  A header's lines come between the line that includes it and the next one; what comes
after them continues the includer's lines under higher numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field

from verilab.data_classes import dataclass
from verilab.program.errors import InputError
from verilab.program.source import SourceText


@dataclass(slots=True, eq=False)
class Rows:
    """Which line of which text each row is, and what the line markers call it.

    ``name``: of the main file.  ``presumed``: the rows at which a line marker takes effect, as (row, file, line): that row and those below
    it are that line of that file and those below it.  Both lists ascend by row.
    """

    name: str
    presumed: list[tuple[int, str, int]] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _texts: list[tuple[SourceText, int]] = field(default_factory=list)

    @classmethod
    def of(cls, source: SourceText) -> Rows:
        """The rows of one text, which are its lines."""
        rows = cls(source.name)
        rows.enter(1, source, 1, source.name, 1)
        return rows

    def enter(self, row: int, source: SourceText, line: int, file: str, presumed: int) -> None:
        """From ``row`` on: the lines of ``source`` from ``line`` on, which are called ``presumed`` and the following of ``file``."""
        self._starts.append(row)
        self._texts.append((source, line))
        self.presumed.append((row, file, presumed))

    def rename(self, row: int, file: str, line: int) -> None:
        """From ``row`` on lines are called differently: a line marker."""
        self.presumed.append((row, file, line))

    def place(self, row: int) -> tuple[SourceText, int]:
        """The text and the 1-based line in it of a row."""
        index = max(bisect_right(self._starts, row) - 1, 0)
        source, line = self._texts[index]
        return source, line + row - self._starts[index]

    def error(self, message: str, row: int, column: int = 0, hint: str | None = None) -> InputError:
        """An InputError at that row, in the text that it belongs to."""
        source, line = self.place(row)
        return source.error(message, line, column, hint)
