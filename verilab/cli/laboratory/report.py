"""``verilab experiment report``: an experiment as one HTML file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import FileArgument, RowsOption, rows_of
from verilab.cli.problems import clear_errors
from verilab.experiments.report import Limits, write_report

_LIMITS = Limits()


def report(
    file: FileArgument,
    rows: RowsOption = None,
    output: Annotated[
        Path | None, typer.Option(help="The HTML file; that of the rows, with .html, by default.", show_default=False)
    ] = None,
    show: Annotated[
        list[str] | None, typer.Option(help="A run's key or a task's name, to be in the microscope before others.", show_default=False)
    ] = None,
    refinements: Annotated[int, typer.Option(min=0, help="Refinements in the microscope, of all runs.")] = _LIMITS.refinements,
    oracle: Annotated[
        list[Path] | None,
        typer.Option(help="What verilab oracle --json wrote, beside what is imported: what other candidates cost.", show_default=False),
    ] = None,
    figures: Annotated[bool, typer.Option(help="Figures: Vega-Lite, 0.9 MB, is in the file.")] = True,
) -> None:
    """Write an experiment as one HTML file that needs no network: tables, figures, and the refinement microscope.

    Runs that recorded their abstract models (record = ["models"]) show these, too.
    """
    with clear_errors():
        path = rows_of(file, rows)
        limits = replace(_LIMITS, refinements=refinements)
        target = output or path.with_suffix(".html")
        written = write_report(path, target, show=show or (), oracle=oracle or (), limits=limits, figures=figures)
        runs = f"{written.runs} run{'' if written.runs == 1 else 's'}"
        typer.echo(f"{written.file}: {written.size / 1e6:.1f} MB, {written.refinements} refinements of {runs} in the microscope")
        for remark in written.remarks:
            typer.echo(remark)
