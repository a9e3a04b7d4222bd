"""What a run hands over to the store: its result, what its logs say, and under which circumstances it ran."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, field, fields, replace
from typing import Any

from verilab.data_classes import dataclass
from verilab.evidence.record import Evidence
from verilab.experiments.store.columns import NUMBERS, run_key
from verilab.verification.configuration import SETTINGS, Configuration
from verilab.verification.schema import Applied, Model, PropertyResult, Query, Refinement, Run, RunResult, RunStatistics, family_of

PROCESS_GROUP = "process group"
"""Who limits a run: its own process group, watched by its parent (no control group of the system)."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """``attempts``: how often the run was begun, as something outside ended it; ``cores`` that it was pinned to, none where it was not.

    ``load``: the machine's load average of one minute when it began; ``limited_by``: who measured and enforced its limits; ``started``: in
    UTC, as ISO 8601 text.
    """

    attempts: int = 1
    host: str = ""
    cores: tuple[int, ...] = ()
    load: float = 0.0
    limited_by: str = PROCESS_GROUP
    started: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One finished run; ``repetition`` counts from 1."""

    run: Run
    repetition: int = 1
    refinements: tuple[Refinement, ...] = ()
    queries: tuple[Query, ...] = ()
    circumstances: Circumstances = field(default_factory=Circumstances)

    @property
    def key(self) -> str:
        return run_key(self.run.result.task, self.run.label, self.repetition)


Row = dict[str, Any]
"""A row of a table, as plain JSON values."""


def rows_of(record: Record) -> dict[str, list[Row]]:
    """The rows of each table that a run has some in."""
    key = record.key
    return {
        "runs": [run_row(record)],
        "refinements": [_refinement(key, place, refinement) for place, refinement in enumerate(record.refinements, start=1)],
        "candidates": [row for place, refinement in enumerate(record.refinements, start=1) for row in _candidates(key, place, refinement)],
        "models": list(_models(key, record.refinements)),
        "queries": [{"run": key} | {name: value for name, value in asdict(query).items() if name != "task"} for query in record.queries],
    }


def run_row(record: Record) -> Row:
    """The row of the table ``runs``."""
    result = record.run.result
    return {
        "run": record.key,
        "task": result.task,
        "family": family_of(result.task),
        "label": record.run.label,
        "repetition": record.repetition,
        "expected": result.expected,
        "verdict": result.verdict,
        "class": result.classification,
        "reason": result.reason,
        "evidence": result.evidence.kind,
        "checked_by": result.evidence.checked_by,
        "accepted": result.evidence.accepted,
        "properties": [answer.to_json() for answer in result.properties],
        "details": {**result.details, "evidence": asdict(result.evidence)},
        **{name: value for name, value in result.statistics.to_json().items() if name in NUMBERS},
        "procedures": result.statistics.interpolation,
        **result.configuration.to_json(),
        **asdict(record.circumstances),
    }


def run_of(row: Row) -> Run:
    """The run of a row of the table ``runs``, whose JSON is read already; ``versions`` are in the manifest."""
    details = dict(row["details"])
    return Run(
        row["label"],
        RunResult(
            row["task"],
            row["verdict"],
            row["reason"],
            Evidence(**details.pop("evidence")),
            RunStatistics(**{name: row[name] for name in NUMBERS}, interpolation=row["procedures"]),
            Configuration(**{name: row[name] for name in SETTINGS}),
            expected=row["expected"],
            details=details,
            properties=tuple(map(PropertyResult.from_json, row["properties"])),
        ),
    )


def refinement_of(row: Row, candidates: Sequence[Row]) -> Refinement:
    """The refinement of a row, with its candidates in their order; their JSON is read already."""
    names = [
        column.name for column in fields(Refinement) if column.name not in ("found", "candidates", "number", "model", "applied", "after")
    ]
    data = {name: row[name] for name in names} | {"refinement": row["number"], "found": [None] * row["found"]}
    return Refinement.from_json(data | {"candidates": list(candidates)})


def _refinement(key: str, place: int, refinement: Refinement) -> Row:
    row = asdict(replace(refinement, model=None, after=None))
    return row | {"run": key, "place": place, "candidates": len(refinement.candidates)}


def _candidates(key: str, place: int, refinement: Refinement) -> list[Row]:
    return [
        asdict(candidate)
        | {"run": key, "place": place, "candidate": number, "role": refinement.role(number)}
        | {"scores": {name: stored_number(value) for name, value in candidate.scores.items()}}
        for number, candidate in enumerate(refinement.candidates)
    ]


def _models(key: str, refinements: Sequence[Refinement]) -> Iterator[Row]:
    """The model of each refinement; that behind it where it is no other refinement's."""
    following: dict[str, Refinement] = {}
    rows: list[Row] = []
    for place, refinement in reversed(list(enumerate(refinements, start=1))):
        next_one = following.get(refinement.phase)
        if refinement.after is not None and (next_one is None or next_one.model != refinement.after):
            rows.append({"run": key, "place": place, "moment": "after", "model": refinement.after.to_json(), "applied": None})
        if refinement.model is not None:
            applied = None if refinement.applied is None else refinement.applied.to_json()
            rows.append({"run": key, "place": place, "moment": "before", "model": refinement.model.to_json(), "applied": applied})
        following[refinement.phase] = refinement
    yield from reversed(rows)


def with_models(refinements: Sequence[Refinement], rows: Sequence[Row]) -> tuple[Refinement, ...]:
    """The refinements of a run, in their order, with the models that the rows of the table ``models`` have; their JSON is read already."""
    if not rows:
        return tuple(refinements)
    read = {(row["place"], row["moment"]): (Model.from_json(row["model"]), row["applied"]) for row in rows}
    completed: list[Refinement] = []
    following: dict[str, Model] = {}
    for place, refinement in reversed(list(enumerate(refinements, start=1))):
        model, applied = read.get((place, "before"), (None, None))
        after, _ = read.get((place, "after"), (following.get(refinement.phase), None))
        completed.append(replace(refinement, model=model, applied=None if applied is None else Applied.from_json(applied), after=after))
        if model is not None:
            following[refinement.phase] = model
    return tuple(reversed(completed))


def stored_number(value: float) -> float | str:
    """A number of a row: JSON has no infinities; the database reads their names."""
    return value if math.isfinite(value) else str(float(value))
