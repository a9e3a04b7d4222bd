"""The tasks of an experiment: files, generated families, modules, and a sample of them all."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from verilab.errors import Refused
from verilab.experiments.design.document import Section
from verilab.experiments.design.selection import collect_tasks, distinct, sample_tasks
from verilab.families.catalogue import families
from verilab.families.drivers.kernel_module import Places
from verilab.families.family import Family, FamilyTask
from verilab.families.writing import MODULE_SIZES, demo_tasks, module_tasks, temporary_tasks
from verilab.program.errors import InputError
from verilab.program.tasks import Task

KEYS = ("files", "families", "demo", "modules", "filter", "sample")
_FAMILY = ("name", "sizes", "verdicts", "seeds")
_MODULES = ("count", "sizes", "sites", "irrelevant")
VERDICTS = {"true": True, "false": False}


def load(section: Section, seed: int) -> list[Task]:
    """The tasks that the table names, each once; paths are relative to the file's folder.  InputError for what names none."""
    chosen = [*_files(section), *temporary_tasks(_families(section)), *_demo(section), *_modules(section, seed)]
    if not chosen:
        raise section.document.error("names no tasks", section.where, hint=f"with keys of: {', '.join(KEYS)}")
    try:
        tasks = _filtered(section, distinct(chosen))
    except Refused as error:
        raise section.document.error(str(error), section.where) from None
    sample = section.count("sample")
    return tasks if sample is None else sample_tasks(tasks, sample, seed)


def _filtered(section: Section, tasks: list[Task]) -> list[Task]:
    """Those that the paper which the table names a filter of takes."""
    if "filter" not in section.data:
        return tasks
    from verilab.experiments.papers.tables.categories import without_excluded  # only here: most experiments are about no paper

    return without_excluded(tasks, section.text("filter"))


def _files(section: Section) -> list[Task]:
    folder = section.document.path.parent
    tasks: list[Task] = []
    for text in section.texts("files", what="paths, folders or patterns"):
        if "\0" in text or len(text) > 4000:
            raise section.error("files", text, "name files, folders or patterns", "is no path")
        names = sorted(glob.glob(os.path.join(glob.escape(str(folder)), text), recursive=True))
        if not names:
            raise section.error("files", text, "paths are relative to the folder of this file", f"{text!r} matches no file")
        try:
            tasks += collect_tasks([Path(name) for name in names])
        except InputError as error:
            if error.line:
                raise
            # What is wrong with the file as a whole is wrong with naming it.
            raise section.document.error(f"{error.file}: {error.message}", (*section.where, "files"), text, error.hint) from None
    return tasks


def _families(section: Section) -> Iterator[FamilyTask]:
    tables = section.items("families", lambda entry: isinstance(entry, (str, dict)), "names, or tables { name, sizes, verdicts, seeds }")
    for number, table in enumerate(tables):
        data: dict[str, Any] = {"name": table} if isinstance(table, str) else table
        where = Section(section.document, (*section.where, "families", number), data, _FAMILY)
        known = families()
        name = where.text("name")
        if "name" not in data:
            raise where.document.error("a family has no name", where.where, hint=f"known: {', '.join(known)}")
        if name not in known:
            raise where.document.unknown("family", name, tuple(known), (*where.where, "name"), name)
        yield from _generated(where, known[name])


def _generated(section: Section, family: Family) -> Iterator[FamilyTask]:
    """The family in each size and verdict, and with each seed; the family's own small ones where none is named."""
    wanted = section.texts("verdicts", tuple(VERDICTS)) or [name for name, verdict in VERDICTS.items() if verdict in family.verdicts]
    for size in section.items("sizes", _whole, "whole numbers") or family.sizes:
        for verdict in wanted:
            for seed in section.items("seeds", _whole, "whole numbers") or [0]:
                try:
                    yield family.generate(size, VERDICTS[verdict], seed)
                except ValueError as error:
                    key = "sizes" if size < family.sizes[0] else "verdicts"
                    raise section.document.error(str(error), (*section.where, key), size if key == "sizes" else verdict) from None


def _demo(section: Section) -> list[Task]:
    sizes = section.count("demo")
    return [] if sizes is None else demo_tasks(sizes)


def _modules(section: Section, seed: int) -> list[Task]:
    modules = section.section("modules", _MODULES)
    if "modules" not in section.data:
        return []
    sizes = modules.items("sizes", _whole, "whole numbers") or MODULE_SIZES
    try:
        places = Places(modules.count("sites", 1) or 1, modules.number("irrelevant", 0.0) or 0.0)
        return module_tasks(modules.count("count", 1) or 1, seed, sizes, places)
    except ValueError as error:
        raise section.document.error(str(error), modules.where) from None


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6
