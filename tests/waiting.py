"""Waiting for what other processes do: for the event, however long a busy machine takes to come to it, and never for a moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

LONGEST_SECONDS = 300.0
"""What has not happened by then never will."""


def wait_until(happened: Callable[[], object], event: str) -> None:
    """Look every 20 ms whether it has ``happened``; AssertionError with the name of the ``event`` where it never does."""
    end = time.monotonic() + LONGEST_SECONDS
    while not happened():
        assert time.monotonic() < end, f"never happened: {event}"
        time.sleep(0.02)


def is_alive(process: int) -> bool:
    """Whether a process of Linux still runs: one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
