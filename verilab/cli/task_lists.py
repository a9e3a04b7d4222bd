"""The tasks that the arguments of a command name."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Annotated

import typer

from verilab.experiments.configuration import ConfigurationError
from verilab.experiments.sweeps.sample import sample_tasks
from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks

TasksArgument = Annotated[
    list[Path] | None, typer.Argument(help="Task definitions, sets, C files or folders with .yml files.", show_default=False)
]
DemoOption = Annotated[bool, typer.Option("--demo", help="Take the small built-in task families instead of given tasks.")]
DemoSizesOption = Annotated[int, typer.Option(help="With --demo: how many sizes of each family.")]
SampleOption = Annotated[
    int | None, typer.Option(help="Take only so many of the tasks, from every folder its share of them.", show_default=False)
]
SeedOption = Annotated[int, typer.Option(help="With --sample or --modules: another seed is another sample.")]
ModulesOption = Annotated[
    int | None,
    typer.Option(
        help="Take so many generated kernel modules, each with the properties of all its protocols, instead of given tasks.",
        show_default=False,
    ),
]

ModuleSizesOption = Annotated[str, typer.Option(help="With --modules: their numbers of operations, in turn; a comma-separated list.")]


def choose_tasks(
    paths: list[Path] | None, demo_sizes: int | None, sample: int | None, seed: int, modules: int | None = None, module_sizes: str = ""
) -> list[Task]:
    """The tasks of the options above, each once; ``demo_sizes`` is None without --demo.

    Raises ConfigurationError if there are none, or two of the same name.
    """
    if modules is not None:
        if paths or demo_sizes is not None:
            raise ConfigurationError("--modules takes generated modules: leave out the tasks and --demo")
        if modules < 1:
            raise ConfigurationError(f"--modules {modules}: give at least 1")
        from verilab.families import module_tasks

        tasks = module_tasks(modules, seed, _sizes(module_sizes)) if module_sizes else module_tasks(modules, seed)
    elif module_sizes:
        raise ConfigurationError("--module-sizes says how large generated modules are: give --modules N too")
    elif demo_sizes is None:
        tasks = _distinct(collect_tasks(paths or [], ", or use --demo"))
    elif demo_sizes < 1:
        raise ConfigurationError(f"--demo-sizes {demo_sizes}: give at least 1")
    elif paths:
        raise ConfigurationError(f"--demo takes the built-in tasks, but {paths[0]} was named too: leave out one of them")
    else:
        from verilab.families import demo_tasks

        tasks = demo_tasks(demo_sizes)
    return tasks if sample is None else sample_tasks(tasks, sample, seed)


def _sizes(text: str) -> list[int]:
    sizes = [int(part) if part.strip().isdecimal() else 0 for part in text.split(",")]
    if not all(sizes):
        raise ConfigurationError(f"--module-sizes {text}: give positive numbers, separated by commas")
    return sizes


def collect_tasks(paths: list[Path], otherwise: str = "") -> list[Task]:
    """The tasks of files, sets and folders; ``otherwise`` ends the message of the error that there are none."""
    if not paths:
        raise ConfigurationError(f"no tasks were given; name .yml, .set, .c or .i files or folders{otherwise}")
    expanded = itertools.chain.from_iterable(sorted(path.rglob("*.yml")) if path.is_dir() else [path] for path in paths)
    tasks = list(itertools.chain.from_iterable(load_tasks(path) for path in expanded))
    if not tasks:
        raise InputError("holds no task definition", file=str(paths[0]), hint="name a folder with .yml files")
    return tasks


def _distinct(tasks: list[Task]) -> list[Task]:
    """The tasks without repetitions: rows and tables know tasks by their names."""
    named: dict[str, Task] = {}
    for task in tasks:
        other = named.setdefault(task.name, task)
        if other != task:
            places = [str(each.definition or each.files[0]) for each in (other, task)]
            raise ConfigurationError(f"two tasks are named {task.name}: {' and '.join(places)}; sweep them one after the other")
    return list(named.values())


def single_task(file: Path) -> Task:
    """The one task that a file holds; InputError where it holds none or several."""
    tasks = load_tasks(file)
    if len(tasks) != 1:
        raise InputError(f"names {len(tasks)} tasks, one is taken", file=str(file), hint="use verilab sweep for several")
    return tasks[0]
