"""Limits and clocks of one verification run, shared by all layers."""

from __future__ import annotations

import contextlib
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class OutOfTime(Exception):
    """The run's time limit has passed."""


class Deadline:
    """A point in time by which a run must end; ``seconds`` is wall time from now, None for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def remaining(self) -> float | None:
        """Seconds left, at least 0.0; None where there is no limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def overdue(self) -> float:
        """Seconds since the deadline, 0.0 before it and where there is none."""
        return 0.0 if self._end is None else max(0.0, time.monotonic() - self._end)

    def check(self) -> None:
        """Raise OutOfTime when the deadline has passed."""
        if self._end is not None and time.monotonic() > self._end:
            raise OutOfTime

    def within(self, seconds: float) -> Deadline:
        """The earlier of this deadline and ``seconds`` from now."""
        rest = self.remaining()
        return Deadline(seconds if rest is None else min(seconds, rest))


class SolverClock:
    """Adds up the time spent inside solver calls (in process or waiting for a worker) and counts the calls by kind.

    ``now`` tells the seconds; wall time by default.  ``deaths``: what is told of processes of solvers that something outside ended.
    """

    def __init__(self, now: Callable[[], float] = time.perf_counter, deaths: list[str] | None = None) -> None:
        self.seconds = 0.0
        self.deaths: list[str] = [] if deaths is None else deaths
        self._now = now
        self.calls: dict[str, int] = {}
        self._depth = 0

    def note_deaths(self, *told: str) -> None:
        """Keep what is told of processes that have died, where they were killed: nothing in verilab kills what may still answer."""
        self.deaths += [each for each in told if "SIGKILL" in each]

    @contextmanager
    def measure(self, kind: str) -> Iterator[None]:
        """Time one solver call of a kind ("check", "interpolate", ...); nested measurements count once."""
        self.calls[kind] = self.calls.get(kind, 0) + 1
        self._depth += 1
        start = self._now()
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self.seconds += self._now() - start


def cpu_seconds() -> float:
    """The CPU time of this process and of all that it started, whether they have ended or (on Linux) live on."""
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usage) + _live_descendants_seconds()


def mapped_megabytes(process: int | None = None) -> float:
    """The address space of a process, by default this one; 0 where that is not known, or it has ended."""
    try:
        with open(f"/proc/{'self' if process is None else process}/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize() / (1 << 20)
    except (OSError, IndexError):
        return 0.0


def seconds_used_by(process: int) -> float:
    """The CPU time of another process, which may just have ended, and of all that it started; 0 where that is not known (not on Linux)."""
    if sys.platform != "linux":
        return 0.0
    ticks, children = _processes()
    return (ticks.get(process, 0) + _ticks_below(process, ticks, children)) / os.sysconf("SC_CLK_TCK")


def _live_descendants_seconds() -> float:
    """What live processes below this one have used, with their own ended children."""
    if sys.platform != "linux" or not _has_children():
        return 0.0
    return _ticks_below(os.getpid(), *_processes()) / os.sysconf("SC_CLK_TCK")


def _processes() -> tuple[dict[int, int], dict[int, list[int]]]:
    """Of each process of this machine the clock ticks that it and its ended children have used, and its live children."""
    ticks: dict[int, int] = {}
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # the process has ended meanwhile
            words = file.read().rpartition(b")")[2].split()  # from the state on: the parent, and four times at 11
            ticks[int(name)] = sum(map(int, words[11:15]))
            children.setdefault(int(words[1]), []).append(int(name))
    return ticks, children


def _ticks_below(process: int, ticks: dict[int, int], children: dict[int, list[int]]) -> int:
    total, waiting = 0, list(children.get(process, ()))
    while waiting:
        below = waiting.pop()
        total += ticks[below]
        waiting += children.get(below, ())
    return total


def _has_children() -> bool:
    """Without looking at every process of the machine."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
