"""A few of the mutations of ``fuzz``, which runs as many as it is told to."""

from __future__ import annotations

from pathlib import Path

from tests.backends.required import require
from tests.verification.validation.fuzz import fuzz


def test_broken_files_are_refused_clearly(tmp_path: Path) -> None:
    fuzzed = fuzz(60, tmp_path, first=5000, of=("witnesses", "results"))
    assert fuzzed["witnesses refused"] > 10
    assert fuzzed["results refused"] > 5


def test_broken_sweeps_are_refused_clearly_or_followed_to_their_table(tmp_path: Path) -> None:
    outcomes = fuzz(24, tmp_path, first=5000, of=("sweeps",))
    assert outcomes["sweeps refused"] > 3
    assert outcomes["sweeps read"] > 3


def test_broken_experiments_are_refused_clearly_or_followed_to_their_table(tmp_path: Path) -> None:
    require("smtinterpol")  # the settings of the papers name it, and an experiment whose engine is missing is refused, broken or not
    outcomes = fuzz(24, tmp_path, first=5000, of=("experiments",))
    assert outcomes["experiments refused"] > 3
    assert outcomes["experiments read"] > 3
