"""The typer application; one module per command."""

from __future__ import annotations

from typing import Annotated

import typer

from verilab import __version__
from verilab.cli.commands import COMMANDS
from verilab.cli.lazy import lazy_group

app = typer.Typer(
    name="verilab",
    cls=lazy_group(COMMANDS),
    help="A laboratory for refinement selection and interpolation in CEGAR verification of C programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"verilab {__version__}")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Options of every command."""
