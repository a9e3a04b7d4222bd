"""``verilab backends install NAME...``: the licence is shown and agreed to, then the files are fetched and tried out."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from verilab.solving.installation import Installation, installed_folder
from verilab.solving.installation import install as fetch
from verilab.solving.registry import BackendNotInstalled, installation_of, load_backend
from verilab.verification.configuration import ConfigurationError


def install(names: Sequence[str], *, accepted: bool) -> None:
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
