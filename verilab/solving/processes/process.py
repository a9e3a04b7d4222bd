"""The process of a worker: started, asked with a hard time limit, killed, started again."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from verilab.processes.children import ProcessClient
from verilab.processes.endings import Ending
from verilab.processes.lines import Line
from verilab.processes.messages import Garbled
from verilab.solving.backend import SolverGaveUp
from verilab.solving.processes.messages import ANSWERS, Answer, Hello, Present, Refusal, Request, Trouble


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
        self._line: Line[Answer | Refusal] | None = None
        self.deaths: list[str] = []  # what is told of this one's, and of those that its solver has started

    @property
    def _subject(self) -> str:
        return f"the {self.name} worker" if self.name else "the worker"

    def ensure(self) -> None:
        """Start a process if there is none; its start is on nobody's clock."""
        if self._child.alive:
            return
        if self._child.process is not None:  # it died while nobody asked it anything
            self._record_death()
        command = [sys.executable, "-m", "verilab.solving.processes.main", self._factory, str(self._megabytes), self._excluded]
        process = self._child.start(command, environment=dict(os.environ, PYTHONPATH=os.pathsep.join(self._path)))
        assert process.stdin is not None
        assert process.stdout is not None
        self._line = Line(process.stdout.fileno(), process.stdin.fileno(), ANSWERS)

    def hello(self) -> Present:
        """Start, and ask who is there."""
        self.ensure()
        present = self.request(Hello(), _START_SECONDS).reply
        if not isinstance(present, Present):
            raise self.nonsense(type(present).__name__)
        self.name = present.name
        return present

    def request(self, request: Request, seconds: float | None) -> Answer:
        """Send a request to the process that ``ensure`` started and wait for its answer, ``seconds`` at most (None: for ever).

        Raises WorkerTimedOut and WorkerDied (the process is gone then), WorkerRefused, or SolverGaveUp.
        """
        line, process = self._line, self._child.process
        if line is None or process is None:
            raise WorkerDied(f"{self._subject} is not running")
        if process.poll() is not None:
            raise WorkerDied(self._record_death())
        line.waiting = self.waiting
        try:
            line.send(request)
            answer = line.receive(seconds)
        except Garbled as error:
            raise self.nonsense(str(error)) from None
        except (OSError, EOFError):
            raise WorkerDied(self._record_death()) from None
        if answer is None:
            self.kill()
            raise WorkerTimedOut(f"{self._subject} did not answer within {seconds:.1f} s and was killed")
        self.deaths += answer.deaths
        if isinstance(answer, Answer):
            return answer
        match answer.trouble:
            case Trouble.GAVE_UP:
                raise SolverGaveUp(answer.text)
            case Trouble.MEMORY:
                self.kill()
                limit = f" (limit {self._megabytes} MB)" if self._megabytes else ""
                raise WorkerDied(Ending(None, full=True).described(self._subject) + limit)
            case Trouble.MISSING:
                self.kill()
                raise EngineMissing(answer.text)
            case Trouble.PROTOCOL:
                raise self.nonsense(answer.text)
        raise WorkerRefused(answer.text)

    def _record_death(self) -> str:
        self.deaths.append(death := self._child.ending().described(self._subject))
        return death

    def take_deaths(self) -> list[str]:
        """What is told of deaths since this was last asked."""
        deaths, self.deaths = self.deaths, []
        return deaths

    def nonsense(self, what: str) -> WorkerDied:
        """Kill a process that cannot be talked to any more; the exception to raise."""
        self.kill()
        return WorkerDied(f"{self._subject} answered nonsense: {what}")
