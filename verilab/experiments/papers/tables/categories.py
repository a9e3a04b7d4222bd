"""The categories of SV-COMP'15, which the papers' columns are, by the folders that their tasks came from.

Folders of today's benchmark collection count where they only changed their name, our task families where their kind of program does.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from verilab.experiments.papers.tables.figures import ALL
from verilab.experiments.schema import family_of

_FOLDERS = {
    "ControlFlowInteger": ("ntdrivers-simplified", "ssh-simplified", "openssl-simplified", "locks", "lock-protocol"),
    "DeviceDrivers64": (
        "ldv-linux-*",
        "ldv-commit-tester",
        "ldv-consumption",
        "ldv-validator-*",
        "ldv-challenges",
        "driver-protocol",
        "kernel-module",
    ),
    "ECA": ("eca-*", "event-condition-action"),
    "Loops": ("loops", "loop-acceleration", "loop-invgen", "loop-lit", "loop-new"),
    "ProductLines": ("product-lines", "product-line"),
    "Sequentialized": ("systemc", "seq-mthreaded", "seq-pthread", "sequentialised-threads"),
}


def category(task: str) -> str:
    """The category of a task by its name (``folder/name``), "" if it belongs to none that the papers show."""
    folder = family_of(task)
    return next((name for name, patterns in _FOLDERS.items() if any(fnmatchcase(folder, each) for each in patterns)), "")


def in_column(tasks: Iterable[str], column: str) -> frozenset[str]:
    """Those of the tasks that belong to a column of a paper's table."""
    return frozenset(task for task in tasks if column == ALL or category(task) == column)
