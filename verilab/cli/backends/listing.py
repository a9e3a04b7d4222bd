"""``verilab backends``: what is installed, what it can do, how to get the rest; ``install`` gets it, ``--check`` tests it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.backends.check import check
from verilab.cli.backends.install import install
from verilab.cli.problems import clear_errors
from verilab.solving.conformance.query import Size
from verilab.verification.configuration import ConfigurationError

SIZES = tuple(size.value for size in Size)


def backends(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[install] [NAME]...", help="With install: fetch these backends; with --check: test these.", show_default=False
        ),
    ] = None,
    accept_license: Annotated[bool, typer.Option("--accept-license", help="With install: agree to the licences (for scripts).")] = False,
    checks: Annotated[bool, typer.Option("--check", help="Run the conformance kit on what is installed.")] = False,
    size: Annotated[str, typer.Option(help=f"With --check: how much to ask, one of {', '.join(SIZES)}.")] = Size.QUICK.value,
) -> None:
    """List the solver backends, or install or check them.

    verilab backends                   versions, capabilities, how to install the missing ones
    verilab backends install mathsat   fetch what is not on PyPI into the user's cache folder
    verilab backends --check z3 cvc5   run the conformance kit; exit code 1 if a backend fails it
    """
    with clear_errors():
        match words or []:
            case ["install", *names]:
                if checks:
                    raise ConfigurationError("--check does not go with install; check afterwards")
                install(names, accepted=accept_license)
            case names if checks:
                if size not in SIZES:
                    raise ConfigurationError(f"--size {size}: unknown; known: {', '.join(SIZES)}")
                check(names, Size(size))
            case []:
                _list()
            case [word, *_]:
                raise ConfigurationError(f"{word!r} is no action of verilab backends; use: verilab backends install NAME, or --check NAME")


def _list() -> None:
    from verilab.solving.registry import list_backends

    table = Table()
    for heading in ("backend", "version", "runs", "theories", "interpolation", "how to install"):
        table.add_column(heading)
    for entry in list_backends():
        if entry.capabilities is None:
            table.add_row(entry.name, "not installed", "", "", "", entry.install)
            continue
        theories = ", ".join(sorted(theory.value for theory in entry.capabilities.theories))
        runs = "in process" if entry.capabilities.in_process else "worker"
        table.add_row(entry.name, entry.version, runs, theories, ", ".join(entry.capabilities.interpolation), entry.install)
    Console(width=140).print(table)
