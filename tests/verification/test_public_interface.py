"""``import verilab`` is quick, and what it offers is there."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import verilab
from verilab.cli.commands import COMMANDS, forks_runs

LOADED = "import sys; sys.path[:] = {path!r}; {statement}; print(*(name for name in sys.modules if name.startswith({packages!r})))"


def loaded_by(statement: str, *packages: str) -> list[str]:
    """The modules of these packages that a statement loads in a fresh interpreter."""
    program = LOADED.format(path=sys.path, statement=statement, packages=packages)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()


def test_importing_verilab_imports_nothing_else() -> None:
    assert loaded_by("import verilab", "verilab", "pysmt", "z3", "typer") == ["verilab"]


@pytest.mark.parametrize("name", verilab.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(verilab, name) is not None
    assert name in dir(verilab)


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'verilab' has no attribute 'nonsense'"):
        verilab.nonsense  # noqa: B018  # that it is asked for is the test


def test_a_task_is_verified_and_swept_by_the_public_names(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("void reach_error(void) {}\nint main(void) { int x = 1; if (x > 1) reach_error(); return 0; }\n")
    (task,) = verilab.load_tasks(file)
    assert verilab.verify(task, verilab.Configuration(analysis="value")).verdict == "true"
    axes = {"analysis": ["value", "predicate"]}
    rows = list(verilab.sweep([task], verilab.product(verilab.Configuration(), axes)))
    assert [(row.label, row.result.verdict) for row in rows] == [("value", "true"), ("predicate", "true")]


@pytest.mark.parametrize("package", ["verilab", "verilab_backends", "verilab_strategies"])
def test_the_packages_say_that_they_are_typed(package: str) -> None:
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    assert any(Path(place, "py.typed").exists() for place in spec.submodule_search_locations)


@pytest.mark.parametrize("command", ["verify", "automata", "families"])
def test_a_command_that_runs_elsewhere_loads_no_solver(command: str) -> None:
    module = str(COMMANDS[command]).partition(":")[0]
    assert loaded_by(f"import {module}", "pysmt", "z3", "cvc5", "verilab.analysis", "verilab.evidence.check", "verilab.formulas") == []


def test_verify_loads_nothing_that_reads_c() -> None:
    module = str(COMMANDS["verify"]).partition(":")[0]
    assert loaded_by(f"import {module}", "pycparser", "verilab.program.syntax", "verilab.program.cfa") == []


@pytest.mark.parametrize(
    ("line", "forks"),
    [
        ("verify program.c", True),
        ("queries record --demo", True),
        ("queries replay", False),
        ("verify --help", False),
        ("backends verify", False),
        ("--version", False),
        ("", False),
    ],
)
def test_only_commands_that_run_start_the_server_of_the_forks(line: str, forks: bool) -> None:
    assert forks_runs(line.split()) is forks
