"""A command line that is taken without typer has the values that typer gives, and what is unclear is left to it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from verilab.cli.direct import Unclear, taken
from verilab.cli.verify import verify
from verilab.verification.configuration import SETTINGS, Configuration


def recording(calls: list[dict[str, Any]]) -> Callable[..., None]:
    """A command with the parameters of ``verify`` that keeps its values."""

    @functools.wraps(verify)
    def command(**given: Any) -> None:
        context = given.pop("context")
        given["sources"] = {name: context.get_parameter_source(name).name for name in given}
        calls.append(given)

    return command


def both(arguments: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values as typer and as we take them."""
    calls: list[dict[str, Any]] = []
    command = recording(calls)
    command(**taken(command, arguments))
    app = typer.Typer(add_completion=False)
    app.command()(command)
    assert CliRunner().invoke(app, arguments).exit_code == 0
    return calls[1], calls[0]


OTHER = {str: "other", int: "301", float: "7.5"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["a.c"],
        ["--json", "a.c", "--data-model", "LP64"],
        ["a.c", "--automaton", "locks", "--automaton=b.spc", "--witness", "w.yml", "--log-refinements=x"],
        ["a.c", "--cpu-limit", "20", "--time-limit=1.5", "--property", "p.prp", "--seed", "-3"],
        ["a.c", "--settings", "", "--strategy", "rank=first select=score:a,b", "--backend", "z3", "--backend", "cvc5"],
        *[["a.c", f"--{name.replace('_', '-')}", OTHER[each.type]] for name, each in SETTINGS.items() if each.type in OTHER],
        *[["a.c", f"--{name.replace('_', '-')}"] for name, each in SETTINGS.items() if each.type is bool],
    ],
    ids=" ".join,
)
def test_values_are_those_that_typer_gives(arguments: list[str]) -> None:
    typers, ours = both(arguments)
    assert {name: value or None for name, value in ours.items()} == {name: value or None for name, value in typers.items()}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--help"],
        ["a.c", "b.c"],
        ["a.c", "--no-such-option"],
        ["a.c", "--json=yes"],
        ["a.c", "--seed"],
        ["a.c", "--seed", "many"],
        ["a.c", "--seed", "0x10"],
        ["a.c", "--data-model", "ILP16"],
        ["a.c", "--strategy", "--json"],
        ["a.c", "--verbose"],
        ["a.c", "--no-isolate"],
        ["--", "a.c"],
        ["a.c", "--time-limit", "1e3"],
        [""],
    ],
    ids=" ".join,
)
def test_what_is_not_clear_is_left_to_typer(arguments: list[str]) -> None:
    with pytest.raises(Unclear):
        taken(verify, arguments)


def test_a_preset_of_settings_is_known_from_what_was_given() -> None:
    values = taken(verify, ["a.c", "--strategy", "first"])
    assert values["context"].get_parameter_source("strategy").name == "COMMANDLINE"
    assert values["context"].get_parameter_source("analysis").name == "DEFAULT"
    assert set(values) == set(inspect.signature(verify).parameters)
    assert values["analysis"] == Configuration().analysis
