"""A solver process that speaks SMT-LIB 2 over a pipe: started, asked with a hard time limit, killed, started again.

Each batch of commands ends with an ``echo`` of a fresh marker: what the solver prints before the marker is its answer.  So it does
not matter which commands answer "success", and a solver that prints nonsense cannot shift the answers to later questions.
"""

from __future__ import annotations

import os
import selectors
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from verilab.processes.children import ProcessClient
from verilab.solving.smtlib.syntax import Sexp, SmtLibError, read_sexps

_LAUNCHER = Path(__file__).with_name("launcher.py")
_START_SECONDS = 60.0
_CHUNK = 1 << 16


class SolverDied(Exception):
    """The process is gone (crashed, killed, over its time); the message says how.  The next question starts a new one."""


class SolverTimedOut(SolverDied):
    """It did not answer within the time limit and was killed."""


class SolverRefused(Exception):
    """The solver printed an error; the message is its text.  The process lives on."""


class SolverPipe(ProcessClient):
    """The client of at most one live process.

    ``startup``: the commands that every new process gets first; ``megabytes``: limit of its address space (0: none).
    """

    def __init__(self, name: str, command: Sequence[str], startup: str = "", megabytes: int = 0) -> None:
        super().__init__()
        self._name = name
        self._command = list(command)
        self._startup = startup
        self._megabytes = megabytes
        self._batches = 0

    def ensure(self) -> None:
        """Start a process if there is none; its start is on nobody's clock.  Raises SolverDied where it does not come up."""
        if self._child.alive:
            return
        launcher = [sys.executable, "-I", "-S", str(_LAUNCHER), str(os.getpid()), str(self._megabytes)]
        process = self._child.start([*launcher, *self._command], buffer_size=0)
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        try:
            self.ask(self._startup, _START_SECONDS)
        except (SolverRefused, SmtLibError) as error:
            self.kill()
            raise SolverDied(f"{self._name} does not accept its options: {error}") from error

    def ask(self, commands: str, seconds: float | None) -> list[Sexp]:
        """Send commands to the process that ``ensure`` started; what it answers within ``seconds`` (None: for ever).

        Raises SolverTimedOut and SolverDied (the process is gone then), SolverRefused, and SmtLibError for unbalanced text.
        """
        if self._child.process is None:
            raise SolverDied(f"{self._name} is not running")
        self._batches += 1
        marker = f"verilab-batch-{self._batches}"
        answer = self._exchange(f'{commands}\n(echo "{marker}")\n'.encode(), marker.encode(), seconds)
        result = []
        for expression in read_sexps(answer.rstrip().removesuffix('"')):
            if isinstance(expression, list) and expression[:1] == ["error"]:
                raise SolverRefused(" ".join(str(part).strip('"') for part in expression[1:])[:300])
            if expression not in ("success", "unsupported"):
                result.append(expression)
        return result

    def _exchange(self, text: bytes, marker: bytes, seconds: float | None) -> str:
        """Write and read at once, as each side may wait for the other to read."""
        process = self._child.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        end = None if seconds is None else time.monotonic() + seconds
        waiting, printed = memoryview(text), bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stdin, selectors.EVENT_WRITE)
            while True:
                rest = None if end is None else end - time.monotonic()
                ready = [] if rest is not None and rest <= 0 else selector.select(rest)
                if not ready:
                    self.kill()
                    raise SolverTimedOut(f"{self._name} did not answer within {seconds:.1f} s and was killed")
                for key, _ in ready:
                    if key.fileobj is process.stdin:
                        waiting = self._write(waiting)
                        if not waiting:
                            selector.unregister(process.stdin)
                        continue
                    chunk = os.read(process.stdout.fileno(), _CHUNK)
                    if not chunk:
                        raise SolverDied(self._child.ending().described(self._name))
                    # The marker's line must be complete, or its end would begin the next answer; it may come in pieces.
                    old = max(0, len(printed) - len(marker) - 3)
                    printed += chunk
                    place = printed.find(marker, old)
                    if place >= 0 and b"\n" in printed[place:]:
                        return printed[:place].decode(errors="replace")

    def _write(self, waiting: memoryview) -> memoryview:
        process = self._child.process
        assert process is not None
        assert process.stdin is not None
        try:
            return waiting[os.write(process.stdin.fileno(), waiting[:_CHUNK]) :]
        except BlockingIOError:
            return waiting
        except OSError:
            raise SolverDied(self._child.ending().described(self._name)) from None
