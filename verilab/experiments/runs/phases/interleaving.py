"""How the phases of ``auto`` share a run: each in a process of its own, in turns, until one has the answer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from verilab.experiments.runs.phases.child import PhaseBody
from verilab.experiments.runs.phases.plan import Phase
from verilab.experiments.runs.phases.process import PhaseProcess
from verilab.experiments.runs.phases.turns import Turn, Turns
from verilab.experiments.runs.proceedings import Proceedings
from verilab.experiments.runs.workshop import Workshop
from verilab.experiments.schema import PropertyResult
from verilab.refinement.counters import Counters

FIRST_ROUND = 4.0
"""Seconds of the first round, where there is no time limit."""
ROUNDS = 4
"""Where there is one: how many rounds end with it."""
AHEAD, MOST_AHEAD = 2.0, 5.0
"""What the first phase has before the rounds begin, of the seconds of the first one and in seconds: most answers that it has come soon."""
LATE = ROUNDS - 1
"""The round in which a second encoding of the predicate analysis begins: what it is for is rare, and its queries are long."""
MEMORY_SHARE, LATE_MEMORY_SHARE = 0.4, 0.2
"""In these proportions the phases that have not ended share a run's memory."""

CAN_FORK = hasattr(os, "fork")


class Interleaving:
    """The phases of one run, whose ``proceedings`` get what each of them comes to."""

    def __init__(self, phases: Sequence[Phase], proceedings: Proceedings, workshop: Workshop) -> None:
        self._proceedings = proceedings
        self._processes: dict[str, PhaseProcess] = {}
        late = {phase.name for phase in [each for each in phases if each.analysis == "predicate"][1:]}
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
        rest = proceedings.deadline.remaining()
        first = FIRST_ROUND if rest is None else rest / (2**ROUNDS - 1)
        self._turns = Turns(turns, first, ahead=min(MOST_AHEAD, first * AHEAD))
        self._versions: dict[str, str] = {}

    def run(self) -> dict[str, str]:
        """Until one phase has the answer, all have ended or the time is up; the versions of the backends that they have loaded."""
        deadline = self._proceedings.deadline
        self._share_memory()
        try:
            while deadline.remaining() != 0.0 and (slice_ := self._turns.next()) is not None:
                process = self._processes[slice_.turn.name]
                process.run(slice_.seconds, deadline, alone=slice_.alone)
                slice_.turn.used = process.used
                if process.has_ended:
                    slice_.turn.has_ended = True
                    self._join(process)
                    self._share_memory()
                if self._has_answer():
                    break
            self._stop()
        finally:
            for process in self._processes.values():
                process.end()
        return self._versions

    def _stop(self) -> None:
        """End the phases that are left, each with its row."""
        answered = self._has_answer()
        for process in self._processes.values():
            if not process.has_ended:
                process.stop("answered" if answered else "time", "" if answered else "timeout")
                self._join(process)

    def _join(self, process: PhaseProcess) -> None:
        if process.outcome is not None:
            process.outcome.join(self._proceedings)
            self._versions |= process.outcome.versions
            # A verdict that was told stands, even if the process died before its end.
            self._proceedings.docket.adopt([PropertyResult.from_json(each) for each in process.last.get("properties", ())])

    def _has_answer(self) -> bool:
        return not self._proceedings.docket.open

    def _share_memory(self) -> None:
        megabytes = self._proceedings.configuration.memory_limit
        if megabytes is None:
            return
        left = {name: self._shares[name] for name, process in self._processes.items() if not process.has_ended}
        for name, share in left.items():
            self._processes[name].limit_memory(megabytes * share / sum(left.values()))

    def _heard(self, row: dict[str, Any]) -> None:
        """A progress row of one phase, as one of the run: with what the others have come to."""
        proceedings = self._proceedings
        running = [process.last for process in self._processes.values() if not process.has_ended]
        counters = Counters()
        for last in running:
            counters = counters.plus(Counters.of(last))
        spent = proceedings.costs.spent(counters)
        spent["solver_s"] = round(spent["solver_s"] + sum(last.get("solver_s", 0.0) for last in running), 3)
        proceedings.progress({"phase": row["phase"], "properties": row["properties"]} | spent)

    def _logged(self, text: str) -> None:
        if self._proceedings.log is not None:
            self._proceedings.log.write_text(text)
