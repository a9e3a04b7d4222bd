"""Queries: what interpolation procedures were asked."""

from __future__ import annotations

from typing import Any

from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class Query:
    """One call of an interpolation procedure, as the index of recorded queries tells it (``verilab.solving.queries.recorder``).

    ``file`` holds the query, whose number in its run is ``number``; ``iteration``: how many refinements there were before it.
    """

    task: str
    file: str
    number: int
    phase: str
    iteration: int
    logic: str
    partitions: int
    procedure: str
    outcome: str
    seconds: float

    @staticmethod
    def from_index(row: dict[str, Any]) -> tuple[Query, ...]:
        """One for each procedure that was asked the query, in order."""
        shared = {name: row[name] for name in ("task", "file", "phase", "iteration", "logic", "partitions")}
        return tuple(
            Query(**shared, number=row["query"], procedure=procedure, outcome=outcome, seconds=s) for procedure, outcome, s in row["asked"]
        )
