"""A phase in a process of its own, as the run sees it: it goes on, stands still where it may or has to, and ends or is ended.

    forked ──> runs ──┬── stands still where it pauses ("paused")  ──┬──> runs again
                      ├── stands still wherever it is (SIGSTOP)    ──┘
                      └── has ended: by itself, killed, or died

A solver that ignores its timeout cannot keep the time of the others, and one that dies costs its own phase.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import time
import warnings
from collections.abc import Callable
from enum import Enum
from typing import Any

from verilab.evidence.compiler.building import Executable
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.compiler.executions import ProofExecutions
from verilab.evidence.results import Accepted, CompiledResult, Rejected
from verilab.resources import Deadline, checking, mapped_megabytes
from verilab.verification.phases.channel import Line, SharedClock
from verilab.verification.phases.outcome import Outcome

LEAST_GRACE = 1.0
"""Seconds after its slice in which a phase may come to a pause; a longer slice has as many as it has itself."""
STOP_SECONDS = 2.0
"""What a phase that is stopped where it stands still may take to end."""
LAST_SECONDS = 1.0
"""What a phase that runs may take beyond the run's limit to end by itself."""
OUT_OF_MEMORY = "out of memory"
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

    ``heard`` gets the phase's progress rows, ``logged`` the text of its refinement log.
    """

    def __init__(
        self,
        name: str,
        serve: Callable[[Line, SharedClock], None],
        *,
        heard: Callable[[dict[str, Any]], None] = lambda row: None,
        logged: Callable[[str], None] = lambda text: None,
        executions: ProofExecutions | None = None,
    ) -> None:
        self.name = name
        self.state = State.NEW
        self.outcome: Outcome | None = None
        self.last: dict[str, Any] = {}
        self.used = 0.0
        self._serve = serve
        self._heard = heard
        self._logged = logged
        self._executions = executions
        self._clock = SharedClock()
        self._line: Line | None = None
        self._pid = 0
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
        if self._pid and not self.has_ended:
            self._set_limit()

    @property
    def line(self) -> Line:
        """What it tells, once it has begun and until it has ended."""
        assert self._line is not None
        return self._line

    def go_on(self, seconds: float, *, alone: bool = False) -> None:
        """Let it run: it is to pause after so many seconds, and has to stand still a grace later (not where it is ``alone``)."""
        self._began = now = time.monotonic()
        self._clock.until = now + seconds
        self._last = None if alone else now + seconds + max(LEAST_GRACE, seconds)
        before, self.state = self.state, State.RUNNING
        if before is State.NEW:
            self._fork()
            return
        self._clock.waited += now - self._stood_still
        if before is State.FROZEN:
            self._signal(signal.SIGCONT)
        else:
            with contextlib.suppress(OSError):  # it has died where it stood, which is noticed next
                self._send({"go": True})

    def follow(self, limit: Deadline, seconds: float = _LOOK_SECONDS) -> bool:
        """Listen for so long, and look whether its time is up; whether it stands still or has ended now."""
        message = self._listen(seconds)
        stands = (message is not None and self._answer(message)) or self._is_over(limit)
        if stands:
            self._stood_still = time.monotonic()
            self.used += self._stood_still - self._began
        return stands

    def _is_over(self, limit: Deadline) -> bool:
        """End it after the run's limit; make it stand still where it has not paused a grace after its slice."""
        now = time.monotonic()
        if now > self._looked + _LOOK_SECONDS:
            self._looked, self._mapped = now, mapped_megabytes(self._pid)
        if limit.overdue() > LAST_SECONDS:
            self.end("timeout")
            return True
        if self._last is not None and now > max(self._last, self._held_until + LEAST_GRACE):
            self._signal(signal.SIGSTOP)
            self.state = State.FROZEN
            return True
        return False

    def run(self, seconds: float, limit: Deadline, *, alone: bool = False) -> None:
        """``go_on``, and ``follow`` it until it stands still or has ended."""
        self.go_on(seconds, alone=alone)
        while not self.follow(limit):
            pass

    def _listen(self, seconds: float) -> dict[str, Any] | None:
        assert self._line is not None
        try:
            return self._line.receive(seconds)
        except EOFError:
            return {"died": True}

    def _answer(self, message: dict[str, Any]) -> bool:
        """Do what a message asks for; whether the phase stands still or has ended now."""
        match message:
            case {"progress": row}:
                self._hear(row)
            case {"log": text}:
                self._logged(text)
            case {"held": held}:
                self._held_until = float("inf") if held else time.monotonic()
            case {"execute": {"vectors": vectors, "seconds": seconds, "claims": claims}}:
                self._execute(vectors, seconds, [ClaimedPlace.from_json(claim) for claim in claims])
            case {"build": _}:
                self._tell_what_is_built()
            case {"paused": row}:
                self._hear(row)
                self.state = State.PAUSED
                return True
            case {"ended": outcome}:
                self._bury()
                self.outcome = Outcome(**outcome)
                return True
            case {"died": True}:
                self._died()
                return True
        return False

    def _hear(self, row: dict[str, Any]) -> None:
        self.last = row
        self._heard(row)

    def _execute(self, vectors: list[list[list[Any]]], seconds: float | None, claims: list[ClaimedPlace]) -> None:
        assert self._executions is not None
        given = [tuple((name, value) for name, value in vector) for vector in vectors]
        with checking():
            result = self._executions.against_proof(given, Deadline(seconds), claims)
        with contextlib.suppress(OSError):  # see _go_on
            self._send({"executed": type(result).__name__, "arguments": _arguments(result)})

    def _tell_what_is_built(self) -> None:
        assert self._executions is not None
        built = self._executions.executable(0.0)
        if isinstance(built, Executable):
            told: Any = {"path": str(built.path), "inputs": built.inputs, "sanitized": built.sanitized}
        else:
            told = built
        with contextlib.suppress(OSError):  # see _go_on
            self._send({"built": told})

    def stop(self, why: str, reason: str) -> None:
        """End it: by a message where it has paused and can hear one, else by a signal; ``reason``: what it tells then."""
        if self.state is State.PAUSED:
            self._clock.waited += time.monotonic() - self._stood_still
            self._clock.until = float("inf")
            until = time.monotonic() + STOP_SECONDS
            with contextlib.suppress(OSError):
                self._send({"stop": why})
            while (rest := until - time.monotonic()) > 0:
                message = self._listen(rest)
                if message is not None and self._answer(message):
                    return
        if self.state is not State.NEW:
            self.end(reason)

    def end(self, reason: str = "") -> None:
        """Kill it; what it last told is kept."""
        if self.state in (State.NEW, State.ENDED):
            self.state = State.ENDED
            return
        used = self.used + (time.monotonic() - self._began if self.state is State.RUNNING else 0.0)
        self._bury()
        self.outcome = Outcome.of_the_dead(self.name, used, self.last, reason)

    def _died(self) -> None:
        code = self._bury()
        full = self._megabytes is not None and self._mapped - self._base > _NEARLY * self._megabytes
        if full:
            reason = OUT_OF_MEMORY
        elif code < 0:
            reason = f"crash: the process of {self.name} died of {signal.Signals(-code).name}"
        else:
            reason = f"crash: the process of {self.name} ended with exit code {code}"
        self.outcome = Outcome.of_the_dead(self.name, self.used, self.last, reason)

    def _bury(self) -> int:
        """End it and what it has started, whatever is left of them; the code as ``Popen.returncode`` of one that was ending already."""
        assert self._line is not None
        self._signal(signal.SIGKILL)
        _, status = os.waitpid(self._pid, 0)
        self._signal(signal.SIGKILL)  # what it started meanwhile
        self._line.close()
        self.state = State.ENDED
        return os.waitstatus_to_exitcode(status)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, number)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._line is not None
        self._line.send(message)

    def _fork(self) -> None:
        mine, theirs = Line.pair()
        self._base = mapped_megabytes()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which the child does without
            self._pid = os.fork()
        if not self._pid:
            try:
                os.setpgid(0, 0)
                mine.close()
                self._serve(theirs, self._clock)
            finally:
                os._exit(1)
        with contextlib.suppress(OSError):  # whichever of the two is first
            os.setpgid(self._pid, self._pid)
        theirs.close()
        self._line = mine
        self._set_limit()

    def _set_limit(self) -> None:
        """Only the soft limit: see ``verilab.verification.serving.child``."""
        if self._megabytes is None or sys.platform != "linux":
            return
        with contextlib.suppress(ProcessLookupError):
            _, hard = resource.prlimit(self._pid, resource.RLIMIT_AS)
            wanted = int((self._base + self._megabytes) * (1 << 20))
            whole = resource.getrlimit(resource.RLIMIT_AS)[0]
            bounds = [each for each in (hard, whole) if each != resource.RLIM_INFINITY]
            resource.prlimit(self._pid, resource.RLIMIT_AS, (min([wanted, *bounds]), hard))


def _arguments(result: CompiledResult) -> list[str]:
    match result:
        case Accepted(checked_by=checked_by):
            return [checked_by]
        case Rejected(reason=reason, checked_by=checked_by):
            return [reason, checked_by]
    return [result.reason]
