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
from typing import IO, Protocol

from verilab.processes.forks import no_fork

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[2]); "
    "from verilab.verification.serving.fork_server import main; main(int(sys.argv[1]))"
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
        self.has_ended = False

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
            self.has_ended = True
            self._life.close()
            os.close(self.answers)
            os.close(self.errors)
        if not told:
            return None
        code, seconds = told.split()
        return Ended(int(code), float(seconds))


class ServerProcess(Protocol):
    """What is asked of the process of a server; ``Popen`` has it."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def kill(self) -> None: ...

    def wait(self) -> int | None: ...


class ForkServer:
    """A process with the modules of a run, started when first needed and again where it has died; for any number of threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._owner = 0
        self._process: ServerProcess | None = None
        self._control: socket.socket | None = None
        self._errors: IO[bytes] | None = None

    def start(self) -> None:
        """Let it load its modules while this process goes on."""
        with self._lock:
            self._running()

    def fork(self, request: bytes) -> RunProcess:
        """A new run, which reads the request from its standard input."""
        with self._lock:
            try:
                return self._asked(self._running(), request)
            except OSError:  # it died since the last run
                self._stop()
                return self._asked(self._running(), request)

    @staticmethod
    def _asked(control: socket.socket, request: bytes) -> RunProcess:
        """A run that the server is asked for; OSError where the server has died."""
        with no_fork():  # a fork would keep the run's ends of these
            asked, ask = os.pipe()
            answers, answer = os.pipe()
            errors, error = os.pipe()
            mine, life = socket.socketpair()
            try:
                socket.send_fds(control, [b"."], [asked, answer, error, life.fileno()])
            except OSError:
                for descriptor in (ask, answers, errors):
                    os.close(descriptor)
                mine.close()
                raise
            finally:
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
            with theirs:
                self._process = self._begin(theirs, self._errors)
        return self._control

    def _begin(self, control: socket.socket, errors: IO[bytes]) -> ServerProcess:
        """A new process that serves at this end, and prints its last words into ``errors``."""
        path = [os.path.abspath(place) for place in sys.path]
        return subprocess.Popen(
            [sys.executable, "-c", _START, str(control.fileno()), json.dumps(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            pass_fds=(control.fileno(),),
            start_new_session=True,
        )

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
