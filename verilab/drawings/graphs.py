"""Graphs: as SVG by Graphviz' ``dot`` where that is installed and ends in time, else as a table of their edges, with what to install."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

from verilab.data_classes import dataclass
from verilab.drawings.markup import line, table

SECONDS = 10.0
"""What dot may take."""
MOST_NODES = 300
"""Larger graphs are no drawings that anybody can read."""
MOST_EDGES = 300
"""Of a table."""
LABEL = 60
"""Characters of a line of a label."""
HINT = "install Graphviz for a drawing: apt install graphviz, brew install graphviz or conda install graphviz"

_STYLES = {
    "": "",
    "error": ', color="firebrick", penwidth=2',
    "head": ', style="rounded"',
    "open": ', style="dashed"',
    "covered": ', color="gray50", fontcolor="gray50"',
}


@dataclass(frozen=True, slots=True)
class GraphNode:
    """``kind``: "", "error", "head" (of a loop), "open" or "covered"; ``label`` may have several lines."""

    key: int
    label: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """Between nodes by their keys; ``dashed`` for what is no step."""

    source: int
    target: int
    label: str = ""
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """``name`` is told above it; ``left_out``: how many more nodes there are."""

    name: str
    nodes: Sequence[GraphNode]
    edges: Sequence[GraphEdge]
    left_out: int = 0


def graph_html(graph: Graph) -> str:
    """A fragment of HTML; never an error, whatever is installed."""
    more = f", {graph.left_out} more are left out" if graph.left_out else ""
    head = line(f"{len(graph.nodes)} nodes, {len(graph.edges)} edges{more}", strong=graph.name)
    if len(graph.nodes) > MOST_NODES:
        return head + line(f"more than {MOST_NODES} nodes are listed, not drawn") + _table(graph)
    dot = shutil.which("dot")
    if dot is None:
        return head + _table(graph) + line(HINT)
    drawn = _drawn(dot, dot_text(graph))
    return head + (drawn or _table(graph) + line(f"{dot} did not draw it within {SECONDS:g} s"))


def dot_text(graph: Graph) -> str:
    """The graph in Graphviz' language."""
    lines = ["digraph {", 'node [shape="box", fontname="monospace", fontsize=10]', 'edge [fontname="monospace", fontsize=9]']
    lines += [f"n{node.key} [label={_quoted(node.label)}{_STYLES[node.kind]}]" for node in graph.nodes]
    for edge in graph.edges:
        style = ', style="dashed"' if edge.dashed else ""
        lines.append(f"n{edge.source} -> n{edge.target} [label={_quoted(edge.label)}{style}]")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """A label: backslashes would be escapes, ampersands the beginning of entities; lines are set flush left."""
    lines = [text_line if len(text_line) <= LABEL else text_line[:LABEL] + " ..." for text_line in text.splitlines()]
    shown = ["".join(character if character.isprintable() else "?" for character in text_line) for text_line in lines]
    return '"' + "".join(text_line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') + "\\l" for text_line in shown) + '"'


def _drawn(dot: str, text: str) -> str:
    """The SVG; "" where there is none."""
    try:
        completed = subprocess.run(
            [dot, "-Tsvg"], input=text, capture_output=True, text=True, encoding="utf-8", timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeError):
        return ""
    start = completed.stdout.find("<svg")
    return completed.stdout[start:] if completed.returncode == 0 and start >= 0 else ""


def _table(graph: Graph) -> str:
    labels = {node.key: " ".join(node.label.split()) for node in graph.nodes}
    rows = [[labels[edge.source], edge.label, labels[edge.target]] for edge in graph.edges[:MOST_EDGES]]
    ends = {end for edge in graph.edges for end in (edge.source, edge.target)}
    rows += [[label, "", ""] for key, label in labels.items() if key not in ends]
    left = max(0, len(graph.edges) - MOST_EDGES)
    return table(["from", "by", "to"], rows) + (line(f"{left} more edges") if left else "")
