"""Refinements as HTML: what the refinement microscope of a report shows, in a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.drawings import Graph, GraphEdge, GraphNode, details, graph_html, line, table
from verilab.refinement.scores import MAXIMUM
from verilab.verification.schema import Candidate, Fact, Model, Refinement, Target

STEPS = 400
"""Of an error path, the last ones."""
CANDIDATES = 40
_EDGES = {"covered": "covered by", "skips": "..."}


def refinement_html(refinement: Refinement) -> str:
    """The error paths, the candidates with their scores and interpolants, the choice and why, the models if they were recorded."""
    phase = f" of {refinement.phase}" if refinement.phase else ""
    states = "" if refinement.states is None else f", in a model of {refinement.states} states"
    targets = f"{refinement.found} target{'' if refinement.found == 1 else 's'}"
    head = line(f"{targets}{states}", strong=f"refinement {refinement.number}{phase}")
    shown = list(enumerate(refinement.candidates))[:CANDIDATES]
    names = list(dict.fromkeys(name for _, candidate in shown for name in candidate.scores))
    rows = []
    for place, candidate in shown:
        scores = [_score(candidate.scores.get(name)) for name in names]
        rows.append([place, refinement.role(place), candidate.analysis, candidate.length, _facts(candidate.increment), *scores])
    left = len(refinement.candidates) - len(shown)
    parts = [
        head,
        table(["candidate", "", "analysis", "prefix", "tracks", *names], rows, [] if refinement.chosen is None else [refinement.chosen]),
        line(f"{left} more candidates") if left else "",
        line(refinement.why, strong="why:"),
        *(_interpolants(candidate, f"interpolants of candidate {place}") for place, candidate in shown),
        *map(_path, refinement.targets),
    ]
    if refinement.model is not None:
        parts.append(details("the model that was refined", model_html(refinement.model)))
    if refinement.after is not None:
        parts.append(details("the model after it", model_html(refinement.after)))
    return "".join(parts)


def candidate_html(candidate: Candidate) -> str:
    """The sliced prefix, what it would track, the scores, the interpolants."""
    omitted = f", {len(candidate.omitted)} steps left out" if candidate.omitted else ""
    if candidate.end is not None or candidate.conditions:
        omitted += f", ends with {candidate.end or 'a whole step'}, {len(candidate.conditions)} conditions left out"
    head = line(f"{candidate.analysis}, prefix of {candidate.length} steps{omitted}", strong="candidate")
    scores = table(["score", "value"], [[name, _score(value)] for name, value in candidate.scores.items()])
    tracked = table(["tracks", "at"], [[fact.fact, ", ".join(fact.points)] for fact in candidate.increment])
    return head + tracked + scores + _interpolants(candidate, f"interpolants, by {candidate.provenance or 'the analysis'}")


def model_html(model: Model) -> str:
    """The graph of abstract states, as far as it was recorded."""
    nodes = [
        GraphNode(node.id, f"{node.id}  {node.location}\n{node.label}", _kind(node.status, target=node.target)) for node in model.nodes
    ]
    edges = [GraphEdge(edge.source, edge.target, _EDGES.get(edge.kind, ""), edge.kind != "step") for edge in model.edges]
    return graph_html(Graph("abstract model", nodes, edges, model.left_out))


def _kind(status: str, *, target: bool) -> str:
    if target:
        return "error"
    return status if status in ("open", "covered") else ""


def _interpolants(candidate: Candidate, summary: str) -> str:
    if not candidate.interpolants:
        return ""
    rows = [[f"{first}" if first == last else f"{first} .. {last}", text] for first, last, text in candidate.interpolants]
    return details(summary, table(["after steps", "interpolant"], rows))


def _path(target: Target) -> str:
    steps = list(enumerate(target.path, start=1))[-STEPS:]
    left = [[f"{len(target.path) - len(steps)} steps before", "", ""]] if len(steps) < len(target.path) else []
    rows = [[number, f"{step.file}:{step.line}" if step.line else "", step.text] for number, step in steps]
    why = f" ({target.undecided})" if target.undecided else ""
    return details(f"error path to {target.location}{why}", table(["step", "line", "operation"], [*left, *rows]))


def _facts(facts: Sequence[Fact]) -> str:
    return ", ".join(fact.fact for fact in facts)


def _score(value: float | None) -> float | str:
    if value is None:
        return ""
    return "max" if value == MAXIMUM else value
