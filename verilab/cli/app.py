"""The typer application: groups of commands that import a command when it is called, so that what does not run costs no time."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from verilab import __version__
from verilab.cli.commands import COMMANDS, Group


def lazy_group(commands: Mapping[str, str | Group]) -> type[TyperGroup]:
    """The class of a group of these commands."""

    class Lazy(TyperGroup):
        def list_commands(self, context: Any) -> list[str]:
            return list(commands)

        def get_command(self, context: Any, name: str) -> Any:
            match commands.get(name):
                case None:
                    return None
                case Group(help, members):
                    return lazy_group(members)(name=name, help=help, no_args_is_help=True, rich_markup_mode=None)
                case place:
                    module, _, function = place.partition(":")
                    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
                    alone.command(name=name)(getattr(import_module(module), function))
                    return get_command(alone)

    return Lazy


app = typer.Typer(
    name="verilab",
    cls=lazy_group(COMMANDS),
    help="A laboratory for refinement selection and interpolation in CEGAR verification of C programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"verilab {__version__}")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Options of every command."""
