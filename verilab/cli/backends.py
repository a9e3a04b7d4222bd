"""``verilab backends``: what is installed, what it can do, how to get the rest."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from verilab.cli.problems import clear_errors


def backends() -> None:
    """List the solver backends, their versions, capabilities and how to install the missing ones."""
    from verilab.solving.registry import list_backends

    with clear_errors():
        table = Table()
        for heading in ("backend", "version", "theories", "interpolation", "how to install"):
            table.add_column(heading)
        for entry in list_backends():
            if entry.capabilities is None:
                table.add_row(entry.name, "not installed", "", "", entry.install)
                continue
            theories = ", ".join(sorted(theory.value for theory in entry.capabilities.theories))
            table.add_row(entry.name, entry.version, theories, ", ".join(entry.capabilities.interpolation), entry.install)
        Console(width=140).print(table)
