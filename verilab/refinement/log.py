"""The refinement log: one JSON row per refinement, written as it happens (what ``verilab explain`` shows).

A row has
    refinement, phase, states     the number, the phase of the run, abstract states of the model that was refined
    found                         all targets of the model: node, location, the property it violates, and whether it was asked for
    passed_over                   how many targets the ranking kept behind the limit, that wait
    targets                       the error paths of the ranked targets: node, location, property, line, undecided (why it has no
                                  candidate, or null), path (step, file, line, text, kind of operation; of a block all its lines)
    candidates                    target (index), analysis, length, omitted (steps, of a sliced path all before its first one, too),
                                  provenance, interpolants, increment, scores; where blocks are sliced by their conditions also
                                  ``end``, the condition that ends the prefix inside its last step, or null, and ``conditions``, those
                                  left out before: step, line, text
    select, chosen, why           the operator, the index of its choice (null for a join of several) and the reason
    joined                        of a join: the candidates that it contains
    increment                     what the choice adds to the precision
    rejected                      candidates that were chosen first but added nothing to the precision
    edits                         how often the model was split, sliced, strengthened, covered, uncovered since the row before
    model, applied                only where models are asked for: the model that was refined, and what became of its nodes at once
                                  (``verilab.refinement.models``)
Where models are asked for, a row without ``refinement`` has the ``phase`` and the ``model`` at its end, or at a violation.
Interpolants are runs ``[first, last, text]`` of equal neighbours, numbered by the steps after which they hold, from 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import SeveralWays
from verilab.analysis.exploration import Exploration
from verilab.analysis.prefixes import Condition, Prefix
from verilab.program.cfa import Edge, Position
from verilab.program.control import ControlPoint
from verilab.refinement.choice import Choice, Measured
from verilab.refinement.contenders import Contenders
from verilab.refinement.joining import contained
from verilab.refinement.models import Snapshot
from verilab.refinement.observers import LoopObserver
from verilab.refinement.operators import Candidate, Context, RefinableAnalysis, Select
from verilab.refinement.provident import Provident
from verilab.refinement.registry import factory, operator_names
from verilab.refinement.targets import extract_targets

BLOCK_LINES = 500
"""Lines of a block that are told at most."""


class TextSink(Protocol):
    """Where the lines of a log go: a file, or whoever writes one."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> object: ...


class RefinementLog:
    """Writes rows to a text stream; ``phase`` names the part of the run that they come from, ``models``: they tell of these, too."""

    def __init__(self, stream: TextSink, *, models: bool = False) -> None:
        self.phase = ""
        self.models = models
        self._stream = stream
        self._snapshot: Snapshot | None = None
        self._scores = {name: factory("score", name)("") for name in operator_names("score")}

    def row(
        self,
        context: Context,
        select: Select,
        provident: Provident,
        choice: Choice,
        rejected: Sequence[Candidate] = (),
        scores: Measured | None = None,
    ) -> dict[str, Any]:
        """The row of a choice; to be made before the choice is applied.  ``scores``: more than those of the choice, where there are."""
        analysis, candidates, chosen = context.analysis, provident.candidates, choice.candidate
        scores = choice.scores if scores is None else scores
        numbers = {id(candidate): number for number, candidate in enumerate(candidates)}
        places = {target: place for place, target in enumerate(provident.ranked)}
        undecided = {target: proposal.reason for target, proposal in provident.undecided}
        left = [candidate for candidate in candidates if all(candidate is not loser for loser in rejected)]
        joined = [] if id(chosen) in numbers else [number for number, candidate in enumerate(candidates) if contained(candidate, chosen)]
        self._snapshot = Snapshot(analysis, context.exploration, provident.ranked) if self.models else None
        return {
            "refinement": context.number,
            "phase": self.phase,
            "states": context.exploration.arg.nodes_created,
            "found": [_reached_target(target, target in places) for target in extract_targets(context.exploration)],
            "passed_over": provident.passed_over,
            "targets": [_target(analysis, target) | {"undecided": undecided.get(target)} for target in provident.ranked],
            "candidates": [self._candidate(context, candidate, places, scores.get(id(candidate), {})) for candidate in candidates],
            "select": str(select),
            "chosen": numbers.get(id(chosen)),
            "joined": joined,
            "why": "the only candidate" if len(left) == 1 and chosen is left[0] else choice.explain(),
            "increment": _increment(analysis, chosen),
            "rejected": [numbers[id(candidate)] for candidate in rejected if id(candidate) in numbers],
            **({} if self._snapshot is None else {"model": self._snapshot.model}),
        }

    def applied(self, following: Exploration | None) -> dict[str, Any]:
        """What the row that was made last says besides of the refinement, which has been applied: it goes on with that exploration."""
        return {} if self._snapshot is None else {"applied": self._snapshot.applied(following)}

    def end(self, analysis: RefinableAnalysis, exploration: Exploration) -> None:
        """Append the model that nothing is refined in any more, where models are asked for."""
        if self.models:
            self.write({"phase": self.phase, "model": Snapshot(analysis, exploration, extract_targets(exploration)).model})

    def write(self, row: dict[str, Any]) -> None:
        """Append a row; it is on its way to the file when this returns."""
        self.write_text(json.dumps(row) + "\n")

    def write_text(self, lines: str) -> None:
        """Append rows that are lines of JSON already; they are on their way to the file when this returns."""
        self._stream.write(lines)
        self._stream.flush()

    def _candidate(self, context: Context, candidate: Candidate, places: dict[ArgNode, int], scores: Mapping[str, float]) -> dict[str, Any]:
        return {
            "target": places[candidate.target],
            "analysis": candidate.analysis,
            "length": candidate.prefix.length,
            "omitted": sorted(candidate.prefix.no_ops),
            **_inside(candidate.prefix),
            "provenance": candidate.provenance,
            "interpolants": _interpolants(context.analysis, candidate),
            "increment": _increment(context.analysis, candidate),
            "scores": self._measured(context, candidate, scores),
        }

    def _measured(self, context: Context, candidate: Candidate, scores: Mapping[str, float]) -> dict[str, float]:
        """Every known score in its default form, and those that the selection used where they say something else."""
        defaults = {name: score.measure(candidate, context) for name, score in self._scores.items()}
        return defaults | {text: value for text, value in scores.items() if defaults.get(text.partition(":")[0]) != value}


