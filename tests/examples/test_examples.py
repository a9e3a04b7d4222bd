"""The scripts in ``examples/`` are short, and they run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ARGUMENTS = {"forte15_table1.py": ["5", "1"]}


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "examples").glob("*.py")))
def test_an_example_runs_and_prints_its_table(script: str) -> None:
    path = ROOT / "examples" / script
    assert len(path.read_text().splitlines()) < 40
    folders = [str(ROOT), str(ROOT / "backends"), str(ROOT / "strategies")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders)}
    command = [sys.executable, str(path), *ARGUMENTS.get(script, [])]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 3
