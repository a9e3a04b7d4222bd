"""``verilab inspect``: what the front end makes of a task, without verifying it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.errors import clear_errors
from verilab.cli.task_lists import single_task
from verilab.program.cfa import Program
from verilab.program.static_analysis.domain_types import count_by_type, domain_types
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program


def inspect(
    file: Annotated[Path, typer.Argument(help="A C file (.c, .i) or an SV-COMP task definition (.yml).", show_default=False)],
    types: Annotated[bool, typer.Option("--domain-types", help="Show how each variable is used, and which are loop counters.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the report.")] = False,
) -> None:
    """Show the size of a program's automaton and, on request, the domain types of its variables.

    Exit codes: 0, 2 for wrong input or usage.
    """
    with clear_errors():
        program = load_program(single_task(file), Configuration())
    summary = _summary(program)
    if types:
        summary |= _domain_types(program)
    if as_json:
        typer.echo(json.dumps(summary))
        return
    for key in ("program", "functions", "locations", "edges", "variables", "loop_heads"):
        typer.echo(f"{key.replace('_', ' '):12} {summary[key]}")
    if types:
        _show_types(summary)


def _summary(program: Program) -> dict[str, Any]:
    return {
        "program": program.name,
        "functions": len(program.functions),
        "locations": len(program.locations),
        "edges": len(program.edges),
        "variables": len(program.storages),
        "loop_heads": sum(location.is_loop_head for location in program.locations),
    }


def _domain_types(program: Program) -> dict[str, Any]:
    types = domain_types(program)
    rows = [
        {
            "name": str(storage),
            "c_type": str(storage.type),
            "domain_type": str(types.of(storage)),
            "loop_counter": types.is_loop_counter(storage),
        }
        for storage in program.storages
    ]
    return {"domain_types": rows, "count": count_by_type(types)}


def _show_types(summary: dict[str, Any]) -> None:
    table = Table()
    for heading in ("variable", "type", "domain type", "loop counter"):
        table.add_column(heading, overflow="fold")
    for row in summary["domain_types"]:
        table.add_row(row["name"], row["c_type"], row["domain_type"], "yes" if row["loop_counter"] else "")
    Console(width=140).print(table)
    typer.echo(", ".join(f"{count} {name}" for name, count in summary["count"].items()))
