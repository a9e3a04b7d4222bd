"""Phases in turns: each has a slice of time, stops where it is when that is over, and goes on there when it is its turn again.

    round k = 0, 1, ...:   phase i runs for   weight_i * first * 2^k   seconds, as long as it has not ended

so that an answer which one phase has after t seconds comes after a small multiple of t, whatever the others do.  A phase is a thread, of
which one runs at a time: its state is its stack.  It stops only where it says so (``Turn.pause``), never inside a solver: what it takes
beyond its slice it has less of later.  One whose turns begin in a later round begins earlier when no other is left.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from itertools import count

from verilab.resources import cpu_seconds, mapped_megabytes

Clock = Callable[[], float]

STACK_BYTES = 16 << 20
MOST_DOUBLINGS = 60


class Ended(BaseException):
    """Another phase has the answer; no error, so that nobody takes it for one of the phase's own."""


class Alone:
    """The turn of a phase that shares its time with no other: it never waits."""

    waited = 0.0
    waited_cpu = 0.0

    def now(self) -> float:
        return time.perf_counter()

    def pause(self) -> bool:
        return False


class Turn:
    """One phase: ``run`` is called with this object, in a thread of its own, when it is its turn for the first time.

    ``since``: the first round in which it has one.  ``allotted``, ``used``: the seconds of its slices, and those that it ran for.
    ``waited``, ``waited_cpu``: the seconds (wall and CPU time) that went by while others had their turns.  ``megabytes``: what the address
    space grew by in its own slices.
    """

    def __init__(self, name: str, weight: float, run: Callable[[Turn], None], since: int = 0, clock: Clock = time.monotonic) -> None:
        self.name = name
        self.weight = weight
        self.since = since
        self.allotted = 0.0
        self.used = 0.0
        self.waited = 0.0
        self.waited_cpu = 0.0
        self.megabytes = 0.0
        self.has_ended = False
        self._run = run
        self._clock = clock
        self._error: BaseException | None = None
        self._go = threading.Semaphore(0)
        self._back = threading.Semaphore(0)
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._until = 0.0
        self._stopping: type[BaseException] | None = None
        self._mapped = 0.0

    def now(self) -> float:
        """Seconds of this phase's own time, from any beginning."""
        return time.perf_counter() - self.waited

    def pause(self) -> bool:
        """To be called by the phase where it may stop: it waits here while others have their turns; whether it has.

        Raises what it was stopped with: Ended, or MemoryError.
        """
        if self._clock() < self._until:
            return False
        began, cpu = time.perf_counter(), cpu_seconds()
        self.megabytes += mapped_megabytes() - self._mapped
        self._back.release()
        self._go.acquire()
        self._mapped = mapped_megabytes()
        self.waited += time.perf_counter() - began
        self.waited_cpu += cpu_seconds() - cpu
        if self._stopping is not None:
            stopping, self._stopping = self._stopping, None
            self._until = float("inf")  # it ends without another pause
            raise stopping
        return True

    def resume(self, seconds: float) -> None:
        """Let it run until it pauses after so many seconds, or ends.  Raises what it ended with."""
        began = self._clock()
        self._until = began + seconds
        if self._thread is None:
            self._thread = self._start()
        else:
            self._go.release()
        self._back.acquire()
        self.used += self._clock() - began
        if self._error is not None:
            error, self._error = self._error, None
            raise error

    def stop(self, reason: type[BaseException] = Ended) -> None:
        """End it where it waits; nothing for one that has ended or not begun."""
        if self._thread is not None and not self.has_ended:
            self._stopping = reason
            self.resume(0.0)

    def close(self) -> None:
        """Let its thread end: not before, since processes that a thread has started may end with it."""
        self._closed.set()

    def _start(self) -> threading.Thread:
        before = threading.stack_size(STACK_BYTES)
        try:
            thread = threading.Thread(target=self._live, name=self.name, daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
        return thread

    def _live(self) -> None:
        self._mapped = mapped_megabytes()
        try:
            self._run(self)
        except Ended:
            pass
        except BaseException as error:  # it is raised where the phase was resumed
            self._error = error
        self.has_ended = True
        self._back.release()
        self._closed.wait()


def in_turns(turns: Sequence[Turn], first: float, is_over: Callable[[], bool], memory: float | None = None, ahead: float = 0.0) -> None:
    """Run the phases in turns until it ``is_over`` or all have ended; ``first``: the seconds of the first round.

    ``ahead``: the seconds that the first phase has before the first round.  ``memory``: the megabytes that one phase may take while others
    are left; one that takes more ends with a MemoryError.
    """
    try:
        if ahead:
            _give(turns[0], ahead)
        for number in count():
            for turn in turns:
                if is_over() or all(each.has_ended for each in turns):
                    return
                others = any(not other.has_ended for other in turns if other is not turn)
                if turn.has_ended or (others and number < turn.since):
                    continue
                _give(turn, turn.weight * first * 2 ** min(number, MOST_DOUBLINGS), forced=not others)
                if memory is not None and others and not turn.has_ended and turn.megabytes > memory:
                    turn.stop(MemoryError)
    finally:
        for turn in turns:
            turn.stop()
            turn.close()


def _give(turn: Turn, seconds: float, *, forced: bool = True) -> None:
    """A slice, less what was taken beyond earlier ones; none where that is more, unless it is ``forced``."""
    turn.allotted += seconds
    left = turn.allotted - turn.used
    if forced or left >= 0:
        turn.resume(seconds if forced else left)
