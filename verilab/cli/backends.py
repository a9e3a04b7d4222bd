"""``verilab backends``: what is installed, what it can do, how to get the rest."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.problems import clear_errors


def backends(
    check: Annotated[bool, typer.Option("--check", help="Run the conformance kit on what is installed.")] = False,
) -> None:
    """List the solver backends, their versions, capabilities and how to install the missing ones."""
    from verilab.solving.registry import listing

    with clear_errors():
        table = Table()
        for heading in ("backend", "version", "theories", "interpolation", "note"):
            table.add_column(heading)
        for row in listing(check=check):
            table.add_row(row.name, row.version or "not installed", ", ".join(row.theories), ", ".join(row.procedures), row.note)
        Console(width=140).print(table)
