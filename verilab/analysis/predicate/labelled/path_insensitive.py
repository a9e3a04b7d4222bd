"""Path-insensitive interpolants: of all loop-free error paths through each node of a path at once (VMCAI'12 Def. 4, and its conclusion).

For the nodes v_1, ..., v_k of an infeasible path, with I_0 = true:

    P_i  =  all loop-free ways from the root to v_i, those through v_{i-1} from I_{i-1} on
    S_i  =  all loop-free ways from v_i to the error
    P_i => I_i,   I_i and S_i unsatisfiable

so that  I_{i-1} and phi_i => I_i  too: the path is excluded as by interpolants of its own.  Loop-free is what a depth-first search from the
root leaves without its back edges.  Where some other way through v_i is feasible there is no such interpolant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from pysmt.fnode import FNode

from verilab.analysis.arg import Arg, ArgEdge, ArgNode
from verilab.analysis.predicate.interpolation import Refutation, Refuter
from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block
from verilab.formulas.traces.ssa import Instances
from verilab.formulas.traces.summaries import Summary, Way
from verilab.program.control import ControlPoint


@dataclass(frozen=True, slots=True)
class Halves:
    """The two partitions of a location, in the shape of a trace: what leads to it and what leads from it."""

    partitions: tuple[FNode, FNode]
    points: tuple[ControlPoint, ControlPoint, ControlPoint]
    summary: Summary
    place: int
    blocks: tuple[Block, ...] = ()

    def to_state(self, formula: FNode, cut: int) -> FNode:
        return self.summary.to_state(formula, self.place)


def path_insensitive(
    arg: Arg, nodes: Sequence[ArgNode], instances: Instances, excludes: Callable[[Halves], bool], refuter: Refuter
) -> list[Refutation] | None:
    """One refutation per inner node of a path of a graph labelled with formulas; None where there is none for all loop-free paths."""
    order, edges = loop_free(arg, nodes)
    places = {node: number for number, node in enumerate(order)}
    if any(node not in places for node in nodes) or any(places[a] >= places[b] for a, b in pairwise(nodes)):
        return None
    ways = [Way(places[edge.source], edge.step, places[edge.target]) for edge in edges]
    summary = Summary(instances, ways, {places[node]: node.state for node in order if not node.state.is_true()})
    root, end = places[nodes[0]], places[nodes[-1]]
    refutations: list[Refutation] = []
    sources: dict[int, FNode | None] = {root: None}
    for node in nodes[1:-1]:
        place = places[node]
        partitions = (summary.prefix(place, sources), summary.suffix(place, end))
        halves = Halves(partitions, (nodes[0].point, node.point, nodes[-1].point), summary, place)
        refutation = refuter.refute(halves) if excludes(halves) else ""
        if isinstance(refutation, str):
            return None
        refutations.append(refutation)
        sources = {root: None, place: refutation.interpolants[0]}
    return refutations


def loop_free(arg: Arg, path: Sequence[ArgNode]) -> tuple[list[ArgNode], list[ArgEdge]]:
    """The nodes between the root and the end of a path in topological order, and the edges between them but the back edges.

    Back edges are those of a depth-first search that follows the path first.
    """
    end = path[-1]
    matters = {end}
    pending = [end]
    while pending:
        for edge in arg.entering(pending.pop()):
            if edge.source not in matters and edge.source is not end:
                matters.add(edge.source)
                pending.append(edge.source)
    first = dict(pairwise(path))
    leaving = {
        node: sorted((edge for edge in edges if edge.target in matters), key=lambda edge: edge.target is not first.get(edge.source))
        for node, edges in arg.adjacency().items()
        if node in matters
    }
    finished: dict[ArgNode, None] = {}
    open_: set[ArgNode] = set()
    stack = [(arg.root, iter(leaving.get(arg.root, ())))]
    open_.add(arg.root)
    while stack:
        node, rest = stack[-1]
        following = next((edge.target for edge in rest if edge.target not in open_ and edge.target not in finished), None)
        if following is None:
            stack.pop()
            open_.discard(node)
            finished[node] = None
        else:
            open_.add(following)
            stack.append((following, iter(leaving.get(following, ()))))
    order = list(reversed(finished))
    places = {node: number for number, node in enumerate(order)}
    edges = [edge for node in order for edge in leaving.get(node, ()) if places[edge.target] > places[node]]
    return order, edges
