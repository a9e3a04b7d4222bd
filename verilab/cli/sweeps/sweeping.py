"""What the commands that run many tasks share: rows that come as runs end, shown, written, and resumed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from verilab.experiments.laboratory.sweep import sweep
from verilab.experiments.store.places import Place, RowFile, RowStore
from verilab.logs import listening
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import Run, RunResult

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
    rows = sweep(tasks, configurations, jobs=jobs, done=done, run=run)
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
