"""A sample of tasks has every folder's share, is the same for the same seed, and grows by adding tasks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from verilab.experiments.design.selection import sample_tasks, write_draw
from verilab.families import families, write
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import ConfigurationError
from verilab.verification.schema import family_of

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


def test_every_expected_verdict_has_its_share_of_a_folder() -> None:
    tasks = [replace(task, expected=number % 4 != 0) for number, task in enumerate(TASKS)]
    drawn = sample_tasks(tasks, 35)
    for folder, size in SIZES.items():
        for promised, share in ((True, 0.75), (False, 0.25)):
            found = sum(task.promised is promised and family_of(task.name) == folder for task in drawn)
            assert abs(found - size * share * 35 / len(tasks)) <= 1.5


def test_a_task_that_is_alone_in_its_folder_has_the_chance_of_any_other() -> None:
    """Of 400 draws of a quarter, 100 +- 4 standard deviations."""
    tasks = [*TASKS, Task("alone/t0", (Path("t.c"),))]
    drawn = sum(any(task.name == "alone/t0" for task in sample_tasks(tasks, len(tasks) // 4, seed)) for seed in range(400))
    assert abs(drawn - 100) <= 4 * (400 * 0.25 * 0.75) ** 0.5


def test_a_draw_is_a_file_that_names_the_same_tasks_again(tmp_path: Path) -> None:
    definitions = write(tmp_path / "tasks", [families()["boolean-or-counter"], families()["lock-protocol"]], [1, 2])
    tasks = [task for definition in definitions for task in load_tasks(definition)]
    drawn = sample_tasks(tasks, 5, seed=3)
    file = tmp_path / "elsewhere" / "draw.set"
    file.parent.mkdir()
    write_draw(drawn, file)
    again = load_tasks(file)
    assert [(task.name, task.expected) for task in again] == [(task.name, task.expected) for task in drawn]
    assert [[each.resolve() for each in task.files] for task in again] == [list(task.files) for task in drawn]


def test_generated_tasks_are_in_no_file_that_a_draw_could_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"eca/t0 is generated.*verilab families --write"):
        write_draw(TASKS, tmp_path / "draw.set")


def test_a_draw_replaces_no_file_that_says_something_else(tmp_path: Path) -> None:
    definitions = write(tmp_path / "tasks", [families()["boolean-or-counter"]], [1, 2])
    tasks = [task for definition in definitions for task in load_tasks(definition)]
    file = tmp_path / "draw.set"
    write_draw(tasks[:2], file)
    write_draw(tasks[:2], file)
    with pytest.raises(ConfigurationError, match="has another draw already"):
        write_draw(tasks[2:], file)
    with pytest.raises(ConfigurationError, match=r"ends with \.set"):
        write_draw(tasks, definitions[0])
    assert load_tasks(definitions[0])
