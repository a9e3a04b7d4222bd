"""The checker's own executions agree with each other on generated programs: compiled code with the reference evaluation, and partial
states with the concrete ones they stand for."""

from __future__ import annotations

import random

import pytest

from property_tests.c_programs.programs import random_program
from property_tests.differential import execute, lowered
from verilab.evidence.interpretation.evaluation import Poison, State
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.partial_states.execution import Arrival, PartialExecutor
from verilab.evidence.partial_states.known_states import KnownStates
from verilab.evidence.partial_states.posts import UNKNOWN, Posts
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.static_analysis.liveness import Liveness
from verilab.program.types import DataModel

SEEDS = range(20_000, 20_015)
FORGOTTEN = (0.02, 0.3, 0.9)


def known(state: State) -> list[int | None]:
    return [None if isinstance(value, Poison) else value for value in state]


@pytest.mark.parametrize("seed", SEEDS)
def test_compiled_locations_compute_what_the_reference_evaluation_does(seed: int) -> None:
    program = random_program(random.Random(seed))
    automaton = lowered(program, DataModel.ILP32)
    interpreter = Interpreter(automaton)
    for _ in range(10):
        # Every run visits the locations again, until all of them are compiled.
        run = interpreter.run(execute(program, automaton).choices)
    steps = list(Interpreter(automaton).walk(run.choices))
    assert run.edges == tuple(edge for edge, _ in steps)
    assert known(run.state) == known(steps[-1][1])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_post_of_a_partial_state_covers_the_concrete_successor(seed: int) -> None:
    rng = random.Random(seed)
    program = random_program(rng)
    automaton = lowered(program, DataModel.ILP32)
    run = execute(program, automaton)
    before = Interpreter(automaton).initial_state()
    for edge, after in Interpreter(automaton).walk(run.choices):
        share = rng.choice(FORGOTTEN)
        partial: State = [UNKNOWN if rng.random() < share else value for value in before]
        assert Posts().post(edge, partial), f"the post of {edge} is empty"
        for slot, value in enumerate(partial):
            assert isinstance(value, Poison) or value == after[slot], f"{edge} makes slot {slot} {value}, not {after[slot]}"
        before = after[:]


@pytest.mark.parametrize("kept", [None, 0.5, 0.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_run_from_the_entry_is_followed_to_its_end_with_all_inputs_unknown(seed: int, kept: float | None) -> None:
    """Loops end by themselves in generated programs, and what the inputs do not decide forks.

    ``kept``: the part of the storages whose values are kept where paths meet; None for all.
    """
    program = random_program(random.Random(seed), size=1)
    automaton = lowered(program, DataModel.ILP32)
    graph = ControlGraph(automaton)
    ends = automaton.entry.exit
    executor = PartialExecutor(automaton, graph, frozenset({ends.id}))
    if kept is not None:
        rng = random.Random(seed)
        executor = executor.keeping([storage for storage in automaton.storages if rng.random() < kept])
    reached: list[list[int | None]] = []
    # States that agree in what may still be read are followed once.
    slots = [
        slot
        for storage in KnownStates(automaton, Liveness(automaton)).needed(ends)
        for slot in range(storage.slot, storage.slot + getattr(storage, "length", 1))
    ]

    def arrive(point: ControlPoint, state: State) -> Arrival:
        reached.append([known(state)[slot] for slot in slots])
        return Arrival.COVERED

    final = known(execute(program, automaton).state)
    concrete = [final[slot] for slot in slots]
    if executor.leads_into(graph.entry, [UNKNOWN] * automaton.slot_count, 2_000, arrive):
        assert any(all(value in (None, exact) for value, exact in zip(state, concrete, strict=True)) for state in reached)
