"""What one run reports: a JSON object with stable keys."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

EXIT_CODES = {"true": 0, "false": 1, "unknown": 3}


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """How the verdict was certified: ``kind`` is "invariants", "replay" or "none"; ``checked_by`` names the checker."""

    kind: str = "none"
    checked_by: str = ""
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class RunStatistics:
    """Times in seconds; ``own_s`` is the time of the run that was not inside a solver call.

    ``analysis_s`` is the CPU time of exploring and refining, without front end and evidence.  ``provident``, ``candidates`` and
    ``choices``: see ``verilab.refinement.loop.LoopStatistics``.  ``interpolation``: per procedure what became of its queries (the
    numbers of ``verilab.solving.statistics.Tally``).
    """

    wall_s: float = 0.0
    cpu_s: float = 0.0
    solver_s: float = 0.0
    own_s: float = 0.0
    analysis_s: float = 0.0
    states: int = 0
    refinements: int = 0
    provident: int = 0
    candidates: int = 0
    choices: int = 0
    predicates: int = 0
    interpolation: dict[str, dict[str, float]] = field(default_factory=dict)

    def interpolation_total(self, number: str) -> float:
        """The sum of one of the numbers over all procedures."""
        return sum(tally[number] for tally in self.interpolation.values())


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of verifying one task under one configuration."""

    task: str
    verdict: str
    reason: str = ""
    evidence: EvidenceReport = field(default_factory=EvidenceReport)
    statistics: RunStatistics = field(default_factory=RunStatistics)
    configuration: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    expected: bool | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]

    @property
    def classification(self) -> str:
        """ "solved", "wrong" or "unknown"; a verdict without an expected one counts as solved."""
        if self.verdict == "unknown":
            return "unknown"
        if self.expected is None or self.expected == (self.verdict == "true"):
            return "solved"
        return "wrong"

    @property
    def result_line(self) -> str:
        return f"RESULT: {self.verdict}" + (f" ({self.reason})" if self.reason else "")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> RunResult:
        data = dict(data)
        data["evidence"] = EvidenceReport(**data["evidence"])
        data["statistics"] = RunStatistics(**data["statistics"])
        return RunResult(**data)
