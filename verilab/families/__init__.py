"""Task families: C programs of any size whose verdict is known by construction."""

from __future__ import annotations

from verilab.families.catalogue import families
from verilab.families.family import Family, FamilyTask, Observed, Proof
from verilab.families.writing import demo_tasks, module_tasks, tasks, write, write_all, write_task

__all__ = [
    "Family",
    "FamilyTask",
    "Observed",
    "Proof",
    "demo_tasks",
    "families",
    "module_tasks",
    "tasks",
    "write",
    "write_all",
    "write_task",
]
