"""``verilab automata``, ``families``, ``strategies``: what there is to choose from, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verilab.cli.errors import clear_errors


def automata(
    name: Annotated[str | None, typer.Argument(help="A protocol's name, or a file to check.", show_default=False)] = None,
) -> None:
    """List the observer automata of --automaton, or check one and print its text.

    The format is explained by the texts and in verilab.program.automata.parser.  Exit codes: 0, 2 for a wrong automaton.
    """
    from verilab.program.automata import find_automaton, protocol_names

    with clear_errors():
        if name is not None:
            typer.echo(find_automaton(name).source.text, nl=False)
            return
        for protocol in protocol_names():
            automaton = find_automaton(protocol)
            typer.echo(f"{protocol:24} {automaton.origin:12} {automaton.title}")


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


def strategies() -> None:
    """List the operators, scores and presets of --strategy.

    select takes an operator or a list of scores: select=domain-type:good,width:narrow,length:short
    """
    from rich.console import Console
    from rich.table import Table

    from verilab.refinement.presets import PRESETS
    from verilab.refinement.registry import KINDS, describe, operator_names
    from verilab.refinement.strategy import DEFAULTS

    table = Table()
    for heading in ("", "name", "what it is", "parameters after a colon"):
        table.add_column(heading, overflow="fold")
    for kind in (*KINDS, "score"):
        for name in operator_names(kind):
            entry = describe(kind, name)
            default = " (default)" if DEFAULTS.get(kind, "").partition(":")[0] == name else ""
            table.add_row(kind, name + default, entry.summary, entry.parameters)
        table.add_section()
    Console(width=160).print(table)
    typer.echo("presets")
    for name, text in PRESETS.items():
        typer.echo(f"  {name:22} {text}")
