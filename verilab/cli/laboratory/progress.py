"""The progress of an experiment: on the terminal, and in a file for whoever asks while the rows are being written."""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from verilab.data_classes import dataclass
from verilab.experiments.statistics.answers import Answers
from verilab.verification.schema import Run

INTERVAL = 1.0
"""Seconds between two writes of the file."""


@dataclass(slots=True)
class Counts:
    """Of the runs that are there."""

    total: int
    done: int = 0
    solved: int = 0
    unknown: int = 0
    wrong: int = 0
    contradictions: int = 0


class ExperimentProgress:
    """Counts runs as they come; a context manager that shows them while it is open."""

    def __init__(self, total: int, rows: Path, earlier: Iterable[Run] = ()) -> None:
        self.counts = Counts(total)
        self._answers = Answers()
        self._file = progress_file(rows)
        self._next = 0.0
        columns = (
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        # By default the speed is that of the last 30 seconds, in which no two runs may end.
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=math.inf)
        for run in earlier:
            self._count(run)
        self._bar = self._progress.add_task(self._summary(), total=total - self.counts.done)

    def __enter__(self) -> ExperimentProgress:
        self._progress.start()
        self._write()
        return self

    def __exit__(self, *problem: object) -> None:
        self._progress.stop()
        self._file.unlink(missing_ok=True)

    def add(self, run: Run) -> None:
        """A run has finished."""
        self._count(run)
        self._progress.update(self._bar, advance=1, description=self._summary())
        self._write()

    def _count(self, run: Run) -> None:
        counts, kind = self.counts, run.result.classification
        counts.done += 1
        setattr(counts, kind, getattr(counts, kind) + 1)
        self._answers.add(run)
        counts.contradictions = self._answers.contradictions

    def _summary(self) -> str:
        counts = self.counts
        return f"solved {counts.solved}, unknown {counts.unknown}, wrong {counts.wrong}, contradictions {counts.contradictions}"

    def _write(self) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + INTERVAL
        draft = self._file.with_name(self._file.name + ".new")
        draft.write_text(json.dumps(asdict(self.counts) | {"process": os.getpid()}) + "\n")
        os.replace(draft, self._file)


def progress_file(rows: Path) -> Path:
    """Where the progress is told while rows are written."""
    return rows.with_name(rows.name + ".progress")


def read_progress(rows: Path) -> dict[str, Any] | None:
    """The counts and the process that wrote them last; None where nobody did, or what it wrote is not whole."""
    try:
        counts = json.loads(progress_file(rows).read_text())
    except (OSError, ValueError):
        return None
    return counts if isinstance(counts, dict) else None
