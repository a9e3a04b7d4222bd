"""What a worker of Dask performs, and what it must have for that: our sources and versions, and the tasks' files.

A row that was made with other ones would stand among the others as if it were one of them.
"""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.design.design import PlannedRun
from verilab.experiments.laboratory.performing import Finished, perform
from verilab.experiments.store.manifest import task_row
from verilab.program.tasks import Task
from verilab.verification.configuration import ConfigurationError
from verilab.verification.sources import source_digest
from verilab.verification.versions import versions

if TYPE_CHECKING:
    from distributed import Client


class WorkerDiffers(Refused):
    """A worker that would make other rows."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a process runs with: the digest of the sources, and the versions of what decides what a run does."""

    sources: str
    versions: tuple[tuple[str, str], ...]

    def difference(self, other: Equipment) -> str:
        """What the other one has instead; "" where it has the same."""
        mine, theirs = dict(self.versions), dict(other.versions)
        for name in sorted(mine.keys() | theirs.keys()):
            if mine.get(name) != theirs.get(name):
                return f"{name} {theirs.get(name, 'not at all')}, not {mine.get(name, 'none')}"
        return "" if self.sources == other.sources else f"other sources of verilab ({other.sources}, not {self.sources})"


def equipment() -> Equipment:
    """That of this process."""
    return Equipment(source_digest(), tuple(sorted(versions().items())))


def check_workers(client: Client, address: str) -> None:
    """ConfigurationError where a worker has other equipment than we, or cannot tell."""
    ours = equipment()
    equipments: dict[str, Any] = client.run(equipment, on_error="return")
    for worker, theirs in equipments.items():
        difference = ours.difference(theirs) if isinstance(theirs, Equipment) else f"no such verilab ({type(theirs).__name__}: {theirs})"
        if difference:
            raise ConfigurationError(f"--dask {address}: the worker {worker} has {difference}; install the same there")


def files_of(task: Task) -> tuple[tuple[str, str], ...]:
    """The task's files with the digests of their texts, "" for one that is not there."""
    return tuple((file["file"], file["sha256"]) for file in task_row(task)["files"])


def perform_at_worker(
    run: PlannedRun, recorded: frozenset[str], ours: Equipment, files: tuple[tuple[str, str], ...], *, in_control_groups: bool = False
) -> Finished:
    """``perform`` with as many slots as the Dask worker that this is called in has threads.

    Raises WorkerDiffers where this worker has not the equipment and the ``files`` of who asks.
    """
    from distributed import get_worker

    where = f"the worker {get_worker().address} on {platform.node()}"
    if difference := ours.difference(equipment()):
        raise WorkerDiffers(f"{where} has {difference}; install the same there")
    for (name, text), (_, here) in zip(files, files_of(run.task), strict=True):
        if text != here or not here:
            there = "another text of" if here else "no file"
            raise WorkerDiffers(f"{where} has {there} {name}; every worker needs the tasks' files under the same paths")
    return perform(run, recorded, get_worker().state.nthreads, in_control_groups=in_control_groups)
