"""Which variables may still be read: the values of all others are forgotten, or heaps would differ in what does not matter."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.expressions import Read
from verilab.program.memory.raw.expressions import raw_postorder
from verilab.program.memory.raw.operations import Allocate, FormatCheck, raw_evaluated
from verilab.program.operations import Assign, Havoc
from verilab.program.storages import Array, Variable

Live = Mapping[ControlPoint, frozenset[Variable]]


def points_in_order(entry: ControlPoint) -> Sequence[ControlPoint]:
    """All points that control may come to, in reverse post-order."""
    order, seen = list[ControlPoint](), {entry}
    stack = [(entry, iter(entry.successors))]
    while stack:
        point, successors = stack[-1]
        following = next((target for _, target in successors if target not in seen), None)
        if following is None:
            order.append(point)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(following.successors)))
    return order[::-1]


def live_variables(points: Sequence[ControlPoint], parts: Container[Variable | Array]) -> Live:
    """At each of the points, the variables that are read before they are written; none that are ``parts`` of objects."""
    effects: dict[Edge, tuple[frozenset[Variable], frozenset[Variable]]] = {}
    live = dict.fromkeys(points, frozenset[Variable]())
    changes = True
    while changes:
        changes = False
        for point in reversed(points):
            read = set[Variable]()
            for edge, target in point.successors:
                if edge not in effects:
                    effects[edge] = _effects(edge, parts)
                reads, writes = effects[edge]
                read |= reads | (live[target] - writes)
            if len(read) > len(live[point]):
                live[point] = frozenset(read)
                changes = True
    return live


def _effects(edge: Edge, parts: Container[Variable | Array]) -> tuple[frozenset[Variable], frozenset[Variable]]:
    """What an edge reads and what it writes."""
    operation = edge.operation
    nodes = (node for expression in raw_evaluated(operation) for node in raw_postorder(expression))
    reads = frozenset(node.variable for node in nodes if isinstance(node, Read) and node.variable not in parts)
    match operation:
        case Assign(target=target) | Allocate(target=target) | FormatCheck(target=target):
            return reads, frozenset({target})
        case Havoc(targets=targets):
            return reads, frozenset(target for target in targets if isinstance(target, Variable))
    return reads, frozenset()
