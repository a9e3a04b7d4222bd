"""The options of a command that configures runs: one for each field of ``Configuration``, made from the field itself."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

import typer

from verilab.cli.problems import clear_errors
from verilab.experiments.configuration import SETTINGS, Configuration, ConfigurationError, Setting

Command = Callable[..., None]


def configured(
    *, without: Collection[str] = (), required: Collection[str] = (), defaults: Mapping[str, Any] | None = None
) -> Callable[[Command], Command]:
    """Decorates a command: its parameter ``configuration`` becomes an option for every field but those in ``without``.

    ``required`` options have no default, others that of ``defaults`` or the configuration's own.  A configuration that cannot run ends the
    command with a message before it begins.
    """

    def decorate(command: Command) -> Command:
        chosen = [setting for name, setting in SETTINGS.items() if name not in without]
        options = []
        for setting in chosen:
            default = (defaults or {}).get(setting.name, setting.default)
            options.append(_option(setting, inspect.Parameter.empty if setting.name in required else default))

        def configure(given: dict[str, Any]) -> Configuration:
            return Configuration(**{setting.name: given.pop(setting.name) for setting in chosen})

        return replacing(command, "configuration", options, configure)

    return decorate


@dataclass(frozen=True, slots=True)
class Axes:
    """What a sweep varies: the values of each axis, in the order of ``Configuration``, and what all runs have in common."""

    base: Configuration
    values: dict[str, list[Any]]


ALWAYS = ("analysis", "backend", "encoding", "interpolation", "strategy")
"""The axes that name a run also where nothing varies."""


def swept(command: Command) -> Command:
    """Decorates a command: its parameter ``axes`` becomes an option for every field, a list of values where the field has a plural."""
    options = [_axis(setting) if setting.plural else _option(setting, setting.default) for setting in SETTINGS.values()]

    def configure(given: dict[str, Any]) -> Axes:
        values = {name: _values(setting, given.pop(setting.plural)) for name, setting in SETTINGS.items() if setting.plural}
        base = {name: given.pop(name) for name, setting in SETTINGS.items() if not setting.plural}
        base |= {name: found[0] for name, found in values.items()}
        varying = {name for name, found in values.items() if len(found) > 1}
        order = [*ALWAYS, *(name for name in values if name not in ALWAYS)]
        return Axes(Configuration(**base), {name: values[name] for name in order if name in ALWAYS or name in varying})

    return replacing(command, "axes", options, configure)


def _option(setting: Setting, default: Any) -> inspect.Parameter:
    name = f"--{setting.name.replace('_', '-')}"
    help = setting.help + (f": {', '.join(setting.known)}." if setting.known else "")
    annotation = Annotated[setting.type, typer.Option(name, help=help)]  # type: ignore[name-defined]  # a type made here
    return inspect.Parameter(setting.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _axis(setting: Setting) -> inspect.Parameter:
    names = [f"--{name.replace('_', '-')}" for name in (setting.plural, setting.name)]
    known = f": {', '.join(setting.known)}." if setting.known else ""
    annotation = Annotated[str, typer.Option(*names, help=setting.help + known)]
    return inspect.Parameter(setting.plural, inspect.Parameter.KEYWORD_ONLY, default=str(setting.default), annotation=annotation)


def _values(setting: Setting, text: str) -> list[Any]:
    """The values of an axis.  An empty text is the one value "" where that is the default."""
    parts = [part.strip() for part in text.split(setting.separator)]
    if setting.default != "":
        parts = [part for part in parts if part]
    if not parts:
        raise ConfigurationError(f"no {setting.name} was given; name at least one")
    try:
        return [setting.type(part) for part in parts]
    except ValueError:
        raise ConfigurationError(f"{setting.name}={text!r}: give whole numbers, separated by commas") from None


def replacing(command: Command, name: str, options: list[inspect.Parameter], configure: Callable[[dict[str, Any]], Any]) -> Command:
    """The command with ``options`` in the place of the parameter ``name``, which gets what ``configure`` makes of them."""
    types = get_type_hints(command, include_extras=True)
    signature = inspect.signature(command)
    parameters: list[inspect.Parameter] = []
    for each in signature.parameters.values():
        own = each.replace(annotation=types[each.name], kind=inspect.Parameter.KEYWORD_ONLY)
        parameters += options if each.name == name else [own]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        with clear_errors():
            made = configure(given)
        command(**{name: made}, **given)

    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # what typer reads
    run.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": None}
    return run
