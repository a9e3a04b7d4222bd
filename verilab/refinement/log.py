"""The refinement log: one JSON row per refinement, written as it happens (what ``verilab explain`` shows).

A row has
    refinement, phase, states     the number, the phase of the run, abstract states of the model that was refined
    found                         all targets of the model: node, location, the property it violates, and whether it was asked for
    passed_over                   how many targets the ranking kept behind the limit, that wait
    targets                       the error paths of the ranked targets: node, location, property, line, undecided (why it has no
                                  candidate, or null), path (step, file, line, text, kind of operation)
    candidates                    target (index), analysis, length, omitted (steps), provenance, interpolants, increment, scores
    select, chosen, why           the operator, the index of its choice (null for a join of several) and the reason
    joined                        of a join: the candidates that it contains
    increment                     what the choice adds to the precision
    rejected                      candidates that were chosen first but added nothing to the precision
    edits                         how often the model was split, sliced, strengthened, covered, uncovered since the row before
Interpolants are runs ``[first, last, text]`` of equal neighbours, numbered by the steps after which they hold, from 1.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol

from verilab.analysis.arg import ArgNode
from verilab.program.cfa import Edge
from verilab.refinement.joining import contained
from verilab.refinement.operators import Candidate, Context, RefinableAnalysis, Select
from verilab.refinement.provident import Provident
from verilab.refinement.registry import factory, operator_names
from verilab.refinement.targets import extract_targets


class TextSink(Protocol):
    """Where the lines of a log go: a file, or whoever writes one."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> object: ...


class RefinementLog:
    """Writes rows to a text stream; ``phase`` names the part of the run that they come from."""

    def __init__(self, stream: TextSink) -> None:
        self.phase = ""
        self._stream = stream
        self._scores = {name: factory("score", name)("") for name in operator_names("score")}

    def row(self, context: Context, select: Select, found: Provident, chosen: Candidate, rejected: Sequence[Candidate]) -> dict[str, Any]:
        """The row of a choice; to be made before the choice is applied."""
        analysis, candidates = context.analysis, found.candidates
        numbers = {id(candidate): number for number, candidate in enumerate(candidates)}
        places = {target: place for place, target in enumerate(found.ranked)}
        undecided = {target: proposal.reason for target, proposal in found.undecided}
        left = [candidate for candidate in candidates if all(candidate is not each for each in rejected)]
        joined = [] if id(chosen) in numbers else [number for number, each in enumerate(candidates) if contained(each, chosen)]
        return {
            "refinement": context.number,
            "phase": self.phase,
            "states": context.exploration.arg.nodes_created,
            "found": [_found(target, target in places) for target in extract_targets(context.exploration)],
            "passed_over": found.passed_over,
            "targets": [_target(analysis, target) | {"undecided": undecided.get(target)} for target in found.ranked],
            "candidates": [self._candidate(context, candidate, places) for candidate in candidates],
            "select": str(select),
            "chosen": numbers.get(id(chosen)),
            "joined": joined,
            "why": "the only candidate" if len(left) == 1 and chosen is left[0] else select.reason(chosen, left),
            "increment": _increment(analysis, chosen),
            "rejected": [numbers[id(candidate)] for candidate in rejected if id(candidate) in numbers],
        }

    def write(self, row: dict[str, Any]) -> None:
        """Append a row; it is on its way to the file when this returns."""
        self.write_text(json.dumps(row) + "\n")

    def write_text(self, lines: str) -> None:
        """Append rows that are lines of JSON already; they are on their way to the file when this returns."""
        self._stream.write(lines)
        self._stream.flush()

    def _candidate(self, context: Context, candidate: Candidate, places: dict[ArgNode, int]) -> dict[str, Any]:
        return {
            "target": places[candidate.target],
            "analysis": candidate.analysis,
            "length": candidate.prefix.length,
            "omitted": sorted(candidate.prefix.omitted),
            "provenance": candidate.provenance,
            "interpolants": _interpolants(context.analysis, candidate),
            "increment": _increment(context.analysis, candidate),
            "scores": self._measured(context, candidate),
        }

    def _measured(self, context: Context, candidate: Candidate) -> dict[str, float]:
        """Every known score in its default form, and those that the selection used where they say something else."""
        found = {name: score.measure(candidate, context) for name, score in self._scores.items()}
        return found | {text: value for text, value in candidate.scores.items() if found.get(text.partition(":")[0]) != value}


def _found(target: ArgNode, ranked: bool) -> dict[str, Any]:
    return {"node": target.id, "location": repr(target.point), "property": target.point.location.property, "ranked": ranked}


def _target(analysis: RefinableAnalysis, target: ArgNode) -> dict[str, Any]:
    taken = analysis.path(target)
    path = [
        _step(edge) if edge is not None else {"file": "", "line": 0, "text": f"block from {before!r} to {after!r}", "kind": "block"}
        for edge, (before, after) in zip(taken.edges, pairwise(taken.points), strict=True)
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


def _interpolants(analysis: RefinableAnalysis, candidate: Candidate) -> list[list[Any]]:
    runs: list[list[Any]] = []
    before: Any = None
    for step, interpolant in enumerate(candidate.interpolants, start=1):
        if runs and interpolant is before:
            runs[-1][1] = step
            continue
        before = interpolant
        text = analysis.interpolant_text(candidate, interpolant)
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
            points.setdefault(analysis.fact_text(candidate, fact), []).append(repr(point))
    return [{"fact": fact, "points": points[fact]} for fact in sorted(points)]
