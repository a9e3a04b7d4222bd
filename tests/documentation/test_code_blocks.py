"""Every code block of the documentation does what it shows: one test per document, whose blocks share a folder and a namespace."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.documentation.code_blocks import DOCUMENTS, ROOT, CodeBlock, code_blocks
from tests.documentation.commands import command_folder

LANGUAGES = {"sh", "python", "toml", "yaml", "c", "text"}
"""What a block can be; ``text`` is output, or a language that nothing here runs."""
SECONDS = 120


def name(document: Path) -> str:
    return str(document.relative_to(ROOT))


def with_code() -> list[Any]:
    """The documents, and by name the blocks that are not run, each skipped with its reason."""
    parameters = []
    for document in DOCUMENTS:
        blocks = list(code_blocks(document))
        if any(not block.not_run for block in blocks):
            parameters.append(pytest.param(document, id=name(document)))
        for block in blocks:
            if block.not_run:
                parameters.append(pytest.param(document, id=f"{name(document)}:{block.line}", marks=pytest.mark.skip(reason=block.not_run)))
    return parameters


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_block_has_a_known_language(document: Path) -> None:
    for block in code_blocks(document):
        assert block.language in LANGUAGES, f"{name(document)}:{block.line}: {block.language or 'a block without a language'}"


@pytest.fixture(scope="module")
def commands() -> Iterator[Path]:
    """A folder with the ``verilab`` of shell blocks."""
    with tempfile.TemporaryDirectory() as name, command_folder(Path(name), _environment()) as folder:
        yield folder


def test_a_command_is_run_where_it_is_typed_and_ends_as_it_ends(commands: Path, tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("extern void reach_error(void);\nint main(void) { reach_error(); }\n")
    text = "verilab verify a.c --analysis value > told || echo $? >> told; verilab --nonsense 2> refused || echo $? >> told; cat told"
    output = _run(CodeBlock(1, "sh", text), "here", tmp_path, {}, commands)
    assert output.splitlines()[-3:] == ["RESULT: false", "1", "2"]
    assert "No such option: --nonsense" in (tmp_path / "refused").read_text()


@pytest.mark.parametrize("document", with_code())
def test_the_code_of_a_document_runs(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commands: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "results").symlink_to(ROOT / "results")  # pages of findings print tables of recorded rows
    namespace: dict[str, Any] = {"__name__": "documentation"}
    output = ""
    for block in code_blocks(document):
        place = f"{name(document)}:{block.line}"
        if block.printed:
            lines = iter(output.splitlines())
            for line in block.text.splitlines():
                assert line in lines, f"{place}: the commands before it do not print, or not in this order: {line!r}\n{output}"
        elif not block.not_run:
            output = _run(block, place, tmp_path, namespace, commands)


def _run(block: CodeBlock, place: str, folder: Path, namespace: dict[str, Any], commands: Path) -> str:
    """Run a block; what its commands print.  ``commands``: the folder that comes first on its path."""
    if block.file:
        file = folder / block.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding="utf-8")
    match block.language:
        case "sh":
            process = subprocess.run(
                ["bash", "-eu", "-c", block.text],
                cwd=folder,
                env=_environment(commands),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
            assert process.returncode == block.exit_code, f"{place}: exit code {process.returncode}\n{process.stdout}\n{process.stderr}"
            return process.stdout
        case "python":
            exec(compile("\n" * block.line + block.text, place.partition(":")[0], "exec"), namespace)
        case "toml":
            tomllib.loads(block.text)
    return ""


def _environment(*first: Path) -> dict[str, str]:
    """This checkout's sources, and the commands of this interpreter's environment, behind those of the ``first`` folders."""
    folders = [str(ROOT), str(ROOT / "backends"), str(ROOT / "strategies")]
    path = os.pathsep.join([*map(str, first), str(Path(sys.executable).parent), os.environ["PATH"]])
    return os.environ | {"PYTHONPATH": os.pathsep.join(folders), "PATH": path, "COLUMNS": "140"}
