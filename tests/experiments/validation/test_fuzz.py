"""A few of the mutations of ``fuzz``, which runs as many as it is told to."""

from __future__ import annotations

from pathlib import Path

from tests.experiments.validation.fuzz import fuzz


def test_broken_files_are_refused_clearly(tmp_path: Path) -> None:
    found = fuzz(60, tmp_path, first=5000, of=("witnesses", "results"))
    assert found["witnesses refused"] > 10
    assert found["results refused"] > 5


def test_broken_experiments_and_sweeps_are_refused_clearly_or_followed_to_their_table(tmp_path: Path) -> None:
    found = fuzz(24, tmp_path, first=5000, of=("experiments", "sweeps"))
    for kind in ("experiments", "sweeps"):
        assert found[f"{kind} refused"] > 3
        assert found[f"{kind} read"] > 3
