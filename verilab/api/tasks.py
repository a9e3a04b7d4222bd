"""Tasks by paths and patterns: what ``verify`` and ``sweep`` are given."""

from __future__ import annotations

import glob
import os
from pathlib import Path

from verilab.experiments.design.selection import collect_tasks, distinct
from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks

Source = str | os.PathLike[str]


def tasks(*paths: Source) -> list[Task]:
    """The tasks of task definitions (.yml), sets of them (.set), C files (.c, .i), folders, and patterns such as ``c/loops/*.yml``.

    Each once, in the order of the paths, those of a pattern or a folder sorted; ``**`` in a pattern stands for any folders.  A task says
    which program, which data model, which properties and which verdicts are expected.
    InputError for what cannot be read, and for a pattern that nothing matches; ConfigurationError for two tasks of one name.

    The same on the command line: the arguments of ``verilab sweep``.
    """
    files: list[Path] = []
    for path in (os.fspath(source) for source in paths):
        if not glob.has_magic(path) or Path(path).exists():
            files.append(Path(path))
            continue
        matching = sorted(glob.glob(path, recursive=True))
        if not matching:
            raise InputError("matches no file", file=path, hint="patterns are relative to the working folder; ** stands for any folders")
        files += map(Path, matching)
    return distinct(collect_tasks(files))


def single_task(source: Source | Task) -> Task:
    """The one task of a file; InputError where it holds none or several."""
    if isinstance(source, Task):
        return source
    held = load_tasks(source)
    if len(held) != 1:
        raise InputError(f"names {len(held)} tasks, one is taken", file=os.fspath(source), hint="take them by verilab.tasks(...)")
    return held[0]
