"""Tables on the command line: the option that says how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from verilab.errors import Refused
from verilab.experiments.sheets import FORMATS, Sheet, render
from verilab.experiments.sheets.summaries import Summary, summary_sheets

FormatOption = Annotated[str, typer.Option("--format", help=f"How tables are written: {', '.join(FORMATS)}.", metavar="FORMAT")]

TEXT = "text"


def known_format(format: str) -> None:
    """Refused for a format that there is not, before anything is read."""
    if format not in FORMATS:
        raise Refused(f"--format {format!r}: unknown; known: {', '.join(FORMATS)}")


def print_sheets(sheets: Sequence[Sheet], format: str = TEXT) -> None:
    typer.echo(render(sheets, format), nl=False)


def print_summaries(summaries: Sequence[Summary], format: str = TEXT) -> None:
    """A line for each configuration; then, where several solved the same tasks, what these took."""
    print_sheets(summary_sheets(summaries), format)
