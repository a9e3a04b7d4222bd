"""The client of the fork server: one run after the other, or many at once, each in a process group of its own."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
from threading import Lock
from typing import IO, TYPE_CHECKING, Protocol

from verilab.processes.forks import no_fork

if TYPE_CHECKING:
    from verilab.processes.endings import Ending
    from verilab.processes.lines import Line
    from verilab.verification.serving.messages import FromRun

_MOST_WORDS = 20_000
"""Bytes of standard error that are kept."""

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[2]); "
    "from verilab.verification.serving.fork_server import main; main(int(sys.argv[1]))"
)


class RunProcess:
    """A forked run: the line to it, its standard error, and its life."""

    def __init__(self, line: socket.socket, errors: int, life: socket.socket) -> None:
        from verilab.processes.lines import Line  # here, so that the first server is started before these are loaded
        from verilab.verification.serving.messages import FROM_RUN

        self.line: Line[FromRun] = Line.of_socket(line, FROM_RUN)
        self.has_ended = False
        self._errors = errors
        self._words = bytearray()
        self._life = life
        self._poll = select.poll()
        for descriptor in (self.line.fileno(), errors):
            self._poll.register(descriptor, select.POLLIN)
        os.set_blocking(errors, False)

    def receive(self, seconds: float | None) -> FromRun | None:
        """Its next message; None where there is none yet, after so many seconds or fewer.  Raises EOFError where there will be none."""
        if not self.line.has_pending:
            ready = {descriptor for descriptor, _ in self._poll.poll(None if seconds is None else 1000 * seconds)}
            if self._errors in ready:
                self._read_words()
            if self.line.fileno() not in ready:
                return None
        return self.line.receive(0.0)

    def _read_words(self) -> None:
        """What has come on standard error, of which the end is kept."""
        with contextlib.suppress(BlockingIOError):  # all is read
            while chunk := os.read(self._errors, 1 << 16):
                self._words += chunk
                del self._words[:-_MOST_WORDS]
                if len(chunk) < 1 << 16:
                    return
            with contextlib.suppress(KeyError):  # its end has been read before
                self._poll.unregister(self._errors)

    def end(self) -> Ending | None:
        """Kill what still lives of its process group, and tell how it ended; None if the server died."""
        from verilab.processes.endings import Ending

        try:
            with contextlib.suppress(OSError):  # it has ended
                self._life.shutdown(socket.SHUT_WR)
            ending = b""
            while chunk := self._life.recv(32):
                ending += chunk
        except OSError:
            ending = b""
        finally:
            self.has_ended = True
            self._read_words()
            self._life.close()
            self.line.close()
            os.close(self._errors)
        if not ending:
            return None
        code, seconds = ending.split()
        return Ending(int(code), self._words.decode(errors="replace"), float(seconds))


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

    def fork(self) -> RunProcess:
        """A new run, which waits for its request."""
        with self._lock:
            try:
                return self._asked(self._running())
            except OSError:  # it died since the last run
                self._stop()
                return self._asked(self._running())

    @staticmethod
    def _asked(control: socket.socket) -> RunProcess:
        """A run that the server is asked for; OSError where the server has died."""
        with no_fork():  # a fork would keep the run's ends of these
            line, theirs = socket.socketpair()
            life, its_life = socket.socketpair()
            errors, error = os.pipe()
            try:
                socket.send_fds(control, [b"."], [theirs.fileno(), error, its_life.fileno()])
            except OSError:
                os.close(errors)
                line.close()
                life.close()
                raise
            finally:
                os.close(error)
                theirs.close()
                its_life.close()
        return RunProcess(line, errors, life)

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
