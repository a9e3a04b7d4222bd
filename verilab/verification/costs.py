"""What a run has cost: counters and times, of the phases that have ended and of the one that runs."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any, Protocol

from verilab.data_classes import dataclass
from verilab.refinement.counters import Counters
from verilab.refinement.verdicts import Verdict
from verilab.resources import SolverClock, cpu_seconds, side_seconds
from verilab.solving.queries.statistics import ProcedureStatistics
from verilab.verification.schema import EDITS, RunStatistics

_LOGGER = logging.getLogger("verilab.verification")


class Engine(Protocol):
    """What a phase runs: ``statistics`` count while it does, ``measures`` tells more of it by name."""

    @property
    def statistics(self) -> Counters: ...

    def run(self) -> Verdict:
        """Until it has a verdict on some property."""
        ...

    def measures(self) -> Mapping[str, float]: ...


@dataclass(slots=True)
class PhaseTimes:
    """What a phase took, in seconds: its analysis and its evidence (wall and CPU time); ``reason`` why it last found no verdict."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    evidence: float | None = None
    evidence_cpu: float = 0.0
    reason: str = ""


class Costs:
    """Counts from ``start`` on, by default its making (``time.monotonic``).

    ``phases`` has a row, of plain JSON values, for each phase that has ended.
    """

    def __init__(self, start: float | None = None) -> None:
        self.start = time.monotonic() if start is None else start
        self.clock = SolverClock()
        self.procedures = ProcedureStatistics()
        self.phases: list[dict[str, Any]] = []
        self._counters = Counters()
        self._analysis_seconds = 0.0
        self._evidence_seconds = 0.0
        self._prepared = side_seconds()
        self._predicates = 0

    def spent(self, running: Counters | None = None) -> dict[str, float]:
        """So far, with the phase whose counters are given."""
        return {
            **self._counters.plus(running or Counters()).counts(),
            "solver_s": round(self.clock.seconds, 3),
            "wall_s": round(time.monotonic() - self.start, 3),
        }

    def measured(self, running: Counters | None = None) -> dict[str, float]:
        """``spent``, and the CPU time, which takes longer to find out."""
        return self.spent(running) | {"cpu_s": round(cpu_seconds(), 3)}

    def add(self, name: str, engine: Engine, times: PhaseTimes, *, undecided: bool) -> None:
        """A phase has ended; ``undecided``: some property has no verdict yet."""
        outcome = times.reason if undecided else "decided"
        _LOGGER.info("phase %s ended after %.1f s, %d refinements: %s", name, times.seconds, engine.statistics.refinements, outcome)
        statistics = {key: round(value, 3) for key, value in engine.measures().items()}
        self._counters = self._counters.plus(engine.statistics)
        self._analysis_seconds += times.cpu_seconds
        self._evidence_seconds += times.evidence_cpu
        self._predicates = max(self._predicates, int(statistics.get("predicates", 0)))
        self.phases.append(
            {
                "phase": name,
                "seconds": round(times.seconds, 3),
                **engine.statistics.counts(),
                "cpu_seconds": round(times.cpu_seconds, 3),
                "statistics": statistics,
            }
            | (
                {}
                if times.evidence is None
                else {"evidence_seconds": round(times.evidence, 3), "evidence_cpu_seconds": round(times.evidence_cpu, 3)}
            )
            | ({"reason": times.reason} if undecided else {})
        )

    def adopt(self, row: Mapping[str, Any], solver_seconds: float, tallies: Mapping[str, Mapping[str, float]]) -> None:
        """A phase has ended in a process of its own: its row, and what the clock and the statistics of its procedures had there."""
        self.phases.append(dict(row))
        self._counters = self._counters.plus(Counters.of(row))
        self._analysis_seconds += row["cpu_seconds"]
        self._evidence_seconds += row.get("evidence_cpu_seconds", 0.0)
        self._predicates = max(self._predicates, int(row["statistics"].get("predicates", 0)))
        self.clock.seconds += solver_seconds
        self.procedures.add(tallies)

    def total(self, model_errors: int) -> RunStatistics:
        """Of the whole run."""
        wall = time.monotonic() - self.start
        return RunStatistics(
            wall_s=round(wall, 3),
            cpu_s=round(cpu_seconds(), 3),
            solver_s=round(self.clock.seconds, 3),
            own_s=round(max(0.0, wall - self.clock.seconds), 3),
            analysis_s=round(self._analysis_seconds, 3),
            evidence_s=round(self._evidence_seconds + side_seconds() - self._prepared, 3),
            **self._counters.counts(),
            predicates=self._predicates,
            **{name: sum(int(phase["statistics"].get(name, 0)) for phase in self.phases) for name in EDITS},
            model_errors=model_errors,
            interpolation=self.procedures.to_json(),
        )
