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
from dataclasses import replace

from verilab.data_classes import dataclass
from verilab.evidence.compiler.building import Executable
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.compiler.executions import ModelOfDecisions
from verilab.evidence.results import CompiledResult, InputVector
from verilab.processes.forks import die_with_parent
from verilab.processes.lines import Line
from verilab.refinement.log import RefinementLog
from verilab.resources import Deadline, OutOfTime, cpu_seconds
from verilab.verification.costs import Costs
from verilab.verification.docket import Docket
from verilab.verification.phases.analysis import analyse
from verilab.verification.phases.clock import SharedClock
from verilab.verification.phases.messages import (
    AskBuilt,
    Built,
    Ended,
    Execute,
    Executed,
    Held,
    Logged,
    Paused,
    Stop,
    ToPhase,
    Why,
)
from verilab.verification.phases.outcome import Outcome
from verilab.verification.phases.phase import Phase
from verilab.verification.proceedings import Proceedings
from verilab.verification.progress import Progress, Throttle
from verilab.verification.workshop import Workshop

LOOK_SECONDS = 0.05
"""Seconds between two questions whether the program is compiled."""


class Superseded(BaseException):
    """Another phase has the answer; no error, so that nobody takes it for one of the phase's own."""


STOPS: dict[Why, type[BaseException]] = {Why.ANSWERED: Superseded, Why.TIME: OutOfTime}
"""What a phase ends with that is stopped where it stands still."""


class PausesInTurn:
    """The phase stands still when its slice is over, until the run lets it go on or stops it."""

    def __init__(self, line: Line[ToPhase], clock: SharedClock, proceedings: Proceedings) -> None:
        self._line = line
        self._clock = clock
        self._proceedings = proceedings

    def now(self) -> float:
        return time.perf_counter() - self._clock.waited

    def pause(self) -> None:
        if time.monotonic() < self._clock.until:
            return
        self._line.send(Paused(progress_of(self._proceedings)))
        order = self._line.receive()
        if isinstance(order, Stop):
            raise STOPS[order.why]

    def hold(self, held: bool) -> None:
        self._line.send(Held(held))


def progress_of(proceedings: Proceedings) -> Progress:
    """What the run is to know now."""
    costs = proceedings.costs
    return Progress(proceedings.phase, proceedings.docket.decided(), costs.measured(proceedings.running()), costs.procedures.to_json())


class _Reporter:
    """Tells the run of progress."""

    def __init__(self, line: Line[ToPhase]) -> None:
        self._line = line
        self._throttle = Throttle()

    def __call__(self, progress: Progress) -> None:
        if self._throttle.passes(progress):
            self._line.send(replace(progress, numbers=progress.numbers | {"cpu_s": round(cpu_seconds(), 3)}))


class _LogLines:
    """The stream of a refinement log whose rows the run writes."""

    def __init__(self, line: Line[ToPhase]) -> None:
        self._line = line

    def write(self, text: str, /) -> None:
        self._line.send(Logged(text))

    def flush(self) -> None:
        pass


class _ExecutionsElsewhere:
    """The compiled program, which the run's process has."""

    def __init__(self, line: Line[ToPhase]) -> None:
        self._line = line

    def against_proof(
        self,
        vectors: Sequence[InputVector] = (),
        deadline: Deadline | None = None,
        claims: Sequence[ClaimedPlace] = (),
        model: ModelOfDecisions | None = None,
    ) -> CompiledResult:
        self._line.send(Execute(list(vectors), None if deadline is None else deadline.remaining(), list(claims)))
        answer = self._line.receive()
        assert isinstance(answer, Executed)
        return answer.result

    def executable(self, seconds: float) -> Executable | str | None:
        until = time.monotonic() + seconds
        while True:
            self._line.send(AskBuilt())
            answer = self._line.receive()
            assert isinstance(answer, Built)
            if answer.built is not None or time.monotonic() >= until:
                return answer.built
            time.sleep(min(seconds, LOOK_SECONDS))


@dataclass(frozen=True)
class PhaseBody:
    """What the process of a phase does; it is made in the run's, and has what that has."""

    proceedings: Proceedings
    workshop: Workshop
    phase: Phase

    def serve(self, line: Line[ToPhase], clock: SharedClock) -> None:
        """Run the phase, send what it comes to, and leave the process."""
        status, stopped = 1, False
        try:
            die_with_parent()
            gc.freeze()  # so that collections leave the memory that both processes have as it is
            own = self._own(line)
            try:
                analyse(own, self.workshop, self.phase, PausesInTurn(line, clock, own))
            except Superseded:
                stopped = True
            versions = {name: backend.version for name, backend in self.workshop.backends.items()}
            line.send(Ended(Outcome.of(own, versions, stopped=stopped)))
            status = 0
        except (BrokenPipeError, EOFError):
            pass  # nobody listens any more: the run has ended
        except BaseException:  # whatever it is, it must not go on into what the parent was doing
            traceback.print_exc()
        finally:
            os._exit(status)

    def _own(self, line: Line[ToPhase]) -> Proceedings:
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
