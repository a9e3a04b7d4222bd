"""The table of the small programs: ``expected.csv``, one row a program."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Row:
    """A program, its verdict (``true``: the error is unreachable) and data model, and who says so.

    ``judge`` is ``gcc``, or ``standard`` where the program calls something that no executable here defines, so that the verdict follows
    from the C standard: an external function may do whatever it can reach.  ``inputs`` are what its inputs are in the run that reaches
    the error, comma-separated, where the common ones of ``judge.py`` do not.
    """

    program: str
    verdict: str
    data_model: str
    judge: str
    inputs: str

    @property
    def path(self) -> Path:
        return HERE / "programs" / self.program

    @property
    def is_answered(self) -> bool:
        """Whether verilab had an answer, within the time of the tests, when ``unanswered.txt`` was written."""
        return self.program not in unanswered()


@cache
def unanswered() -> frozenset[str]:
    """The programs that had no answer."""
    return frozenset((HERE / "unanswered.txt").read_text().split())


def rows() -> list[Row]:
    with open(HERE / "expected.csv", newline="") as table:
        return [Row(**row) for row in csv.DictReader(table)]
