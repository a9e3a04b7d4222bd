"""A text that is being read: how far, and which row, file and line that is."""

from __future__ import annotations

from verilab.program.source import SourceText
from verilab.program.syntax.lexing.splices import spliced


class OpenText:
    """``text`` is the source without splices; ``offset`` says where in it reading goes on, in row ``row``, which begins at ``row_start``.

    ``file`` and ``row + delta`` are the presumed place.  ``joint`` is the next offset where a splice begins a row.  ``fresh``: the number
    of tokens when the line began; a ``#`` is a directive where none was added since.
    """

    __slots__ = ("_joints", "_next", "delta", "file", "fresh", "joint", "offset", "row", "row_start", "source", "text")

    def __init__(self, source: SourceText, row: int = 1, fresh: int = 0) -> None:
        joined = spliced(source.text)
        self.source = source
        self.text = joined.text
        self.offset = 0
        self.row = row
        self.row_start = 0
        self.file = source.name
        self.delta = 1 - row
        self.fresh = fresh
        self._joints = joined.joints
        self._next = 0
        self.joint = joined.joints[0]

    def pass_joints(self, offset: int) -> None:
        """Count the rows that splices begin up to ``offset``, at which a token starts."""
        while self.joint <= offset:
            self.row += 1
            self.row_start = max(self.row_start, self.joint)
            self._next += 1
            self.joint = self._joints[self._next]

    def advance(self, start: int, passed: str) -> None:
        """Count the rows of what stands from ``start`` on."""
        if "\n" in passed:
            self.row += passed.count("\n")
            self.row_start = max(self.row_start, start + passed.rfind("\n") + 1)

    def state(self) -> tuple[int, int, int, int]:
        """Where reading is, for ``restore``; not across a directive."""
        return self.offset, self.row, self.row_start, self._next

    def restore(self, state: tuple[int, int, int, int]) -> None:
        """Go back to a ``state``."""
        self.offset, self.row, self.row_start, self._next = state
        self.joint = self._joints[self._next]
