"""The campaign on a few tasks: BenchExec itself runs them."""

from __future__ import annotations

from pathlib import Path

from tests.experiments.benchexec.campaign import campaign


def test_benchexec_and_our_laboratory_come_to_the_same_table(tmp_path: Path) -> None:
    outcome = campaign(tmp_path, 3, "--no-container")
    assert (outcome.rows, outcome.scores) == (6, {"predicate": 5, "value": 5})
    assert outcome.score.startswith("10 ")
    assert outcome.theirs == outcome.ours
    assert not outcome.differences
