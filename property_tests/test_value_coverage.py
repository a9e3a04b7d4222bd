"""The reached set of the value analysis: entering a state is the question who covers it and, where nobody does, its addition."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from verilab.analysis.arg import ArgNode
from verilab.analysis.value.coverage import MASKS, ValueIndex
from verilab.analysis.value.scheme import State
from verilab.program.builder import ProgramBuilder
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import Skip

VALUES = st.none() | st.integers(0, 2)
STATES = st.lists(st.lists(VALUES, min_size=4, max_size=4).map(tuple), max_size=3 * MASKS)


def _points() -> list[ControlPoint]:
    builder = ProgramBuilder()
    main = builder.function("main")
    after = builder.location(main)
    builder.edge(main.entry, after, Skip())
    entry = ControlGraph(builder.finish(main)).entry
    return [entry, *(target for _, target in entry.successors)]


POINTS = _points()


@given(STATES, st.randoms(use_true_random=False))
def test_entering_is_asking_and_adding(states: list[State], random: Random) -> None:
    at_once, in_two_steps = ValueIndex(), ValueIndex()
    for number, state in enumerate(states):
        node = ArgNode(number, random.choice(POINTS), state, None, None)
        covering = in_two_steps.covering(node.point, state)
        if covering is None:
            in_two_steps.add(node)
        assert at_once.enter(node) is covering


@given(STATES)
def test_a_coverer_knows_no_more_than_what_it_covers(states: list[State]) -> None:
    index = ValueIndex()
    for number, state in enumerate(states):
        covering = index.enter(ArgNode(number, POINTS[0], state, None, None))
        assert covering is None or all(known in (None, value) for known, value in zip(covering.state, state, strict=True))
