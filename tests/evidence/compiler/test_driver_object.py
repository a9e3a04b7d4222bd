"""The driver is compiled once for each set of options, and whatever becomes of the kept object, a run has one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from verilab.cache import CACHE_VARIABLE
from verilab.evidence.compiler import driver_object as module
from verilab.evidence.compiler.driver_object import driver_object
from verilab.evidence.compiler.toolchain import Compiler, Tools, gcc_version

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc: .ci/run has one")

OPTIONS = ("-m64", "-w", "-O0")


class CountedTools(Tools):
    """Counts the calls of the compiler."""

    calls = 0

    def call(self, command: Sequence[str]) -> str:
        self.calls += 1
        return super().call(command)


@pytest.fixture
def compiler() -> Compiler:
    version = gcc_version("-m64")
    assert version is not None
    return Compiler(version, True)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CountedTools:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    (tmp_path / "work").mkdir()
    return CountedTools(tmp_path / "work")


def test_the_second_program_finds_the_driver_compiled(tools: CountedTools, compiler: Compiler, tmp_path: Path) -> None:
    first = driver_object(tools, compiler, OPTIONS)
    assert first.is_relative_to(tmp_path / "cache")
    assert driver_object(tools, compiler, OPTIONS) == first
    assert tools.calls == 1
    assert " main\n" in tools.call(["nm", "--defined-only", str(first)])


@pytest.mark.parametrize("changed", ["options", "version", "library", "sources"])
def test_whatever_the_object_is_made_from_changes_its_name(
    changed: str, tools: CountedTools, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = driver_object(tools, compiler, OPTIONS)
    options = (*OPTIONS, "-g") if changed == "options" else OPTIONS
    if changed == "version":
        compiler = Compiler("0.0", True)
    if changed in ("library", "sources"):
        monkeypatch.setattr(module, f"_{changed}", lambda: "another one")
    assert driver_object(tools, compiler, options) != first
    assert tools.calls == 2


def test_without_a_place_to_keep_it_each_program_compiles_its_own(
    tools: CountedTools, compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file"))
    assert driver_object(tools, compiler, OPTIONS).parent == tools.directory
    monkeypatch.delenv(CACHE_VARIABLE)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", classmethod(_no_home))
    assert driver_object(tools, compiler, OPTIONS).parent == tools.directory
    assert tools.calls == 2


def _no_home(cls: type[Path]) -> Path:
    raise RuntimeError("Could not determine home directory.")
