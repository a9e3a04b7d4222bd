"""``verilab experiment runs``: from a figure of a table to the runs that it counts."""

from __future__ import annotations

from typing import Annotated

import typer

from verilab.cli.laboratory.files import FileArgument, RowsOption, rows_of
from verilab.cli.problems import clear_errors
from verilab.cli.sheets import TEXT, FormatOption, known_format, print_sheets
from verilab.experiments.sheets.runs import CLASSES, Wanted, run_sheet
from verilab.experiments.store import StoredExperiment


def runs(
    file: FileArgument,
    rows: RowsOption = None,
    setting: Annotated[str, typer.Option(help="A setting's label, or words that it has.")] = "",
    task: Annotated[str, typer.Option(help="A part of the task's name.")] = "",
    kind: Annotated[str, typer.Option("--class", help=f"One of {', '.join(CLASSES)}.")] = "",
    reason: Annotated[str, typer.Option(help="A part of the reason of unknown.")] = "",
    format: FormatOption = TEXT,
) -> None:
    """List runs of an experiment with their keys; all of them without an option.

    verilab explain FILE --run KEY shows the refinements of a run, and where the files of its queries are.
    """
    with clear_errors():
        known_format(format)
        print_sheets([run_sheet(StoredExperiment(rows_of(file, rows)), Wanted(setting, task, kind, reason))], format)
