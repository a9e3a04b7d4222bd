"""What compiles is found by a look where that is enough, and by a trial elsewhere: both say the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from verilab.evidence.compiler.toolchain import compiler_for, gcc_version, has_start_files_of_32_bits
from verilab.program.types import DataModel

needs_gcc = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc")


@needs_gcc
def test_a_look_for_32_bits_says_what_a_trial_says() -> None:
    assert has_start_files_of_32_bits() == (gcc_version("-m32") is not None)
    compiler = compiler_for(DataModel.ILP32)
    assert (compiler is not None and compiler.hosted) == (gcc_version("-m32") is not None)


@pytest.mark.parametrize(("file", "found"), [(b"\x7fELF\x01\x01", True), (b"\x7fELF\x02\x01", False), (b"", False), (None, False)])
def test_a_file_of_64_bits_or_none_is_no_library_of_32_bits(
    file: bytes | None, found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "crt.o"
    if file is not None:
        named.write_bytes(file)
    stand_in = tmp_path / "gcc"
    stand_in.write_text(f"#!/bin/sh\necho {named}\n")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert has_start_files_of_32_bits() is found
