"""``verilab families``: list the built-in task families or write them as SV-COMP tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.problems import clear_errors


def families(
    write_to: Annotated[Path | None, typer.Option("--write", help="Write the tasks to this folder.")] = None,
    sizes: Annotated[int, typer.Option(help="How many sizes of each family.")] = 3,
) -> None:
    """List the task families with verdicts known by construction, or write them to a folder."""
    from verilab.families import families as known_families
    from verilab.families import write_all

    with clear_errors():
        if write_to is not None:
            count = write_all(write_to, sizes)
            typer.echo(f"{count} tasks in {write_to}")
            return
        for name, family in known_families().items():
            typer.echo(f"{name:24} {family.description}")
