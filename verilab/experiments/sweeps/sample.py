"""A reproducible sample of tasks in which every folder (family) has the share that it has among all tasks.

A folder's n tasks are shuffled and placed at (i + 1/2) / n, i = 0 .. n-1, of the way; the sample are the first ones on the way.  So the
sample of N tasks is part of that of N + 1 tasks, and a sweep of a sample can be resumed with a larger one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from verilab.experiments.configuration import ConfigurationError
from verilab.experiments.schema import family_of
from verilab.program.tasks import Task


def sample_tasks(tasks: Sequence[Task], count: int, seed: int = 0) -> list[Task]:
    """``count`` of the tasks, all if there are no more, in their order; the same for the same tasks (in any order) and seed.

    Raises ConfigurationError for a count below 1.
    """
    if count < 1:
        raise ConfigurationError(f"--sample {count}: give at least 1 (tasks)")
    folders: dict[str, list[str]] = {}
    for name in sorted({task.name for task in tasks}):
        folders.setdefault(family_of(name), []).append(name)
    places: list[tuple[float, float, str]] = []
    for folder, names in folders.items():
        chance = random.Random(f"{seed} {folder}")
        chance.shuffle(names)
        places += [((number + 0.5) / len(names), chance.random(), name) for number, name in enumerate(names)]
    chosen = {name for _, _, name in sorted(places)[:count]}
    return [task for task in tasks if task.name in chosen]
