"""A phase in a process of its own, as the run sees it: it goes on, stands still where it may or has to, and ends or is ended.

    forked ──> runs ──┬── stands still where it pauses ("paused")  ──┬──> runs again
                      ├── stands still wherever it is (SIGSTOP)    ──┘
                      └── has ended: by itself, killed, or died

A solver that ignores its timeout cannot keep the time of the others, and one that dies costs its own phase.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from verilab.evidence.compiler.executions import ProofExecutions
from verilab.processes.endings import Ending
from verilab.processes.forked import Forked
from verilab.processes.lines import Line
from verilab.resources import Deadline, checking, limit_memory, mapped_megabytes
from verilab.verification.phases.clock import SharedClock
from verilab.verification.phases.messages import (
    FROM_PHASE,
    TO_PHASE,
    AskBuilt,
    Built,
    Ended,
    Execute,
    Executed,
    FromPhase,
    GoOn,
    Held,
    Logged,
    Paused,
    Stop,
    ToPhase,
    Why,
)
from verilab.verification.phases.outcome import Outcome
from verilab.verification.progress import Progress

LEAST_GRACE = 1.0
"""Seconds after its slice in which a phase may come to a pause; a longer slice has as many as it has itself."""
STOP_SECONDS = 2.0
"""What a phase that is stopped where it stands still may take to end."""
LAST_SECONDS = 1.0
"""What a phase that runs may take beyond the run's limit to end by itself."""
_NEARLY = 0.8
"""A process that dies with so much of its memory mapped has died of that."""
_LOOK_SECONDS = 0.25


class State(Enum):
    """Where a phase is."""

    NEW = "new"
    RUNNING = "running"
    PAUSED = "paused"
    FROZEN = "frozen"
    ENDED = "ended"


