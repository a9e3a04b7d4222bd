"""``verilab backends``: what is installed, what it can do, how to get the rest; ``install`` gets it, ``--check`` tests it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from verilab.cli.errors import clear_errors
from verilab.solving.conformance import Report, check_backend
from verilab.solving.conformance.query import Size
from verilab.solving.download import install as fetch
from verilab.solving.installation import Installation, installed_folder
from verilab.solving.procedures import checker_for
from verilab.solving.registry import BackendNotInstalled, backend_names, installation_of, load_backend
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
                _install(names, accepted=accept_license)
            case names if checks:
                if size not in SIZES:
                    raise ConfigurationError(f"--size {size}: unknown; known: {', '.join(SIZES)}")
                _check(names, Size(size))
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


def _install(names: Sequence[str], *, accepted: bool) -> None:
    """Fetch the engines of these backends; exit code 1 where one does not run afterwards.

    Raises InstallationError, UnknownBackend, and ConfigurationError where a licence would have to be agreed to by nobody.
    """
    if not names:
        raise ConfigurationError("name what to install: verilab backends install NAME...; verilab backends lists the names")
    wanted = {name: installation_of(name) for name in names}
    for name, installation in wanted.items():
        if installation is not None and not installed_folder(installation) and installation.needs_consent:
            _agree(name, installation, accepted)
    failures = 0
    for name, installation in wanted.items():
        if installation is not None:
            _fetch(name, installation)
        failures += not _runs(name)
    if failures:
        raise typer.Exit(1)


def _agree(name: str, installation: Installation, accepted: bool) -> None:
    typer.echo(f"{name} {installation.version} comes under its own licence, {installation.licence_name}:\n")
    typer.echo(installation.licence_text)
    if accepted:
        typer.echo("(accepted by --accept-license)")
    elif not sys.stdin.isatty():
        raise ConfigurationError(f"nobody is there to agree to the licence of {name}; add --accept-license if you do")
    elif not typer.confirm("Do you agree to it?"):
        typer.echo(f"{name} is not installed.", err=True)
        raise typer.Exit(1)


def _fetch(name: str, installation: Installation) -> None:
    if installed_folder(installation) is None:
        typer.echo(f"{name}: fetching {len(installation.artifacts)} files ({installation.licence_name})")
    folder = fetch(installation)
    typer.echo(f"{name}: {installation.version} is in {folder}")
    if installation.note:
        typer.echo(f"{name}: {installation.note}")


def _runs(name: str) -> bool:
    """Whether the backend can be used now; says so, or what to do."""
    try:
        backend = load_backend(name)
    except BackendNotInstalled as error:
        typer.echo(f"{name}: {error}", err=True)
        return False
    typer.echo(f"{name}: version {backend.version} is ready")
    backend.close()
    return True


_COLUMNS = {
    "timeout": ("timedout",),
    "failed": ("failed", "unknown"),
    "unsupported": ("unsupported",),
    "wrong": ("invalid", "wrong", "crashed"),
}
_PATIENCE = {Size.TINY: 0.2, Size.QUICK: 0.4, Size.FULL: 2.0}
"""Seconds for a query that needs no answer."""


def _check(names: Sequence[str], size: Size) -> None:
    """Check these backends, or all that are installed; exit code 1 if one fails.  Raises UnknownBackend, BackendNotInstalled."""
    reports: list[Report] = []
    console = Console(width=140)
    for name in names or backend_names():
        try:
            backend = load_backend(name, isolate=True)  # one that crashes fails the kit, and does not end it
        except BackendNotInstalled:
            if names:
                raise
            continue
        with closing(backend), closing(load_backend(checker_for(name))) as checker, console.status(f"checking {name}"):
            reports.append(check_backend(backend, checker, size=size, patience=_PATIENCE[size]))
    console.print(_report(reports))
    failures = [row for report in reports for row in report.failures]
    for row in failures:
        typer.echo(f"FAILURE {row.procedure} on {row.query}: {row.result} {row.detail}".rstrip(), err=True)
    if failures:
        raise typer.Exit(1)


def _report(reports: Sequence[Report]) -> Table:
    table = Table()
    for heading in ("procedure", "right", *_COLUMNS, "skipped", "median ms"):
        table.add_column(heading, justify="left" if heading == "procedure" else "right")
    for report in reports:
        for procedure in dict.fromkeys(row.procedure for row in report.rows):
            rows = [row for row in report.rows if row.procedure == procedure]
            results = Counter(row.result for row in rows)
            counts = [sum(results[result] for result in kinds) for kinds in _COLUMNS.values()]
            right = len(rows) - sum(counts)
            milliseconds = f"{median(row.seconds for row in rows) * 1000:.1f}"
            table.add_row(procedure, str(right), *map(str, counts), str(report.skipped.get(procedure, 0)), milliseconds)
    return table
