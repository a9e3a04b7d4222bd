"""Loading tasks: from a definition, a set of them, or a bare C file, by the file's suffix."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from verilab.program.errors import InputError
from verilab.program.tasks.task import Task, TaskOptions, task_name
from verilab.program.types import DataModel

ACCEPTED = "a task definition (.yml), a set of tasks (.set), or a C file (.c, .i)"


def load_tasks(path: str | os.PathLike[str], *, property_name: str | None = None, data_model: DataModel = DataModel.ILP32) -> list[Task]:
    """The tasks of a ``.yml``, ``.set`` or C file, in the order of the file.

    ``property_name`` chooses among several properties of a definition by the name of the property file without its suffix; without it
    the first property file that verilab supports counts, and every automaton.  ``data_model`` is for tasks that state none.
    Raises InputError for whatever is wrong with the files, including the files that a definition names but that do not exist.
    """
    return _load(Path(path), TaskOptions(property_name, data_model))


def _load(path: Path, options: TaskOptions) -> list[Task]:
    _check_exists(path)
    loader = _LOADERS.get(path.suffix.lower())
    if loader is None:
        raise InputError(f"a file of kind '{path.suffix}' is no task" if path.suffix else "is no task", file=str(path), hint=ACCEPTED)
    return loader(path, options)


def _check_exists(path: Path) -> None:
    try:
        is_directory, is_file, exists = path.is_dir(), path.is_file(), path.exists()
    except (OSError, ValueError) as problem:  # a name that is too long, or that contains a NUL
        raise InputError(f"cannot be read: {problem}", file=str(path)) from None
    if is_directory:
        raise InputError("is a directory", file=str(path), hint=f"name {ACCEPTED} in it")
    if not exists:
        raise InputError("no such file", file=str(path), hint=ACCEPTED)
    if not is_file:  # several processes read it: each would wait for a pipe of its own, and a device may have no end
        raise InputError("is a pipe or a device, and no file", file=str(path), hint=f"give {ACCEPTED}")


def _load_bare(path: Path, options: TaskOptions) -> list[Task]:
    return [Task(task_name(path), (path,), options.data_model)]


def _load_definition(path: Path, options: TaskOptions) -> list[Task]:
    from verilab.program.tasks.definitions import load_definition

    return [load_definition(path, options)]


def _load_set(path: Path, options: TaskOptions) -> list[Task]:
    from verilab.program.tasks.task_sets import load_set

    return load_set(path, options, _load)


_LOADERS: dict[str, Callable[[Path, TaskOptions], list[Task]]] = {
    ".c": _load_bare,
    ".i": _load_bare,
    ".h": _load_bare,
    ".yml": _load_definition,
    ".yaml": _load_definition,
    ".set": _load_set,
}
