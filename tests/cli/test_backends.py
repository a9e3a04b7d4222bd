"""``verilab backends``: the list, installing with consent, and the conformance kit as a table."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import verilab.cli.backends as backends_install
from verilab.cli.app import app
from verilab.solving import registry
from verilab.solving.installation import Artifact, Installation

RUNNER = CliRunner()
CODE = b"machine code"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """z3's name with an installation of its own, in a repository in a folder; the cache folder."""
    (tmp_path / "maven").mkdir()
    (tmp_path / "maven" / "engine.so").write_bytes(CODE)
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("VERILAB_MAVEN_URL", (tmp_path / "maven").as_uri())
    artifact = Artifact("engine.so", hashlib.sha256(CODE).hexdigest(), "engine.so")
    installation = Installation(
        "engine", "1.0", (artifact,), "the engine's licence", "for research only", needs_consent=True, note="a note"
    )
    monkeypatch.setattr(backends_install, "installation_of", lambda name: installation if name == "z3" else registry.installation_of(name))
    return tmp_path / "cache"


def test_the_list_tells_where_an_engine_runs_and_how_to_get_the_missing_ones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path))
    result = RUNNER.invoke(app, ["backends"])
    assert result.exit_code == 0
    z3 = next(line for line in result.stdout.splitlines() if line.startswith("│ z3"))
    assert "in process" in z3
    assert "verilab backends install" in result.stdout


def test_nothing_is_installed_before_somebody_agrees_to_the_licence(engine: Path) -> None:
    result = RUNNER.invoke(app, ["backends", "install", "z3"])
    assert result.exit_code == 2
    assert "for research only" in result.stdout
    assert "--accept-license" in result.stderr
    assert not engine.exists()


def test_a_script_agrees_by_an_option_and_is_not_asked_twice(engine: Path) -> None:
    result = RUNNER.invoke(app, ["backends", "install", "z3", "--accept-license"])
    assert result.exit_code == 0, result.output
    assert "for research only" in result.stdout
    assert (engine / "engines" / "engine-1.0" / "engine.so").read_bytes() == CODE
    again = RUNNER.invoke(app, ["backends", "install", "z3"])
    assert again.exit_code == 0
    assert "for research only" not in again.stdout


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 1)])
def test_a_person_is_asked(engine: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int) -> None:
    monkeypatch.setattr(typer, "confirm", lambda question: answer == "y")
    monkeypatch.setattr(backends_install, "sys", type("sys", (), {"stdin": type("stdin", (), {"isatty": staticmethod(lambda: True)})}))
    result = RUNNER.invoke(app, ["backends", "install", "z3"])
    assert result.exit_code == code
    assert engine.exists() == (code == 0)


def test_a_download_that_fails_is_one_clear_message(engine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERILAB_MAVEN_URL", (engine.parent / "elsewhere").as_uri())
    result = RUNNER.invoke(app, ["backends", "install", "z3", "--accept-license"])
    assert result.exit_code == 2
    assert "VERILAB_MAVEN_URL" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["install"], "name what to install"),
        (["install", "mathsatt"], "did you mean 'mathsat'"),
        (["z3"], "no action"),
        (["--check", "zz3"], "unknown backend 'zz3'"),
        (["--check", "--size", "huge"], "known: tiny, quick, full"),
    ],
)
def test_wrong_use_is_explained(arguments: list[str], expected: str) -> None:
    result = RUNNER.invoke(app, ["backends", *arguments])
    assert result.exit_code == 2
    assert expected in result.stderr


def test_engines_of_pip_answer_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "verilab_backends.bitwuzla.backend", None)
    result = RUNNER.invoke(app, ["backends", "install", "z3", "bitwuzla"])
    assert result.exit_code == 1
    assert "z3: version" in result.stdout
    assert "pip install bitwuzla" in result.stderr


def test_the_check_prints_a_row_per_procedure() -> None:
    result = RUNNER.invoke(app, ["backends", "--check", "z3", "--size", "tiny"])
    assert result.exit_code == 0, result.output
    horn = next(line for line in result.stdout.splitlines() if "z3:horn" in line)
    assert int(horn.split("│")[2]) > 10
    assert horn.split("│")[6].strip() == "0"


def test_a_backend_that_fails_the_check_fails_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name, value = "wrong", "hostile_backends:wrong"

    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "solving"))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point])
    result = RUNNER.invoke(app, ["backends", "--check", "wrong", "--size", "tiny"])
    assert result.exit_code == 1
    assert "FAILURE wrong:proofs" in result.stderr


def test_a_backend_that_crashes_fails_the_check_and_does_not_end_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Point:
        name, value = "fragile", "hostile_backends:crash_first"

    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "solving"))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point])
    monkeypatch.setenv("HOSTILE_MARKER", str(tmp_path / "crashed"))
    result = RUNNER.invoke(app, ["backends", "--check", "fragile", "--size", "tiny"])
    assert result.exit_code == 1
    assert "the crash-first worker died of SIGSEGV" in result.stderr
    assert "FAILURE crash-first:proofs on token-ring-1: invalid" in result.stderr
