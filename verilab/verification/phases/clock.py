"""A clock that a run and one of its phases both read."""

from __future__ import annotations

import mmap
import struct


class SharedClock:
    """Two numbers in memory that a run shares with one phase: when its slice ends, and how long it has waited for its turns.

    ``until``: a time of ``time.monotonic``.  ``waited``: seconds.  Written by the run only, while the phase stands still or has just begun.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 16)

    @property
    def until(self) -> float:
        return float(struct.unpack_from("d", self._memory, 0)[0])

    @until.setter
    def until(self, moment: float) -> None:
        struct.pack_into("d", self._memory, 0, moment)

    @property
    def waited(self) -> float:
        return float(struct.unpack_from("d", self._memory, 8)[0])

    @waited.setter
    def waited(self, seconds: float) -> None:
        struct.pack_into("d", self._memory, 8, seconds)
