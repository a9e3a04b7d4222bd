"""``verilab oracle``: follow every candidate at chosen refinements, and see what each would have cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from verilab.cli.oracle_view import print_report
from verilab.cli.problems import clear_errors, single_task
from verilab.experiments.configuration import ENCODINGS, ORDERS, Configuration
from verilab.experiments.oracle import MAX_BRANCHES, MEASURES, BranchRun, OracleReport, follow_all, parse_refinements
from verilab.program.tasks import Task
from verilab.refinement.strategy import parse_strategy

INTERRUPTED = 130


def oracle(
    file: Annotated[Path, typer.Argument(help="A C file (.c, .i) or an SV-COMP task definition (.yml).", show_default=False)],
    strategy: Annotated[str, typer.Option(help="A preset or operators: rank=... propose=... select=... apply=...", show_default=False)],
    at: Annotated[str, typer.Option(help="Refinements, as in 1,3-5; all: those with several candidates.")] = "all",
    analysis: Annotated[str, typer.Option(help="One analysis: value, predicate.")] = "value",
    measure: Annotated[str, typer.Option(help=f"What candidates are ranked by: {', '.join(MEASURES)}.")] = MEASURES[0],
    max_branches: Annotated[int, typer.Option(help="Runs at most, the recorded one not counted; done in order.")] = MAX_BRANCHES,
    backend: Annotated[str, typer.Option(help="The solver that checks and abstracts (see: verilab backends).")] = "z3",
    interpolation: Annotated[str, typer.Option(help="BACKEND:PROCEDURE; the backend's own by default.")] = "",
    encoding: Annotated[str, typer.Option(help=f"One of {', '.join(ENCODINGS)}.")] = "int",
    order: Annotated[str, typer.Option(help=f"Waitlist order: {', '.join(ORDERS)}.")] = "bfs",
    seed: Annotated[int, typer.Option(help="Seed of the solvers.")] = 0,
    isolate: Annotated[bool, typer.Option("--isolate", help="Run every solver in a process of its own.")] = False,
    time_limit: Annotated[float, typer.Option(help="Seconds of wall time for each run, from its start.")] = 60.0,
    memory_limit: Annotated[int, typer.Option(help="Megabytes for each run.")] = 4000,
    jobs: Annotated[int, typer.Option(help="Runs at the same time; times are undisturbed with fewer jobs than cores.")] = 1,
    scores: Annotated[bool, typer.Option("--scores", help="Show all scores of each candidate.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write JSON rows to this file: candidates, regrets, scores.")] = None,
) -> None:
    """Follow every candidate of a refinement instead of one, each in a process of its own, and report what each would have cost.

    The run is recorded once; a branch makes the same choices up to its refinement, takes another candidate there, and leaves later
    choices to the strategy.  Shown are costs from the refinement on, the regret of the choice (its cost / the best candidate's), and
    which scores would have picked the best.  Ctrl-C ends the branches and shows what there is.

    Exit codes: 0, 1 where branches contradict each other, 2 for wrong input or usage, 130 interrupted.
    """
    with clear_errors():
        configuration = Configuration(
            analysis=analysis,
            strategy=strategy,
            backend=backend,
            interpolation=interpolation,
            encoding=encoding,
            order=order,
            seed=seed,
            isolate=isolate,
            time_limit=time_limit,
            memory_limit=memory_limit,
        )
        parse_strategy(strategy)
        numbers = parse_refinements(at)
        try:
            report = _follow(single_task(file), configuration, numbers, measure, jobs, max_branches)
        except KeyboardInterrupt:
            typer.echo("interrupted before the run was recorded", err=True)
            raise typer.Exit(INTERRUPTED) from None
        if json_file is not None:
            json_file.write_text("".join(json.dumps(row) + "\n" for row in report.rows()))
    print_report(report, with_scores=scores)
    if len(report.verdicts) > 1:
        typer.echo(f"DISAGREEMENT: branches of {report.task} end with {' and '.join(report.verdicts)}", err=True)
        raise typer.Exit(1)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)


def _follow(
    task: Task, configuration: Configuration, numbers: tuple[int, ...] | None, measure: str, jobs: int, max_branches: int
) -> OracleReport:
    with Console(stderr=True).status(f"{task.name}: recording") as status:

        def recorded(row: dict[str, Any]) -> None:
            status.update(f"{task.name}: recording, {row['states']} states, {row['refinements']} refinements, {row['wall_s']:.1f} s")

        def finished(run: BranchRun, number: int, total: int) -> None:
            status.update(f"{task.name}: {number} of {total} branches, last: refinement {run.branch.refinement}, {run.result.verdict}")

        return follow_all(
            task,
            configuration,
            numbers,
            measure=measure,
            jobs=jobs,
            max_branches=max_branches,
            recorded=recorded,
            finished=finished,
        )