class LoopLog(LoopObserver):
    """Writes a row of a log for each refinement of a loop; ``edits`` counts those of its models so far."""

    def __init__(self, log: RefinementLog, analysis: RefinableAnalysis, select: Select, edits: Callable[[], Mapping[str, int]]) -> None:
        self._log = log
        self._analysis = analysis
        self._select = select
        self._edits = edits
        self._written: Mapping[str, int] = {}
        self._row: dict[str, Any] = {}

    def chosen(self, context: Context, contenders: Contenders, choice: Choice) -> None:
        self._row = self._log.row(context, self._select, contenders.provident, choice, contenders.rejected, contenders.scores)

    def refined(self, contenders: Contenders, following: Exploration | None) -> None:
        row = self._row | {"edits": self._new_edits()} | self._log.applied(following)
        self._log.write(row if following is not None else row | {"why": row["why"] + "; it adds nothing to the precision"})

    def ended(self, model: Exploration) -> None:
        self._log.end(self._analysis, model)

    def _new_edits(self) -> dict[str, int]:
        """The edits since the row before, those that were done at all."""
        now, before = self._edits(), self._written
        self._written = now
        return {name: more for name, count in now.items() if (more := count - before.get(name, 0))}


def _reached_target(target: ArgNode, ranked: bool) -> dict[str, Any]:
    return {"node": target.id, "location": repr(target.point), "property": target.point.location.property, "ranked": ranked}


def _target(analysis: RefinableAnalysis, target: ArgNode) -> dict[str, Any]:
    taken = analysis.path(target)
    offsets = dict(zip(taken.offsets, taken.steps, strict=False))
    path = [
        _step(edge) if edge is not None else _block(offsets[place], before, after)
        for place, (edge, (before, after)) in enumerate(zip(taken.edges, pairwise(taken.points), strict=True))
    ]
    position = next((step for step in reversed(path) if step["line"]), {"file": "", "line": 0})
    return {
        "node": target.id,
        "location": repr(target.point),
        "property": target.point.location.property,
        "file": position["file"],
        "line": position["line"],
        "path": path,
    }


def _step(edge: Edge) -> dict[str, Any]:
    kind = type(edge.operation).__name__.lower()
    return {"file": edge.position.file, "line": edge.position.line, "text": edge.text, "kind": kind}


def _block(step: SeveralWays, before: ControlPoint, after: ControlPoint) -> dict[str, Any]:
    """A step of several ways: ``line`` is that of an edge that ends it, ``lines`` those of all its edges in the same file."""
    edges = step.edges
    position = next((edge.position for edge in reversed(edges) if edge.position.line), Position("", 0))
    lines = sorted({edge.position.line for edge in edges if edge.position.file == position.file and edge.position.line})
    text = f"block from {before!r} to {after!r}"
    return {"file": position.file, "line": position.line, "text": text, "kind": "block", "lines": lines[:BLOCK_LINES]}


def _inside(prefix: Prefix) -> dict[str, Any]:
    """What a prefix says of the conditions of blocks; nothing where it says nothing."""
    if prefix.end is None and not prefix.left_out:
        return {}
    end = None if prefix.end is None else _condition(prefix.end[0])
    return {"end": end, "conditions": [_condition(condition) for condition in prefix.left_out]}


def _condition(condition: Condition) -> dict[str, Any]:
    edge = condition.edge
    return {"step": condition.step, "line": 0 if edge is None else edge.position.line, "text": "" if edge is None else edge.text}


def _interpolants(analysis: RefinableAnalysis, candidate: Candidate) -> list[list[Any]]:
    runs: list[list[Any]] = []
    before: Any = None
    for step, interpolant in enumerate(candidate.interpolants, start=1):
        if runs and interpolant is before:
            runs[-1][1] = step
            continue
        before = interpolant
        text = analysis.facts.interpolant_text(interpolant)
        if runs and runs[-1][2] == text:
            runs[-1][1] = step
        else:
            runs.append([step, step, text])
    return runs


def _increment(analysis: RefinableAnalysis, candidate: Candidate) -> list[dict[str, Any]]:
    """The facts, each with the control points where it is to be tracked."""
    points: dict[str, list[str]] = {}
    for point, facts in candidate.increment.facts.items():
        for fact in facts:
            points.setdefault(analysis.facts.text(fact), []).append(repr(point))
    return [{"fact": fact, "points": points[fact]} for fact in sorted(points)]
