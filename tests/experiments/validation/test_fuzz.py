"""A few of the mutations of ``fuzz``, which runs as many as it is told to."""

from __future__ import annotations

from pathlib import Path

from tests.experiments.validation.fuzz import fuzz


def test_broken_files_are_refused_clearly(tmp_path: Path) -> None:
    found = fuzz(60, tmp_path, first=5000)
    assert found["witnesses refused"] > 10
    assert found["results refused"] > 5
