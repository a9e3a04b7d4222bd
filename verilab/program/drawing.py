"""Control-flow automata as drawings for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.drawings import Graph, GraphEdge, GraphNode, graph_html
from verilab.program.cfa import Call, Function, Location, Program, Return


def program_html(program: Program) -> str:
    """The whole automaton: calls lead into the callee, and back to where the caller goes on."""
    return graph_html(_graph(f"automaton of {program.name}", program.locations))


def function_html(function: Function) -> str:
    """The automaton of a function; a call is a step to behind it."""
    return graph_html(_graph(f"automaton of {function.name}", function.locations))


def _graph(name: str, locations: Sequence[Location]) -> Graph:
    shown = {location.id for location in locations}
    nodes = [GraphNode(location.id, repr(location), _kind(location)) for location in locations]
    edges = []
    for location in locations:
        for edge in location.leaving:
            if isinstance(edge.operation, Return):
                continue  # where it leads to is the call's matter
            if edge.target.id in shown:
                edges.append(GraphEdge(location.id, edge.target.id, edge.text))
            if isinstance(edge.operation, Call) and edge.operation.return_to.id in shown:
                edges.append(GraphEdge(location.id, edge.operation.return_to.id, f"after {edge.text}", dashed=True))
    return Graph(name, nodes, edges)


def _kind(location: Location) -> str:
    return "error" if location.is_error else "head" if location.is_loop_head else ""
