"""Sets of tasks (``.set``): one glob pattern of task definitions per line, relative to the set, ``#`` begins a comment."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable
from pathlib import Path

from verilab.program.errors import InputError
from verilab.program.source import SourceText, read_text
from verilab.program.tasks.properties import UnsupportedPropertyError
from verilab.program.tasks.task import Task, TaskOptions

_KINDS = (".yml", ".yaml", ".c", ".i")


def load_set(path: Path, options: TaskOptions, load: Callable[[Path, TaskOptions], list[Task]]) -> list[Task]:
    """The tasks that a set names, each once and as ``load`` reads it, in the order of its lines and of the file names.

    A set serves several properties: its tasks that state none which verilab supports are left out.  Raises InputError where a line
    matches nothing, where a task is malformed, or where no task is left.
    """
    source = SourceText(str(path), read_text(path))
    tasks: dict[Path, Task] = {}
    refused: UnsupportedPropertyError | None = None
    for number, line in enumerate(source.lines, start=1):
        pattern = line.split("#", 1)[0].strip()
        if not pattern:
            continue
        for file in _matches(source, number, pattern, path.parent):
            if file in tasks:
                continue
            try:
                (tasks[file],) = load(file, options)
            except UnsupportedPropertyError as refusal:
                refused = refused or refusal
    if not tasks:
        raise refused or InputError("names no task", file=str(path), hint="one file name or glob pattern per line")
    return list(tasks.values())


def _matches(source: SourceText, number: int, pattern: str, folder: Path) -> list[Path]:
    if "**" in pattern or "\0" in pattern or len(pattern) > 4000:
        raise source.error("this is no pattern of a set", number, 1, hint="name one folder level at a time: folder/*.yml")
    names = sorted(glob.glob(os.path.join(glob.escape(str(folder)), pattern)))
    files = [Path(name) for name in names if name.lower().endswith(_KINDS)]
    if not files:
        what = "matches no task" if names else "matches no file"
        raise source.error(f"'{pattern[:80]}' {what}", number, 1, hint="patterns are relative to the folder of the set")
    return files
