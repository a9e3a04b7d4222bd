"""What became of a run's interpolation queries, by procedure.

Four ways not to answer are four numbers: invalid (refuted by the certificate), failed, unsupported and timed out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.interpolation import Failed, Interpolants, Invalid, NotUnsat, Outcome, TimedOut, Unsupported


@dataclass(slots=True)
class Tally:
    """``asked`` is the sum of the outcomes, but for a query that never ended; ``valid`` answers are certified where checking is on.

    ``fallbacks``: queries that another procedure had to answer after this one, in whole or for some cuts; ``seconds``: wall time.
    """

    asked: int = 0
    valid: int = 0
    invalid: int = 0
    failed: int = 0
    unsupported: int = 0
    timedout: int = 0
    satisfiable: int = 0
    fallbacks: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, float]:
        """All numbers by name."""
        counts = {name: getattr(self, name) for name in OUTCOMES}
        return {"asked": self.asked, **counts, "fallbacks": self.fallbacks, "seconds": round(self.seconds, 3)}


OUTCOMES = ("valid", "invalid", "failed", "unsupported", "timedout", "satisfiable")
_KINDS: dict[type, str] = {
    Interpolants: "valid",
    Invalid: "invalid",
    Failed: "failed",
    Unsupported: "unsupported",
    TimedOut: "timedout",
    NotUnsat: "satisfiable",
}


def outcome_name(outcome: Outcome) -> str:
    """The outcome's name among OUTCOMES."""
    return _KINDS[type(outcome)]


class ProcedureStatistics:
    """Counts outcomes by procedure; an ``Observer`` of interpolators."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        self._unanswered: tuple[str, tuple[FNode, ...]] | None = None  # the last query, where it has no interpolants

    def asked(self, procedure: str, partitions: Sequence[FNode]) -> None:
        if self._unanswered is not None and self._unanswered[0] != procedure and self._unanswered[1] == tuple(partitions):
            self.tallies[self._unanswered[0]].fallbacks += 1
        self._unanswered = None
        self.tallies.setdefault(procedure, Tally()).asked += 1

    def answered(self, procedure: str, partitions: Sequence[FNode], outcome: Outcome, seconds: float) -> None:
        tally, name = self.tallies[procedure], outcome_name(outcome)
        setattr(tally, name, getattr(tally, name) + 1)
        tally.seconds += seconds
        if isinstance(outcome, Interpolants):
            tally.fallbacks += bool(outcome.fallback)
        else:
            self._unanswered = (procedure, tuple(partitions))

    def add(self, tallies: Mapping[str, Mapping[str, float]]) -> None:
        """Add what ``to_json`` gave elsewhere."""
        for procedure, numbers in tallies.items():
            tally = self.tallies.setdefault(procedure, Tally())
            for name, number in numbers.items():
                setattr(tally, name, getattr(tally, name) + number)

    def to_json(self) -> dict[str, dict[str, float]]:
        """The tallies by procedure."""
        return {procedure: tally.to_json() for procedure, tally in self.tallies.items()}
