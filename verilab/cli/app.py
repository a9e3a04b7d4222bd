"""The typer application; one module per command."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from verilab.cli.automata import automata
from verilab.cli.backends.listing import backends
from verilab.cli.explain import explain
from verilab.cli.families import families
from verilab.cli.inspect import inspect
from verilab.cli.oracle.candidates import oracle
from verilab.cli.oracle.strategies import oracle_table
from verilab.cli.queries.benchmark import benchmark
from verilab.cli.queries.replay import queries
from verilab.cli.strategies import strategies
from verilab.cli.sweeps.papers import papers
from verilab.cli.sweeps.sweep import sweep
from verilab.cli.verify import verify

app = typer.Typer(
    name="verilab",
    help="A laboratory for refinement selection and interpolation in CEGAR verification of C programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        try:
            number = version("verilab")
        except PackageNotFoundError:
            number = "not installed"
        typer.echo(f"verilab {number}")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Options of every command."""


app.command()(verify)
app.command()(automata)
app.command()(sweep)
app.command()(papers)
app.command()(backends)
app.command()(strategies)
app.command()(families)
app.command()(inspect)
app.command()(explain)
app.command()(oracle)
app.command(name="oracle-table")(oracle_table)
app.add_typer(queries, name="queries")
queries.command()(benchmark)
