"""The scripts in ``examples/`` are short, and they run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from verilab.families import tasks

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))
EXPECTED = {
    "cost_of_candidates.py": ("refinement 1: candidate 1 of 2, tracks main::locked", "Safe", "chosen  main::locked"),
    "forte15_table1.py": ("score worst", "of 1 tasks, 60 s each: oracle best 1"),
    "interpolants_by_engine.py": ("implies", "z3:horn", "cvc5:proofs", "the first interpolant"),
    "own_backend.py": ("piped@", "RESULT: true", "27 valid"),
    "own_score.py": ("settings on the 1 tasks", "fewest uses", "drawn: own_score.pdf"),
}
"""What each prints, among other things."""


def arguments(script: str) -> list[str]:
    """What makes an example quick."""
    match script:
        case "forte15_table1.py":
            (task,) = tasks("boolean-or-counter", [3], safe=True)
            return ["60", str(task.definition)]
        case "interpolants_by_engine.py":
            return ["", "z3:horn", "cvc5:proofs", "z3:farkas"]
        case "own_score.py":
            return ["1", "60"]
    return []


def test_there_are_five() -> None:
    assert sorted(EXPECTED) == EXAMPLES


@pytest.mark.parametrize("script", EXAMPLES)
def test_an_example_runs_and_prints_what_it_shows(script: str, tmp_path: Path) -> None:
    path = ROOT / "examples" / script
    assert len(path.read_text().splitlines()) < 60
    folders = [str(ROOT), str(ROOT / "backends"), str(ROOT / "strategies")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders)}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # z3 is there, too
    command = [sys.executable, str(path), *arguments(script)]
    process = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=200, check=False)
    assert process.returncode == 0, process.stderr
    for part in EXPECTED[script]:
        assert part in process.stdout


def test_an_example_shows_only_the_public_calls() -> None:
    for name in EXAMPLES:
        for line in (ROOT / "examples" / name).read_text().splitlines():
            assert not line.startswith(("from verilab.experiments", "from verilab.refinement", "from verilab.api")), f"{name}: {line}"
