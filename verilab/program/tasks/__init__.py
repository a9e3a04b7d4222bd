"""Verification tasks: which program, which data model, which property, which verdict is expected."""

from __future__ import annotations

from verilab.program.tasks.loading import load_tasks
from verilab.program.tasks.task import ObservedProperty, Task, TaskOptions, task_name

__all__ = ["ObservedProperty", "Task", "TaskOptions", "load_tasks", "task_name"]
