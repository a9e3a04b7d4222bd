"""A phase in a process of its own: what runs there.

The process is forked from the run's, whose program and control graph it finds in its memory.  It has its own solvers, and ends when the
run's process does, even by SIGKILL.
"""

from __future__ import annotations

import gc
import os
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verilab.evidence.compiler.building import Executable
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.compiler.executions import ModelOfDecisions
from verilab.evidence.results import Accepted, CompiledResult, InputVector, Refused, Rejected, Unchecked
from verilab.processes.forks import die_with_parent
from verilab.refinement.log import RefinementLog
from verilab.resources import Deadline, OutOfTime, cpu_seconds
from verilab.verification.costs import Costs
from verilab.verification.docket import Docket
from verilab.verification.phases.analysis import analyse
from verilab.verification.phases.channel import Line, SharedClock
from verilab.verification.phases.outcome import Outcome
from verilab.verification.phases.plan import Phase
from verilab.verification.proceedings import Proceedings
from verilab.verification.workshop import Workshop

LOOK_SECONDS = 0.05
"""Seconds between two questions whether the program is compiled."""
PROGRESS_INTERVAL = 0.2
"""Seconds between two progress messages."""


class Ended(BaseException):
    """Another phase has the answer; no error, so that nobody takes it for one of the phase's own."""


STOPS: dict[str, type[BaseException]] = {"answered": Ended, "time": OutOfTime, "memory": MemoryError}
"""Why a phase is stopped where it stands still, and what it ends with there."""
RESULTS: dict[str, type[CompiledResult]] = {each.__name__: each for each in (Accepted, Rejected, Unchecked, Refused)}


class PausesInTurn:
    """The phase stands still when its slice is over, until the run lets it go on or stops it."""

    def __init__(self, line: Line, clock: SharedClock, proceedings: Proceedings) -> None:
        self._line = line
        self._clock = clock
        self._proceedings = proceedings

    def now(self) -> float:
        return time.perf_counter() - self._clock.waited

    def pause(self) -> None:
        if time.monotonic() < self._clock.until:
            return
        self._line.send({"paused": told(self._proceedings)})
        order = self._line.receive()
        assert order is not None
        if "stop" in order:
            raise STOPS[order["stop"]]

    def hold(self, held: bool) -> None:
        self._line.send({"held": held})


def told(proceedings: Proceedings) -> dict[str, Any]:
    """What the run is to know of a phase that may die: its numbers, and its verdicts."""
    costs = proceedings.costs
    row = {"phase": proceedings.phase, "properties": proceedings.docket.decided()} | costs.measured(proceedings.running())
    return row | {"tallies": costs.procedures.to_json()}


class _Reporter:
    """Progress messages, at most one an interval, but verdicts at once."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._next = 0.0
        self._decided: Any = []

    def __call__(self, row: dict[str, Any]) -> None:
        now = time.monotonic()
        if now >= self._next or row["properties"] != self._decided:
            self._next, self._decided = now + PROGRESS_INTERVAL, row["properties"]
            self._line.send({"progress": row | {"cpu_s": round(cpu_seconds(), 3)}})


class _LogLines:
    """The stream of a refinement log whose rows the run writes."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def write(self, text: str, /) -> None:
        self._line.send({"log": text})

    def flush(self) -> None:
        pass


class _ExecutionsElsewhere:
    """The compiled program, which the run's process has."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def against_proof(
        self,
        vectors: Sequence[InputVector] = (),
        deadline: Deadline | None = None,
        claims: Sequence[ClaimedPlace] = (),
        model: ModelOfDecisions | None = None,
    ) -> CompiledResult:
        seconds = None if deadline is None else deadline.remaining()
        told = [claim.to_json() for claim in claims]
        self._line.send({"execute": {"vectors": vectors, "seconds": seconds, "claims": told}})
        answer = self._line.receive()
        assert answer is not None
        return RESULTS[answer["executed"]](*answer["arguments"])

    def executable(self, seconds: float) -> Executable | str | None:
        until = time.monotonic() + seconds
        while True:
            self._line.send({"build": True})
            answer = self._line.receive()
            assert answer is not None
            built: dict[str, Any] | str | None = answer["built"]
            if isinstance(built, dict):
                return Executable(Path(built["path"]), built["inputs"], built["sanitized"])
            if isinstance(built, str) or time.monotonic() >= until:
                return built
            time.sleep(min(seconds, LOOK_SECONDS))


@dataclass(frozen=True)
class PhaseBody:
    """What the process of a phase does; it is made in the run's, and has what that has."""

    proceedings: Proceedings
    workshop: Workshop
    phase: Phase

    def serve(self, line: Line, clock: SharedClock) -> None:
        """Run the phase, send what it comes to, and leave the process."""
        status = 1
        try:
            die_with_parent()
            gc.freeze()  # so that collections leave the memory that both processes have as it is
            line.send({"ended": self._outcome(line, clock).to_json()})
            status = 0
        except (BrokenPipeError, EOFError):
            pass  # nobody listens any more: the run has ended
        except BaseException:  # whatever it is, it must not go on into what the parent was doing
            traceback.print_exc()
        finally:
            os._exit(status)

    def _outcome(self, line: Line, clock: SharedClock) -> Outcome:
        own = self._own(line)
        stopped = False
        try:
            analyse(own, self.workshop, self.phase, PausesInTurn(line, clock, own))
        except Ended:
            stopped = True
        versions = {name: backend.version for name, backend in self.workshop.backends.items()}
        return Outcome.of(own, versions, stopped=stopped)

    def _own(self, line: Line) -> Proceedings:
        """The phase's own proceedings; its solvers count there."""
        whole = self.proceedings
        costs = Costs(whole.costs.start)
        log = None if whole.log is None else RefinementLog(_LogLines(line), models=whole.log.models)
        executions = None if whole.executions is None else _ExecutionsElsewhere(line)
        self.workshop.clock, self.workshop.observers = costs.clock, [costs.procedures]
        return replace(
            whole,
            docket=Docket(whole.docket.expectations),
            costs=costs,
            progress=_Reporter(line),
            log=log,
            executions=executions,
            details={"phases": costs.phases},
            engines={},
        )
