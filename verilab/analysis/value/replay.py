"""Which edges a chain passed: a search with the reference transfer relation between two states of the ARG."""

from __future__ import annotations

from verilab.analysis.value.closure import is_cut, topological
from verilab.analysis.value.post import Assignment, Contradiction, Post
from verilab.analysis.value.scheme import Scheme
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint


class ReplayError(Exception):
    """No path leads from one state to the other: the compiled and the reference transfer relation differ."""


Place = tuple[ControlPoint, Assignment]
_Trail = tuple["_Trail", Edge] | None


def replay(scheme: Scheme, post: Post, start: Place, end: Place) -> list[Edge]:
    """The edges of a path from ``start`` to ``end`` that meets no cut point between, under the scheme's precision."""
    goal_point, goal = end
    bound = None if is_cut(goal_point) else topological(goal_point)
    seen: set[tuple[ControlPoint, frozenset[tuple[int, int]]]] = set()
    pending: list[tuple[ControlPoint, Assignment, _Trail]] = [(*start, None)]
    while pending:
        point, assignment, trail = pending.pop()
        steps = point.successors
        branching = len(steps) > 1
        if branching:
            mark = (point, frozenset(assignment.items()))
            if mark in seen:
                continue
            seen.add(mark)
        for edge, target in reversed(steps):
            if is_cut(target) and target is not goal_point:
                continue
            if bound is not None and topological(target) > bound:
                continue
            following = dict(assignment) if branching else assignment
            try:
                post.apply(edge.operation, following)
            except Contradiction:
                continue
            following = scheme.restrict(target.location, following)
            if target is goal_point and following == goal:
                return _edges((trail, edge))
            if target is not goal_point or not is_cut(target):
                pending.append((target, following, (trail, edge)))
    raise ReplayError(f"no path from {start[0]!r} to {end[0]!r}")


def _edges(trail: _Trail) -> list[Edge]:
    edges: list[Edge] = []
    while trail is not None:
        trail, edge = trail
        edges.append(edge)
    edges.reverse()
    return edges
