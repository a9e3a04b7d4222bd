"""A sample of tasks has every folder's share, is the same for the same seed, and grows by adding tasks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from verilab.experiments.configuration import ConfigurationError
from verilab.experiments.schema import family_of
from verilab.experiments.sweeps.sample import sample_tasks
from verilab.program.tasks import Task

SIZES = {"eca": 40, "loops": 20, "locks": 10}
TASKS = [Task(f"{folder}/t{number}", (Path("t.c"),)) for folder, size in SIZES.items() for number in range(size)]


def names(count: int, seed: int = 0) -> list[str]:
    return [task.name for task in sample_tasks(TASKS, count, seed)]


@pytest.mark.parametrize("count", [7, 14, 35, 69])
def test_every_folder_has_its_share_to_one_task(count: int) -> None:
    shares = Counter(map(family_of, names(count)))
    assert sum(shares.values()) == count
    assert all(abs(shares[folder] - size * count / len(TASKS)) <= 1 for folder, size in SIZES.items())


def test_a_sample_depends_on_the_seed_only() -> None:
    assert names(14) == [task.name for task in TASKS if task.name in {each.name for each in sample_tasks(TASKS[::-1], 14)}]
    assert names(14, seed=1) != names(14)


def test_a_larger_sample_contains_the_smaller_one() -> None:
    for count in range(1, len(TASKS)):
        assert set(names(count)) < set(names(count + 1))


def test_a_sample_of_more_tasks_than_there_are_is_all_of_them() -> None:
    assert names(1000) == [task.name for task in TASKS]
    with pytest.raises(ConfigurationError, match="--sample 0: give at least 1"):
        names(0)
