"""``verilab sweep``: tasks x analyses x backends x encodings, one table and a CSV; what it shares with ``verilab papers``."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from verilab.cli.configured import Axes, swept
from verilab.cli.errors import clear_errors
from verilab.cli.oracle_table import print_oracle_tables
from verilab.cli.sheets import print_summaries
from verilab.cli.task_lists import TaskChoice, choosing_tasks
from verilab.experiments.design.product import product
from verilab.experiments.laboratory.sweep import sweep as run_product
from verilab.experiments.sheets.summaries import summarise
from verilab.experiments.statistics.answers import disagreements
from verilab.experiments.store.places import Place, RowFile, RowStore
from verilab.logs import listening
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import DEFAULT, Run, RunResult

CSV = Path("sweep.csv")
_LOGGER = logging.getLogger("verilab.cli")

JobsOption = Annotated[int, typer.Option(help="Runs at the same time.")]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Keep the rows that are there already, run what they lack (same settings and version only).")
]
VerboseOption = Annotated[
    int,
    typer.Option(
        "--verbose", count=True, help="Print every run as it ends, and log runs and phases; twice: refinements and solver processes, too."
    ),
]
StoreOption = Annotated[
    Path | None, typer.Option(help="Where the rows go in the place of a CSV: the file of an experiment (.duckdb).", show_default=False)
]


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


def place_of(output: Path | None, store: Path | None, default: Path, *, resume: bool) -> Place:
    """Where rows go.  ConfigurationError where they were to go to a CSV and to an experiment's file."""
    if output is not None and store is not None:
        raise ConfigurationError("--csv and --store: rows go to one of them; give the other up, and export it later")
    return RowFile(output or default, resume) if store is None else RowStore(store, resume)


def run_rows(
    tasks: Sequence[Task],
    configurations: Sequence[tuple[str, Configuration]],
    file: Place,
    jobs: int,
    verbose: int,
    run: Callable[[Task, Configuration], RunResult] = run_isolated,
) -> list[Run]:
    """Run the product and return every row of the file: those that it had, then the new ones.  ``run`` makes one of them."""
    if jobs < 1:
        raise ConfigurationError(f"--jobs {jobs}: give at least 1")
    earlier = file.earlier(tasks, configurations)
    done = {(row.result.task, row.label) for row in earlier}
    wanted = {(task.name, label) for task in tasks for label, _ in configurations}
    rows = run_product(tasks, configurations, jobs=jobs, done=done, run=run)
    written = file.written(rows, earlier)
    if earlier:
        typer.echo(f"{len(wanted & done)} of {len(wanted)} runs are in {file.path} already", err=True)
    with listening(verbose):
        _LOGGER.info("%d runs: %d tasks, %d configurations; %d at a time", len(wanted - done), len(tasks), len(configurations), jobs)
        return earlier + _show(written, len(wanted - done), verbose=bool(verbose))


def _show(rows: Iterator[Run], total: int, *, verbose: bool) -> list[Run]:
    collected: list[Run] = []
    console = Console(stderr=True)
    with console.status(f"0 of {total} runs") as status:
        for row in rows:
            collected.append(row)
            status.update(f"{len(collected)} of {total} runs, last: {escape(row.result.task)}")
            if verbose:
                result = row.result
                typer.echo(
                    f"{result.classification:8} {result.verdict:8} {result.statistics.wall_s:7.2f} s  {row.label}  {result.task}"
                    + (f"  ({result.reason})" if result.reason else "")
                )
    return collected
