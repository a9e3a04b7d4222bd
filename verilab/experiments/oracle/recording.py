"""The recorded run of an oracle: which candidates each refinement had, how they scored, and which one was chosen."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import Any

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.program.tasks import Task
from verilab.refinement.steering import Choice, Script
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.phases.plan import plan
from verilab.verification.schema import Candidate, Refinement, RunResult

Progress = Callable[[dict[str, Any]], None]


class BranchError(Refused):
    """What cannot be followed; the message says what is wrong and what would work."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One refinement of the recorded run.

    ``row``: what its log tells of it, with all candidates.  ``choices``: the calls of select; the first one chose among all
    candidates, further ones where it added nothing to the precision.
    """

    number: int
    row: Refinement
    choices: tuple[Choice, ...]

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return self.row.candidates

    @property
    def chosen(self) -> int | None:
        """The place of the candidate that the strategy chose first; None for a join of several."""
        return self.choices[0].chosen


@dataclass(frozen=True)
class Recording:
    """A run with all its refinements; where it was ended by a limit, those that it came to."""

    task: Task
    configuration: Configuration
    result: RunResult
    trace: tuple[dict[str, Any], ...]
    rows: tuple[dict[str, Any], ...]

    @cached_property
    def refinements(self) -> dict[int, Recorded]:
        """By number; a refinement that was never finished (its candidates are not in the log) is left out."""
        choices: dict[int, list[Choice]] = {}
        for line in self.trace:
            if "refinement" in line:
                choices.setdefault(line["refinement"], []).append(Choice(line["digest"], line["chosen"]))
        rows = {row.number: row for row in map(Refinement.from_json, self.rows)}
        return {number: Recorded(number, rows[number], tuple(taken)) for number, taken in choices.items() if number in rows}

    def script(self, last: int, candidate: int | None = None) -> Script:
        """What was chosen up to a refinement, included; with a candidate's place, that one there."""
        choices = {number: recorded.choices for number, recorded in self.refinements.items() if number <= last}
        if candidate is not None:
            choices[last] = (Choice(choices[last][0].digest, candidate),)
        return Script(choices)


def record(
    task: Task, configuration: Configuration, folder: Path, progress: Progress = lambda row: None, stop: Event | None = None
) -> Recording:
    """Verify the task in a process of its own and keep what every refinement chose from; ``folder`` is for its files.

    Raises BranchError for a configuration of several analyses one after the other, RejectedInput for wrong input.
    """
    phases = plan(configuration).phases
    if len(phases) > 1:
        names = ", ".join(phase.name for phase in phases)
        raise BranchError(
            f"analysis={configuration.analysis!r} runs several analyses one after the other ({names}), whose refinements are not one row; "
            "name one analysis"
        )
    log, trace = folder / "recorded.log", folder / "recorded.trace"
    result = run_isolated(task, configuration, progress, log, script=Script(), trace=trace, stop=stop)
    return Recording(task, configuration, result, read_lines(trace), read_lines(log))


def read_lines(path: Path) -> tuple[dict[str, Any], ...]:
    """The JSON lines of a file up to the first unfinished one, which a killed run may leave; none where the file does not exist."""
    rows: list[dict[str, Any]] = []
    if path.exists():
        for line in path.read_text().splitlines():
            try:
                rows.append(json.loads(line))
            except ValueError:
                break
    return tuple(rows)
