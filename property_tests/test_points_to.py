"""The points-to sets are the least solution of the constraints, whatever the order in which they are added."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from property_tests.points_to_systems import EXPOSED, NODES, Fixpoint, Key, Rule, World, dense_system, systems
from verilab.program.components import components


@settings(max_examples=400, deadline=None)
@given(systems, st.integers(0, 40))
# What differences add is stated for all of them at once, and before anything is taken to be external.
@example([("address", 0, 1, 0), ("address", 1, 0, 0), ("difference", 0, 1, 1), ("difference", 0, 1, 0)], 0)
@example(
    [("address", 0, 0, 0), ("store", 10, 0, 1), ("difference", 0, 2, 0), ("difference", 1, 10, 0), ("move", 0, 2), ("address", 1, 1, 0)], 0
)
@example([("move", 0, 0), ("address", 1, 0, 0), ("difference", 0, 1, 0)], 0)
def test_the_solution_is_the_least_one(rules: list[Rule], first: int) -> None:
    """Also where some rules are added after the others were solved."""
    check(rules, first)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 40))
def test_the_solution_is_the_least_one_where_there_are_many_cycles(seed: int, first: int) -> None:
    check(dense_system(seed), first)


def check(rules: list[Rule], first: int) -> None:
    """Solve the first rules, then all of them, and compare every set."""
    world = World()
    expected = Fixpoint(world)
    for begin, end in ((0, first), (first, len(rules))):
        for rule in rules[begin:end]:
            world.state(rule)
        world.points_to.solve()
        expected.solve(rules[:end])
    storages = [cell.storage for object in world.objects for cell in object.cells]
    rests = [f"rest of {number}" for number in range(len(world.targets.objects))]
    keys: list[Key] = [*range(NODES), EXPOSED, *storages, *rests, *world.results, *(parameter[0] for parameter in world.function.passed)]
    for key in keys:
        assert world.targets_of(key) == expected.sets.get(key, set()), f"{key}"


_graphs = st.integers(1, 12).flatmap(lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=4), min_size=size, max_size=size))


@given(_graphs)
def test_components_are_what_leads_to_each_other_and_come_after_what_they_lead_to(graph: list[list[int]]) -> None:
    reached = [_reached(graph, node) for node in range(len(graph))]
    parts = components(range(len(graph)), graph.__getitem__)
    position = {node: number for number, component in enumerate(parts) for node in component}
    assert sorted(node for component in parts for node in component) == list(range(len(graph)))
    for node, others in enumerate(reached):
        for other in others:
            assert position[other] <= position[node]
            assert (position[other] == position[node]) == (node in reached[other])


def _reached(graph: list[list[int]], start: int) -> set[int]:
    reached = {start}
    waiting = [start]
    while waiting:
        new = set(graph[waiting.pop()]) - reached
        reached |= new
        waiting.extend(new)
    return reached
