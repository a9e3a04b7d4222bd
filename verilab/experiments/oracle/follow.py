"""``follow_all``: follow every candidate at chosen refinements and report what each would have cost."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

from verilab.experiments.oracle.branches import BranchRun, chosen_refinements, follow, plan_branches
from verilab.experiments.oracle.costs import MEASURES
from verilab.experiments.oracle.recording import BranchError, record
from verilab.experiments.oracle.report import OracleReport, make_report
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration

MAX_BRANCHES = 100
"""Runs beyond the recorded one that are made without being asked for more."""


def follow_all(
    task: Task,
    configuration: Configuration,
    at: Sequence[int] | None = None,
    *,
    measure: str = "cpu_s",
    jobs: int = 1,
    max_branches: int = MAX_BRANCHES,
    recorded: Callable[[dict[str, Any]], None] = lambda row: None,
    finished: Callable[[BranchRun, int, int], None] = lambda run, number, total: None,
) -> OracleReport:
    """Verify the task once, then again for each candidate at the refinements ``at`` (None: at all that have several candidates).

    Every run has a process, and the configuration's limits of time and memory, of its own; the limit of time is for a whole run, the
    shared part included.  The first ``max_branches`` branches are followed, in the order of the refinements, ``jobs`` at once (times
    are measured undisturbed with fewer jobs than cores).  ``recorded`` gets the progress of the first run, ``finished`` each branch, its
    number and how many there are, on the thread that ran it.  Interrupted from the keyboard after the first run, the report has what
    was finished.

    Raises BranchError for what cannot be followed, RejectedInput for wrong input.
    """
    if measure not in MEASURES:
        raise BranchError(f"measure {measure!r}: unknown; known: {', '.join(MEASURES)}")
    for name, number in (("jobs", jobs), ("max_branches", max_branches)):
        if number < 1:
            raise BranchError(f"{name}={number}: give at least 1")
    with tempfile.TemporaryDirectory(prefix="verilab-oracle-") as name:
        folder = Path(name)
        recording = record(task, configuration, folder, recorded)
        numbers = chosen_refinements(recording, at)
        branches = plan_branches(recording, numbers)
        kept = branches[:max_branches]
        runs: list[BranchRun] = []

        def keep(run: BranchRun) -> None:
            runs.append(run)
            finished(run, len(runs), len(kept))

        interrupted = False
        try:
            follow(recording, kept if numbers else [], folder, jobs=jobs, stop=Event(), finished=keep)
        except KeyboardInterrupt:
            interrupted = True
        left_out = len(branches) - len(runs) if numbers else 0
        return make_report(recording, numbers, runs, measure=measure, left_out=left_out, interrupted=interrupted)
