"""A command line whose options say clearly what they are, taken by its function's annotations alone.

typer asks pydantic for each option's type: a tenth of a second, which is half of what a command takes to start.  What is not understood
here at once is typer's, above all every mistake and its message.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from verilab.data_classes import dataclass

_READERS: Mapping[type, tuple[str, Callable[[str], Any]]] = {
    str: (r".*", str),
    int: (r"-?(?:0|[1-9][0-9]{0,17})", int),
    float: (r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?", float),
    Path: (r".+", Path),
}
"""The types of values: the texts that are theirs without a doubt, and who reads them."""


class Unclear(Exception):
    """The command line is to be taken by typer."""


@dataclass(frozen=True, slots=True)
class _Source:
    name: str


@dataclass(frozen=True, slots=True)
class _Context:
    """What commands ask typer's context for: which parameters were given."""

    params: Mapping[str, Any]
    given: Mapping[str, Any]

    def get_parameter_source(self, name: str) -> _Source:
        return _Source("COMMANDLINE" if name in self.given else "DEFAULT")


@dataclass(frozen=True, slots=True)
class _Option:
    """What a word on the command line stands for: a parameter, the type of its value, or the value itself."""

    parameter: str
    kind: Any
    value: bool | None = None
    is_list: bool = False


def run(command: Callable[..., object], arguments: Sequence[str]) -> None:
    """Call the command and exit, as typer does; come back without having called it where the arguments are not clear."""
    try:
        values = taken(command, arguments)
    except Unclear:
        return
    try:
        command(**values)
    except typer.Exit as end:
        sys.exit(end.exit_code)
    except BrokenPipeError:  # who read the output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    sys.exit(0)


def taken(command: Callable[..., object], arguments: Sequence[str]) -> dict[str, Any]:
    """The values of all parameters; Unclear where a word is not known, is no value of its option's type, or is missing."""
    types = get_type_hints(command, include_extras=True)
    parameters = inspect.signature(command).parameters
    options: dict[str, _Option] = {}
    places: list[_Option] = []
    for name in parameters:
        if get_origin(types[name]) is Annotated:
            _describe(name, types[name], options, places)
    given: dict[str, Any] = {}
    words = iter(arguments)
    for word in words:
        if not word.startswith("-"):
            if not places:
                raise Unclear
            place = places.pop(0)
            given[place.parameter] = _read(place.kind, word)
            continue
        name, equals, text = word.partition("=")
        option = options.get(name)
        if option is None or (option.value is not None and equals):
            raise Unclear
        if option.value is not None:
            given[option.parameter] = option.value
            continue
        value = _read(option.kind, text if equals else next(words, "-"))
        given[option.parameter] = [*given.get(option.parameter, []), value] if option.is_list else value
    values = {name: parameter.default for name, parameter in parameters.items() if types[name] is not typer.Context} | given
    if inspect.Parameter.empty in values.values():
        raise Unclear
    context = _Context(values, given)
    return values | {name: context for name in parameters if types[name] is typer.Context}


def _describe(name: str, annotation: Any, options: dict[str, _Option], places: list[_Option]) -> None:
    """Note an annotated parameter's words; one of another kind keeps its default, and its words are not known."""
    kind, about = get_args(annotation)[:2]
    alternatives = [member for member in get_args(kind) if member is not NoneType]
    if NoneType in get_args(kind) and len(alternatives) == 1:
        kind = alternatives[0]
    is_list = get_origin(kind) is list
    kind = get_args(kind)[0] if is_list else kind
    if not (isinstance(kind, type) and (kind in _READERS or kind is bool or issubclass(kind, Enum))):
        return
    if isinstance(about, ArgumentInfo) and not is_list:
        places.append(_Option(name, kind))
    elif isinstance(about, OptionInfo) and not about.count and about.callback is None:
        words = [word for word in (about.default, *(about.param_decls or ())) if isinstance(word, str)]  # in annotations the first is one
        own = f"--{name.replace('_', '-')}"
        if kind is bool:
            options |= dict.fromkeys(words or [own], _Option(name, kind, True))
            if not words:
                options[f"--no-{own[2:]}"] = _Option(name, kind, False)
        else:
            options |= dict.fromkeys(words or [own], _Option(name, kind, None, is_list))


def _read(kind: type, text: str) -> Any:
    if text.startswith("-") and kind not in (int, float):
        raise Unclear  # it may be meant as an option
    if issubclass(kind, Enum):
        try:
            return kind(text)
        except ValueError:
            raise Unclear from None
    pattern, reader = _READERS[kind]
    if re.fullmatch(pattern, text) is None:
        raise Unclear
    return reader(text)
