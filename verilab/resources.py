"""Limits and clocks of one verification run, shared by all layers."""

from __future__ import annotations

import math
import mmap
import os
import resource
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from verilab.processes.tree import seconds_below


class OutOfTime(Exception):
    """The run's time limit has passed."""


class CpuAllowance:
    """The CPU time that a run may still use, with all its processes: ``limit`` seconds in all.

    Whoever watches over the limit tells what has been used; every process forked afterwards reads it there.
    """

    def __init__(self, limit: float, used: mmap.mmap | None = None) -> None:
        self.limit = limit
        self._used = mmap.mmap(-1, 8) if used is None else used

    def part(self, share: float) -> CpuAllowance:
        """Of what is left, this share, for whatever the run does from now on."""
        rest = self.remaining()
        return CpuAllowance(self.limit - rest + share * rest, self._used)

    def tell(self, used: float) -> None:
        """So many seconds have been used since the run began."""
        struct.pack_into("d", self._used, 0, used)

    def remaining(self) -> float:
        """Seconds left when it was last told, at least 0.0."""
        return max(0.0, self.limit - float(struct.unpack_from("d", self._used, 0)[0]))


class Deadline:
    """A point in time by which a run must end; ``seconds`` is wall time from now, None for no limit.

    ``allowance``: of CPU time, after which the deadline has passed, too.  It is none of what is ``remaining``, of which solvers and
    executions have their limits: where the machine is busy, a second of CPU time may need many.
    """

    def __init__(self, seconds: float | None = None, allowance: CpuAllowance | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self.allowance = allowance

    def remaining(self) -> float | None:
        """Seconds of wall time left, at least 0.0; None where there is no limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def overdue(self) -> float:
        """Seconds since the deadline, 0.0 before it and where there is none."""
        return 0.0 if self._end is None else max(0.0, time.monotonic() - self._end)

    @property
    def is_out_of_cpu_time(self) -> bool:
        """Whether there is an allowance of CPU time, of which nothing remains."""
        return self.allowance is not None and not self.allowance.remaining()

    def check(self) -> None:
        """Raise OutOfTime when nothing remains."""
        if self.remaining() == 0.0 or self.is_out_of_cpu_time:
            raise OutOfTime

    def within(self, seconds: float) -> Deadline:
        """The earlier of this deadline and ``seconds`` from now."""
        rest = self.remaining()
        return Deadline(seconds if rest is None else min(seconds, rest), self.allowance)

    def part(self, share: float) -> Deadline:
        """The end of this share of what remains."""
        rest = self.remaining()
        allowance = None if self.allowance is None else self.allowance.part(share)
        return Deadline(None if rest is None else share * rest, allowance)


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

    def note_deaths(self, *reports: str) -> None:
        """Keep what is told of processes that have died, where they were killed: nothing in verilab kills what may still answer."""
        self.deaths += [report for report in reports if "SIGKILL" in report]

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


class _CpuClock:
    """Of this process: what ``cpu_seconds`` has reported, and what preparation and checks for other processes have used."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.reported = dict.fromkeys((True, False), 0.0)
        self.threads: set[int] = set()
        self.processes: set[int] = set()
        self.ended = 0.0
        self.checked = 0.0

    def preparation_seconds(self) -> float:
        """Of threads that prepare, and of their processes that have ended; under the lock, so that these threads live."""
        clocks = map(time.pthread_getcpuclockid, self.threads) if sys.platform == "linux" else ()
        return self.ended + sum(map(time.clock_gettime, clocks))


_clock = _CpuClock()
_LOOK_SECONDS = 0.005


def _renew_clock() -> None:
    """A forked process has used nothing, and has one thread."""
    global _clock
    _clock = _CpuClock()


os.register_at_fork(after_in_child=_renew_clock)


def cpu_seconds(*, preparation: bool = True) -> float:
    """The CPU time of this process and of all that it started, whether they have ended or (on Linux) live on; it never decreases.

    ``preparation``: with what ``preparing`` and ``wait_preparing`` tell apart.  The kernel has no figure for a tree of processes at one
    point in time: what ends while its parts are read may be in none of them.  It is in the next reading; until then the highest stands.
    """
    with _clock.lock:
        usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        apart: Collection[int] = () if preparation else _clock.processes
        seconds = sum(spent.ru_utime + spent.ru_stime for spent in usage) + _live_descendants_seconds(apart)
        if not preparation:
            seconds -= _clock.preparation_seconds()
        _clock.reported[preparation] = max(_clock.reported[preparation], seconds)
        return _clock.reported[preparation]


@contextmanager
def checking() -> Iterator[None]:
    """The CPU time of this thread, and of processes that it waits for in the context, goes to checks; preparation stays preparation."""
    before = time.thread_time() + _ended_children_seconds()
    try:
        yield
    finally:
        with _clock.lock:
            _clock.checked += max(0.0, time.thread_time() + _ended_children_seconds() - before)


def _ended_children_seconds() -> float:
    """Of all but those that prepared."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime - _clock.ended


def side_seconds() -> float:
    """The CPU time of what this process has prepared, and of its ``checking``."""
    with _clock.lock:
        return _clock.preparation_seconds() + _clock.checked


@contextmanager
def preparing() -> Iterator[None]:
    """The CPU time of this thread, from its start to the end of the context, is preparation of what is needed later."""
    with _clock.lock:
        _clock.threads.add(threading.get_ident())
    try:
        yield
    finally:
        with _clock.lock:
            _clock.threads.discard(threading.get_ident())
            _clock.ended += time.thread_time()


def wait_preparing(process: subprocess.Popen[Any]) -> int:
    """Wait for a process whose CPU time, with that of all that it waited for, is preparation; its return code."""
    with _clock.lock:
        _clock.processes.add(process.pid)
    try:
        if sys.platform == "linux":
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        while (status := _reaped(process.pid)) is None:
            time.sleep(_LOOK_SECONDS)  # only where there is no waiting that leaves the process to be reaped under the lock
        process.returncode = os.waitstatus_to_exitcode(status)
    except ChildProcessError:  # whoever runs us ignores SIGCHLD, so that the system reaps and no status is left: as subprocess has it
        return process.wait()
    finally:
        with _clock.lock:
            _clock.processes.discard(process.pid)
    return process.returncode


def _reaped(process: int) -> int | None:
    """The status of a process that has ended: nobody reads the clock between what the kernel adds for it and what is told apart."""
    with _clock.lock:
        ended, status, usage = os.wait4(process, os.WNOHANG)
        if not ended:
            return None
        _clock.processes.discard(process)
        _clock.ended += usage.ru_utime + usage.ru_stime
        return status


def mapped_megabytes(process: int | None = None) -> float:
    """The address space of a process, by default this one; 0 where that is not known, or it has ended."""
    try:
        with open(f"/proc/{'self' if process is None else process}/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize() / (1 << 20)
    except (OSError, IndexError):
        return 0.0


def limit_cpu_time(seconds: float) -> None:
    """Have the system end this process, and each that it starts, after so many seconds of its own CPU time from now, by SIGXCPU.

    For where no thread of Python gets its turn: a solver's library may keep the interpreter's lock until it answers.
    """
    now, highest = resource.getrlimit(resource.RLIMIT_CPU)
    limit = math.ceil(time.process_time() + seconds)
    bounds = [limit, *(bound for bound in (now, highest) if bound != resource.RLIM_INFINITY)]
    resource.setrlimit(resource.RLIMIT_CPU, (min(bounds), highest))


def limit_memory(megabytes: float, *, process: int = 0, mapped: float | None = None, hard: bool = False) -> None:
    """Let allocations fail in a process (0: this one) that go so far beyond what is ``mapped``, now by default, in megabytes (Linux only).

    Without ``hard`` only the soft limit: a virtual machine reserves far more addresses than it uses, and whoever starts one lifts the limit
    for it.  Another process gets no more than this one has.  ProcessLookupError where it has ended.
    """
    if sys.platform != "linux":
        return
    base = mapped_megabytes(process or None) if mapped is None else mapped
    _, highest = resource.prlimit(process, resource.RLIMIT_AS)
    bounds = [int((base + megabytes) * (1 << 20)), highest] + ([resource.getrlimit(resource.RLIMIT_AS)[0]] if process else [])
    limit = min(bound for bound in bounds if bound != resource.RLIM_INFINITY)
    resource.prlimit(process, resource.RLIMIT_AS, (limit, limit if hard else highest))


def _live_descendants_seconds(apart: Collection[int] = ()) -> float:
    """What live processes below this one have used, with their own ended children; not those ``apart``, nor what is below these."""
    if sys.platform != "linux" or not _has_children():
        return 0.0
    return seconds_below(os.getpid(), apart)


def _has_children() -> bool:
    """Without looking at every process of the machine."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
