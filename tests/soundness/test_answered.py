"""Programs that have to be answered, not only not wrongly: each was unknown once, and an honest answer of it is cheap."""

from __future__ import annotations

import pytest

from tests.soundness.answers import answer
from tests.soundness.table import Row, rows

SECONDS = 60.0
ANSWERED = (
    "infinity_times_zero",
    "mutual_pointers",
    "numbers_of_text",
    "printed_length",
    "printed_length_32",
    "recursive_pointer",
    "symbolic_indices",
    "times_constant",
)
"""Pairs of programs, a right one and a wrong one."""

_PAIRS = [row for row in rows() if row.path.stem[:-2] in ANSWERED]


@pytest.mark.parametrize("row", _PAIRS, ids=lambda row: row.path.stem)
def test_a_program_has_its_verdict(row: Row) -> None:
    assert answer(row, SECONDS).verdict == row.verdict


@pytest.mark.parametrize("name", ANSWERED)
def test_a_pair_has_both_verdicts(name: str) -> None:
    assert {row.verdict for row in _PAIRS if row.path.stem[:-2] == name} == {"true", "false"}
