"""What forked processes do at their start, what is made once before they are forked, and when no process may be forked."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Let the system kill this process when the thread that started it ends, even by SIGKILL (Linux; elsewhere nothing happens)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


_no_fork = threading.RLock()
os.register_at_fork(before=_no_fork.acquire, after_in_parent=_no_fork.release, after_in_child=_no_fork.release)


@contextlib.contextmanager
def no_fork() -> Iterator[None]:
    """``os.fork`` of other threads waits: for one that starts a process whose output it reads to its end.

    A process forked in between would keep an end of the pipes that is the other's, so that no reader ever comes to the end.
    """
    with _no_fork:
        yield


_preparations: list[Callable[[], object]] = []


def before_forks(prepare: Callable[[], object]) -> None:
    """Let a server that forks process after process call ``prepare`` once: what it makes, each of them finds made and has for itself.

    Said where a module is loaded, so that a server whose processes do not need the module prepares nothing.
    """
    _preparations.append(prepare)


def prepare_forks() -> None:
    """Call what was said since the last time; what fails, each process makes for itself, and says what is wrong."""
    while _preparations:
        with contextlib.suppress(Exception):  # of solvers' libraries, which raise anything
            _preparations.pop(0)()
