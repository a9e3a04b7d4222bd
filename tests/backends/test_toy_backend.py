"""The two backends that backends/README.md shows: the text is the tested code, and both conform."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.backends import toy_backend, toy_process_backend
from verilab.solving.conformance import Size, check_backend
from verilab.solving.registry import load_backend

HERE = Path(__file__).parent
README = HERE.parents[1] / "backends" / "README.md"


@pytest.mark.parametrize("name", ["toy_backend.py", "toy_process_backend.py"])
def test_the_readme_shows_the_tested_file(name: str) -> None:
    code = (HERE / name).read_text(encoding="utf-8")
    assert f"```python\n{code}```" in README.read_text(encoding="utf-8"), f"backends/README.md does not show {name} as it is"


def test_the_toy_backend_conforms() -> None:
    with closing(toy_backend.ToyBackend()) as backend, closing(load_backend("z3")) as checker:
        report = check_backend(backend, checker, size=Size.QUICK, patience=0.3)
    assert report.failures == (), report.text()
    assert sum(row.result == "valid" for row in report.rows) >= 3


def test_the_toy_process_backend_conforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if shutil.which("z3") is None:
        pytest.skip("the z3 program is not installed")
    with closing(toy_process_backend.make()) as backend, closing(load_backend("z3")) as checker:
        report = check_backend(backend, checker, size=Size.QUICK, procedures=["newton-wp"], patience=0.3)
    assert report.failures == (), report.text()
