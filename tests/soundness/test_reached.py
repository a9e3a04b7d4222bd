"""The model's run of a program that reaches its error does not end without it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.soundness.reached import Reached, programs

PROGRAMS = programs()
SAMPLED = ("reread_addresses", "returned_addresses", "written_lengths")
"""The files whose programs use what the model does not know, so that its own run does not go far."""


@pytest.mark.parametrize("program", [each for each in PROGRAMS if not each.name.startswith(SAMPLED)], ids=lambda program: program.name)
def test_no_run_of_the_model_ends_without_the_error(program: Reached) -> None:
    assert program.ends() is None


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_the_executable_reaches_the_error(program: Reached, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    assert program.reaches(tmp_path)


@pytest.mark.parametrize("program", [each for each in PROGRAMS if each.name.startswith(SAMPLED)], ids=lambda program: program.name)
def test_the_model_reaches_the_error_where_what_it_does_not_know_is_chosen(program: Reached) -> None:
    assert program.may_reach()
