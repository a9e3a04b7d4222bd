"""The summary of a replay: one line per engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from verilab.experiments.queries.replay import ReplayRow


@dataclass(frozen=True, slots=True)
class EngineSummary:
    """``outcomes`` by name; times in wall seconds of all queries (``total``) and of the valid ones (``median``).

    ``ratio``: the engine's time relative to the first engine's, over the queries that both answered validly; None where there are none.
    Sizes are medians over the valid answers; ``new_predicates`` and ``fallbacks`` are sums.
    """

    engine: str
    asked: int
    outcomes: Counter[str]
    median: float | None
    total: float
    ratio: float | None
    nodes: float | None
    atoms: float | None
    variables: float | None
    predicates: float | None
    new_predicates: int
    fallbacks: int


def summarise(rows: Sequence[ReplayRow]) -> list[EngineSummary]:
    """One summary per engine, in the order of first appearance."""
    engines: dict[str, list[ReplayRow]] = {}
    for row in rows:
        engines.setdefault(row.engine, []).append(row)
    first = next(iter(engines.values()), [])
    return [_summary(engine, group, first) for engine, group in engines.items()]


def _summary(engine: str, rows: list[ReplayRow], first: list[ReplayRow]) -> EngineSummary:
    valid = [row for row in rows if row.outcome == "valid"]

    def middle(values: list[int] | list[float]) -> float | None:
        return float(median(values)) if values else None

    reference = {(row.task, row.query): row.seconds for row in first if row.outcome == "valid"}
    common = [row for row in valid if (row.task, row.query) in reference]
    base = sum(reference[row.task, row.query] for row in common)
    return EngineSummary(
        engine,
        len(rows),
        Counter(row.outcome for row in rows),
        middle([row.seconds for row in valid]),
        sum(row.seconds for row in rows),
        sum(row.seconds for row in common) / base if base else None,
        middle([row.measures.nodes for row in valid]),
        middle([row.measures.atoms for row in valid]),
        middle([row.measures.variables for row in valid]),
        middle([row.predicates for row in valid]),
        sum(row.new_predicates for row in valid),
        sum(bool(row.fallback) for row in rows),
    )
