"""Which edges a chain passed: a search with the reference transfer relation between two states of the ARG.

The states at the starts of the generated functions that the chain ran through (waypoints, which the engine finds by running the chain
once more) cut the search into short pieces, each nearly without choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from verilab.analysis.value.compiled.closure import is_cut, topological
from verilab.analysis.value.scheme import Scheme
from verilab.analysis.value.strongest_post.post import Assignment, Change, Contradiction, Post
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.operations import Assume


class ReplayError(Exception):
    """No path leads from one state to the other: the compiled and the reference transfer relation differ."""


Place = tuple[ControlPoint, Assignment]
_Trail = tuple["_Trail", Edge] | None


def replay(scheme: Scheme, post: Post, places: Sequence[Place]) -> list[Edge]:
    """The edges of a path through all places that meets no cut point but at its ends, under the scheme's precision."""
    edges: list[Edge] = []
    for number, (start, end) in enumerate(pairwise(places)):
        last = number == len(places) - 2
        if last or start != end:
            edges += _search(scheme, post, start, end)
    return edges


def _search(scheme: Scheme, post: Post, start: Place, end: Place) -> list[Edge]:
    goal_point, goal = end
    bound = None if is_cut(goal_point) else topological(goal_point)
    seen: set[tuple[ControlPoint, frozenset[tuple[int, int]]]] = set()
    pending: list[tuple[ControlPoint, Assignment, _Trail]] = [(*start, None)]
    while pending:
        point, assignment, trail = pending.pop()
        following = list(steps_from(scheme, post, point, assignment))
        if len(following) > 1:
            mark = (point, frozenset(assignment.items()))
            if mark in seen:
                continue
            seen.add(mark)
        for edge, target, after in reversed(following):
            if target is goal_point and after == goal:
                return _edges((trail, edge))
            if is_cut(target) or (bound is not None and topological(target) > bound):
                continue
            pending.append((target, after, (trail, edge)))
    raise ReplayError(f"no path from {start[0]!r} to {goal_point!r}")


def steps_from(scheme: Scheme, post: Post, point: ControlPoint, assignment: Assignment) -> Iterator[tuple[Edge, ControlPoint, Assignment]]:
    """The edges that can be executed, with the assignments after them; unchanged assignments are shared, never copied."""
    decided: dict[int, int | None] = {}
    keep = scheme.keep(point.location)
    for edge, target in point.successors:
        operation = edge.operation
        after = assignment
        changes: list[Change] = []
        if isinstance(operation, Assume):
            condition = operation.condition
            if id(condition) not in decided:
                decided[id(condition)] = post.tape(condition).value(assignment)
            value = decided[id(condition)]
            if value is not None and bool(value) != operation.positive:
                continue
            undecided = value is None
        else:
            undecided = True
        if undecided:
            after = dict(assignment)
            try:
                changes = post.apply(operation, after)
            except Contradiction:
                continue
        kept = scheme.keep(target.location)
        lost = {slot for slot in scheme.slots(keep & ~kept) if slot in after}
        lost.update(slot for slot, _ in changes if slot not in scheme.slots(kept) and slot in after)
        if lost:  # what an assignment has at the edge's source is kept there: only what the edge changes needs a look
            after = {slot: value for slot, value in after.items() if slot not in lost}
        yield edge, target, after


def _edges(trail: _Trail) -> list[Edge]:
    edges: list[Edge] = []
    while trail is not None:
        trail, edge = trail
        edges.append(edge)
    edges.reverse()
    return edges
