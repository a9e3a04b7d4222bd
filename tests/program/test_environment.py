"""What the environment of a program does is neither denied by the model nor chosen by a violation against the documentation."""

from __future__ import annotations

import pytest

from tests.program.environment_programs import CALLED, CHOSEN, DEPENDING, SIZES
from tests.program.lowered_programs import LP64, program, run, verdict
from verilab.evidence.interpretation.outcomes import DependsOnImprecise
from verilab.program.errors import InputError


@pytest.mark.parametrize("what", DEPENDING)
def test_what_the_program_does_not_determine_is_imprecise(what: str) -> None:
    automaton = program(DEPENDING[what], LP64)
    # Without callbacks the run may end; with one it depends on what the function does.
    assert isinstance(run(automaton).outcome, DependsOnImprecise) or isinstance(run(automaton, 2).outcome, DependsOnImprecise)


@pytest.mark.parametrize("what", CHOSEN)
def test_the_environment_chooses_from_the_documented_range_and_in_agreement(what: str) -> None:
    text, inputs, outcome = CHOSEN[what]
    assert verdict(program(text, LP64), *inputs) == outcome


@pytest.mark.parametrize("what", CALLED)
def test_library_functions_call_what_they_are_given(what: str) -> None:
    assert verdict(program(CALLED[what], LP64)) == "returned"


def test_that_a_library_function_calls_nothing_is_no_choice() -> None:
    text = "void twalk(const void *, void (*)(const void *, int, int)); int x; void f(const void *n, int v, int d) { x = 1; } "
    assert verdict(program(text + "int main(void) { twalk(0, f); CHECK(x); }", LP64), 0).startswith("imprecise")


@pytest.mark.parametrize("what", SIZES)
def test_objects_have_the_sizes_and_contents_of_the_library(what: str) -> None:
    statements, outcome = SIZES[what]
    declarations = "extern void *calloc(SIZE, SIZE), *realloc(void *, SIZE);"
    assert verdict(program(f"{declarations} int main(void) {{ {statements} }}", LP64)) == outcome


def test_objects_that_no_process_has_room_for_are_refused_by_name() -> None:
    text = "char a[1ul << 62], b[1ul << 62], *p; int main(void) { p = a; p = b; *p = 1; }"
    with pytest.raises(InputError, match="exceed LP64 addresses at b") as refused:
        program(text, LP64)
    assert refused.value.line > 0
    assert refused.value.hint is not None
