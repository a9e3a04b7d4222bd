"""Groups of commands that import a command when it is called: what does not run costs no time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command


def lazy_group(commands: Mapping[str, str], running: Collection[str]) -> type[TyperGroup]:
    """The class of a group of these commands: by name ``module:attribute``, which is a function or a ``typer.Typer``.

    ``running``: the commands that fork runs.  For them the server of the forks loads its modules while the command loads its own.
    """

    class Lazy(TyperGroup):
        def list_commands(self, context: Any) -> list[str]:
            return list(commands)

        def get_command(self, context: Any, name: str) -> Any:
            if name not in commands:
                return None
            module, _, attribute = commands[name].partition(":")
            found = getattr(import_module(module), attribute)
            if not isinstance(found, typer.Typer):
                alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
                alone.command(name=name)(found)
                return get_command(alone)
            group = get_command(found)
            group.name = name
            return group

        def resolve_command(self, context: Any, arguments: list[str]) -> Any:
            if arguments[0] in running and "--help" not in arguments:
                from verilab.experiments.runs.processes import fork_server

                fork_server.start()
            return super().resolve_command(context, arguments)

    return Lazy
