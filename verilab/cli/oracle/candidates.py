"""``verilab oracle``: follow every candidate at chosen refinements, and see what each would have cost."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.markup import escape

from verilab.cli.configured import configured
from verilab.cli.oracle.view import print_agreements, print_report
from verilab.cli.problems import clear_errors
from verilab.experiments.oracle import (
    MAX_BRANCHES,
    MEASURES,
    BranchError,
    BranchRun,
    OracleReport,
    follow_all,
    parse_refinements,
    score_rows,
    total,
)
from verilab.experiments.sweeps.collecting import collect_tasks
from verilab.program.tasks import Task
from verilab.refinement.strategy import parse_strategy
from verilab.verification.configuration import Configuration
from verilab.verification.serving.answers import RejectedInput

INTERRUPTED = 130


@configured(required=("strategy",), defaults={"analysis": "value"})
def oracle(
    *,
    tasks: Annotated[list[Path], typer.Argument(help="Task definitions, sets, C files or folders with .yml files.", show_default=False)],
    at: Annotated[str, typer.Option(help="Refinements, as in 1,3-5; all: those with several candidates.")] = "all",
    measure: Annotated[str, typer.Option(help=f"What candidates are ranked by: {', '.join(MEASURES)}.")] = MEASURES[0],
    max_branches: Annotated[int, typer.Option(help="Runs at most, the recorded one not counted; done in order.")] = MAX_BRANCHES,
    configuration: Configuration,
    jobs: Annotated[int, typer.Option(help="Runs at the same time; times are undisturbed with fewer jobs than cores.")] = 1,
    scores: Annotated[bool, typer.Option("--scores", help="Show all scores of each candidate.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write JSON rows to this file: candidates, regrets, scores.")] = None,
) -> None:
    """Follow every candidate of a refinement instead of one, each in a process of its own, and report what each would have cost.

    The run is recorded once; a branch makes the same choices up to its refinement, takes another candidate there, and leaves later
    choices to the strategy.  Shown are costs from the refinement on, the regret of the choice (its cost / the best candidate's), and
    which scores would have picked the best, added up over several tasks.  Ctrl-C ends the branches and shows what there is.

    Exit codes: 0, 1 where branches contradict each other, 2 for wrong input or usage, 130 interrupted.
    """
    with clear_errors():
        parse_strategy(configuration.strategy)
        settings = {"at": parse_refinements(at), "measure": measure, "jobs": jobs, "max_branches": max_branches}
        chosen = collect_tasks(tasks)
        reports = []
        with contextlib.ExitStack() as stack:
            rows = None if json_file is None else stack.enter_context(json_file.open("w"))
            for report in _reports(chosen, configuration, settings):
                reports.append(report)
                print_report(report, with_scores=scores)
                _write(rows, report.rows())
            if len(chosen) > 1:
                found = total(reports)
                print_agreements(found, measure, f" of {len(reports)} tasks")
                _write(rows, score_rows("all tasks", configuration.strategy, found))
    _leave(chosen, reports)


def _reports(tasks: list[Task], configuration: Configuration, settings: dict[str, Any]) -> Iterator[OracleReport]:
    """Task by task; of several tasks one that cannot be followed is told and passed over, and an interrupt ends them all."""
    for task in tasks:
        try:
            report = _follow(task, configuration, settings)
        except KeyboardInterrupt:
            typer.echo(f"{task.name}: interrupted before its run was recorded", err=True)
            raise typer.Exit(INTERRUPTED) from None
        except (BranchError, RejectedInput) as error:
            if len(tasks) == 1:
                raise
            typer.echo(f"{task.name}: {error}", err=True)
        else:
            yield report
            if report.interrupted:
                return


def _follow(task: Task, configuration: Configuration, settings: dict[str, Any]) -> OracleReport:
    with Console(stderr=True).status(f"{escape(task.name)}: recording") as status:

        def recorded(row: dict[str, Any]) -> None:
            status.update(
                f"{escape(task.name)}: recording, {row['states']} states, {row['refinements']} refinements, {row['wall_s']:.1f} s"
            )

        def finished(run: BranchRun, number: int, total: int) -> None:
            status.update(
                f"{escape(task.name)}: {number} of {total} branches, last: refinement {run.branch.refinement}, {run.result.verdict}"
            )

        return follow_all(task, configuration, **settings, recorded=recorded, finished=finished)


def _write(file: TextIO | None, rows: Iterable[dict[str, Any]]) -> None:
    if file is not None:
        file.writelines(json.dumps(row) + "\n" for row in rows)
        file.flush()


def _leave(tasks: list[Task], reports: list[OracleReport]) -> None:
    """End with the exit code that the reports make."""
    contradicting = [report for report in reports if len(report.verdicts) > 1]
    for report in contradicting:
        typer.echo(f"DISAGREEMENT: branches of {report.task} end with {' and '.join(report.verdicts)}", err=True)
    if contradicting:
        raise typer.Exit(1)
    if any(report.interrupted for report in reports):
        raise typer.Exit(INTERRUPTED)
    if not reports:
        typer.echo(f"error: none of the {len(tasks)} tasks could be followed", err=True)
        raise typer.Exit(2)
