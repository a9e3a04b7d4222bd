"""The options of a command that configures runs: one for each field of ``Configuration``, made from the field itself.

``--settings`` names presets of several fields (``verilab.verification.settings_presets``); what is given by its own option goes before.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, get_type_hints

import typer

from verilab.cli.errors import clear_errors
from verilab.data_classes import dataclass
from verilab.experiments.design.product import ALWAYS
from verilab.verification.configuration import SETTINGS, Configuration, ConfigurationError, Setting
from verilab.verification.settings_presets import SETTINGS_PRESETS, settings_of, with_settings

Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class PartialConfiguration:
    """The defaults of a command, and the fields that the command line or a preset of settings gives.

    Whether these go together depends on what the command adds to them, so that they are no configuration yet.
    """

    defaults: Configuration
    given: Mapping[str, Any]


def configured(
    *, without: Collection[str] = (), required: Collection[str] = (), defaults: Mapping[str, Any] | None = None, partial: bool = False
) -> Callable[[Command], Command]:
    """Decorates a command: its parameter ``configuration`` becomes an option for every field but those in ``without``.

    ``required`` options have no default, others that of ``defaults`` or the configuration's own.  A configuration that cannot run ends the
    command with a message before it begins.  ``partial``: the parameter becomes a ``PartialConfiguration``.
    """

    def decorate(command: Command) -> Command:
        chosen = [setting for name, setting in SETTINGS.items() if name not in without]
        options = []
        for setting in chosen:
            default = (defaults or {}).get(setting.name, setting.default)
            options.append(_option(setting, inspect.Parameter.empty if setting.name in required else default))

        def configure(given: dict[str, Any]) -> Configuration | PartialConfiguration:
            explicit = _explicit(given)
            fields = {setting.name: given.pop(setting.name) for setting in chosen}
            presets = given.pop("settings", "")
            settings = with_settings(fields, presets, explicit)
            if not partial:
                return Configuration(**settings)
            given_fields = {name: value for name, value in settings.items() if name in explicit or name in settings_of(presets)}
            return PartialConfiguration(Configuration(**(defaults or {})), given_fields)

        return replacing(command, "configuration", [*options, *_presets()], configure)

    return decorate


@dataclass(frozen=True, slots=True)
class Axes:
    """What a sweep varies: the values of each axis, in the order of ``Configuration``, and what all runs have in common."""

    base: Configuration
    values: dict[str, list[Any]]


def swept(command: Command) -> Command:
    """Decorates a command: its parameter ``axes`` becomes an option for every field, a list of values where the field has a plural."""
    options = [_axis(setting) if setting.plural else _option(setting, setting.default) for setting in SETTINGS.values()]

    def configure(given: dict[str, Any]) -> Axes:
        plurals = {setting.plural: name for name, setting in SETTINGS.items() if setting.plural}
        explicit = {plurals.get(name, name) for name in _explicit(given)}
        texts = with_settings({name: given.pop(plural) for plural, name in plurals.items()}, given.pop("settings", ""), explicit)
        values = {name: _values(SETTINGS[name], text) for name, text in texts.items()}
        base = {name: given.pop(name) for name, setting in SETTINGS.items() if not setting.plural}
        base |= {name: choices[0] for name, choices in values.items()}
        varying = {name for name, choices in values.items() if len(choices) > 1}
        order = [*ALWAYS, *(name for name in values if name not in ALWAYS)]
        return Axes(Configuration(**base), {name: values[name] for name in order if name in ALWAYS or name in varying})

    return replacing(command, "axes", [*options, *_presets()], configure)


def _presets() -> list[inspect.Parameter]:
    """The option that names presets of settings, and the context that knows what was given beside it."""
    help = f"Presets of settings, for what has no option of its own here: {', '.join(SETTINGS_PRESETS)}."
    annotations = {"settings": Annotated[str, typer.Option(help=help)], "context": typer.Context}
    defaults = {"settings": "", "context": None}
    keyword = inspect.Parameter.KEYWORD_ONLY
    return [inspect.Parameter(name, keyword, default=defaults[name], annotation=annotations[name]) for name in annotations]


def _explicit(given: dict[str, Any]) -> set[str]:
    """The parameters that were given and not left to their defaults, by the context in ``given``, which is taken out."""
    context = given.pop("context", None)
    sources = {} if context is None else {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, source in sources.items() if source is not None and source.name in ("COMMANDLINE", "ENVIRONMENT")}


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
    """The values of an axis, each once.  An empty text is the one value "" where that is the default."""
    parts = [part.strip() for part in text.split(setting.separator)]
    if setting.default != "":
        parts = [part for part in parts if part]
    if not parts:
        raise ConfigurationError(f"no {setting.name} was given; name at least one")
    try:
        return list(dict.fromkeys(setting.type(part) for part in parts))
    except ValueError:
        raise ConfigurationError(f"{setting.name}={text!r}: give whole numbers, separated by commas") from None


def replacing(command: Command, name: str, options: list[inspect.Parameter], configure: Callable[[dict[str, Any]], Any]) -> Command:
    """The command with ``options`` in the place of the parameter ``name``, which gets what ``configure`` makes of them."""
    types = get_type_hints(command, include_extras=True)
    signature = inspect.signature(command)
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        own = parameter.replace(annotation=types[parameter.name], kind=inspect.Parameter.KEYWORD_ONLY)
        parameters += options if parameter.name == name else [own]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        with clear_errors():
            value = configure(given)
        command(**{name: value}, **given)

    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # what typer reads
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters} | {"return": None}
    return run
