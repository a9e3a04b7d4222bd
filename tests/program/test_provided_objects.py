"""Functions without a body return objects of their own: each violation that rests on one is what the compiled program does with it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.program.lowered_programs import ILP32, LP64, program, run, source
from tests.program.provided_object_programs import LEFT_OPEN, REACHED, SAFE
from verilab.evidence.compiler.confirmation import check_with_gcc
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, ReachedError, Run
from verilab.evidence.results import Accepted
from verilab.program.cfa import Edge, Program
from verilab.program.memory.external.provided_objects import CHOICE, FRESH, NUMBER, no_address
from verilab.program.tasks.loading import load_tasks
from verilab.program.types import DataModel, IntType
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

INTERESTING = (0, 1, 2, 3, 5, 16, 255, -1, -3, 65, 0x10000, 1 << 31, 1 << 62)
WALKS = 150
NO_ANSWER_SECONDS = 2.0
"""For where only one answer would be wrong and none may be found: each violation of REACHED is found in a fifth of it."""
needs_gcc = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")


def walked(automaton: Program, seed: int) -> Run:
    """A run in which the environment chooses at random, of what it returns mostly what is modelled."""
    chooses = random.Random(seed)

    def value(edge: Edge, type: IntType) -> int:
        if type == CHOICE and chooses.random() < 0.9:
            return FRESH if chooses.random() < 0.8 else NUMBER
        return type.wrap(chooses.choice(INTERESTING) if chooses.random() < 0.8 else chooses.getrandbits(64))

    return Interpreter(automaton).run(value, step_limit=10_000)


def answer(text: str, model: DataModel, folder: Path, seconds: float = 60.0) -> str:
    path = folder / "task.c"
    path.write_text(source(text, model))
    (task,) = load_tasks(path, data_model=model)
    return verify(task, Configuration(time_limit=seconds)).verdict


@pytest.mark.parametrize("name", LEFT_OPEN)
def test_what_rests_on_a_byte_of_a_given_object_is_not_proven(name: str, tmp_path: Path) -> None:
    assert answer(LEFT_OPEN[name], LP64, tmp_path) != "true"


@needs_gcc
@pytest.mark.parametrize("name", REACHED)
def test_a_violation_that_rests_on_an_object_is_found_and_compiled(name: str, tmp_path: Path) -> None:
    assert answer(REACHED[name], LP64, tmp_path) == "false"


@pytest.mark.parametrize("name", SAFE)
def test_no_violation_rests_on_what_no_environment_does(name: str, tmp_path: Path) -> None:
    assert answer(SAFE[name], LP64, tmp_path, NO_ANSWER_SECONDS) != "false"


@needs_gcc
@pytest.mark.parametrize("name", [*REACHED, *SAFE])
def test_a_random_environment_leads_the_compiled_program_where_it_leads_ours(name: str, tmp_path: Path) -> None:
    text = (REACHED | SAFE)[name]
    automaton = program(text, LP64)
    path = tmp_path / "task.c"
    path.write_text(source(text, LP64))
    found = [run for run in (walked(automaton, seed) for seed in range(WALKS)) if isinstance(run.outcome, ReachedError)]
    assert name in REACHED or not found
    for each in found[:3]:
        assert isinstance(check_with_gcc(automaton, each.choices, source=path), Accepted)


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda model: model.value)
def test_a_proof_does_not_rest_on_an_object_of_its_own(model: DataModel, tmp_path: Path) -> None:
    text = "struct s { int x; }; struct s *get(void); int main(void) { struct s *p = get(), *q = get(); if (p && q) { p->x = 1; q->x = 2; "
    assert answer(text + "CHECK(p->x == 1); } }", model, tmp_path, NO_ANSWER_SECONDS) != "true"


def test_what_a_function_returns_may_be_anything_still() -> None:
    automaton = program("int *get(void); int main(void) { int *p = get(); CHECK(p); }", LP64)
    assert isinstance(run(automaton, 2).outcome, DependsOnImprecise)


@pytest.mark.parametrize(
    ("value", "width", "number"),
    [(0, 64, 0), (16, 32, 16), (1 << 16, 32, 0), (1 << 46, 64, 0), (1 << 62, 64, 1 << 62), (-5, 32, 0xFFFFFFFB)],
)
def test_a_number_in_place_of_an_address_is_where_no_object_lies(value: int, width: int, number: int) -> None:
    assert no_address(value, width) == number
