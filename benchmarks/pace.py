"""How fast a run refines: ``python -m benchmarks.pace TASKS... [--settings paper-engine-mathsat] [--refinements 18]``.

A row per task for the predicate analysis on blocks of single edges under refinement selection (SPIN'15, good and narrow): refinements
(as many as asked for, at most), states so far, CPU seconds of this process (without those of solvers in processes of their own), wall
seconds of exploration, refinements per CPU second, and a fingerprint of the numbers of states, of the candidates and of the increments.
Two versions of verilab are compared where fingerprints and refinements are the same.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from benchmarks.selection_cost import WITH
from verilab.analysis.exploration import rare_collections
from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks
from verilab.refinement.loop import RefinementLoop, Refining
from verilab.resources import Deadline, OutOfTime, SolverClock
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines.analyses import predicate_analysis
from verilab.verification.settings_presets import with_settings
from verilab.verification.workshop import Workshop, named_backends


@dataclass(frozen=True, slots=True)
class Pace:
    """What a task's first refinements were, and what they took."""

    refinements: int
    states: int
    cpu: float
    exploration: float
    fingerprint: str


def _fingerprint(refining: Refining, states: int) -> str:
    facts = refining.chosen.increment.facts
    return repr((states, len(refining.candidates), sorted((str(point), sorted(map(str, values))) for point, values in facts.items())))


def pace(task: Task, configuration: Configuration, refinements: int) -> Pace:
    """The first refinements of a task, fewer where it ends or its time limit does.  Raises InputError for a task that cannot be read."""
    deadline = Deadline(configuration.time_limit)
    clock = SolverClock(now=time.process_time)
    workshop = Workshop(load_program(task, configuration), configuration, deadline, clock, named_backends(configuration))
    analysis = predicate_analysis(workshop, configuration.encoding, deadline, slices=True)
    loop = RefinementLoop(analysis, WITH, deadline=deadline)
    prints: list[str] = []
    last, began = time.process_time(), time.process_time()
    with rare_collections(), suppress(OutOfTime):
        for refining in loop.refinements():
            last = time.process_time()
            prints.append(_fingerprint(refining, loop.statistics.states))
            if len(prints) == refinements:
                break
    digest = sha256("\n".join(prints).encode()).hexdigest()[:12]
    return Pace(len(prints), loop.statistics.states, last - began, loop.statistics.exploration_s, digest)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table for the tasks of the command line; wrong input ends with a message and code 2."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pace", description="How fast a run refines.")
    parser.add_argument("tasks", nargs="+", type=Path, help="task definitions (.yml), sets (.set) or C files")
    parser.add_argument("--settings", default="paper-engine-mathsat", help="presets of settings (paper-engine-mathsat)")
    parser.add_argument("--refinements", type=int, default=18, metavar="N", help="the refinement at which time is read (18)")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="T", help="wall seconds for each task (20)")
    given = parser.parse_args(arguments)
    try:
        plain = Configuration(analysis="predicate", block="single", time_limit=given.time_limit)
        configuration = Configuration(**with_settings(plain.to_json(), given.settings, ("block",)))
        print(f"{'task':44}  {'refinements':>11}  {'states':>8}  {'CPU s':>7}  {'exploring':>9}  {'a second':>8}  fingerprint")
        for task in (task for path in given.tasks for task in load_tasks(path)):
            row = pace(task, configuration, given.refinements)
            rate = row.refinements / row.cpu if row.cpu else 0.0
            numbers = f"{row.refinements:11}  {row.states:8}  {row.cpu:7.2f}  {row.exploration:9.2f}  {rate:8.1f}"
            print(f"{task.name[:44]:44}  {numbers}  {row.fingerprint}", flush=True)
    except InputError as error:
        parser.exit(2, f"{error.render()}\n")
    except ConfigurationError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
