"""Branches of a recorded run: each candidate of a refinement followed to the end, in a process of its own.

A branch is a run from the start that makes the recorded choices, takes the candidate at its refinement, and leaves every later choice to
the strategy.  Running from the start costs the shared part again; a copy of the process at the refinement would save it, but solvers,
their threads and their workers do not survive a fork.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

from verilab.data_classes import dataclass
from verilab.experiments.oracle.recording import BranchError, Recording, read_lines
from verilab.verification.isolated import Stopped, run_isolated
from verilab.verification.schema import RunResult


@dataclass(frozen=True, slots=True)
class Branch:
    """Another candidate at a refinement; ``candidate`` None is the strategy's own run again, up to the end of the recorded choices.

    The recorded run itself is no measure of cost, as it also writes the refinement log: it is run again like the branches.
    """

    refinement: int
    candidate: int | None


@dataclass(frozen=True, slots=True)
class BranchRun:
    """What became of a branch; ``trace`` has a line per choice with what the run had cost by then, and one for its end."""

    branch: Branch
    result: RunResult
    trace: tuple[dict[str, Any], ...]

    def before(self, refinement: int) -> dict[str, Any] | None:
        """What the run had cost when it first chose at a refinement; None where it never came to that."""
        return next((line for line in self.trace if line.get("refinement") == refinement), None)

    @property
    def end(self) -> dict[str, Any] | None:
        """What the run had cost at its end; None where it was killed."""
        return self.trace[-1] if self.trace and "refinement" not in self.trace[-1] else None


def parse_refinements(text: str) -> tuple[int, ...] | None:
    """The numbers of ``1,3-5``, ascending; None for ``all``.  Raises BranchError."""
    if text.strip() == "all":
        return None
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = (word.strip() for word in part.partition("-"))
        last = last if dash else first
        if not all(word.isascii() and word.isdigit() and len(word) < 8 for word in (first, last)):
            raise BranchError(f"refinements {text!r}: {part.strip()!r} is no number and no range; write numbers as in 1,3-5, or all")
        if not 1 <= int(first) <= int(last):
            raise BranchError(f"refinements {text!r}: {part.strip()!r} holds no number; refinements count from 1, ranges ascend as in 3-5")
        numbers.update(range(int(first), int(last) + 1))
    return tuple(sorted(numbers))


def chosen_refinements(recording: Recording, at: Sequence[int] | None) -> tuple[int, ...]:
    """The refinements to branch at: those asked for, or all that have more than one candidate.

    Raises BranchError for a number that the recorded run does not come to.
    """
    refinements = recording.refinements
    if at is None:
        return tuple(number for number, recorded in refinements.items() if len(recorded.candidates) > 1)
    for number in at:
        if number not in refinements:
            result = recording.result
            how = f"{result.verdict} ({result.reason})" if result.reason else result.verdict
            raise BranchError(f"refinement {number} does not happen: the run ends after {len(refinements)} refinements with {how}")
    return tuple(at)


def plan_branches(recording: Recording, refinements: Iterable[int]) -> list[Branch]:
    """The strategy's own run, then the other candidates refinement by refinement."""
    numbers = list(refinements)
    branches = [Branch(max(numbers, default=0), None)]
    for number in numbers:
        recorded = recording.refinements[number]
        branches += [Branch(number, place) for place in range(len(recorded.candidates)) if place != recorded.chosen]
    return branches


def follow(
    recording: Recording, branches: Sequence[Branch], folder: Path, *, jobs: int, stop: Event, finished: Callable[[BranchRun], None]
) -> None:
    """Run the branches in their order, at most ``jobs`` at once; ``finished`` is told each one as it ends, on its thread.

    Once ``stop`` is set, or this is interrupted, those that run are killed and no more are begun.
    """

    def run(branch: Branch) -> None:
        with suppress(Stopped):  # a branch that was stopped has nothing to tell
            finished(_run(recording, branch, folder, stop))

    pending: set[Future[None]] = set()
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        try:
            for branch in branches:
                pending.add(pool.submit(run, branch))
                if len(pending) >= jobs:
                    pending = _done(pending)
                if stop.is_set():
                    break
            while pending:
                pending = _done(pending)
        except BaseException:  # the threads wait for their processes, also where the user has interrupted this one
            stop.set()
            raise


def _done(pending: set[Future[None]]) -> set[Future[None]]:
    """Wait for at least one; those that still run.  Raises what one of them raised."""
    done, left = wait(pending, return_when=FIRST_COMPLETED)
    for future in done:
        future.result()
    return left


def _run(recording: Recording, branch: Branch, folder: Path, stop: Event) -> BranchRun:
    trace = folder / f"{branch.refinement}-{'own' if branch.candidate is None else branch.candidate}.trace"
    script = recording.script(branch.refinement, branch.candidate)
    task, configuration = recording.task, recording.configuration
    try:
        result = run_isolated(task, configuration, script=script, trace=trace, stop=stop)
    except OSError as error:  # the process could not be started, or died before it read its request
        reason = f"crash: {error.strerror or error}"
        result = RunResult(task.name, "unknown", reason, configuration=configuration, expected=task.expected)
    return BranchRun(branch, result, read_lines(trace))
