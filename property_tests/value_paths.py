"""Random paths of random control-flow automata, what occurs on them, and whether they contradict themselves."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from verilab.analysis.value.strongest_post.post import Assignment, Contradiction, Post
from verilab.program.cfa import Edge, Operation
from verilab.program.control import ControlGraph
from verilab.program.expressions import storages
from verilab.program.operations import Assign, Assume, Nondet, Store
from verilab.program.storages import Array

SMALL = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    # Shrinking automata takes longer than reading the failing one.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def walk(data: st.DataObject, graph: ControlGraph) -> list[Edge]:
    """The edges of some walk from the entry."""
    point, edges = graph.entry, []
    for _ in range(data.draw(st.integers(1, 25))):
        if not point.successors:
            break
        edge, point = data.draw(st.sampled_from(point.successors))
        edges.append(edge)
    return edges


def occurring(operation: Operation) -> set[int]:
    """The slots of everything that occurs in an operation."""
    slots: set[int] = set()
    expressions = []
    match operation:
        case Assume(condition=condition):
            expressions = [condition]
        case Assign(target=target, value=value):
            slots.add(target.slot)
            expressions = [] if isinstance(value, Nondet) else [value]
        case Store(array=array, index=index, value=value):
            slots |= set(range(array.slot, array.slot + array.length))
            expressions = [index] if isinstance(value, Nondet) else [index, value]
    for expression in expressions:
        for storage in storages(expression):
            slots |= set(range(storage.slot, storage.slot + (storage.length if isinstance(storage, Array) else 1)))
    return slots


def contradicts(post: Post, start: Assignment, operations: Sequence[Operation]) -> bool:
    """Whether the operations cannot follow each other from the start."""
    assignment = dict(start)
    try:
        for operation in operations:
            post.apply(operation, assignment)
    except Contradiction:
        return True
    return False
