"""``verilab benchexec export | import | scores | define``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab import __version__
from verilab.cli.errors import clear_errors
from verilab.experiments.benchexec.definition import write_definition
from verilab.experiments.benchexec.results import write_results
from verilab.experiments.benchexec.scores import scores
from verilab.experiments.store.csv_rows import write_csv
from verilab.experiments.store.row_files import KINDS, rows_of_file
from verilab.program.errors import InputError
from verilab.verification.schema import Run


def _rows(files: list[Path]) -> list[Run]:
    return [row for file in files for row in rows_of_file(file)]


def export_rows(
    rows: Annotated[list[Path], typer.Argument(help="Files of experiments (.duckdb), CSV files of verilab sweep.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The result file (.xml).")],
) -> None:
    """Write rows as a result file of BenchExec, which its table generator reads."""
    with clear_errors():
        write_results(_rows(rows), out, __version__)


def import_results(
    results: Annotated[list[Path], typer.Argument(help="Result files of BenchExec (.xml, .xml.bz2).", show_default=False)],
    out: Annotated[Path, typer.Option(help="The CSV of rows.")],
) -> None:
    """Read result files of BenchExec as rows of a sweep, of whatever tool."""
    with clear_errors():
        count = sum(1 for _ in write_csv(_rows(results), out))
    typer.echo(f"{count} rows")


def show_scores(
    rows: Annotated[
        list[Path],
        typer.Argument(help=f"Files of rows: {KINDS}.", show_default=False),
    ],
) -> None:
    """The SV-COMP score of each configuration."""
    with clear_errors():
        for label, total in scores(_rows(rows)).items():
            typer.echo(f"{total:6d}  {label}")


def define(
    tasks: Annotated[list[Path], typer.Argument(help="Task definitions (.yml).", show_default=False)],
    out: Annotated[Path, typer.Option(help="The benchmark definition (.xml).")],
    property_file: Annotated[Path | None, typer.Option("--property", help="The property file (.prp) to verify.")] = None,
    strategy: Annotated[list[str] | None, typer.Option(help="A strategy; each is a run definition of its own. Repeatable.")] = None,
    seconds: Annotated[int, typer.Option(help="CPU time of a run.")] = 60,
    megabytes: Annotated[int | None, typer.Option(help="Memory of a run; needs cgroups. By default no limit by BenchExec.")] = None,
) -> None:
    """Write a benchmark definition with which BenchExec runs verilab: ``benchexec FILE``."""
    with clear_errors():
        for task in tasks:
            if task.suffix not in (".yml", ".yaml") or not task.is_file():
                raise InputError("is no task definition", file=str(task), hint="give .yml files")
        runs = {name.replace("/", "-"): [f"--strategy={name}"] for name in strategy or ()} or {"default": []}
        write_definition(out, tasks, property_file, runs, seconds=seconds, megabytes=megabytes)
