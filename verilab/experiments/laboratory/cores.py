"""The cores of this machine, shared out: each run has its own, so that runs at the same time measure themselves and not each other."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from verilab.verification.configuration import ConfigurationError

LOOK_SECONDS = 0.3
"""For how long the machine is watched to see whether it is busy."""
BUSY_CORES = 0.4
"""How many cores others may use before a measurement is said to be disturbed."""


def available_cores() -> tuple[int, ...]:
    """The numbers of the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return tuple(sorted(os.sched_getaffinity(0)))
    return tuple(range(os.cpu_count() or 1))


class CorePool:
    """The available cores in equal shares for so many runs at the same time; ConfigurationError for more runs than cores."""

    def __init__(self, slots: int) -> None:
        cores = available_cores()
        if not 1 <= slots <= len(cores):
            raise ConfigurationError(
                f"--jobs {slots}: {len(cores)} cores are there; give from 1 to {len(cores)}, so that each run has its own"
            )
        share = len(cores) // slots
        self._free: SimpleQueue[tuple[int, ...]] = SimpleQueue()
        for slot in range(slots):
            self._free.put(cores[slot * share : (slot + 1) * share])

    @contextmanager
    def taken(self) -> Iterator[tuple[int, ...]]:
        """A share, as soon as one is free."""
        cores = self._free.get()
        try:
            yield cores
        finally:
            self._free.put(cores)


def busy_cores(seconds: float = LOOK_SECONDS) -> float:
    """How many of the machine's cores were in use, on average; 0 where that cannot be seen."""
    before = _ticks()
    time.sleep(seconds)
    after = _ticks()
    if before is None or after is None or after[1] <= before[1]:
        return 0.0
    idle, total = after[0] - before[0], after[1] - before[1]
    return (1 - idle / total) * (os.cpu_count() or 1)


def _ticks() -> tuple[int, int] | None:
    """Idle ones and all, of all cores since the machine began."""
    try:
        words = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    except (OSError, IndexError):
        return None
    numbers = [int(word) for word in words]
    return numbers[3] + numbers[4], sum(numbers)


def warnings(jobs: int, memory: int | None) -> list[str]:
    """What may spoil measurements of so many runs at a time, each of which may use so many megabytes."""
    problems = []
    free = len(available_cores()) - busy_cores()
    if free < jobs - BUSY_CORES:
        problems.append(f"the machine is busy: {max(0.0, free):.1f} cores are free for {jobs} runs at a time; times will be too long")
    megabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    if memory is None or memory * jobs > megabytes:
        problems.append(
            f"{jobs} runs at a time may use {'all' if memory is None else memory * jobs} of the machine's {megabytes} MB of memory"
        )
    return problems
