"""What evidence may cost: shares of what the run has cost so far, so that no answer is lost or made dear by its check.

seconds(share, floor) = max(floor, share * (now - began)), and never more than half of the time that is left.
"""

from __future__ import annotations

import time
from dataclasses import field

from verilab.data_classes import dataclass
from verilab.resources import Deadline


@dataclass(frozen=True, slots=True)
class Budget:
    """``began``: when the run started (``time.monotonic``); ``deadline``: when it must end."""

    deadline: Deadline = field(default_factory=Deadline)
    began: float = field(default_factory=time.monotonic)

    def seconds(self, share: float, floor: float) -> float:
        """How long a part of the evidence may take that may cost this share of the run, and at least ``floor``."""
        seconds = max(floor, share * (time.monotonic() - self.began))
        rest = self.deadline.remaining()
        return seconds if rest is None else min(seconds, rest / 2)

    def part(self, share: float, floor: float) -> Part:
        """``seconds`` from now on."""
        return Part(time.monotonic() + self.seconds(share, floor))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the evidence's time; ``end`` by ``time.monotonic``."""

    end: float

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end

    @property
    def remaining(self) -> float:
        return max(0.0, self.end - time.monotonic())
