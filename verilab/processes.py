"""What child processes of verilab do at their start, and how their parents watch over them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

_PR_SET_PDEATHSIG = 1
_LAST_WORDS = 2000
"""Bytes of standard error in which the last line is looked for."""


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


class ChildProcess:
    """At most one live process with pipes to its standard input and output; its standard error is kept for an obituary.

    ``generation`` counts the starts, so that clients know when what they sent is lost.
    """

    def __init__(self) -> None:
        self.generation = 0
        self.process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as this object)

    @property
    def pid(self) -> int | None:
        """The live process's id."""
        return None if self.process is None else self.process.pid

    @property
    def alive(self) -> bool:
        """In a fork of the process that started it, it is not: two clients of one pipe would read each other's answers."""
        return self.process is not None and self._owner == os.getpid() and self.process.poll() is None

    def start(
        self, command: Sequence[str], *, buffer_size: int = -1, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a process in the place of one that has ended; OSError where that is impossible."""
        self.bury()
        self._errors.seek(0)
        self._errors.truncate()
        self.process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=buffer_size, env=environment
        )
        self._owner = os.getpid()
        self.generation += 1
        return self.process

    def obituary(self, subject: str) -> str:
        """How the process that ``subject`` names ended, with the last line it printed; and bury it."""
        assert self.process is not None
        try:
            code: int | None = self.process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:  # it closed its output and lives on
            code = None
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - _LAST_WORDS))
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        self.kill()
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by signal {signal.Signals(-code).name}"
        else:
            how = f"ended with exit code {code}"
        return f"{subject} {how}" + (f": {lines[-1].strip()[:200]}" if lines else "")

    def kill(self) -> None:
        """End the process at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.bury()

    def bury(self) -> None:
        """Close the pipes of a process that has ended."""
        process, self.process = self.process, None
        if process is not None:
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):  # closing flushes what a dead process can no longer read
                        stream.close()

    def close(self) -> None:
        """End the process; none can be started afterwards."""
        self.kill()
        self._errors.close()


class ProcessClient:
    """What talks to a child process that is started when it is needed."""

    def __init__(self) -> None:
        self._child = ChildProcess()

    @property
    def pid(self) -> int | None:
        """The live process's id."""
        return self._child.pid

    @property
    def generation(self) -> int:
        """How many processes were started."""
        return self._child.generation

    def kill(self) -> None:
        """End the process at once."""
        self._child.kill()

    def close(self) -> None:
        """End the process; nothing can be asked afterwards."""
        self._child.close()
