"""CPAchecker's tree of value interpolants on random paths that share their beginnings: each path has an inductive sequence to false."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from property_tests.value_paths import SMALL, contradicts, walk
from property_tests.value_programs import programs
from verilab.analysis.value import first_contradiction, suffix_interpolation
from verilab.analysis.value.interpolation_tree import InterpolationTree, PathInterpolation
from verilab.analysis.value.strongest_post.post import Assignment, Contradiction, Post
from verilab.program.cfa import Operation
from verilab.program.control import ControlGraph

MANY = settings(SMALL, max_examples=examples(50))
PROCEDURES: dict[str, PathInterpolation] = {"first": first_contradiction.interpolate, "suffix": suffix_interpolation.interpolate}


def implies(post: Post, known: Assignment, operation: Operation, wanted: Assignment) -> bool:
    """SP_op(known) => wanted; what contradicts implies everything."""
    state = dict(known)
    try:
        post.apply(operation, state)
    except Contradiction:
        return True
    return all(state.get(slot) == value for slot, value in wanted.items())


@MANY
@given(st.data(), st.sampled_from(sorted(PROCEDURES)))
def test_each_path_of_the_tree_has_an_inductive_sequence_that_ends_in_false(data: st.DataObject, name: str) -> None:
    graph, post = ControlGraph(data.draw(programs()).program), Post()
    paths = [walk(data, graph) for _ in range(data.draw(st.integers(1, 5)))]
    tree = InterpolationTree(post, PROCEDURES[name])
    for path in paths:
        states = tree.interpolated(path)
        operations = [edge.operation for edge in path]
        assert (states is not None) == contradicts(post, {}, operations)
        if states is not None:
            assert len(states.assignments) == states.length - 1
            sequence: list[Assignment] = [{}, *states.assignments]
            for before, operation, after in zip(sequence, operations, sequence[1:], strict=False):
                assert implies(post, before, operation, after)
            assert contradicts(post, sequence[-1], [operations[states.length - 1]])


@MANY
@given(st.data(), st.sampled_from(sorted(PROCEDURES)))
def test_a_path_that_is_asked_for_again_needs_no_interpolation(data: st.DataObject, name: str) -> None:
    graph, post = ControlGraph(data.draw(programs()).program), Post()
    path = walk(data, graph)
    tree = InterpolationTree(post, PROCEDURES[name])
    first = tree.interpolated(path)
    assert tree.interpolated(path) == first
    assert tree.counters.reused == (first is not None)


@MANY
@given(st.data())
def test_a_tree_of_one_path_is_its_sequence(data: st.DataObject) -> None:
    graph, post = ControlGraph(data.draw(programs()).program), Post()
    path = walk(data, graph)
    for interpolate in PROCEDURES.values():
        alone = interpolate(post, [edge.operation for edge in path], (), None)
        assert InterpolationTree(post, interpolate).interpolated(path) == alone
