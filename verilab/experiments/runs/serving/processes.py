"""The client of the fork server: one run after the other, or many at once, each in a process group of its own."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from threading import Lock
from typing import IO

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[2]); "
    "from verilab.experiments.runs.serving.fork_server import main; main(int(sys.argv[1]))"
)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run's process ended: its exit code as ``Popen.returncode``, and the CPU seconds of it and of what it started."""

    code: int
    cpu_s: float


class RunProcess:
    """A forked run: the descriptors of its standard output and error, and its life."""

    def __init__(self, answers: int, errors: int, life: socket.socket) -> None:
        self.answers = answers
        self.errors = errors
        self._life = life

    def end(self) -> Ended | None:
        """Kill what still lives of its process group, and tell how it ended; None if the server died."""
        try:
            with contextlib.suppress(OSError):  # it has ended
                self._life.shutdown(socket.SHUT_WR)
            told = b""
            while chunk := self._life.recv(32):
                told += chunk
        except OSError:
            told = b""
        finally:
            self._life.close()
            os.close(self.answers)
            os.close(self.errors)
        if not told:
            return None
        code, seconds = told.split()
        return Ended(int(code), float(seconds))


class ForkServer:
    """A process with the modules of a run, started when first needed and again where it has died; for any number of threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._owner = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._errors: IO[bytes] | None = None

    def start(self) -> None:
        """Let it load its modules while this process goes on."""
        with self._lock:
            self._running()

    def fork(self, request: bytes) -> RunProcess:
        """A new run, which reads the request from its standard input."""
        asked, ask = os.pipe()
        answers, answer = os.pipe()
        errors, error = os.pipe()
        mine, life = socket.socketpair()
        theirs = [asked, answer, error, life.fileno()]
        with self._lock:
            try:
                socket.send_fds(self._running(), [b"."], theirs)
            except OSError:  # it died since the last run
                self._stop()
                socket.send_fds(self._running(), [b"."], theirs)
        for descriptor in (asked, answer, error):
            os.close(descriptor)
        life.close()
        with contextlib.suppress(BrokenPipeError), os.fdopen(ask, "wb") as pipe:  # a run that died before it read
            pipe.write(request)
        return RunProcess(answers, errors, mine)

    def last_words(self) -> str:
        """What a server printed that has died."""
        if self._errors is None:
            return ""
        self._errors.seek(0)
        return self._errors.read()[-4000:].decode(errors="replace")

    def close(self) -> None:
        """End the server with all of its runs."""
        with self._lock:
            self._stop()

    def _running(self) -> socket.socket:
        if self._owner != os.getpid():  # in a fork of the client: the server is the parent's
            self._process = self._control = self._errors = None
        if self._process is not None and self._process.poll() is not None:
            self._stop()
        if self._control is None:
            self._owner = os.getpid()
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the server)
            self._control, theirs = socket.socketpair()
            path = [os.path.abspath(place) for place in sys.path]
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-c", _START, str(theirs.fileno()), json.dumps(path)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self._errors,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
        return self._control

    def _stop(self) -> None:
        if self._owner != os.getpid():
            return
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            self._process.kill()  # it may be loading modules still, and its runs die with it
            self._process.wait()
        if self._errors is not None:
            self._errors.close()
        self._process = self._control = self._errors = None


fork_server = ForkServer()
"""That of this process."""
atexit.register(fork_server.close)
