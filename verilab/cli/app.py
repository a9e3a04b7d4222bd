"""The typer application; one module per command."""

from __future__ import annotations

from typing import Annotated

import typer

from verilab import __version__
from verilab.cli.lazy import lazy_group

COMMANDS = {
    "verify": "verilab.cli.verify:verify",
    "automata": "verilab.cli.automata:automata",
    "sweep": "verilab.cli.sweeps.sweep:sweep",
    "papers": "verilab.cli.sweeps.papers:papers",
    "backends": "verilab.cli.backends.listing:backends",
    "strategies": "verilab.cli.strategies:strategies",
    "families": "verilab.cli.families:families",
    "inspect": "verilab.cli.inspect:inspect",
    "explain": "verilab.cli.explain:explain",
    "oracle": "verilab.cli.oracle.candidates:oracle",
    "oracle-table": "verilab.cli.oracle.strategies:oracle_table",
    "queries": "verilab.cli.queries.group:queries",
}
"""Where each command is, as ``module:function`` (or a group of commands): what does not run is not imported."""

RUNNING = frozenset({"verify", "sweep", "papers", "oracle"})
"""The commands that fork runs."""


app = typer.Typer(
    name="verilab",
    cls=lazy_group(COMMANDS, RUNNING),
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
