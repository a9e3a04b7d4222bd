"""Properties verified together have the verdicts that each has alone, and those of all executions."""

from __future__ import annotations

import itertools
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from property_tests.examples import examples
from property_tests.simulated_automata import Called, automata, events, programs, source, violated
from verilab.program.automata import Automaton
from verilab.program.tasks import load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

CHOICES = """
int e(int n) { if (__VERIFIER_nondet_int()) return 1; return 0; }
int h(void) { return e(0); }
"""


def text(program: list[Called]) -> str:
    """The drawn program with inputs 0 and 1 for what it calls from outside; a call of h is one of e, too."""
    lines = source(program, exits=False, pointer=False).splitlines()
    kept = [line for line in lines if "int e(int)" not in line and "int h(void)" not in line]
    kept[2:2] = CHOICES.splitlines()
    return "\n".join(kept)


def expected(automaton: Automaton, program: list[Called]) -> bool:
    """Whether no execution violates the automaton."""
    asked = sum(called.name in ("e", "h") for called in program)
    for inputs in itertools.product((0, 1), repeat=asked):
        shown = []
        for kind, name, arguments, result in events(program, list(inputs)):
            inner = [(kind, "e", (0,), result)] if name == "h" else []
            shown += [(kind, name, arguments, result), *inner] if kind.value == "call" else [*inner, (kind, name, arguments, result)]
        if violated(automaton, shown):
            return False
    return True


@pytest.mark.slow
@given(automata("one"), automata("two"), automata("three"), programs)
@settings(max_examples=examples(5), deadline=None)
def test_verdicts_together_are_those_alone_and_those_of_all_executions(
    one: Automaton, two: Automaton, three: Automaton, program: list[Called]
) -> None:
    drawn = [one, two, three]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "drawn.c")
        file.write_text(text(program))
        (task,) = load_tasks(file)
        configuration = Configuration(analysis="value", time_limit=30)
        together = verify(task.observing(drawn), configuration)
        alone = [verify(task.observing([each]), replace(configuration, strategy="pcegar-multi")).properties[0] for each in drawn]
    verdicts = {each.name: each.verdict for each in together.properties}
    assert verdicts == {each.name: each.verdict for each in alone}
    assert verdicts == {each.name: str(expected(each, program)).lower() for each in drawn}
    assert all(each.evidence.accepted for each in together.properties)
