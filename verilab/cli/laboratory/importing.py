"""``verilab experiment import``: rows that were made elsewhere, beside one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.problems import clear_errors
from verilab.experiments.benchexec.importing import import_results


def import_rows(
    results: Annotated[
        list[Path],
        typer.Argument(
            help="Result files of BenchExec (.xml, .xml.bz2), CSV files of verilab sweep, .jsonl of verilab oracle --json.",
            show_default=False,
        ),
    ],
    into: Annotated[Path, typer.Option(help="The file of rows (.duckdb); made where there is none.", show_default=False)],
    label: Annotated[
        str, typer.Option(help="How tables call the setting, in the place of the file's name for it; before it, where there are several.")
    ] = "",
) -> None:
    """Add result files of BenchExec, of whatever tool, to an experiment's rows, so that tables, comparisons and figures have them too.

    What an oracle found (.jsonl) is for the report, verilab learn, and the table branches. All of the files are read before anything is
    written. Rows of the same setting and task are repetitions.
    """
    with clear_errors():
        typer.echo(f"{import_results(results, into, label)} rows in {into}")
