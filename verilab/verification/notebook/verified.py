"""``verilab.verify``: one task verified in a process of its own, its refinements at hand.

    result = verify(task, Configuration(analysis="value", strategy="spin15-good-narrow"))
    result.refinements[3].candidates        what could be learned there, with interpolants and scores
    result.refinements[3].why               why one of them was chosen

Refinements are rows of the run's log, as ``verilab.verification.schema`` has them and as the microscope of a report shows them.
"""

from __future__ import annotations

import json
import os
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from verilab.data_classes import dataclass
from verilab.drawings import line, table
from verilab.errors import Refused
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.progress import OnProgress
from verilab.verification.schema import Refinement, RunResult, read_refinements

if TYPE_CHECKING:  # what the forked process loads, this one may do without
    from verilab.program.tasks import Task

RECORDS = ("refinements", "models", "none")
SHOWN = 50
"""Refinements that are listed in a notebook."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line of a log is."""

    start: int
    length: int


class Refinements(Sequence[Refinement]):
    """The refinements of a run, each read from its log when it is asked for: a log may be larger than the memory.

    Counted from 0, as sequences are; the first one has the number 1.
    """

    def __init__(self, log: Path | None = None, start: int = 0) -> None:
        self._log: int | None = None
        self._start = start
        self._places: list[tuple[_Place, _Place | None]] | None = None
        if log is not None and log.exists():
            self._log = os.open(log, os.O_RDONLY | os.O_CLOEXEC)
            weakref.finalize(self, os.close, self._log)

    def __len__(self) -> int:
        return len(self._lines())

    @overload
    def __getitem__(self, place: int) -> Refinement: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Refinement, ...]: ...

    def __getitem__(self, place: int | slice) -> Refinement | tuple[Refinement, ...]:
        lines = self._lines()
        if isinstance(place, slice):
            return tuple(self[number] for number in range(len(lines))[place])
        if not -len(lines) <= place < len(lines):
            raise IndexError(f"refinement {place}: the run has {len(lines)}")
        return read_refinements(json.loads(self._bytes(row)) for row in lines[place] if row is not None)[0]

    def __repr__(self) -> str:
        return f"<{len(self)} refinements>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (b"" if self._log is None else b"".join(data for _, data in self._data()),)

    def _repr_html_(self) -> str:
        rows = [
            [place, refinement.phase, len(refinement.targets), len(refinement.candidates), refinement.chosen, refinement.why]
            for place, refinement in enumerate(self[:SHOWN])
        ]
        more = line(f"{len(self) - SHOWN} more") if len(self) > SHOWN else ""
        return table(["place", "phase", "targets", "candidates", "chosen", "why"], rows) + more

    def _lines(self) -> list[tuple[_Place, _Place | None]]:
        """Where the row of each refinement is, and that of the next one of its phase, or of what the phase ended with."""
        if self._places is None:
            self._places = self._scanned()
        return self._places

    def _scanned(self) -> list[tuple[_Place, _Place | None]]:
        places: list[tuple[_Place, _Place | None]] = []
        latest: dict[str, int] = {}
        for place, data in self._data():
            try:
                row = json.loads(data)
            except ValueError:  # the last one of a run that was killed
                break
            before = latest.get(phase := row.get("phase", ""))
            if before is not None and row.get("model") is not None and places[before][1] is None:
                places[before] = (places[before][0], place)
            if "refinement" in row:
                latest[phase] = len(places)
                places.append((place, None))
        return places

    def _data(self) -> Iterator[tuple[_Place, bytes]]:
        """The lines with their places."""
        if self._log is None:
            return
        with open(f"/proc/self/fd/{self._log}", "rb") as file:
            file.seek(self._start)
            start = self._start
            for data in file:
                yield _Place(start, len(data)), data
                start += len(data)

    def _bytes(self, place: _Place) -> bytes:
        assert self._log is not None
        return os.pread(self._log, place.length, place.start)


def _restored(data: bytes) -> Refinements:
    """Refinements that come from another process."""
    with tempfile.NamedTemporaryFile(prefix="verilab-refinements-") as file:
        file.write(data)
        file.flush()
        return Refinements(Path(file.name))


@dataclass(frozen=True, slots=True)
class Verified(RunResult):
    """The result of a run, and its refinements, which are no part of its JSON."""

    refinements: Refinements = field(default_factory=Refinements, compare=False)

    def to_json(self) -> dict[str, Any]:
        """That of the result alone."""
        return RunResult(**{field.name: getattr(self, field.name) for field in fields(RunResult)}).to_json()


def verify(
    task: Task,
    configuration: Configuration | None = None,
    progress: OnProgress = lambda row: None,
    log: Path | None = None,
    *,
    record: str = "refinements",
) -> Verified:
    """Verify a task in a process of its own, within the limits of the configuration.

    ``record``: "refinements", "models" for the abstract models before and after them too, or "none", for times that no log disturbs.
    ``log``: the file that they are appended to, one that goes with the result by default.  ``progress`` is called with the statistics so
    far.  Raises RejectedInput for wrong input, Refused for a ``record`` that there is not.
    """
    if record not in RECORDS:
        raise Refused(f"record={record!r}: unknown; known: {', '.join(RECORDS)}")
    configuration = configuration or Configuration()
    if record == "none" and log is None:
        return _verified(run_isolated(task, configuration, progress), Refinements())
    if log is not None:
        start = log.stat().st_size if log.exists() else 0
        return _verified(run_isolated(task, configuration, progress, log, models=record == "models"), Refinements(log, start))
    with tempfile.TemporaryDirectory(prefix="verilab-refinements-") as folder:
        file = Path(folder) / "refinements.jsonl"
        result = run_isolated(task, configuration, progress, file, models=record == "models")
        return _verified(result, Refinements(file))  # which keeps it open


def _verified(result: RunResult, refinements: Refinements) -> Verified:
    return Verified(**{field.name: getattr(result, field.name) for field in fields(RunResult)}, refinements=refinements)
