"""The compilation of a task's program, which runs beside everything else of its run."""

from __future__ import annotations

from verilab.evidence.compiler.executions import Executions
from verilab.program.tasks import Task


def begin_compilation(task: Task) -> Executions | None:
    """The program's executable, as soon as it is built; None for a task that no executable can contradict.

    One with a witness is about a part of the program's executions, or about more than its errors.
    """
    if len(task.files) == 1 and list(task.error_convention) and task.witness is None:
        return Executions(task.files[0], task.data_model, task.error_convention)
    return None
