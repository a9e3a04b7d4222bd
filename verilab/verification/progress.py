"""How far a run has come, or one of its phases."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field
from typing import Any

from verilab.data_classes import dataclass
from verilab.verification.schema import PropertyResult

OnProgress = Callable[[dict[str, Any]], None]
"""Who is told by rows."""


@dataclass(frozen=True, slots=True)
class Progress:
    """``phase``: what runs; ``decided``: the verdicts so far; ``numbers``: counters and seconds by name, as ``Costs.measured``.

    ``tallies``: the statistics of a phase's procedures, where it pauses.
    """

    phase: str
    decided: list[PropertyResult] = field(default_factory=list)
    numbers: dict[str, Any] = field(default_factory=dict)
    tallies: dict[str, dict[str, float]] = field(default_factory=dict)

    def row(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"phase": self.phase, "properties": [result.to_json() for result in self.decided]} | self.numbers


class Throttle:
    """Lets progress through once an interval, and at once where a verdict is new: it must survive whatever happens to this process."""

    def __init__(self, seconds: float = 0.2) -> None:
        self._seconds = seconds
        self._next = 0.0
        self._decided: list[PropertyResult] = []

    def passes(self, progress: Progress) -> bool:
        """Whether it is to be told now."""
        now = time.monotonic()
        if now < self._next and progress.decided == self._decided:
            return False
        self._next, self._decided = now + self._seconds, progress.decided
        return True
