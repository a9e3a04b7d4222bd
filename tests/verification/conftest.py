"""Small programs as tasks, and workshops that are closed behind a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from verilab.program.tasks import Task, load_tasks
from verilab.resources import Deadline, SolverClock
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program
from verilab.verification.workshop import Workshop


@pytest.fixture
def task_of_text(tmp_path: Path) -> Callable[[str], Task]:
    def make(text: str) -> Task:
        file = tmp_path / "program.c"
        file.write_text(text)
        (task,) = load_tasks(file)
        return task

    return make


@pytest.fixture
def workshop_of() -> Iterator[Callable[[Task], Workshop]]:
    workshops = list[Workshop]()

    def make(task: Task) -> Workshop:
        configuration = Configuration(analysis="unrolling")
        workshops.append(Workshop(load_program(task, configuration), configuration, Deadline(60), SolverClock()))
        return workshops[-1]

    yield make
    for workshop in workshops:
        for backend in workshop.backends.values():
            backend.close()