class PhaseProcess:
    """``serve`` is what the process does with its end of the line; it never returns.

    ``heard`` gets what the phase tells of its progress, ``logged`` the text of its refinement log.
    """

    def __init__(
        self,
        name: str,
        serve: Callable[[Line[ToPhase], SharedClock], None],
        *,
        heard: Callable[[Progress], None] = lambda progress: None,
        logged: Callable[[str], None] = lambda text: None,
        executions: ProofExecutions | None = None,
    ) -> None:
        self.name = name
        self.state = State.NEW
        self.outcome: Outcome | None = None
        self.last = Progress(name)
        self.used = 0.0
        self._serve = serve
        self._heard = heard
        self._logged = logged
        self._executions = executions
        self._clock = SharedClock()
        self._process: Forked[FromPhase] | None = None
        self._began = self._stood_still = 0.0
        self._last: float | None = None
        self._held_until = float("-inf")
        self._base = 0.0
        self._megabytes: float | None = None
        self._mapped = 0.0
        self._looked = 0.0

    @property
    def has_ended(self) -> bool:
        return self.state is State.ENDED

    def limit_memory(self, megabytes: float) -> None:
        """What its address space may grow by from its beginning; what is mapped stays."""
        self._megabytes = megabytes
        if self._process is not None and not self.has_ended:
            self._set_limit()

    @property
    def line(self) -> Line[FromPhase]:
        """What it tells, once it has begun and until it has ended."""
        return self._forked.line

    @property
    def _forked(self) -> Forked[FromPhase]:
        assert self._process is not None
        return self._process

    def go_on(self, seconds: float, *, alone: bool = False) -> None:
        """Let it run: it is to pause after so many seconds, and has to stand still a grace later (not where it is ``alone``)."""
        self._began = now = time.monotonic()
        self._clock.until = now + seconds
        self._last = None if alone else now + seconds + max(LEAST_GRACE, seconds)
        before, self.state = self.state, State.RUNNING
        if before is State.NEW:
            self._base = mapped_megabytes()
            self._process = Forked(lambda line: self._serve(line, self._clock), hears=FROM_PHASE, says=TO_PHASE)
            self._set_limit()
            return
        self._clock.waited += now - self._stood_still
        if before is State.FROZEN:
            self._forked.signal(signal.SIGCONT)
        else:
            self._tell(GoOn())

    def follow(self, limit: Deadline, seconds: float = _LOOK_SECONDS) -> bool:
        """Listen for so long, and look whether its time is up; whether it stands still or has ended now."""
        stands = self._listen(seconds) or self._is_over(limit)
        if stands:
            self._stood_still = time.monotonic()
            self.used += self._stood_still - self._began
        return stands

    def _is_over(self, limit: Deadline) -> bool:
        """End it after the run's limit; make it stand still where it has not paused a grace after its slice."""
        now = time.monotonic()
        if now > self._looked + _LOOK_SECONDS:
            self._looked, self._mapped = now, mapped_megabytes(self._forked.pid)
        if limit.overdue() > LAST_SECONDS:
            self.end("timeout")
            return True
        if self._last is not None and now > max(self._last, self._held_until + LEAST_GRACE):
            self._forked.signal(signal.SIGSTOP)
            self.state = State.FROZEN
            return True
        return False

    def run(self, seconds: float, limit: Deadline, *, alone: bool = False) -> None:
        """``go_on``, and ``follow`` it until it stands still or has ended."""
        self.go_on(seconds, alone=alone)
        while not self.follow(limit):
            pass

    def _listen(self, seconds: float) -> bool:
        """Do what its next message asks for, where one comes in so many seconds; whether it stands still or has ended now."""
        try:
            message = self.line.receive(seconds)
        except EOFError:
            self._died()
            return True
        match message:
            case Progress():
                self._hear(message)
            case Logged(text=text):
                self._logged(text)
            case Held(held=held):
                self._held_until = float("inf") if held else time.monotonic()
            case Execute():
                self._execute(message)
            case AskBuilt():
                assert self._executions is not None
                self._tell(Built(self._executions.executable(0.0)))
            case Paused(progress=progress):
                self._hear(progress)
                self.state = State.PAUSED
                return True
            case Ended(outcome=outcome):
                self._end()
                self.outcome = outcome
                return True
        return False

    def _hear(self, progress: Progress) -> None:
        self.last = progress
        self._heard(progress)

    def _execute(self, asked: Execute) -> None:
        assert self._executions is not None
        with checking():
            result = self._executions.against_proof(asked.vectors, Deadline(asked.seconds), asked.claims)
        self._tell(Executed(result))

    def _tell(self, message: ToPhase) -> None:
        with contextlib.suppress(OSError):  # it has died where it stood, which is noticed next
            self.line.send(message)

    def stop(self, why: Why, reason: str) -> None:
        """End it: by a message where it has paused and can hear one, else by a signal; ``reason``: what it tells then."""
        if self.state is State.PAUSED:
            self._clock.waited += time.monotonic() - self._stood_still
            self._clock.until = float("inf")
            until = time.monotonic() + STOP_SECONDS
            self._tell(Stop(why))
            while (rest := until - time.monotonic()) > 0:
                if self._listen(rest):
                    return
        if self.state is not State.NEW:
            self.end(reason)

    def end(self, reason: str = "") -> None:
        """Kill it; what it last told is kept."""
        if self.state in (State.NEW, State.ENDED):
            self.state = State.ENDED
            return
        used = self.used + (time.monotonic() - self._began if self.state is State.RUNNING else 0.0)
        self._end()
        self.outcome = self._left_behind(used, reason)

    def _died(self) -> None:
        full = self._megabytes is not None and self._mapped - self._base > _NEARLY * self._megabytes
        ending = replace(self._end(), full=full)
        self.outcome = self._left_behind(self.used, ending.reason(f"the process of {self.name}"))

    def _left_behind(self, seconds: float, reason: str) -> Outcome:
        """Of a phase that does not tell it itself: the last numbers that it told."""
        return Outcome.of_the_dead(self.name, seconds, self.last.numbers, self.last.tallies, reason)

    def _end(self) -> Ending:
        self.state = State.ENDED
        return self._forked.end()

    def _set_limit(self) -> None:
        if self._megabytes is not None:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                limit_memory(self._megabytes, process=self._forked.pid, mapped=self._base)
