"""A program and its rewriting with a symbolic program counter have the same executions: all of those of small finite programs."""

from __future__ import annotations

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from property_tests.executed_programs import Generator
from property_tests.finite_programs import Finite, State, finite
from verilab.program.control import ControlGraph
from verilab.program.operations import Assume
from verilab.program.static_analysis.reduction import reverse_postorder, successors
from verilab.program.symbolic_counter import SymbolicCounter, symbolic

SEEDS = st.integers(0, 10**9)
COLLAPSE = pytest.mark.parametrize("collapse", [True, False])


def at_head(rewritten: Finite, counter: SymbolicCounter) -> set[tuple[int, State]]:
    """The values of the counter and of the original's variables at the loop's head."""
    place = rewritten.variables.index(counter.counter)
    reached = rewritten.reachable()
    return {(s[place], s[:place] + s[place + 1 :]) for point, s in reached if point.location is counter.head}


@COLLAPSE
@settings(max_examples=examples(20), deadline=None)
@given(seed=SEEDS, size=st.integers(4, 25))
def test_the_counter_is_the_number_of_the_point_that_executions_are_at(collapse: bool, seed: int, size: int) -> None:
    original = finite(seed, size, variables=2)
    counter = symbolic(original.program, collapse=collapse)
    numbers = {(point.location, point.stack): number for point, number in counter.numbers.items()}
    reached = original.reachable()
    expected = {(numbers[p.location, p.stack], s) for p, s in reached if (p.location, p.stack) in numbers}
    rewritten = Finite(counter.program)
    assert at_head(rewritten, counter) == expected
    event(f"{min(len(numbers), 6)} numbers")
    # The counter's value behind an edge to an error does not matter.
    violations = {(s[: len(original.variables)]) for point, s in rewritten.reachable() if point.location.is_error}
    assert violations == {s for point, s in reached if point.location.is_error}


@COLLAPSE
@settings(max_examples=examples(25), deadline=None)
@given(seed=SEEDS, size=st.integers(2, 60))
def test_every_edge_of_the_original_is_copied_once_under_each_call_stack(collapse: bool, seed: int, size: int) -> None:
    program = Generator(seed, loops=True).program(size)
    graph = ControlGraph(program)
    edges = sorted(edge.id for point in reverse_postorder(graph.entry, successors) for edge, _ in point.successors)
    counter = symbolic(program, collapse=collapse)
    assert sorted(edge.id for edge in counter.originals.values()) == edges
    assert [location for location in counter.program.locations if location.is_loop_head] in ([counter.head], [])
    assert len(counter.program.edges) <= 2 * len(edges) + 4 * len(counter.numbers) + 1


@settings(max_examples=examples(25), deadline=None)
@given(seed=SEEDS, size=st.integers(2, 40))
def test_conditions_and_their_negations_stay_together(seed: int, size: int) -> None:
    for location in symbolic(Generator(seed, loops=True).program(size)).program.locations:
        conditions = [edge.operation.condition for edge in location.leaving if isinstance(edge.operation, Assume)]
        if len(location.leaving) == 2 == len(conditions):
            assert conditions[0] is conditions[1]
