"""Recording the interpolation queries of a run: one SMT-LIB 2 file per query, and an index of JSON lines.

A query is on disk before it is asked, so that one which never ends is not lost; its file is written again, by an atomic rename, when
the outcome is known.  Names follow from the task, the configuration and the order of the queries alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.interpolation import Interpolants, NotUnsat, Outcome
from verilab.solving.queries.files import RecordedQuery, query_text

INDEX = "index.jsonl"


@dataclass(slots=True)
class _Entry:
    """One query; ``asked``: procedure, outcome ("unanswered" until there is one), seconds."""

    file: str
    number: int
    phase: str
    iteration: int
    logic: str
    asked: list[tuple[str, str, float]] = field(default_factory=list)


class QueryRecorder:
    """Records the queries of one run into a folder, which runs may share.

    ``run`` identifies the run (task and configuration): its text goes into the files' names as a digest.
    ``phase``, ``logic`` and ``iteration`` (a function: how many refinements there were) are kept up to date by the run.
    A recorder is an ``Observer`` of interpolators.
    """

    def __init__(self, folder: Path, task: str, run: Mapping[str, object], version: str) -> None:
        self.phase = ""
        self.logic = "QF_LIA"
        self.iteration: Callable[[], int] = lambda: 0
        self._folder = folder
        self._task = task
        self._version = version
        self._strategy = str(run.get("strategy", ""))
        digest = hashlib.sha256(json.dumps([task, run], sort_keys=True, default=str).encode()).hexdigest()[:8]
        self._stem = f"{re.sub(r'[^A-Za-z0-9._-]+', '_', task)[-80:]}-{digest}"
        self._entries: dict[tuple[FNode, ...], _Entry] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def asked(self, procedure: str, partitions: Sequence[FNode]) -> None:
        key = tuple(partitions)
        entry = self._entries.get(key)
        if entry is None:
            number = len(self._entries) + 1
            entry = _Entry(f"{self._stem}-{number:04d}.smt2", number, self.phase, self.iteration(), self.logic)
            self._entries[key] = entry
        entry.asked.append((procedure, "unanswered", 0.0))
        self._write(entry, partitions, "unknown")

    def answered(self, procedure: str, partitions: Sequence[FNode], outcome: Outcome, seconds: float) -> None:
        entry = self._entries[tuple(partitions)]
        entry.asked[-1] = (procedure, type(outcome).__name__.lower(), round(seconds, 6))
        status = "unsat" if isinstance(outcome, Interpolants) else "sat" if isinstance(outcome, NotUnsat) else "unknown"
        self._write(entry, partitions, status)

    def _write(self, entry: _Entry, partitions: Sequence[FNode], status: str) -> None:
        asked = "; ".join(f"{procedure} {outcome} {seconds:.6f}" for procedure, outcome, seconds in entry.asked)
        origin = {
            "task": self._task,
            "query": str(entry.number),
            "phase": entry.phase,
            "iteration": str(entry.iteration),
            "strategy": self._strategy,
            "asked": asked,
            "version": self._version,
        }
        text = query_text(RecordedQuery(tuple(partitions), entry.logic, origin), status)
        path = self._folder / entry.file
        partial = path.with_suffix(".partial")
        partial.write_text(text, encoding="utf-8")
        os.replace(partial, path)
        row = {"file": entry.file, **origin, "query": entry.number, "iteration": entry.iteration, "logic": entry.logic}
        row |= {"partitions": len(partitions), "asked": entry.asked}
        # One write to a file opened for appending: runs at the same time do not mix their lines.
        with (self._folder / INDEX).open("a", encoding="utf-8") as index:
            index.write(json.dumps(row) + "\n")


def read_index(folder: Path) -> list[dict[str, object]]:
    """The rows of a folder's index, the last one of each file, in the order of the files' first appearance."""
    rows: dict[str, dict[str, object]] = {}
    with (folder / INDEX).open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            rows[row["file"]] = row
    return list(rows.values())
