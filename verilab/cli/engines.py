"""``verilab engines``: the capability matrix, which engine interpolates what; ``--check`` measures it with the conformance kit."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.errors import clear_errors
from verilab.solving.backend import Capabilities
from verilab.solving.conformance.matrix import Measured, Place, declared, disagreements, headings, lines, markdown, measured
from verilab.solving.conformance.query import Size
from verilab.verification.configuration import ConfigurationError

SIZES = tuple(size.value for size in Size)
PATIENCE = 0.4
"""Seconds for a query that needs no answer."""


def engines(
    names: Annotated[
        list[str] | None, typer.Argument(help="Backends, or engines (BACKEND:PROCEDURE); all that are installed by default.")
    ] = None,
    checks: Annotated[bool, typer.Option("--check", help="Measure with the conformance kit: valid answers of those asked.")] = False,
    size: Annotated[str, typer.Option(help=f"With --check: how much to ask, one of {', '.join(SIZES)}.")] = Size.TINY.value,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print a table of Markdown.")] = False,
) -> None:
    """Show which engine interpolates which theory in which shape: pairs, sequences, trees, Horn clauses with loops.

    Exit codes: 1 where --check finds otherwise than an engine declares, 2 for wrong usage, else 0.
    """
    with clear_errors():
        if size not in SIZES:
            raise ConfigurationError(f"--size {size}: unknown; known: {', '.join(SIZES)}")
        able = _capabilities(names or [])
        table = frozenset(place for name, capabilities in able.items() for place in declared(name, capabilities))
        table = frozenset(place for place in table if not names or place[0] in names or place[0].partition(":")[0] in names)
        measurements = _measure(table, Size(size)) if checks else None
    rows = lines(table, measurements)
    if as_markdown:
        typer.echo(markdown(rows), nl=False)
    else:
        shown = Table(title="valid answers of those asked" if checks else None)
        for heading in headings():
            shown.add_column(heading)
        for row in rows:
            shown.add_row(*row)
        Console(width=160).print(shown)
    wrong = disagreements(table, measurements) if measurements is not None else []
    for disagreement in wrong:
        typer.echo(f"OTHERWISE: {disagreement}", err=True)
    if wrong:
        raise typer.Exit(1)


def _capabilities(names: list[str]) -> dict[str, Capabilities]:
    """Of the backends that are installed, or of those that are named, which have to be."""
    from verilab.solving.procedures import procedure_of, split_procedure
    from verilab.solving.registry import list_backends, load_backend

    if not names:
        return {entry.name: entry.capabilities for entry in list_backends() if entry.capabilities is not None}
    capabilities = {}
    for name in names:
        owner, procedure = split_procedure(name)
        with closing(load_backend(owner)) as backend:
            if procedure:
                procedure_of(backend, procedure)
            capabilities[owner] = backend.capabilities
    return capabilities


def _measure(table: frozenset[Place], size: Size) -> dict[Place, Measured]:
    from verilab.solving.conformance.kit import check_backend
    from verilab.solving.procedures import checker_for
    from verilab.solving.registry import load_backend

    measurements: dict[Place, Measured] = {}
    console = Console(stderr=True)
    for name in sorted({procedure.partition(":")[0] for procedure, _, _ in table}):
        wanted = sorted({procedure.partition(":")[2] for procedure, _, _ in table if procedure.partition(":")[0] == name})
        with closing(load_backend(name)) as backend, closing(load_backend(checker_for(name))) as checker, console.status(f"asking {name}"):
            measurements |= measured(check_backend(backend, checker, size=size, procedures=wanted, patience=PATIENCE))
    return measurements
