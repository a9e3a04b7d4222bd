"""Observer automata: printing and parsing are inverse, no text breaks the parser, and weaving means what the simulation says."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from property_tests.mutations import mutate
from property_tests.simulated_automata import Called, automata, events, programs, source, violated
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.program.automata import Automaton, find_automaton, parse_automaton, print_automaton, protocol_names
from verilab.program.cfa import Edge, Program
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.operations import Assign, Nondet
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType


@pytest.mark.parametrize("name", protocol_names())
def test_what_is_printed_is_read_back(name: str) -> None:
    automaton = find_automaton(name)
    assert parse_automaton(print_automaton(automaton)) == automaton


@given(automata())
@settings(max_examples=examples(10), deadline=None)
def test_drawn_automata_are_printed_and_read_back_or_refused(automaton: Automaton) -> None:
    read = parsed(print_automaton(automaton))
    if isinstance(read, InputError):
        # Nothing may lead to a state that was drawn, or to the error; everything else about it is in order.
        assert "cannot be reached" in read.message or "no transition leads to error" in read.message
    else:
        assert read == automaton


def parsed(text: str) -> Automaton | InputError:
    try:
        return parse_automaton(text, "read")
    except InputError as error:
        return error


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", protocol_names())
def test_mutated_texts_are_read_or_refused_with_a_place(name: str) -> None:
    generator = random.Random(name)
    text = find_automaton(name).source.text
    for _ in range(60):
        read = parsed(mutate(text, generator))
        if isinstance(read, InputError):
            assert ": error: " in read.render().splitlines()[0]
            assert len(read.render()) < 2000


def woven(text: str, drawn: list[Automaton], model: DataModel = DataModel.ILP32) -> Program:
    return lower(parse_text(text, "drawn.c", model), model, (), "drawn", automata=drawn)


def feed(inputs: list[int]) -> Callable[[Edge, IntType], int]:
    """The inputs in order; printf's arbitrary result is none of them."""
    left = iter(inputs)

    def value(edge: Edge, type: IntType) -> int:
        assert isinstance(edge.operation, Assign)
        assert isinstance(edge.operation.value, Nondet)
        return 0 if edge.operation.value.origin == "printf" else next(left)

    return value


def reaches(program: Program, inputs: list[int]) -> str | None:
    """The property that the run with these inputs violates first."""
    outcome = Interpreter(program).run(feed(inputs)).outcome
    return outcome.location.property if isinstance(outcome, ReachedError) else None


@given(automata(), programs, st.lists(st.integers(0, 3), min_size=8, max_size=8), st.booleans(), st.booleans())
@settings(max_examples=examples(30), deadline=None)
def test_the_woven_program_runs_as_the_automaton_does(
    automaton: Automaton, program: list[Called], inputs: list[int], exits: bool, pointer: bool
) -> None:
    expected = violated(automaton, events(program, inputs))
    assert reaches(woven(source(program, exits=exits, pointer=pointer), [automaton]), inputs) == ("drawn" if expected else None)


@given(automata("one"), automata("two"), programs, st.lists(st.integers(0, 3), min_size=8, max_size=8))
@settings(max_examples=examples(10), deadline=None)
def test_a_property_that_is_set_aside_does_not_hide_the_other(
    one: Automaton, two: Automaton, program: list[Called], inputs: list[int]
) -> None:
    shown = events(program, inputs)
    expected = {each.name for each in (one, two) if violated(each, shown)}
    lowered = woven(source(program, exits=False, pointer=False), [one, two])
    found: set[str] = set()
    while (first := reaches(lowered, inputs)) is not None:
        assert first not in found
        found.add(first)
        lowered.set_aside(found)
    assert found == expected
