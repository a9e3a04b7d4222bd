"""The process of a worker: started, asked with a hard time limit, killed, started again."""

from __future__ import annotations

import json
import os
import selectors
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from verilab.processes import ProcessClient
from verilab.solving.backend import SolverGaveUp


class WorkerDied(Exception):
    """The worker is gone (crashed, killed, over its time); the message says how.  The next request starts a new one."""


class WorkerTimedOut(WorkerDied):
    """It did not answer within the time limit and was killed."""


class WorkerRefused(Exception):
    """The backend in the worker raised an exception; the message is its text."""


class EngineMissing(WorkerRefused, ImportError):
    """The worker cannot make the backend, because its engine is not installed or cannot be loaded there."""


_START_SECONDS = 60.0


class WorkerProcess(ProcessClient):
    """The client of at most one live process.

    ``name`` is the engine's, for messages.
    """

    def __init__(self, factory: str, *, megabytes: int = 0, search_path: Sequence[str] = (), excluded: Sequence[str] = ()) -> None:
        super().__init__()
        self.name = ""
        self.waiting: Callable[[], AbstractContextManager[None]] = nullcontext  # around every wait for an answer
        self._excluded = ",".join(excluded)
        self._factory = factory
        self._megabytes = megabytes
        self._path = [*search_path, *(entry for entry in sys.path if entry)]
        self._buffer = b""
        self.deaths: list[str] = []  # what is told of this one's, and of those that its solver has started

    @property
    def _subject(self) -> str:
        return f"the {self.name} worker" if self.name else "the worker"

    def ensure(self) -> None:
        """Start a process if there is none; its start is on nobody's clock."""
        if self._child.alive:
            return
        if self._child.process is not None:  # it died while nobody asked it anything
            self._obituary()
        self._buffer = b""
        command = [sys.executable, "-m", "verilab.solving.processes.main", self._factory, str(self._megabytes), self._excluded]
        self._child.start(command, environment=dict(os.environ, PYTHONPATH=os.pathsep.join(self._path)))

    def hello(self) -> dict[str, Any]:
        """Start, and ask who is there."""
        self.ensure()
        answer: dict[str, Any] = self.request({"op": "hello"}, _START_SECONDS)["ok"]
        self.name = answer["name"]
        return answer

    def request(self, message: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        """Send a request to the process that ``ensure`` started and wait for its answer, ``seconds`` at most (None: for ever).

        Raises WorkerTimedOut and WorkerDied (the process is gone then), WorkerRefused, or SolverGaveUp.
        """
        process = self._child.process
        if process is None:
            raise WorkerDied(f"{self._subject} is not running")
        if process.poll() is not None:
            raise WorkerDied(self._obituary())
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise WorkerDied(self._obituary()) from None
        line = self._read_line(seconds)
        try:
            answer: dict[str, Any] = json.loads(line)
            self.deaths += map(str, answer.get("deaths", ()))
            if "ok" in answer:
                return answer
            kind, text = str(answer["error"]), str(answer["message"])
        except (ValueError, TypeError, KeyError):
            raise self.nonsense(line[:80].decode(errors="replace")) from None
        match kind:
            case "gave-up":
                raise SolverGaveUp(text)
            case "memory":
                self.kill()
                limit = f" (limit {self._megabytes} MB)" if self._megabytes else ""
                raise WorkerDied(f"{self._subject} is out of memory{limit}")
            case "missing":
                self.kill()
                raise EngineMissing(text)
            case "protocol":
                raise self.nonsense(text)
        raise WorkerRefused(text)

    def _obituary(self) -> str:
        self.deaths.append(told := self._child.obituary(self._subject))
        return told

    def take_deaths(self) -> list[str]:
        """What is told of deaths since this was last asked."""
        found, self.deaths = self.deaths, []
        return found

    def nonsense(self, what: str) -> WorkerDied:
        """Kill a process that cannot be talked to any more; the exception to raise."""
        self.kill()
        return WorkerDied(f"{self._subject} answered nonsense: {what}")

    def _read_line(self, seconds: float | None) -> bytes:
        process = self._child.process
        assert process is not None
        assert process.stdout is not None
        end = None if seconds is None else time.monotonic() + seconds
        descriptor = process.stdout.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                rest = None if end is None else end - time.monotonic()
                with self.waiting():
                    silent = (rest is not None and rest <= 0) or not selector.select(rest)
                if silent:
                    self.kill()
                    raise WorkerTimedOut(f"{self._subject} did not answer within {seconds:.1f} s and was killed")
                chunk = os.read(descriptor, 1 << 16)
                if not chunk:
                    raise WorkerDied(self._obituary())
                self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line
