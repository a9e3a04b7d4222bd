"""Finite programs over one small value, explored with sets of values as labels: every claim about a graph can be counted out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from hypothesis import strategies as st

from verilab.analysis.arg import COVERED, EXPANDED, OPEN, Arg, ArgEdge, ArgNode
from verilab.analysis.cpa import AbstractState, ReachedIndex, Successor
from verilab.analysis.exploration import Exploration, TargetCoverage
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import Skip

VALUES = range(4)
Label = frozenset[int]


@dataclass(frozen=True)
class Finite:
    """``relation[edge.id][value]`` are the values after an edge, none where it cannot be taken; the start may have any value."""

    graph: ControlGraph
    relation: dict[int, Sequence[Label]]

    def image(self, edge: Edge, label: Label) -> Label:
        return frozenset().union(*(self.relation[edge.id][value] for value in label))

    def steps(self, point: ControlPoint, value: int) -> Iterator[tuple[Edge, ControlPoint, int]]:
        for edge, target in point.successors:
            for after in self.relation[edge.id][value]:
                yield edge, target, after

    def failures(self) -> set[ControlPoint]:
        """The error points that an execution reaches."""
        seen = {(self.graph.entry, value) for value in VALUES}
        pending = list(seen)
        while pending:
            point, value = pending.pop()
            following = {(target, after) for _, target, after in self.steps(point, value)} - seen
            seen |= following
            pending += following
        return {point for point, _ in seen if point.location.is_error}


class SubsetIndex(ReachedIndex):
    """A label is covered by a larger one; what is left of it may be added alone."""

    subtracts = True

    def __init__(self) -> None:
        self.members: dict[ControlPoint, list[ArgNode]] = {}

    def covering(self, point: ControlPoint, state: Label) -> ArgNode | None:
        return next((node for node in self.members.get(point, ()) if state <= node.state), None)

    def remainder(self, point: ControlPoint, state: Label) -> tuple[Label | None, Sequence[ArgNode]]:
        meeting = [node for node in self.members.get(point, ()) if state & node.state]
        return state.difference(*(node.state for node in meeting)) or None, meeting

    def add(self, node: ArgNode) -> None:
        self.members.setdefault(node.point, []).append(node)

    def remove(self, node: ArgNode) -> None:
        self.members[node.point].remove(node)


@dataclass
class SetCpa:
    """Sets of values; with ``blurred`` values a set that has one of them has both."""

    program: Finite
    blurred: Label
    name: str = "sets"

    def initial(self) -> AbstractState:
        return self.program.graph.entry, frozenset(VALUES)

    def successors(self, point: ControlPoint, state: Label) -> Iterable[Successor]:
        for edge, target in point.successors:
            after = self.program.image(edge, state)
            if after:
                yield target, after | self.blurred if after & self.blurred else after, edge

    def make_index(self) -> SubsetIndex:
        return SubsetIndex()

    def edges_between(self, source: AbstractState, step: Edge, target: AbstractState) -> Sequence[Edge]:
        return (step,)


@st.composite
def finite_programs(draw: st.DrawFn) -> Finite:
    """Up to six locations, the last one an error; edges anywhere, loops included."""
    size = draw(st.integers(3, 6))
    builder = ProgramBuilder()
    main = builder.function("main")
    places = [main.entry, *(builder.location(main) for _ in range(size - 1))]
    places[-1].is_error = True
    ends = draw(st.lists(st.tuples(st.integers(0, size - 2), st.integers(1, size - 1)), min_size=size, max_size=3 * size))
    relation: dict[int, Sequence[Label]] = {}
    for source, target in dict.fromkeys(ends):
        edge = builder.edge(places[source], places[target], Skip())
        relation[edge.id] = [draw(st.frozensets(st.sampled_from(VALUES), max_size=2)) for _ in VALUES]
    return Finite(ControlGraph(builder.finish(main)), relation)


@st.composite
def explorations(draw: st.DrawFn) -> tuple[Finite, Exploration]:
    """A program explored for a while, or to its end."""
    program = draw(finite_programs())
    exploration = Exploration(
        SetCpa(program, draw(st.frozensets(st.sampled_from(VALUES), max_size=3))),
        new_only=draw(st.booleans()),
        target_coverage=draw(st.sampled_from(TargetCoverage)),
    )
    limit, nodes = draw(st.integers(2, 30)), count(1)
    exploration.run(lambda node: next(nodes) >= limit)
    return program, exploration


def check(program: Finite, arg: Arg) -> None:
    """The promise of ``verilab.analysis.arg``, and that the graph hangs together."""
    _check_structure(arg)
    shares: dict[ArgNode, list[ArgNode]] = {}
    for node in arg.nodes():
        for source in _parts(arg, node.covers or ()):
            shares.setdefault(source, []).append(node)
    pending = [(arg.root, value) for value in arg.root.state]
    seen = set(pending)
    while pending:
        node, value = pending.pop()
        following: set[tuple[ArgNode, int]] = set()
        if node.status == COVERED:
            by = arg.covered_by(node)
            assert by is not None
            assert value in by.state
            following = {(by, value)}
        elif node.status == EXPANDED:
            edges = arg.leaving(node)
            for edge, point, after in program.steps(node.point, value):
                heirs = [successor.target for successor in edges if successor.step is edge]
                heirs = [heir for heir in [*heirs, *shares.get(node, ())] if heir.point is point and after in heir.state]
                assert heirs, f"{value} at {node} goes to {after} at {point}, which nothing has"
                following |= {(heir, after) for heir in heirs}
        pending += following - seen
        seen |= following
    if not any(node.status == OPEN for node in arg.nodes()):
        assert program.failures() <= {target.point for target in arg.targets}


def _parts(arg: Arg, sources: Iterable[ArgNode]) -> list[ArgNode]:
    """The nodes that sources have become by splits."""
    pending, parts = list(sources), []
    while pending:
        node = pending.pop()
        pending += arg._parts.get(node, ())
        parts.append(node)
    return parts


def _check_structure(arg: Arg) -> None:
    nodes = list(arg.nodes())
    assert len(set(nodes)) == len(nodes)
    edges: list[ArgEdge] = [edge for node in nodes for edge in arg.leaving(node)]
    assert sorted(map(_ids, edges)) == sorted(_ids(edge) for node in nodes for edge in arg.entering(node))
    reachable, pending = {arg.root}, [arg.root]
    while pending:
        following = {edge.target for edge in arg.leaving(pending.pop())} - reachable
        reachable |= following
        pending += following
    assert reachable == set(nodes)
    assert all(node.path()[0] is arg.root for node in nodes)
    index = arg.reached
    assert isinstance(index, SubsetIndex)
    members = [node for covered in index.members.values() for node in covered]
    assert len(members) == len(set(members))
    apart = arg.targets_apart
    assert set(members) == {node for node in nodes if node.status in (OPEN, EXPANDED) and not (apart and node.is_target)}
    assert set(arg.targets) == {node for node in nodes if node.is_target}


def _ids(edge: ArgEdge) -> tuple[int, int, int]:
    return edge.source.id, edge.step.id, edge.target.id
