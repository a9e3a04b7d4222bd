"""What is said between a run's process and its client, over a ``Line``: a request, any number of times progress, and what it came to."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Any

from verilab.data_classes import dataclass
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.progress import Progress
from verilab.verification.schema import RunResult


@dataclass(frozen=True, slots=True)
class Request:
    """What a run is asked for: the parameters of ``run_isolated``, and where it runs.

    ``script`` is in its JSON form: only the run's process knows what it is about.
    """

    task: Task
    configuration: Configuration
    folder: Path
    environment: dict[str, str]
    log: Path | None = None
    models: bool = False
    tells_invariants: bool = False
    cores: list[int] = field(default_factory=list)
    trace: Path | None = None
    script: list[Any] | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """The run's own result."""

    result: RunResult


@dataclass(frozen=True, slots=True)
class InputRejected:
    """The input is wrong, or the settings: the rendered error."""

    text: str


@dataclass(frozen=True, slots=True)
class OutOfCpuTime:
    """The run ends itself: it has used so many seconds, with all that it started."""

    cpu_s: float


FromRun = Progress | Finished | InputRejected | OutOfCpuTime
FROM_RUN = (Progress, Finished, InputRejected, OutOfCpuTime)
TO_RUN = (Request,)
