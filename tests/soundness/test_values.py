"""The model computes what gcc computes, construct by construct."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.soundness.values import FILES, compiled, interpreted, promised


def test_there_are_values_of_many_constructs() -> None:
    assert sum(len(promised(path)) for path in FILES) >= 150


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_model_computes_the_promised_values(path: Path) -> None:
    assert interpreted(path) == promised(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_gcc_computes_the_promised_values(path: Path, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    assert compiled(path, tmp_path) == promised(path)
