"""Blocks and traces of single paths: a given sequence of edges, without what branches off."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.formulas.block import Block
from verilab.formulas.dag import Arrival, Dag, Step
from verilab.formulas.guards import Guard
from verilab.formulas.scope import Scope
from verilab.formulas.slices import block_to
from verilab.formulas.transfer import Transfer
from verilab.formulas.translation import State, Translator
from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import Assume


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
    scope = Scope(terms)
    transfer = Transfer(translator, scope)
    dag = Dag(points[0], scope)
    guard = Guard(None, terms.true)
    state: State = {}
    # Every visit of a control point is a point of its own here: the path has no cycles.
    visits = [points[0], *(_visit(point) for point in points[1:-1]), points[-1]]
    for edge, origin, target in zip(edges, visits, visits[1:], strict=False):
        operation = edge.operation
        condition = terms.true
        if isinstance(operation, Assume):
            truth = translator.truth(operation.condition, state, scope)
            condition = truth if operation.positive else terms.negation(truth)
            if condition is not terms.true:
                guard = Guard(guard, condition)
            transfer.narrow(edge, state, guard)
        else:
            site = transfer.apply(edge, state, guard)
            if site is not None:
                dag.sites[origin, edge] = site
        dag.steps[origin] = (Step(edge, target, condition),)
        dag.predecessors[target] = [origin]
    dag.targets[points[-1]] = Arrival(guard, state)
    return block_to(dag, points[-1], translator)


def _visit(point: ControlPoint) -> ControlPoint:
    return ControlPoint(point._graph, point.id, point.location, point.stack)
