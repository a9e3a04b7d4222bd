"""What a command logs with ``--verbose``: runs and phases, refinements and processes; without it nothing."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab import logs
from verilab.cli.app import app

LOOP = (
    "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n"
    "int main(void) { int x = 0; while (__VERIFIER_nondet_int()) { x = 1 - x; } if (x > 1) reach_error(); return 0; }\n"
)


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "loop.c"
    path.write_text(LOOP)
    return str(path)


def logged(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["verify", *arguments, "--analysis", "predicate"])
    assert result.exit_code == 0, result.output
    return result.stderr


def test_nothing_is_logged_without_the_option(program: str) -> None:
    assert logged(program) == ""


def test_runs_and_phases_are_logged_as_they_begin_and_end(program: str) -> None:
    output = logged(program, "--verbose")
    for part in ("loop: begins, predicate", "phase predicate (int) begins", "refinements: decided", "loop: true after"):
        assert part in output
    assert "refinement 1:" not in output


def test_given_twice_it_logs_refinements_of_the_process_that_has_the_run(program: str) -> None:
    lines = [line for line in logged(program, "--verbose", "--verbose").splitlines() if "verilab.refinement" in line]
    assert lines
    assert f" {os.getpid()} " not in lines[0]


def test_lines_end_with_the_listener_and_the_logger_is_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("verilab.test")
    with logs.listening(1):
        logger.info("two\nlines")
        logger.debug("too much")
    logger.info("nobody listens")
    assert capsys.readouterr().err.endswith("verilab.test: two lines\n")
    assert not logging.getLogger("verilab").handlers
    assert logs.VARIABLE not in os.environ


def test_who_listened_and_has_gone_stops_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(logs.VARIABLE, f"10:{tmp_path / 'gone'}")
    logs.attach()
    assert not logging.getLogger("verilab").handlers
