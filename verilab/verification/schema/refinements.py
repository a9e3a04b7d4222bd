"""Refinements: what was to be refuted, what was proposed for it, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import Any

from verilab.data_classes import dataclass
from verilab.verification.schema.models import Applied, Model


@dataclass(frozen=True, slots=True)
class Fact:
    """What a refinement tracks, and at which control points."""

    fact: str
    points: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """An edge of an error path, or a block; ``line`` is 0 where it has none.  ``lines``: of a block those of all ways through it."""

    file: str
    line: int
    text: str
    kind: str = ""
    lines: tuple[int, ...] = ()

    @staticmethod
    def from_json(data: dict[str, Any]) -> Step:
        return Step(**(data | {"lines": tuple(data.get("lines", ()))}))


@dataclass(frozen=True, slots=True)
class Target:
    """An error path that a refinement was to refute; ``undecided``: why it has no candidate."""

    node: int
    location: str
    property: str
    file: str
    line: int
    path: tuple[Step, ...]
    undecided: str | None = None

    @staticmethod
    def from_json(data: dict[str, Any]) -> Target:
        return Target(
            data.get("node", 0),
            data["location"],
            data.get("property", ""),
            data["file"],
            data["line"],
            tuple(map(Step.from_json, data["path"])),
            data.get("undecided"),
        )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A condition of a block, by the step that is the block and the line and text of the assume; "" where it is not one edge's."""

    step: int
    line: int
    text: str

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line else f"step {self.step + 1}"
        return f"{self.text or 'a condition'} ({where})"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A refinement that was proposed: its target's place, the length of its sliced prefix with the steps left out, and its scores.

    ``interpolants`` are runs (first step, last step, text); ``increment`` is what it would add to the precision.
    ``conditions``: those left out of blocks of several edges; ``end``: the one that ends the prefix inside its last step.
    """

    target: int
    analysis: str
    length: int
    omitted: tuple[int, ...]
    interpolants: tuple[tuple[int, int, str], ...]
    increment: tuple[Fact, ...]
    scores: dict[str, float]
    provenance: str = ""
    conditions: tuple[LeftOut, ...] = ()
    end: LeftOut | None = None

    def _repr_html_(self) -> str:
        from verilab.verification.notebook.refinements import candidate_html  # only notebooks ask

        return candidate_html(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Candidate:
        return Candidate(
            data["target"],
            data["analysis"],
            data["length"],
            tuple(data["omitted"]),
            tuple((first, last, text) for first, last, text in data["interpolants"]),
            _facts(data["increment"]),
            dict(data["scores"]),
            data.get("provenance", ""),
            tuple(LeftOut(**condition) for condition in data.get("conditions", ())),
            LeftOut(**data["end"]) if data.get("end") else None,
        )


@dataclass(frozen=True, slots=True)
class Refinement:
    """One refinement of a run, as its log tells it (``verilab.refinement.log``).

    ``found``: how many targets the model had, ``targets`` those that were ranked.  ``chosen``: the place of the candidate, None for a join
    of several, which are ``joined``.  ``rejected``: those chosen first that added nothing to the precision.
    ``edits``: how often each edit was done to the model since the refinement before.

    Where the run recorded models: ``model`` is the one that was refined, ``applied`` what became of its nodes at once, ``after`` the one
    that the next refinement of the phase found, or with which it ended; None of a run that was killed before.
    """

    number: int
    phase: str
    states: int | None
    found: int
    targets: tuple[Target, ...]
    candidates: tuple[Candidate, ...]
    chosen: int | None
    why: str
    increment: tuple[Fact, ...]
    joined: tuple[int, ...] = ()
    rejected: tuple[int, ...] = ()
    edits: dict[str, int] = field(default_factory=dict)
    model: Model | None = None
    applied: Applied | None = None
    after: Model | None = None

    @staticmethod
    def from_json(data: dict[str, Any]) -> Refinement:
        """A row of the log; KeyError, TypeError or ValueError for what is none."""
        model, applied = data.get("model"), data.get("applied")
        return Refinement(
            data["refinement"],
            data.get("phase", ""),
            data.get("states"),
            len(data.get("found", ())),
            tuple(map(Target.from_json, data["targets"])),
            tuple(map(Candidate.from_json, data["candidates"])),
            data["chosen"],
            data["why"],
            _facts(data["increment"]),
            tuple(data.get("joined", ())),
            tuple(data.get("rejected", ())),
            dict(data.get("edits", {})),
            None if model is None else Model.from_json(model),
            None if applied is None else Applied.from_json(applied),
        )

    def _repr_html_(self) -> str:
        from verilab.verification.notebook.refinements import refinement_html  # only notebooks ask

        return refinement_html(self)

    def role(self, place: int) -> str:
        """What became of a candidate, "" for nothing."""
        if place == self.chosen:
            return "chosen"
        if place in self.rejected:
            return "adds nothing"
        return "joined" if place in self.joined else ""


def read_refinements(rows: Iterable[dict[str, Any]]) -> tuple[Refinement, ...]:
    """The refinements of a log's rows, each with the model after it; KeyError, TypeError or ValueError for what is none."""
    refinements: list[Refinement] = []
    latest: dict[str, int] = {}
    for row in rows:
        before = latest.get(phase := row.get("phase", ""))
        if before is not None and row.get("model") is not None:
            refinements[before] = replace(refinements[before], after=Model.from_json(row["model"]))
        if "refinement" in row or "model" not in row:
            latest[phase] = len(refinements)
            refinements.append(Refinement.from_json(row))
    return tuple(refinements)


def _facts(data: Sequence[dict[str, Any]]) -> tuple[Fact, ...]:
    return tuple(Fact(fact["fact"], tuple(fact.get("points", ()))) for fact in data)
