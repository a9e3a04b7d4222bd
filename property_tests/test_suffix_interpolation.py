"""FORTE'15 Alg. 2 on random paths: what it promises, its letter, and that it is the other procedure where there is one contradiction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from property_tests.value_paths import SMALL, contradicts, occurring, walk
from property_tests.value_programs import programs
from verilab.analysis.value import first_contradiction, suffix_interpolation
from verilab.analysis.value.sliced_prefixes import contradictions
from verilab.analysis.value.strongest_post.post import Assignment, Contradiction, Post
from verilab.program.cfa import Operation
from verilab.program.control import ControlGraph

MANY = settings(SMALL, max_examples=examples(25))


def operations_of(data: st.DataObject) -> list[Operation]:
    return [edge.operation for edge in walk(data, ControlGraph(data.draw(programs()).program))]


def to_the_letter(post: Post, operations: Sequence[Operation]) -> list[Assignment] | None:
    """Alg. 2 with a walk for every check: Gamma_1, ..., up to the operation that contradicts Gamma."""
    if not contradicts(post, {}, operations):
        return None
    gamma: Assignment = {}
    assignments = []
    for index, operation in enumerate(operations):
        try:
            post.apply(operation, gamma)
        except Contradiction:
            break
        for slot in sorted(gamma):
            value = gamma.pop(slot)
            if not contradicts(post, gamma, operations[index + 1 :]):
                gamma[slot] = value
        assignments.append(dict(gamma))
    return assignments


def sliced(operations: Sequence[Operation], omitted: Collection[int]) -> list[Operation]:
    return [operation for place, operation in enumerate(operations) if place not in omitted]


@MANY
@given(st.data())
def test_it_gives_what_the_algorithm_gives_to_the_letter(data: st.DataObject) -> None:
    operations, post = operations_of(data), Post()
    interpolants = suffix_interpolation.interpolate(post, operations)
    assert (None if interpolants is None else list(interpolants.assignments)) == to_the_letter(post, operations)


@MANY
@given(st.data())
def test_interpolants_are_inductive_minimal_and_of_both_sides(data: st.DataObject) -> None:
    operations, post = operations_of(data), Post()
    interpolants = suffix_interpolation.interpolate(post, operations)
    if interpolants is None:
        assert not contradicts(post, {}, operations)
        return
    gamma: Assignment = {}
    for cut, following in enumerate(interpolants.assignments, start=1):
        before, after = operations[:cut], operations[cut:]
        strongest = dict(gamma)
        post.apply(operations[cut - 1], strongest)
        assert following.items() <= strongest.items()
        assert contradicts(post, following, after)
        for slot in following:
            assert not contradicts(post, {other: value for other, value in following.items() if other != slot}, after)
        assert following.keys() <= set().union(*map(occurring, before)) & set().union(*map(occurring, after))
        gamma = following
    assert contradicts(post, gamma, operations[interpolants.length - 1 : interpolants.length])


@MANY
@given(st.data())
def test_of_a_sliced_prefix_both_procedures_say_the_same_of_the_same_contradiction(data: st.DataObject) -> None:
    operations, post = operations_of(data), Post()
    ends = contradictions(post, operations)
    for count, end in enumerate(ends):
        omitted = frozenset(ends[:count])
        prefix = operations[: end + 1]
        ours = first_contradiction.interpolate(post, prefix, omitted)
        literal = suffix_interpolation.interpolate(post, prefix, omitted)
        assert literal == ours
