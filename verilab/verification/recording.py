"""The recording of a run's interpolation queries, as its configuration asks for it."""

from __future__ import annotations

from pathlib import Path

from verilab.program.tasks import Task
from verilab.solving.queries.recorder import QueryRecorder
from verilab.verification.configuration import Configuration
from verilab.verification.versions import versions


def recorder_of(task: Task, configuration: Configuration) -> QueryRecorder | None:
    """The recorder of a run's queries; a run is the same whatever its limits of time and memory."""
    if not configuration.record_queries:
        return None
    run = configuration.to_json()
    for limit in ("time_limit", "cpu_limit", "memory_limit", "solver_memory", "record_queries", "export_precision"):
        del run[limit]
    return QueryRecorder(Path(configuration.record_queries), task.name, run, versions().get("verilab", "not installed"))
