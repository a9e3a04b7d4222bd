"""The options of a command are the fields of the configuration: each is there, does what it says, and is refused in the same words."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.cli.configured import Axes, configured, swept
from verilab.verification.configuration import SETTINGS, Configuration, ConfigurationError

RUNNER = CliRunner()
PROGRAM = "void reach_error(void) {}\nint main(void) { int x = 1; if (x > 1) reach_error(); return 0; }\n"
OTHER = {str: "other", int: 301, float: 7.5, bool: True}
NEEDS: dict[str, dict[str, str]] = {"interpolate": {"analysis": "predicate", "strategy": "pcegar-multi"}}  # trees are of several targets


@pytest.mark.parametrize("command", [["verify"], ["sweep"], ["papers"], ["oracle"], ["queries", "record"]])
def test_every_setting_is_an_option_of_every_command_that_configures_runs(command: list[str]) -> None:
    shown = RUNNER.invoke(app, [*command, "--help"], env={"COLUMNS": "200"}).stdout
    fixed = {"papers": {"analysis", "strategy", "block"}, "record": {"record_queries"}}.get(command[-1], set())
    missing = [name for name in SETTINGS if name not in fixed and f"--{name.replace('_', '-')} " not in shown + " "]
    assert missing == []


@pytest.mark.parametrize("name", SETTINGS)
def test_an_option_sets_its_field(name: str) -> None:
    values: list[Configuration] = []

    def command(*, configuration: Configuration) -> None:
        values.append(configuration)

    setting = SETTINGS[name]
    value = next((known for known in setting.known if known != setting.default), OTHER[setting.type])
    value = {"interpolation": "z3:horn", "factors": "direction=back"}.get(name, value)
    defaults = {each: found.default for each, found in SETTINGS.items()}
    given: dict[str, Any] = {name: value} | NEEDS.get(name, {})
    configured()(command)(**(defaults | given))
    assert values == [Configuration(**given)]


def test_an_axis_is_a_list_and_what_does_not_vary_is_common_to_all() -> None:
    values: list[Axes] = []

    def command(*, axes: Axes) -> None:
        values.append(axes)

    run = swept(command)
    given = {name: each.default for name, each in inspect.signature(run).parameters.items()}
    run(
        **(
            given
            | {"orders": "bfs, dfs", "strategies": "spin15-none; rank=first select=width:narrow,length:short", "block_thresholds": "7"}
        )
    )
    (axes,) = values
    assert axes.values["order"] == ["bfs", "dfs"]
    assert axes.values["strategy"] == ["spin15-none", "rank=first select=width:narrow,length:short"]
    assert axes.base.block_threshold == 7
    assert "block_threshold" not in axes.values


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["verify", "--order", "sideways"], "order='sideways': unknown; known: bfs, dfs, rpo, callstack"),
        (["sweep", "--orders", "bfs,sideways"], "order='sideways': unknown; known: bfs, dfs, rpo, callstack"),
        (["sweep", "--block-thresholds", "7,many"], "block_threshold='7,many': give whole numbers, separated by commas"),
        (["sweep", "--analyses", ","], "no analysis was given; name at least one"),
        (["verify", "--interpolation", "nonsense("], "interpolation="),
    ],
)
def test_a_wrong_setting_is_refused_before_anything_runs(tmp_path: Path, arguments: list[str], message: str) -> None:
    file = tmp_path / "program.c"
    file.write_text(PROGRAM)
    result = RUNNER.invoke(app, [*arguments, str(file)])
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_the_seed_of_the_command_is_that_of_the_run(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(PROGRAM)
    result = RUNNER.invoke(app, ["verify", str(file), "--seed", "5", "--analysis", "value", "--json"])
    assert json.loads(result.stdout)["configuration"]["seed"] == 5


def chosen(*options: str) -> Configuration:
    """The configuration that a command gets from options."""
    configurations: list[Configuration] = []

    @configured()
    def command(*, configuration: Configuration) -> None:
        configurations.append(configuration)

    small = typer.Typer()
    small.command()(command)
    result = RUNNER.invoke(small, list(options))
    if result.exit_code:
        raise ConfigurationError(result.output)
    return configurations[0]


def test_settings_fill_the_fields_of_a_preset() -> None:
    assert chosen("--settings", "paper-engine,paper-values") == Configuration(
        backend="smtinterpol",
        interpolation="smtinterpol:proofs",
        extraction="atoms",
        reduction="none",
        fallback="none",
        value_interpolation="suffix",
    )


def test_what_is_given_goes_before_the_preset_also_where_it_is_the_default() -> None:
    choices = chosen("--settings", "paper-engine", "--fallback", "new", "--interpolation", "z3:horn")
    assert choices == Configuration(backend="smtinterpol", interpolation="z3:horn", extraction="atoms", reduction="none", fallback="new")


@pytest.mark.parametrize("names", ["paper-engines", "paper-engine,paper-engine-mathsat"])
def test_settings_that_are_none_or_contradict_each_other_are_refused(names: str) -> None:
    with pytest.raises(ConfigurationError, match=r"settings="):
        chosen("--settings", names)


def test_a_sweep_varies_what_is_given_beside_its_settings() -> None:
    values: list[Axes] = []

    @swept
    def command(*, axes: Axes) -> None:
        values.append(axes)

    small = typer.Typer()
    small.command()(command)
    assert RUNNER.invoke(small, ["--settings", "paper-engine", "--reductions", "none,core"]).exit_code == 0
    (axes,) = values
    assert axes.values["reduction"] == ["none", "core"]
    assert axes.values["interpolation"] == ["smtinterpol:proofs"]
    assert (axes.base.extraction, axes.base.fallback) == ("atoms", "none")
