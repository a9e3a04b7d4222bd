"""Paths through the abstract reachability graph, and what is known of them: executions, infeasible, or undecided."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from verilab.analysis.arg import ArgEdge, ArgNode
from verilab.analysis.cpa import Cpa
from verilab.data_classes import dataclass
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.counterexample import Counterexample


@dataclass(frozen=True, slots=True)
class Path:
    """A path from the root of a graph, node by node and CFA edge by CFA edge.

    ``steps`` lead from node to node, so that there is one more of ``nodes``.  A step is one or more of ``edges``, or it is a block of
    several ways: then it is a single None.  ``points`` are the control points before, between and behind the edges, one more than these;
    node j stands at ``points[offsets[j]]``.
    """

    nodes: tuple[ArgNode, ...]
    steps: tuple[Any, ...]
    edges: tuple[Edge | None, ...]
    points: tuple[ControlPoint, ...]
    offsets: tuple[int, ...]

    def __str__(self) -> str:
        """The source texts of the edges, a block as the points that it is between."""
        between = zip(self.edges, pairwise(self.points), strict=False)
        return "; ".join(f"{before!r} .. {after!r}" if edge is None else edge.text for edge, (before, after) in between)

    @staticmethod
    def to(cpa: Cpa, target: ArgNode) -> Path:
        """The path to a node along the edges by which each node was reached first."""
        return Path.along(cpa, [ArgEdge(node.parent, node.step, node) for node in target.path() if node.parent is not None], target)

    @staticmethod
    def along(cpa: Cpa, steps: Sequence[ArgEdge], end: ArgNode) -> Path:
        """The path of some steps, each from the target of the one before, to ``end`` (which it is where there are none)."""
        nodes = (*(step.source for step in steps), end)
        edges: list[Edge | None] = []
        points = [nodes[0].point]
        offsets = [0]
        for source, step, target in steps:
            between = cpa.edges_between((source.point, source.state), step, (target.point, target.state))
            if between is None:
                edges.append(None)
                points.append(target.point)
            else:
                for edge in between:
                    edges.append(edge)
                    points.append(_follow(points[-1], edge))
            offsets.append(len(edges))
        return Path(nodes, tuple(step.step for step in steps), tuple(edges), tuple(points), tuple(offsets))

    @property
    def target(self) -> ArgNode:
        return self.nodes[-1]

    def node_at(self, position: int) -> ArgNode:
        """The first node at or behind ``points[position]``."""
        return self.nodes[bisect_left(self.offsets, position)]

    def single_edges(self) -> tuple[Edge, ...]:
        """The edges of a path without blocks of several ways.  ValueError where there is one."""
        edges = tuple(edge for edge in self.edges if edge is not None)
        if len(edges) < len(self.edges):
            raise ValueError(f"the path to {self.target!r} has blocks of several edges")
        return edges


def _follow(point: ControlPoint, edge: Edge) -> ControlPoint:
    for leaving, target in point.successors:
        if leaving is edge:
            return target
    raise ValueError(f"{edge!r} does not leave {point!r}")


@dataclass(frozen=True, slots=True)
class Feasible:
    """The path is an execution: the loop ends with a violation."""

    counterexample: Counterexample


@dataclass(frozen=True, slots=True)
class Infeasible:
    """No execution takes the path; ``reason`` may say more."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Undecided:
    """The path can be neither executed nor excluded (a solver gave up, the domain cannot express the reason).

    ``infeasible``: its formula is unsatisfiable, and only the domain cannot exclude it.
    """

    reason: str
    infeasible: bool = False


Feasibility = Feasible | Infeasible | Undecided
