"""How the phases of ``auto`` share a run: the slices of their turns, and the memory of each (``turns`` has the turns themselves)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from verilab.experiments.runs.phases import Phase
from verilab.experiments.runs.turns import Turn, in_turns
from verilab.resources import Deadline

FIRST_ROUND = 4.0
"""Seconds of the first round, where there is no time limit."""
ROUNDS = 4
"""Where there is one: how many rounds end with it."""
AHEAD, MOST_AHEAD = 2.0, 5.0
"""What the first phase has before the rounds begin, of the seconds of the first one and in seconds: most answers that it has come soon."""
MEMORY_SHARE = 0.5
"""What one phase may take of a run's memory while others have not ended."""
LATE = 2
"""The phases from this number on begin in the last round: what they are for is rare, and their queries are long."""


def interleave(
    phases: Sequence[Phase],
    analyse: Callable[[Phase, Turn], None],
    deadline: Deadline,
    megabytes: int | None,
    has_answer: Callable[[], bool],
) -> None:
    """Let ``analyse`` run all phases in turns, each with its share of every round, until one has the answer or the time is up.

    ``megabytes``: the memory of the run, None for no limit.
    """
    turns, left = [], 1.0
    for number, phase in enumerate(phases):
        run = partial(analyse, replace(phase, share=1.0))
        turns.append(Turn(phase.name, left * phase.share, run, since=0 if number < LATE else ROUNDS - 1))
        left -= left * phase.share
    rest = deadline.remaining()
    first = FIRST_ROUND if rest is None else rest / (2**ROUNDS - 1)

    def is_over() -> bool:
        return has_answer() or deadline.remaining() == 0.0

    memory = None if megabytes is None else megabytes * MEMORY_SHARE
    in_turns(turns, first, is_over, memory, ahead=min(MOST_AHEAD, first * AHEAD))
