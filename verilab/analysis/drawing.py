"""Abstract reachability graphs as drawings for notebooks."""

from __future__ import annotations

from itertools import islice

from verilab.analysis.arg import COVERED, OPEN, Arg, ArgNode
from verilab.drawings import Graph, GraphEdge, GraphNode, graph_html

NODES = 150
"""Nodes that are shown, those that were made first."""
COUNTED = 100_000


def arg_html(arg: Arg) -> str:
    """The nodes by their numbers and control points, the edges between them, and who covers whom."""
    counted = list(islice(arg.nodes(), COUNTED))
    shown = sorted(counted, key=lambda node: node.id)[:NODES]
    there = {node.id for node in shown}
    nodes = [GraphNode(node.id, f"{node.id}\n{node.point!r}", _kind(node)) for node in shown]
    entering = {node.id: dict.fromkeys(edge.source.id for edge in arg.entering(node)) for node in shown}
    edges = [GraphEdge(source, target) for target, sources in entering.items() for source in sources if source in there]
    for node in shown:
        by = arg.covered_by(node) if node.status == COVERED else None
        if by is not None and by.id in there:
            edges.append(GraphEdge(node.id, by.id, "covered by", dashed=True))
    return graph_html(Graph("abstract reachability graph", nodes, edges, len(counted) - len(shown)))


def _kind(node: ArgNode) -> str:
    if node.is_target:
        return "error"
    return {OPEN: "open", COVERED: "covered"}.get(node.status, "")
