"""Runs: their verdicts with the evidence, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, field
from typing import Any

from verilab.data_classes import dataclass
from verilab.evidence.record import Evidence
from verilab.verification.configuration import Configuration

EDITS = ("splits", "slices", "strengthenings", "coverings", "uncoverings", "edge_checks", "entailment_checks", "path_checks")
"""The numbers of ``RunStatistics`` that say how refinements edited the model, and what provers were asked for it."""

KILLED = "killed"
"""The entry of ``RunResult.details`` that tells, where there were some, of the solvers' processes that something outside ended.

The run went on without what they had been asked: its verdict is none the worse for it, its numbers may be others."""

EXIT_CODES = {"true": 0, "false": 1, "unknown": 3}


@dataclass(frozen=True, slots=True)
class RunStatistics:
    """Times in seconds; ``own_s`` is the time of the run that was not inside a solver call.

    ``analysis_s`` is the CPU time of exploring and refining, without front end and evidence; ``evidence_s`` that of checking verdicts:
    their checkers, the compilers, which run beside the analysis, and executions of what they compile.  ``targets`` to ``choices``: see
    ``verilab.refinement.counters.Counters``.  ``splits`` to ``uncoverings`` count edits of the model (``slices``: edges
    cut); ``edge_checks`` asked a solver about a block between two labels, ``entailment_checks`` about labels, ``path_checks`` about a whole
    path; all of these are 0 for a run that was killed.  ``model_errors``: how often the compiled program did what our model of it
    does not (``verilab.evidence.record.Evidence``).  ``interpolation``: per procedure what became of its queries (the
    numbers of ``verilab.solving.queries.statistics.Tally``).
    """

    wall_s: float = 0.0
    cpu_s: float = 0.0
    solver_s: float = 0.0
    own_s: float = 0.0
    analysis_s: float = 0.0
    evidence_s: float = 0.0
    states: int = 0
    refinements: int = 0
    targets: int = 0
    provident: int = 0
    targets_passed_over: int = 0
    candidates: int = 0
    choices: int = 0
    exploration_s: float = 0.0
    stop_s: float = 0.0
    precision_s: float = 0.0
    refinement_s: float = 0.0
    predicates: int = 0
    splits: int = 0
    slices: int = 0
    strengthenings: int = 0
    coverings: int = 0
    uncoverings: int = 0
    edge_checks: int = 0
    entailment_checks: int = 0
    path_checks: int = 0
    model_errors: int = 0
    interpolation: dict[str, dict[str, float]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def interpolation_total(self, number: str) -> float:
        """The sum of one of the numbers over all procedures."""
        return sum(tally[number] for tally in self.interpolation.values())


@dataclass(frozen=True, slots=True)
class PropertyResult:
    """The verdict on one property: ``true``, ``false`` or ``unknown`` with the reason; ``expected`` as in the task."""

    name: str
    verdict: str
    reason: str = ""
    evidence: Evidence = field(default_factory=Evidence)
    expected: bool | None = None

    @property
    def classification(self) -> str:
        return classify(self.verdict, self.expected)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> PropertyResult:
        return PropertyResult(**(data | {"evidence": Evidence(**data["evidence"])}))


def classify(verdict: str, expected: bool | None) -> str:
    """ "solved", "wrong" or "unknown"; a verdict without an expected one counts as solved."""
    if verdict == "unknown":
        return "unknown"
    return "solved" if expected is None or expected == (verdict == "true") else "wrong"


def combined(properties: Sequence[PropertyResult]) -> tuple[str, str]:
    """The verdict on all properties together and its reason: false where one is violated, true where all hold."""
    verdicts = {result.verdict for result in properties}
    if "false" in verdicts:
        return "false", ""
    if verdicts == {"true"}:
        return "true", ""
    unknown = [result for result in properties if result.verdict == "unknown"]
    if len({result.reason for result in unknown}) == 1:
        return "unknown", unknown[0].reason
    return "unknown", "; ".join(f"{result.name}: {result.reason}" for result in unknown)


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of verifying one task under one configuration.

    ``properties`` has an entry for each property of the task; ``verdict`` is ``combined`` of theirs.
    """

    task: str
    verdict: str
    reason: str = ""
    evidence: Evidence = field(default_factory=Evidence)
    statistics: RunStatistics = field(default_factory=RunStatistics)
    configuration: Configuration = field(default_factory=Configuration)
    versions: dict[str, str] = field(default_factory=dict)
    expected: bool | None = None
    details: dict[str, Any] = field(default_factory=dict)
    properties: tuple[PropertyResult, ...] = ()

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]

    @property
    def classification(self) -> str:
        """ "wrong" where the verdict on some property is, "unknown" where some property has none, else "solved"."""
        classifications = {result.classification for result in self.properties} | {classify(self.verdict, self.expected)}
        return next(name for name in ("wrong", "unknown", "solved") if name in classifications)

    @property
    def result_line(self) -> str:
        return f"RESULT: {self.verdict}" + (f" ({self.reason})" if self.reason else "")

    def _repr_html_(self) -> str:
        from verilab.verification.notebook.results import result_html  # only notebooks ask

        return result_html(self)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> RunResult:
        data = dict(data)
        data["evidence"] = Evidence(**data["evidence"])
        data["statistics"] = RunStatistics(**data["statistics"])
        data["configuration"] = Configuration.from_json(data["configuration"])
        data["properties"] = tuple(PropertyResult.from_json(result) for result in data.get("properties", ()))
        return RunResult(**data)


def family_of(task: str) -> str:
    """The family of a task by its name: the folder that its definition is in; "-" where the name has none."""
    return task.rpartition("/")[0] or "-"


DEFAULT = "default"
"""How a label names the value "" of an axis that varies."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of an experiment; ``label`` names its configuration for people, by the axes that vary."""

    label: str
    result: RunResult
