"""``verilab sweep``: tasks x analyses x backends x encodings, one table and a CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.configured import Axes, swept
from verilab.cli.oracle.strategies import print_oracle_tables
from verilab.cli.problems import clear_errors
from verilab.cli.sweeps.sweeping import JobsOption, ResumeOption, RowFile, VerboseOption, run_rows
from verilab.cli.task_lists import TaskChoice, choosing_tasks
from verilab.experiments.schema import DEFAULT
from verilab.experiments.sweeps.sweep import product
from verilab.experiments.sweeps.table import Summary, disagreements, summarise


@choosing_tasks
@swept
def sweep(
    *,
    choice: TaskChoice,
    axes: Axes,
    jobs: JobsOption = 1,
    output: Annotated[Path, typer.Option("--csv", help="Where the rows go.")] = Path("sweep.csv"),
    resume: ResumeOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Run every task under every combination and print what was solved, wrong, unknown, and in which time.

    An option with a plural takes several values, separated by commas (strategies and interpolations by semicolons), and is an axis.
    For several strategies also what an oracle among them would solve (see: verilab oracle-table).
    Exit code 1 if any verdict is wrong, 2 for wrong input or usage, else 0.
    """
    with clear_errors():
        configurations = product(axes.base, axes.values)
        chosen = choice.load(axes.base.seed)
        rows = run_rows(chosen, configurations, RowFile(output, resume), jobs, verbose)
    print_summaries(summarise(rows))
    strategies = axes.values["strategy"]
    if len(set(strategies)) > 1:
        print_oracle_tables(rows, [strategy or DEFAULT for strategy in strategies])
    for disagreement in disagreements(rows):
        typer.echo(f"DISAGREEMENT: {disagreement}", err=True)
    model_errors = sum(summary.model_errors for summary in summarise(rows))
    if model_errors:
        typer.echo(f"MODEL ERRORS: {model_errors} (the compiled program contradicts what was found of it; column model_errors)", err=True)
    typer.echo(f"{len(rows)} rows in {output}")
    if any(row.result.classification == "wrong" for row in rows):
        for row in rows:
            if row.result.classification == "wrong":
                typer.echo(f"WRONG: {row.result.task} ({row.label}): {row.result.verdict}", err=True)
        raise typer.Exit(1)


def print_summaries(summaries: list[Summary]) -> None:
    """A line for each configuration; then, where several solved the same tasks, what these took."""
    table = Table()
    for heading in ("configuration", "tasks", "solved", "true", "false", "wrong", "unknown", "total s", "median s", "own share"):
        table.add_column(heading, justify="left" if heading in ("configuration", "unknown") else "right")
    for summary in summaries:
        reasons = ", ".join(f"{count} {reason}" for reason, count in summary.unknown.most_common())
        table.add_row(
            summary.label,
            str(summary.tasks),
            str(summary.solved),
            str(summary.true),
            str(summary.false),
            str(summary.wrong),
            f"{sum(summary.unknown.values())}" + (f" ({reasons})" if reasons else ""),
            f"{summary.total_s:.1f}",
            f"{summary.median_solved_s:.2f}",
            f"{summary.own_share:.0%}",
        )
    Console(width=140).print(table)
    if len(summaries) > 1 and summaries[0].common:
        _print_comparison(summaries)


def _print_comparison(summaries: list[Summary]) -> None:
    table = Table(title=f"on the {summaries[0].common} tasks that every configuration solved")
    for heading in ("configuration", "total s", "refinements", "predicates"):
        table.add_column(heading, justify="left" if heading == "configuration" else "right")
    for summary in summaries:
        table.add_row(summary.label, f"{summary.common_s:.1f}", str(summary.common_refinements), str(summary.common_predicates))
    Console(width=140).print(table)
