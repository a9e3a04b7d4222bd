"""Which tasks of SV-COMP the papers leave out, as named filters, by the folders that their tasks came from.

FORTE'15 §5 (2) leaves out what relies on concurrency, recursion, dynamic data structures or pointers, SPIN'15 §5 "Benchmarks" the
categories Arrays, HeapManipulation, Concurrency and Recursion; both take reachability properties only.  Whether a property relies on a
pointer is no fact of a program's text (every driver has pointers, and the papers' largest category is of drivers): so both are read as
categories.  Folders that came after SV-COMP'15 count where their kind of program does; ``categories`` has those that columns are about.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from verilab.program.tasks import Task
from verilab.verification.configuration import ConfigurationError
from verilab.verification.schema import family_of

_CATEGORIES = {
    "Arrays": ("array-*", "reducercommutativity"),
    "Concurrency": ("pthread", "pthread-*", "ldv-races", "ldv-linux-3.14-races", "concur-mpi*", "weaver", "goblint-*", "libvsync"),
    "HeapManipulation": (
        *("heap-*", "list-*", "ldv-regression", "ldv-sets", "ddv-machzwd", "forester-heap", "ring-buffer"),
        *("memsafety", "memsafety-*", "memory-*", "uthash-*"),
    ),
    "Recursion": ("recursive", "recursive-*", "recursified_*", "call-chain"),
}

FILTERS: dict[str, tuple[str, ...]] = {
    "forte15": ("Concurrency", "HeapManipulation", "Recursion"),
    "spin15": ("Arrays", "Concurrency", "HeapManipulation", "Recursion"),
}
"""The categories that a paper excludes, by the name of the filter."""


def excluded(task: str, name: str) -> str:
    """The category for which a filter leaves out a task (by its name, ``folder/name``), "" where it keeps it.

    ConfigurationError for a filter that there is not.
    """
    if name not in FILTERS:
        raise ConfigurationError(f"filter {name!r}: unknown; known: {', '.join(FILTERS)}")
    folder = family_of(task).rpartition("/")[2]
    return next((each for each in FILTERS[name] if any(fnmatchcase(folder, pattern) for pattern in _CATEGORIES[each])), "")


def without_excluded(tasks: Iterable[Task], name: str) -> list[Task]:
    """The tasks that a filter keeps, all with the filter "".  ConfigurationError where it keeps none."""
    given = list(tasks)
    kept = [task for task in given if not name or not excluded(task.name, name)]
    if given and not kept:
        why = sorted({excluded(task.name, name) for task in given})
        raise ConfigurationError(f"filter {name!r} leaves none of {len(given)} tasks: all are of {', '.join(why)}; give others")
    return kept
