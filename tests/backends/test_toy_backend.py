"""The two backends that docs/how-to/add-a-backend.md includes conform."""

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
