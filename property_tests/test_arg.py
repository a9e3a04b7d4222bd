"""No edit of an abstract reachability graph loses a feasible error path, whatever edits came before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from property_tests.arg_programs import Finite, check, explorations
from property_tests.examples import examples
from verilab.analysis.arg import COVERED, EXPANDED, OPEN, ArgNode
from verilab.analysis.exploration import Exploration, never

Explored = tuple[Finite, Exploration]
Edit = Callable[[st.DataObject, Finite, Exploration], "Iterable[ArgNode] | None"]
"""Edits the graph once; what it opened, None where there is nothing to edit."""


def _some(data: st.DataObject, nodes: list[ArgNode]) -> ArgNode | None:
    return data.draw(st.sampled_from(nodes)) if nodes else None


def _free(exploration: Exploration) -> list[ArgNode]:
    arg = exploration.arg
    return [node for node in arg.nodes() if node is not arg.root and node.status <= EXPANDED]


def prune(data: st.DataObject, program: Finite, exploration: Exploration) -> Iterable[ArgNode] | None:
    arg = exploration.arg
    node = _some(data, [node for node in arg.nodes() if node is not arg.root])
    return None if node is None else arg.prune(node)


def strengthen(data: st.DataObject, program: Finite, exploration: Exploration) -> Iterable[ArgNode] | None:
    """To what its edges bring."""
    arg = exploration.arg
    brought = {
        node: frozenset().union(*(program.image(edge.step, edge.source.state) for edge in arg.entering(node)))
        for node in _free(exploration)
    }
    node = _some(data, [node for node, values in brought.items() if values & node.state < node.state])
    return None if node is None else arg.strengthen(node, brought[node] & node.state)


def split(data: st.DataObject, program: Finite, exploration: Exploration) -> Iterable[ArgNode] | None:
    """By a formula that its values satisfy or not, or into one part that has only some and one that has all."""
    node = _some(data, [node for node in _free(exploration) if len(node.state) > 1])
    if node is None:
        return None
    values = data.draw(st.frozensets(st.sampled_from(sorted(node.state)), min_size=1, max_size=len(node.state) - 1))
    labels = [values, data.draw(st.sampled_from([node.state - values, node.state]))]
    parts, opened = exploration.arg.split(node, labels)
    assert [part.state for part in parts] == labels
    return opened


def slice_edge(data: st.DataObject, program: Finite, exploration: Exploration) -> Iterable[ArgNode] | None:
    """One that no concrete step takes from label to label."""
    arg = exploration.arg
    edges = [edge for node in arg.nodes() for edge in arg.leaving(node)]
    impossible = [edge for edge in edges if not program.image(edge.step, edge.source.state) & edge.target.state]
    return arg.slice(data.draw(st.sampled_from(impossible))) if impossible else None


def cover(data: st.DataObject, program: Finite, exploration: Exploration) -> Iterable[ArgNode] | None:
    arg, free = exploration.arg, _free(exploration)
    pairs = [
        (node, by)
        for node in free
        for by in (*free, arg.root)
        if node is not by and node.point is by.point and node.state <= by.state and node not in by.path() and not node.is_target
    ]
    return arg.cover(*data.draw(st.sampled_from(pairs))) if pairs else None


def uncover(data: st.DataObject, program: Finite, exploration: Exploration) -> Iterable[ArgNode] | None:
    node = _some(data, [node for node in exploration.arg.nodes() if node.status == COVERED])
    return None if node is None else exploration.arg.uncover(node)


common = settings(deadline=None, max_examples=examples(12), suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])

EDITS: tuple[Edit, ...] = (prune, strengthen, split, slice_edge, cover, uncover)
NEEDED: dict[Edit, tuple[Edit, ...]] = {slice_edge: (split,), cover: (split,), uncover: (split, cover)}
"""What makes a graph in which an edit finds something to do."""


def _keeps_every_path(data: st.DataObject, explored: Explored, edit: Edit) -> None:
    """The edit after some others, then exploration to the end; the promise of the graph is checked after each."""
    program, exploration = explored
    check(program, exploration.arg)
    before = data.draw(st.lists(st.sampled_from(EDITS), max_size=4))
    for number, edited in enumerate([*before, *NEEDED.get(edit, ()), edit], start=-len(before)):
        opened = edited(data, program, exploration)
        assume(opened is not None or number < 0)
        nodes = list(opened or ())
        assert all(node.status == OPEN for node in nodes)
        exploration.reopen(nodes)
        check(program, exploration.arg)
    exploration.run(never)
    assert all(node.status != OPEN for node in exploration.arg.nodes()), "an edit opened a node and did not say so"
    check(program, exploration.arg)


@common
@given(st.data(), explorations())
def test_pruning_loses_no_error_path(data: st.DataObject, explored: Explored) -> None:
    _keeps_every_path(data, explored, prune)


@common
@given(st.data(), explorations())
def test_strengthening_loses_no_error_path(data: st.DataObject, explored: Explored) -> None:
    _keeps_every_path(data, explored, strengthen)


@common
@given(st.data(), explorations())
def test_splitting_loses_no_error_path(data: st.DataObject, explored: Explored) -> None:
    _keeps_every_path(data, explored, split)


@common
@given(st.data(), explorations())
def test_slicing_loses_no_error_path(data: st.DataObject, explored: Explored) -> None:
    _keeps_every_path(data, explored, slice_edge)


@common
@given(st.data(), explorations())
def test_covering_loses_no_error_path(data: st.DataObject, explored: Explored) -> None:
    _keeps_every_path(data, explored, cover)


@common
@given(st.data(), explorations())
def test_uncovering_loses_no_error_path(data: st.DataObject, explored: Explored) -> None:
    _keeps_every_path(data, explored, uncover)
