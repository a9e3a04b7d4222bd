"""Tasks of files, sets and folders, each once."""

from __future__ import annotations

import itertools
from pathlib import Path

from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import ConfigurationError


def collect_tasks(paths: list[Path], otherwise: str = "") -> list[Task]:
    """The tasks of files, sets and folders; ``otherwise`` ends the message of the error that there are none."""
    if not paths:
        raise ConfigurationError(f"no tasks were given; name .yml, .set, .c or .i files or folders{otherwise}")
    expanded = itertools.chain.from_iterable(sorted(path.rglob("*.yml")) if path.is_dir() else [path] for path in paths)
    tasks = list(itertools.chain.from_iterable(load_tasks(path) for path in expanded))
    if not tasks:
        raise InputError("holds no task definition", file=str(paths[0]), hint="name a folder with .yml files")
    return tasks


def distinct(tasks: list[Task]) -> list[Task]:
    """The tasks without repetitions: rows and tables know tasks by their names."""
    named: dict[str, Task] = {}
    for task in tasks:
        other = named.setdefault(task.name, task)
        if other != task:
            places = [str(each.definition or each.files[0]) for each in (other, task)]
            raise ConfigurationError(f"two tasks are named {task.name}: {' and '.join(places)}; sweep them one after the other")
    return list(named.values())
