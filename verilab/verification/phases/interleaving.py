"""How the phases of ``auto`` share a run: each in a process of its own, in turns, one or more at once, until one has the answer."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator, Sequence
from dataclasses import replace

from verilab.refinement.counters import Counters
from verilab.resources import Deadline
from verilab.verification.configuration import Configuration
from verilab.verification.phases.child import PhaseBody
from verilab.verification.phases.messages import Why
from verilab.verification.phases.phase import Analysis, Phase
from verilab.verification.phases.process import PhaseProcess
from verilab.verification.phases.turns import Slice, Turn, Turns
from verilab.verification.proceedings import Proceedings
from verilab.verification.progress import Progress
from verilab.verification.workshop import Workshop

FIRST_ROUND = 4.0
"""Seconds of the first round, where there is no time limit."""
ROUNDS = 4
"""Where there is one, of time or of CPU time: how many rounds end with it."""
AHEAD, MOST_AHEAD = 2.0, 5.0
"""What the first phase has before the rounds begin, of the seconds of the first one and in seconds: most answers that it has come soon."""
MOST_BEFORE_OTHERS = 1.0
"""The same where a later phase guesses invariants, which has come to its end soon too, or the first one has the least part of the time."""
LATE = ROUNDS - 1
"""The round in which late phases begin."""
MEMORY_SHARE, LATE_MEMORY_SHARE = 0.4, 0.2
"""In these proportions the phases that have not ended share a run's memory."""

MOST_AT_ONCE = 2
"""Phases that run at once where the cores decide."""
LOOK_SECONDS = 0.25
"""Seconds between two looks at phases that tell nothing."""

CAN_FORK = hasattr(os, "fork")


class Interleaving:
    """The phases of one run, whose ``proceedings`` get what each of them comes to."""

    def __init__(self, phases: Sequence[Phase], proceedings: Proceedings, workshop: Workshop) -> None:
        self._proceedings = proceedings
        self._processes: dict[str, PhaseProcess] = {}
        late = {phase.name for phase in phases if phase.late}
        self._shares = {phase.name: LATE_MEMORY_SHARE if phase.name in late else MEMORY_SHARE for phase in phases}
        turns, left = [], 1.0
        for phase in phases:
            turns.append(Turn(phase.name, left * phase.share, since=LATE if phase.name in late else 0))
            left -= left * phase.share
            self._processes[phase.name] = PhaseProcess(
                phase.name,
                PhaseBody(proceedings, workshop, replace(phase, share=1.0)).serve,
                heard=self._heard,
                logged=self._logged,
                executions=proceedings.executions,
            )
        self._at_once = at_once(proceedings.configuration)
        first = first_round(proceedings.deadline, self._at_once)
        others = [phase.share for phase in phases[1:] if phase.analysis not in (Analysis.TESTING, Analysis.UNROLLING, Analysis.PDR)]
        has_least = phases[0].share < min(others, default=1.0)
        most = MOST_BEFORE_OTHERS if has_least or any(phase.analysis is Analysis.INDUCTION for phase in phases) else MOST_AHEAD
        # With a second core the others lose less by beginning early.
        self._turns = Turns(turns, first * self._at_once, ahead=min(most, first * AHEAD) / self._at_once)
        self._running: list[Turn] = []
        self._versions: dict[str, str] = {}

    def run(self) -> dict[str, str]:
        """Until one phase has the answer or none can have it, all have ended or the time is up; the versions of backends they loaded."""
        self._share_memory()
        try:
            # Out of CPU time nothing waits for a phase that runs: the run is about to be ended from outside.
            while not self._is_over() and not self._proceedings.deadline.is_out_of_cpu_time:
                for slice_ in self._due():
                    self._processes[slice_.turn.name].go_on(slice_.seconds, alone=slice_.alone)
                if not self._running:
                    break
                self._follow()
            self._stop()
        finally:
            for process in self._processes.values():
                process.end()
        return self._versions

    def _due(self) -> Iterator[Slice]:
        """The slices that begin now: as many phases run as may, while there is time."""
        while len(self._running) < self._at_once and self._proceedings.deadline.remaining() != 0.0:
            slice_ = self._turns.next(self._running)
            if slice_ is None:
                return
            self._running.append(slice_.turn)
            yield slice_

    def _follow(self) -> None:
        """Hear those that run, until one of them stands still or has ended."""
        processes = [(turn, self._processes[turn.name]) for turn in self._running]
        if not any(process.line.has_pending for _, process in processes):
            select.select([process.line for _, process in processes], [], [], LOOK_SECONDS)
        for turn, process in processes:
            if process.follow(self._proceedings.deadline, 0.0):
                self._running.remove(turn)
                turn.used = process.used
                turn.has_ended = process.has_ended
                if process.has_ended:
                    self._join(process)
                    self._share_memory()

    def _stop(self) -> None:
        """End the phases that are left, each with its row."""
        answered = self._is_over()
        for process in self._processes.values():
            if not process.has_ended:
                process.stop(Why.ANSWERED if answered else Why.TIME, "" if answered else "timeout")
                self._join(process)

    def _join(self, process: PhaseProcess) -> None:
        if process.outcome is not None:
            process.outcome.join(self._proceedings)
            self._versions |= process.outcome.versions
            # A verdict that was told stands, even if the process died before its end.
            self._proceedings.docket.adopt(process.last.decided)

    def _is_over(self) -> bool:
        return self._proceedings.docket.is_over

    def _share_memory(self) -> None:
        megabytes = self._proceedings.configuration.memory_limit
        if megabytes is None:
            return
        left = {name: self._shares[name] for name, process in self._processes.items() if not process.has_ended}
        for name, share in left.items():
            self._processes[name].limit_memory(megabytes * share / sum(left.values()))

    def _heard(self, progress: Progress) -> None:
        """What one phase tells of its progress, as the run's: with what the others have come to."""
        proceedings = self._proceedings
        running = [process.last.numbers for process in self._processes.values() if not process.has_ended]
        counters = Counters()
        for numbers in running:
            counters = counters.plus(Counters.of(numbers))
        spent = proceedings.costs.spent(counters)
        spent["solver_s"] = round(spent["solver_s"] + sum(numbers.get("solver_s", 0.0) for numbers in running), 3)
        proceedings.progress(replace(progress, numbers=spent))

    def _logged(self, text: str) -> None:
        if self._proceedings.log is not None:
            self._proceedings.log.write_text(text)


def first_round(deadline: Deadline, at_once: int) -> float:
    """The seconds of the first round, of which as many phases as run at once use as many of CPU time each."""
    rest = deadline.remaining()
    if deadline.allowance is not None:
        allowed = deadline.allowance.remaining() / at_once
        rest = allowed if rest is None else min(rest, allowed)
    return FIRST_ROUND if rest is None else rest / (2**ROUNDS - 1)


def at_once(configuration: Configuration) -> int:
    """How many phases run at the same time; without a number the cores decide that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return configuration.phases_at_once or min(MOST_AT_ONCE, cores)
