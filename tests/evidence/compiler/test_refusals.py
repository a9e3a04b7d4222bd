"""What a compiler refuses is no program, but for what a newer one knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.evidence.compiler.refusals import refusal
from verilab.evidence.compiler.toolchain import Compiler, ToolError, Tools
from verilab.program.types import DataModel


class _Refusing(Tools):
    def call(self, command: list[str]) -> str:  # type: ignore[override]  # no tool is started
        raise ToolError(f"{command[-1]}:1:8: error: expected identifier before ':' token")


@pytest.mark.parametrize(
    ("version", "text", "refused"),
    [
        ("gcc 12.2.0", "enum E : unsigned char { A };", False),
        ("gcc 12.2.0", "enum : short { A };", False),
        ("gcc 13.1.0", "enum E : unsigned char { A };", True),
        ("gcc 12.2.0", "int x : 3;", True),
    ],
)
def test_a_word_of_c23_that_this_gcc_does_not_know_refuses_no_program(tmp_path: Path, version: str, text: str, refused: bool) -> None:
    source = tmp_path / "task.c"
    source.write_text(text)
    assert bool(refusal(source, DataModel.LP64, Compiler(version, True), _Refusing(tmp_path))) is refused
