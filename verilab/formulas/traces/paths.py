"""Blocks and traces of single paths: a given sequence of edges, without what branches off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.forward import Arrival, Dag
from verilab.formulas.encodings.guards import Guard
from verilab.formulas.encodings.translation import Translator
from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph, ControlPoint


def points_along(graph: ControlGraph, edges: Sequence[Edge], start: ControlPoint | None = None) -> list[ControlPoint]:
    """The control points of a path, one more than edges; ValueError where an edge does not leave its predecessor's target."""
    points = [graph.entry if start is None else start]
    for edge in edges:
        for candidate, target in points[-1].successors:
            if candidate is edge:
                points.append(target)
                break
        else:
            raise ValueError(f"{edge!r} does not leave {points[-1]!r}")
    return points


def path_block(translator: Translator, edges: Sequence[Edge], points: Sequence[ControlPoint]) -> Block:
    """One block for a path, which may pass a control point several times; its formula may be false."""
    terms = translator.terms
    dag = Dag(points[0], translator)
    arrival = Arrival(Guard(None, terms.true), {}, 0, 0)
    # Every visit of a control point is a point of its own here: the path has no cycles.
    visits = [points[0], *map(_visit, points[1:-1]), points[-1]]
    for edge, (origin, target) in zip(edges, pairwise(visits), strict=True):
        if not dag.follow(origin, edge, target, arrival, terms.true):
            arrival.guard = Guard(arrival.guard, terms.false)
    dag.targets[points[-1]] = arrival
    return Block(dag, points[-1])


def _visit(point: ControlPoint) -> ControlPoint:
    return ControlPoint(point._graph, point.id, point.location, point.stack)
