"""``verilab sweep``: tasks x analyses x backends x encodings, one table and a CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.configured import Axes, swept
from verilab.cli.oracle_table import print_oracle_tables
from verilab.cli.problems import clear_errors
from verilab.cli.sheets import print_summaries
from verilab.cli.sweeps.sweeping import JobsOption, ResumeOption, StoreOption, VerboseOption, place_of, run_rows
from verilab.cli.task_lists import TaskChoice, choosing_tasks
from verilab.experiments.design.product import product
from verilab.experiments.sheets.summaries import summarise
from verilab.experiments.statistics.answers import disagreements
from verilab.verification.schema import DEFAULT

CSV = Path("sweep.csv")


@choosing_tasks
@swept
def sweep(
    *,
    choice: TaskChoice,
    axes: Axes,
    jobs: JobsOption = 1,
    output: Annotated[Path | None, typer.Option("--csv", help=f"Where the rows go; {CSV} by default.", show_default=False)] = None,
    store: StoreOption = None,
    resume: ResumeOption = False,
    verbose: VerboseOption = 0,
) -> None:
    """Run every task under every combination and print what was solved, wrong, unknown, and in which time.

    An option with a plural takes several values, separated by commas (strategies and interpolations by semicolons), and is an axis.
    For several strategies also what an oracle among them would solve (see: verilab oracle-table).
    Exit code 1 if any verdict is wrong, 2 for wrong input or usage, else 0.
    """
    with clear_errors():
        configurations = product(axes.base, axes.values)
        chosen = choice.load(axes.base.seed)
        place = place_of(output, store, CSV, resume=resume)
        rows = run_rows(chosen, configurations, place, jobs, verbose)
    print_summaries(summarise(rows))
    strategies = axes.values["strategy"]
    if len(set(strategies)) > 1:
        print_oracle_tables(rows, [strategy or DEFAULT for strategy in strategies])
    for disagreement in disagreements(rows):
        typer.echo(f"DISAGREEMENT: {disagreement}", err=True)
    model_errors = sum(summary.model_errors for summary in summarise(rows))
    if model_errors:
        typer.echo(f"MODEL ERRORS: {model_errors} (the compiled program contradicts what was found of it; column model_errors)", err=True)
    typer.echo(f"{len(rows)} rows in {place.path}")
    if any(row.result.classification == "wrong" for row in rows):
        for row in rows:
            if row.result.classification == "wrong":
                typer.echo(f"WRONG: {row.result.task} ({row.label}): {row.result.verdict}", err=True)
        raise typer.Exit(1)
