"""Whose turn it is: phases that share a run's time in slices which double.

    round k = 0, 1, ...:   phase i runs for   weight_i * first * 2^k   seconds, as long as it has not ended

so that an answer which one phase has after t seconds comes after a small multiple of t, whatever the others do.  What a phase takes beyond
its slice it has less of later.  One whose turns begin in a later round begins earlier when no other is left.  Where several may run at
once, the next slice begins when one of them is over.

This module only counts: what runs, stops and goes on is in ``process``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from verilab.data_classes import dataclass

MOST_DOUBLINGS = 60


@dataclass(eq=False, slots=True)
class Turn:
    """The account of one phase: ``used`` seconds of those ``allotted``; ``since``: the first round in which it has a slice."""

    name: str
    weight: float
    since: int = 0
    allotted: float = 0.0
    used: float = 0.0
    rounds: int = 0
    has_ended: bool = False

    @property
    def next_round(self) -> int:
        return max(self.since, self.rounds)


class Slice(NamedTuple):
    """``turn`` runs for so many seconds; ``alone``: no other phase waits for them."""

    turn: Turn
    seconds: float
    alone: bool


class Turns:
    """The order of the slices; ``first``: the seconds of round 0, ``ahead``: those that the first phase has before it."""

    def __init__(self, turns: Sequence[Turn], first: float, ahead: float = 0.0) -> None:
        self._turns = turns
        self._first = first
        self._ahead = ahead
        self._starts = False

    def next(self, running: Collection[Turn] = ()) -> Slice | None:
        """The next slice, to be charged to its turn's ``used`` by whoever runs it; None when all have ended, or the others are ``running``.

        The start of the first phase is its own: no other begins beside it.
        """
        if self._ahead:
            seconds, self._ahead = self._ahead, 0.0
            self._starts = True
            return self._slice(self._turns[0], seconds)
        if self._starts and running:
            return None
        self._starts = False
        while True:
            left = [turn for turn in self._turns if not turn.has_ended and turn not in running]
            if not left:
                return None
            turn = min(left, key=lambda turn: turn.next_round)
            number, turn.rounds = turn.next_round, turn.next_round + 1
            slice_ = self._slice(turn, turn.weight * self._first * 2 ** min(number, MOST_DOUBLINGS), running)
            if slice_ is not None:
                return slice_

    def _slice(self, turn: Turn, seconds: float, running: Collection[Turn] = ()) -> Slice | None:
        """A slice, less what was taken beyond earlier ones; none where that is more and others wait."""
        turn.allotted += seconds
        if all(other.has_ended or other in running for other in self._turns if other is not turn):
            return Slice(turn, seconds, alone=True)
        rest = turn.allotted - turn.used
        return Slice(turn, rest, alone=False) if rest > 0 else None
