"""HTML fragments for notebooks: tables and graphs, every text escaped; graphs are drawn by Graphviz where it is installed."""

from __future__ import annotations

from verilab.drawings.graphs import Graph, GraphEdge, GraphNode, graph_html
from verilab.drawings.markup import details, escaped, line, table

__all__ = ["Graph", "GraphEdge", "GraphNode", "details", "escaped", "graph_html", "line", "table"]
