"""Small programs written to break the verifier: never a wrong verdict, never refused, and nearly all of them answered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.soundness.answers import remembered
from tests.soundness.table import Row, rows

ROWS = rows()
ANSWERED = 0.85
"""The least share of the programs that get an answer."""


@pytest.fixture(scope="session")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this test run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "soundness"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize("row", ROWS, ids=[row.program.removesuffix(".c") for row in ROWS])
def test_a_program_gets_no_wrong_verdict_and_is_not_refused(row: Row, memory: Path) -> None:
    found = remembered(row, memory)
    assert found.verdict in (row.verdict, "unknown"), found.reason
    assert found.verdict != "unknown" or found.reason


def test_most_programs_are_answered(memory: Path) -> None:
    unknown = {row.program: found.reason for row in ROWS if (found := remembered(row, memory)).verdict == "unknown"}
    assert len(unknown) <= (1 - ANSWERED) * len(ROWS), unknown
