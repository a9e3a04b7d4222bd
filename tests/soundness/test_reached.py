"""The model's run of a program that reaches its error does not end without it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.soundness.reached import Reached, programs

PROGRAMS = programs()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_no_run_of_the_model_ends_without_the_error(program: Reached) -> None:
    assert program.ends() is None


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_the_executable_reaches_the_error(program: Reached, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    assert program.reaches(tmp_path)
