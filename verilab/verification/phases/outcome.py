"""What a phase in a process of its own leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from verilab.data_classes import dataclass
from verilab.refinement.counters import Counters
from verilab.resources import side_seconds
from verilab.verification.proceedings import Proceedings
from verilab.verification.schema import KILLED, PropertyResult


@dataclass(frozen=True, slots=True)
class Outcome:
    """``row``: the phase's, of the run's costs; ``properties``: what it has to say of them; ``versions``: of the backends it has loaded.

    ``solver_s`` and ``tallies`` are what the solvers' clock and the procedures' statistics had.
    """

    row: dict[str, Any]
    properties: list[PropertyResult] = field(default_factory=list)
    solver_s: float = 0.0
    tallies: dict[str, dict[str, float]] = field(default_factory=dict)
    details: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, proceedings: Proceedings, versions: Mapping[str, str], *, stopped: bool) -> Outcome:
        """Of a phase that has ended by itself, or was ``stopped`` where it stood still, so that it has no reason to tell."""
        results = [] if stopped else list(proceedings.docket.results())
        (row,) = proceedings.costs.phases
        if "evidence_cpu_seconds" in row:
            row["evidence_cpu_seconds"] = round(row["evidence_cpu_seconds"] + side_seconds(), 3)  # of a process that has the phase only
        deaths = proceedings.costs.clock.deaths
        return cls(
            row,
            results,
            proceedings.costs.clock.seconds,
            proceedings.costs.procedures.to_json(),
            {name: detail for name, detail in proceedings.details.items() if name != "phases"} | ({KILLED: deaths} if deaths else {}),
            dict(versions),
        )

    @classmethod
    def of_the_dead(cls, phase: str, seconds: float, last: Mapping[str, Any], tallies: dict[str, dict[str, float]], reason: str) -> Outcome:
        """Of a phase whose process was killed or has died: the last numbers that it told; ``reason`` is "" where nobody asks for one."""
        row = {
            "phase": phase,
            "seconds": round(seconds, 3),
            **Counters.of(last).counts(),
            "cpu_seconds": last.get("cpu_s", 0.0),
            "statistics": {},
        }
        return cls(row | ({"reason": reason} if reason else {}), solver_s=last.get("solver_s", 0.0), tallies=tallies)

    def join(self, proceedings: Proceedings) -> None:
        """Make it part of what the run has come to."""
        proceedings.costs.adopt(self.row, self.solver_s, self.tallies)
        proceedings.docket.adopt(self.properties)
        if not self.properties and "reason" in self.row:
            proceedings.docket.give_up(self.row["reason"])
        for name, detail in self.details.items():
            if isinstance(detail, list):
                proceedings.details.setdefault(name, []).extend(detail)
            else:
                proceedings.details[name] = detail
