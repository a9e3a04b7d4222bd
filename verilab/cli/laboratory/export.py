"""``verilab experiment export``: the rows of an experiment for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.laboratory.files import FileArgument, RowsOption, rows_of
from verilab.cli.problems import clear_errors
from verilab.experiments.store import exporting


def export(
    file: FileArgument,
    rows: RowsOption = None,
    format: Annotated[
        str, typer.Option(help=f"One of {', '.join((*exporting.FORMATS, exporting.SWEEP))} (the CSV of a sweep).")
    ] = "parquet",
    output: Annotated[
        Path | None, typer.Option("--to", help="The folder; that of the rows, with -FORMAT, by default.", show_default=False)
    ] = None,
    tables: Annotated[str, typer.Option(help="Comma-separated tables; all by default.")] = "",
) -> None:
    """Write the tables of an experiment as Parquet, CSV or JSON, and its manifest."""
    with clear_errors():
        path = rows_of(file, rows)
        folder = output or path.with_name(f"{path.stem}-{format}")
        names = [name.strip() for name in tables.split(",") if name.strip()]
        for written in exporting.export(path, folder, format, names):
            typer.echo(str(written))
