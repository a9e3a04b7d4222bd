"""The file of an experiment and the file of its rows, which stand beside each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.experiments.store.database import SUFFIX

FileArgument = Annotated[Path, typer.Argument(help="The experiment (.toml), or its rows (.duckdb).", show_default=False)]
RowsOption = Annotated[
    Path | None, typer.Option("--rows", help="The file of the rows; that of the experiment, with .duckdb, by default.", show_default=False)
]


def rows_of(file: Path, rows: Path | None = None) -> Path:
    """Where the rows of an experiment are, by its file or by themselves."""
    return rows or (file if file.suffix == SUFFIX else file.with_suffix(SUFFIX))
