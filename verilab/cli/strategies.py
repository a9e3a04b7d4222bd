"""``verilab strategies``: what a strategy text can name, with parameters and papers, and the papers' presets."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.table import Table

from verilab.refinement.presets import PRESETS
from verilab.refinement.registry import KINDS, describe, operator_names
from verilab.refinement.strategy import DEFAULTS


def strategies() -> None:
    """List the operators, scores and presets of --strategy.

    select takes an operator or a list of scores: select=domain-type:good,width:narrow,length:short
    """
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
