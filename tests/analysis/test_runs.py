"""Runs are the sequence that they abbreviate."""

from __future__ import annotations

import pytest

from verilab.analysis.runs import Runs

PAIRS = [("a", 2), ("b", 1), ("a", 3)]
ITEMS = ["a", "a", "b", "a", "a", "a"]


def test_runs_are_the_sequence_that_they_abbreviate() -> None:
    runs = Runs(PAIRS)
    assert list(runs) == ITEMS
    assert len(runs) == len(ITEMS)
    assert [runs[place] for place in range(-6, 6)] == ITEMS * 2
    assert list(runs[1:4]) == ITEMS[1:4]
    assert list(reversed(runs)) == ITEMS[::-1]
    assert runs == tuple(ITEMS) == Runs([(item, 1) for item in ITEMS])
    assert hash(runs) == hash(Runs([(item, 1) for item in ITEMS]))
    assert runs != ITEMS[1:]


def test_no_runs_are_the_empty_sequence() -> None:
    assert list(Runs([])) == []
    assert len(Runs([])) == 0


@pytest.mark.parametrize("place", [6, -7])
def test_an_index_outside_is_refused(place: int) -> None:
    with pytest.raises(IndexError, match="of a sequence of 6"):
        Runs(PAIRS)[place]
