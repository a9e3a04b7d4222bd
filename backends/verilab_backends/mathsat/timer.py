"""Limits of time for MathSAT, without a call of Python from within it.

MathSAT asks its termination test some hundred times a query, which cost as much as the solving where it was a function of Python.  The
test is the C library's ``atoi`` of a text here: "0", and "1" as soon as the time is over, which a thread writes.
"""

from __future__ import annotations

import ctypes
import threading
import time
from weakref import WeakSet

from verilab_backends.mathsat.library import Library, TerminationTest

TICK_SECONDS = 0.02
_GOES_ON, _STOPS = b"0", b"1"


class Timer:
    """Stops the solver of ``env`` at a point in time."""

    def __init__(self, library: Library, env: int) -> None:
        self._text = ctypes.create_string_buffer(_GOES_ON)  # MathSAT keeps its address: it lives as long as this object
        self.end: float | None = None
        library.set_termination_test(env, _test(), self._text)

    def start(self, seconds: float | None) -> None:
        """Stop whatever comes next after so many seconds; None: never."""
        with _WATCH.lock:
            self.end = None if seconds is None else time.monotonic() + seconds
            self._text.value = _GOES_ON
        if self.end is not None:
            _WATCH.watch(self)

    def stop(self) -> None:
        """The time is over."""
        self._text.value = _STOPS

    @property
    def expired(self) -> bool:
        """Whether the time has passed since the start."""
        return self._text.value == _STOPS


class _Watch:
    """The thread that stops what is overdue.  It looks every ``TICK_SECONDS`` while there is something to wait for."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._timers: WeakSet[Timer] = WeakSet()
        self._thread: threading.Thread | None = None
        self._awake = threading.Event()

    def watch(self, timer: Timer) -> None:
        """Look after a timer until its time has passed."""
        with self.lock:
            self._timers.add(timer)
        if self._thread is None or not self._thread.is_alive():  # threads do not follow into a forked process
            self._thread = threading.Thread(target=self._run, name="MathSAT's limits", daemon=True)
            self._thread.start()
        self._awake.set()

    def _run(self) -> None:
        while True:
            self._awake.wait()
            time.sleep(TICK_SECONDS)
            with self.lock:
                now = time.monotonic()
                for timer in [timer for timer in self._timers if timer.end is None or timer.end <= now]:
                    self._timers.discard(timer)
                    if timer.end is not None:
                        timer.stop()
                if not self._timers:
                    self._awake.clear()


_WATCH = _Watch()


def _test() -> ctypes._FuncPointer:
    """``int atoi(const char *)`` as MathSAT's test, an int of an address."""
    address = ctypes.cast(ctypes.CDLL(None).atoi, ctypes.c_void_p).value
    assert address is not None
    return TerminationTest(address)
