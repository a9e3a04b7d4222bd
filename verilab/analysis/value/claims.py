"""The invariants that a finished exploration of the value analysis claims."""

from __future__ import annotations

from verilab.analysis.algorithm import Exploration
from verilab.analysis.arg import ArgNode
from verilab.analysis.invariants import Assignments, Element, Invariant, Invariants
from verilab.analysis.value.cpa import ValueCpa
from verilab.program.cfa import Array
from verilab.program.control import ControlPoint


def claims(cpa: ValueCpa, exploration: Exploration) -> Invariants:
    """Per control point of a node, cut points and the ends of other chains (lemmas): every state there as one row, equal rows once."""
    nodes: dict[ControlPoint, list[ArgNode]] = {}
    for node in exploration.root.subtree():
        nodes.setdefault(node.point, []).append(node)
    return {point: _assignments(cpa, point, nodes[point]) for point in sorted(nodes, key=lambda point: point.id)}


def _assignments(cpa: ValueCpa, point: ControlPoint, nodes: list[ArgNode]) -> Invariant:
    layout = cpa.scheme.layout(point.location)
    elements: list[Element] = []
    for storage in layout:
        elements += [(storage, index) for index in range(storage.length if isinstance(storage, Array) else 1)]
    rows: dict[tuple[int | None, ...], None] = {}
    for node in sorted(nodes, key=lambda node: node.id):
        row: list[int | None] = []
        for storage, value in zip(layout, node.state, strict=True):
            if isinstance(storage, Array):
                row += (None,) * storage.length if value is None else value
            else:
                row.append(value)
        rows[tuple(row)] = None
    if not elements or (None,) * len(elements) in rows:
        return Assignments((), ((),))
    return Assignments(tuple(elements), tuple(rows))
