"""A violation as a C file: compiled with the program it reaches the error."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.evidence.compiler.harness import EXIT_ERROR_REACHED

UNSAFE = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x > 41 && y == x + 7) reach_error(); return 0; }
"""
SAFE = "void reach_error(void) {} int main(void) { int x = 1; if (x != 1) reach_error(); return 0; }"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc compiles the harness; install it with the system's packages")
def test_the_harness_leads_the_compiled_program_to_the_error(tmp_path: Path) -> None:
    program, harness = tmp_path / "program.c", tmp_path / "harness.c"
    program.write_text(UNSAFE)
    result = CliRunner().invoke(app, ["verify", str(program), "--analysis", "predicate", "--harness", str(harness)])
    assert result.exit_code == 1, result.output
    command = next(line for line in harness.read_text().splitlines() if "gcc" in line)
    options = command.partition("gcc ")[2].partition(" THIS_FILE")[0].split()
    subprocess.run(["gcc", "-w", *options, "harness.c", "program.c", "-o", "program"], cwd=tmp_path, check=True)
    assert subprocess.run(["./program"], cwd=tmp_path, check=False).returncode == EXIT_ERROR_REACHED


def test_without_a_violation_no_harness_is_written_and_that_is_said(tmp_path: Path) -> None:
    program, harness = tmp_path / "program.c", tmp_path / "harness.c"
    program.write_text(SAFE)
    result = CliRunner().invoke(app, ["verify", str(program), "--harness", str(harness)])
    assert result.exit_code == 0
    assert "was not written, the program violates nothing" in result.output
    assert not harness.exists()
