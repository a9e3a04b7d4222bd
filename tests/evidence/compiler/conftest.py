"""What tests of compiled programs share."""

from __future__ import annotations

import pytest

from verilab.evidence.compiler import executions


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test waits for the compiler however slow the machine is; a run goes on with what it has after ten seconds."""
    monkeypatch.setattr(executions, "MOST_SECONDS", 120.0)
