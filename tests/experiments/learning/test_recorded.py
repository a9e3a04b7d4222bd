"""The documented comparison of the selector that comes with verilab is what its recorded rows and its file give."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner
from verilab_strategies.select import learned

from verilab.cli.app import app
from verilab.experiments.learning import read_choices
from verilab.refinement.learned import read_model

ROOT = Path(__file__).parents[3]
ROWS = ROOT / "results" / "2026-11-23" / "learned-selector.jsonl"
PAGE = ROOT / "docs" / "how-to" / "learn-a-selector.md"
MODEL = Path(learned.__file__).with_name("learned.json")


def test_the_documented_comparison_is_that_of_the_recorded_rows() -> None:
    result = CliRunner().invoke(app, ["learn", "compare", str(ROWS), "--model", str(MODEL), "--families"])
    assert result.exit_code == 0, result.output
    assert result.stdout.strip() in PAGE.read_text()


def test_no_family_is_both_trained_on_and_held_out() -> None:
    training = read_model(MODEL).training
    families = read_choices([ROWS]).families
    assert sorted(training["families"] + training["held_out"]) == families
    assert not set(training["families"]) & set(training["held_out"])
    assert len(training["held_out"]) >= 4
