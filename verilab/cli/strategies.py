"""``verilab strategies``: the operators and presets a strategy text can name."""

from __future__ import annotations

import typer

from verilab.refinement.strategy import DEFAULTS, KINDS, PRESETS, operator_names


def strategies() -> None:
    """List the operators and presets of --strategy."""
    for kind in KINDS:
        typer.echo(f"{kind:8} {', '.join(operator_names(kind))}   (default: {DEFAULTS[kind]})")
    typer.echo("presets")
    for name, text in PRESETS.items():
        typer.echo(f"  {name:22} {text}")
