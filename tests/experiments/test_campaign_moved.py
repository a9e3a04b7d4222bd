"""Another machine's rows of the campaign stand beside the project's, and what moved is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from results.campaign.moved import moved
from results.campaign.parts import Rows
from tests.experiments.paper_rows import rows as table_rows
from verilab.experiments.papers.catalogue import TABLES
from verilab.experiments.store.csv_rows import write_csv
from verilab.verification.schema import Run


def written(folder: Path, runs: list[Run]) -> Rows:
    rows = Rows(folder)
    stage = rows.stage("forte15", 20)
    stage.parent.mkdir(parents=True)
    list(write_csv(runs, stage))
    return rows


def test_the_same_rows_move_nothing(tmp_path: Path) -> None:
    runs = table_rows(TABLES["forte15"])
    lines = list(moved(written(tmp_path / "ours", runs), written(tmp_path / "theirs", runs)))
    assert len(lines) == 1 + 4  # the head, and a line for each of the four heuristics
    assert [line.split("  |  ")[0].split()[-1] for line in lines[1:]] == ["0"] * 4


def test_a_run_that_is_solved_on_one_machine_only_is_named_with_both_outcomes(tmp_path: Path) -> None:
    runs = table_rows(TABLES["forte15"])
    place = next(place for place, run in enumerate(runs) if run.result.verdict == "true")
    lost = replace(runs[place], result=replace(runs[place].result, verdict="unknown", reason="out of CPU time"))
    lines = list(moved(written(tmp_path / "ours", runs), written(tmp_path / "theirs", [*runs[:place], lost, *runs[place + 1 :]])))
    assert f"  {lost.label}, {lost.result.task}: true, theirs unknown (out of CPU time)" in lines


def test_only_what_both_ran_is_compared(tmp_path: Path) -> None:
    runs = table_rows(TABLES["forte15"])
    some = [run for run in runs if run.label == runs[0].label][:3]
    lines = list(moved(written(tmp_path / "ours", runs), written(tmp_path / "theirs", some)))
    assert [line for line in lines[1:] if line.startswith("forte15")] == lines[1:]
    assert lines[1].split("  |  ")[0].split()[-4] == "3"
