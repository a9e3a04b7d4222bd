"""Limits of CPU time for runs in this process: how busy the machine is must decide nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from verilab.resources import CpuAllowance, cpu_seconds

INTERVAL = 0.1
"""Seconds between two looks at what has been used."""


@contextmanager
def allowance_of(seconds: float) -> Iterator[CpuAllowance]:
    """So many seconds of CPU time from now on, of this process and all below it; a thread tells what has been used."""
    allowance, before, done = CpuAllowance(seconds), cpu_seconds(), threading.Event()

    def tell() -> None:
        while not done.wait(INTERVAL):
            allowance.tell(cpu_seconds() - before)

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield allowance
    finally:
        done.set()
        thread.join()
