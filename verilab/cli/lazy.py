"""Groups of commands that import a command when it is called: what does not run costs no time."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command


def lazy_group(commands: Mapping[str, str]) -> type[TyperGroup]:
    """The class of a group of these commands: by name ``module:attribute``, which is a function or a ``typer.Typer``."""

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

    return Lazy
