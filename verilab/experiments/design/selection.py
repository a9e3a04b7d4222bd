"""Which tasks: those of files, sets and folders, each once; and a reproducible sample of them.

In a sample every folder (family), and in it every expected verdict, has its share of all tasks.  It knows nothing of what any configuration
came to.  The n tasks of a folder and an expected verdict are shuffled and placed at (i + u) / n, i = 0 .. n-1, of the way, u uniform in
[0, 1); the sample are the first ones on the way: every task has the same chance.  The sample of N tasks is part of that of N + 1 tasks, and
a sweep of a sample can be resumed with a larger one.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Sequence
from pathlib import Path

from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import ConfigurationError
from verilab.verification.schema import family_of


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
            places = [str(namesake.definition or namesake.files[0]) for namesake in (other, task)]
            raise ConfigurationError(f"two tasks are named {task.name}: {' and '.join(places)}; sweep them one after the other")
    return list(named.values())


def sample_tasks(tasks: Sequence[Task], count: int, seed: int = 0) -> list[Task]:
    """``count`` of the tasks, all if there are no more, in their order; the same for the same tasks (in any order) and seed.

    Raises ConfigurationError for a count below 1.
    """
    if count < 1:
        raise ConfigurationError(f"--sample {count}: give at least 1 (tasks)")
    strata: dict[str, list[str]] = {}
    for name, promised in sorted({(task.name, str(task.promised)) for task in tasks}):
        strata.setdefault(f"{family_of(name)} {promised}", []).append(name)
    places: list[tuple[float, float, str]] = []
    for stratum, names in strata.items():
        chance = random.Random(f"{seed} {stratum}")
        chance.shuffle(names)
        start = chance.random()
        places += [((number + start) / len(names), chance.random(), name) for number, name in enumerate(names)]
    chosen = {name for _, _, name in sorted(places)[:count]}
    return [task for task in tasks if task.name in chosen]


def write_draw(tasks: Sequence[Task], path: Path) -> None:
    """Write a set of the tasks' definitions, one a line and relative to its folder, which names them again in this order.

    Raises ConfigurationError for tasks that are in no file, and where the path is no .set or has something else already.
    """
    if path.suffix != ".set":
        raise ConfigurationError(f"--draw {path}: give a file that ends with .set, from which tasks are loaded again")
    missing = [task.name for task in tasks if task.definition is None]
    if missing:
        raise ConfigurationError(f"--draw {path}: {missing[0]} is generated, in no file; see: verilab families --write")
    folder = path.absolute().parent
    lines = [os.path.relpath(task.definition or "", folder) for task in tasks]
    text = "".join(f"{line}\n" for line in dict.fromkeys(lines))
    if path.exists() and path.read_text() != text:
        raise ConfigurationError(f"--draw {path}: it has another draw already; give another file")
    path.write_text(text)
