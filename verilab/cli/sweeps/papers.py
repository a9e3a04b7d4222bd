"""``verilab papers``: the tables of the papers, run on given tasks and shown beside the papers' own figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.configured import configured
from verilab.cli.problems import clear_errors
from verilab.cli.sweeps.sweeping import JobsOption, ResumeOption, RowFile, VerboseOption, run_rows
from verilab.cli.task_lists import TaskChoice, choosing_tasks
from verilab.experiments.configuration import Configuration, ConfigurationError
from verilab.experiments.papers.catalogue import TABLES
from verilab.experiments.papers.comparison import compare
from verilab.experiments.papers.figures import Heuristic, PaperTable
from verilab.experiments.papers.report import report, sound
from verilab.experiments.schema import Run
from verilab.experiments.sweeps.rows import read_rows
from verilab.refinement.strategy import parse_strategy


@choosing_tasks
@configured(without=("analysis", "strategy", "block"))
def papers(
    *,
    table: Annotated[str, typer.Argument(help=f"One of {', '.join(TABLES)}; without one, what each of them is.")] = "",
    choice: TaskChoice,
    rows_from: Annotated[
        Path | None, typer.Option("--from", help="Print the table of this CSV's rows and run nothing.", show_default=False)
    ] = None,
    only: Annotated[str, typer.Option(help="Comma-separated presets of the table: only these rows.")] = "",
    configuration: Configuration,
    jobs: JobsOption = 1,
    output: Annotated[
        Path | None, typer.Option("--csv", help="Where the rows go; the table's name with .csv by default.", show_default=False)
    ] = None,
    resume: ResumeOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Run the configurations of a paper's table on the tasks; print solved tasks, refinements and times beside the paper's figures.

    Exit code 1 if any verdict is wrong or contradicts another, 2 for wrong input or usage, else 0.
    """
    if not table:
        _list_tables()
        return
    with clear_errors():
        chosen = _table(table)
        if rows_from is not None:
            if choice.is_given or resume or output:
                raise ConfigurationError("--from prints a table of rows that exist: leave out tasks, --demo, --modules, --resume and --csv")
            path, rows = rows_from, read_rows(rows_from)
        else:
            base = replace(configuration, block=chosen.block)
            configurations = [(row.label, _configuration(base, row)) for row in _rows(chosen, only)]
            path = _new_file(output or Path(f"{chosen.name}.csv"), resume)
            given = choice.load(configuration.seed)
            rows = run_rows(given, configurations, RowFile(path, resume), jobs, verbose)
        if only:
            shown = _rows(chosen, only)
            rows = [row for row in rows if chosen.row_of(row.result.configuration) in shown]
        text = report(compare(chosen, rows), rows, _limits(rows))
    typer.echo(text, nl=False)
    if rows_from is None:
        typer.echo(f"{len(rows)} rows in {path}")
    if not sound(rows):
        raise typer.Exit(1)


def _new_file(path: Path, resume: bool) -> Path:
    """The path, where nothing is lost by writing to it."""
    if path.exists() and not resume:
        raise ConfigurationError(f"{path} exists already: give --resume to continue it, or another --csv")
    return path


def _limits(rows: Sequence[Run]) -> str:
    """The time limits of the runs, for people."""
    limits = sorted({row.result.configuration.time_limit for row in rows}, key=lambda limit: limit or 0.0)
    return " or ".join(
        "no time limit" if each is None else f"{each:g} s of wall time" for each in sorted(limits, key=lambda each: each or 0.0)
    )


def _table(name: str) -> PaperTable:
    if name not in TABLES:
        raise ConfigurationError(f"{name!r} is no table; known: {', '.join(TABLES)}")
    return TABLES[name]


def _rows(table: PaperTable, only: str) -> Sequence[Heuristic]:
    """The rows to run, in the table's order."""
    wanted = [name.strip() for name in only.split(",") if name.strip()]
    presets = [row.preset for row in table.rows]
    for name in wanted:
        if name not in presets:
            raise ConfigurationError(f"--only {name!r}: {table.name} has no such row; known: {', '.join(presets)}")
    return [row for row in table.rows if not wanted or row.preset in wanted]


def _configuration(base: Configuration, row: Heuristic) -> Configuration:
    """The configuration of a row; StrategyError or ConfigurationError before anything runs if there is no such preset or analysis."""
    parse_strategy(row.preset)
    return replace(base, analysis=row.analysis, strategy=row.preset)


def _list_tables() -> None:
    for table in TABLES.values():
        typer.echo(f"{table.name:20} {table.source}: {table.title}")
        for row in table.rows:
            typer.echo(f"  {row.preset:20} {row.analysis:10} {row.name}")
