"""Runs in processes of their own, within hard limits: ``verify`` one program, ``sweep`` many settings, ``oracle`` all candidates."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Unpack

from verilab.api.programs import Program
from verilab.api.settings import Settings, axis_values, configured
from verilab.api.tasks import Source, single_task
from verilab.experiments.laboratory.sweep import Rows
from verilab.experiments.laboratory.sweep import sweep as sweep_tasks
from verilab.experiments.oracle import MAX_BRANCHES, OracleReport, follow_all
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.isolated import run_isolated
from verilab.verification.notebook.verified import Verified
from verilab.verification.notebook.verified import verify as verify_task
from verilab.verification.schema import RunResult
from verilab.verification.serving.own_server import named_objects, own_server

Verifiable = Source | Task | Program
"""A C file or a task definition by its path, a task, or a program that was loaded."""


def verify(
    program: Verifiable,
    configuration: Configuration | None = None,
    progress: Callable[[dict[str, Any]], None] = lambda row: None,
    log: Path | None = None,
    *,
    record: Literal["refinements", "models", "none"] = "refinements",
    **settings: Unpack[Settings],
) -> Verified:
    """Verify a program in a process of its own; the verdict is certified: by a check of its proof, or a replay of its violation.

        result = verilab.verify("program.c", analysis="value", strategy="spin15-good-narrow", time_limit=20)
        result.verdict, result.evidence, result.refinements[0].candidates

    ``configuration`` and ``settings`` say how, the latter win (see ``verilab.Configuration``); the limits are 60 s of wall time and
    4000 MB unless they say others.  Operators, scores and backends may be objects of this process, of which the run's is a fork.
    ``record``: what of each refinement is kept, "models" for the abstract models before and after it too; ``log``: the file to keep it in.
    ``progress`` is called with the statistics so far.

    Returns the result: ``verdict`` "true", "false" or "unknown" with its ``reason``, ``evidence``, ``statistics`` (seconds, states ...),
    ``refinements``.  Raises RejectedInput for a program that cannot be read, Refused for settings and names that there are not.
    The same on the command line: ``verilab verify FILE --analysis value --strategy spin15-good-narrow --time-limit 20``.
    """
    return verify_task(_task(program), configured(configuration, settings), progress, log, record=record)


def sweep(
    tasks: Iterable[Verifiable],
    configurations: Sequence[tuple[str, Configuration]] | None = None,
    *,
    axes: Mapping[str, Collection[object]] | None = None,
    jobs: int = 1,
    done: Collection[tuple[str, str]] = (),
    run: Callable[[Task, Configuration], RunResult] = run_isolated,
    **settings: Unpack[Settings],
) -> Rows:
    """Verify every task under every combination of the axes' values, each in a process of its own, ``jobs`` at once.

        axes = {"strategy": {"mine": Strategy(select=MyScore()), "none": "spin15-none"}, "engine": ["z3:horn", "cvc5:proofs"]}
        frame = verilab.sweep(verilab.tasks("c/loops/*.yml"), axes=axes, analysis="predicate", time_limit=10, jobs=2).frame()

    An axis is a setting of ``verilab.verify`` with a list of values, or with a mapping from what they are called to the values;
    ``settings`` are what all runs have in common.  ``configurations``: instead of axes, (label, configuration) pairs as
    ``verilab.product`` makes them.  ``done``: the (task, label) pairs that need no repetition.

    Returns the rows as an iterator, run as they are asked for; ``.frame()`` runs all and gives a data frame, a line for each run with its
    label, verdict, class (solved, wrong, unknown), seconds, states and every setting.  A program that cannot be read is a row, too.
    Raises Refused, before anything runs, for settings and names that there are not.
    The same on the command line: ``verilab sweep TASKS --strategies "A;B" --interpolations "z3:horn;cvc5:proofs" --jobs 2``.
    """
    if jobs < 1:
        raise ConfigurationError(f"jobs={jobs}: give at least 1")
    if configurations is not None:
        if axes is not None or settings:
            raise ConfigurationError("give configurations, or axes and settings")
        planned = list(configurations)
    else:
        planned = _product(axes or {}, settings)
    if any(named_objects(configuration) for _, configuration in planned):
        own_server().start()  # from this thread: those of the jobs come later
    return sweep_tasks(list(map(_task, tasks)), planned, jobs=jobs, done=done, run=run)


def oracle(
    program: Verifiable,
    configuration: Configuration | None = None,
    at: Sequence[int] | None = None,
    *,
    measure: Literal["cpu_s", "wall_s", "states", "refinements"] = "cpu_s",
    jobs: int = 1,
    max_branches: int = MAX_BRANCHES,
    **settings: Unpack[Settings],
) -> OracleReport:
    """What each candidate of some refinements would have cost: the program is verified once, then again for every other candidate.

    ``at``: the numbers of the refinements, all that have several candidates by default; of the branches ``max_branches`` are followed,
    ``jobs`` at once.  The settings are those of ``verilab.verify``; ``analysis`` must be a single one ("value" by default).

    Returns the report: for each refinement its candidates with their costs, ranks and outcomes, and the regret of the strategy's choice,
    in CPU seconds, wall seconds, abstract states and refinements; ``measure`` is what they are ranked by.
    Raises BranchError, which is Refused, for what cannot be followed.
    The same on the command line: ``verilab oracle FILE --analysis value --strategy spin15-bad --at 1,3``.
    """
    configuration = configured(configuration or Configuration(analysis="value"), settings)
    if named_objects(configuration):
        own_server().start()
    return follow_all(_task(program), configuration, at, measure=measure, jobs=jobs, max_branches=max_branches)


def _task(program: Verifiable) -> Task:
    return program.task if isinstance(program, Program) else single_task(program)


def _product(axes: Mapping[str, Collection[object]], settings: Mapping[str, Any]) -> list[tuple[str, Configuration]]:
    """Every combination with its label: what the values are called of the axes that have several."""
    values = {name: axis_values(axis) for name, axis in axes.items()}
    for name, named in values.items():
        if not named:
            raise ConfigurationError(f"axis {name!r} has no values")
        if name in settings:
            raise ConfigurationError(f"{name} is an axis, and is given for all runs: leave out one")
    planned = []
    for combination in itertools.product(*(named.items() for named in values.values())):
        label = " ".join(text for (text, _), named in zip(combination, values.values(), strict=True) if len(named) > 1)
        chosen = {name: value for name, (_, value) in zip(values, combination, strict=True)}
        planned.append((label or " ".join(text for text, _ in combination) or "default", configured(None, {**settings, **chosen})))
    return planned
