"""The benchmark of large experiments measures what it says: rows that differ, the same for the same seed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks.large_experiment import LABELS, TASKS, fill, main, tables
from verilab.experiments.report import write_report
from verilab.experiments.store import StoredExperiment


def test_its_refinements_differ_and_belong_to_runs_and_are_the_same_again(tmp_path: Path) -> None:
    for name in ("a", "b"):
        fill(tmp_path / f"{name}.duckdb", 500, seed=3)
    first, second = (StoredExperiment(tmp_path / f"{name}.duckdb") for name in ("a", "b"))
    columns = "count(*), count(DISTINCT increment::VARCHAR), count(DISTINCT r.states)"
    ((count, increments, states),) = first.rows(f"SELECT {columns} FROM refinements AS r JOIN runs USING (run)")
    assert count == increments == 500
    assert states > 400
    misplaced = (
        "SELECT run FROM refinements GROUP BY run HAVING max(place) <> count(*) OR min(place) <> 1 OR count(DISTINCT number) <> count(*)"
    )
    assert first.rows(misplaced) == [], "each run has refinements 1, 2, ... as its log would"
    assert first.rows("SELECT count(*) FROM runs") == [(TASKS * len(LABELS),)]
    assert first.refinements.equals(second.refinements)


def test_its_refinements_are_shown_by_a_report(tmp_path: Path) -> None:
    fill(tmp_path / "a.duckdb", 500)
    written = write_report(tmp_path / "a.duckdb", tmp_path / "a.html", figures=False)
    shown = [json.loads(each)["refinements"] for each in re.findall(r'id="run-\w+">(.*?)</script>', written.file.read_text())]
    assert sum(map(len, shown)) == written.refinements == 500


def test_its_tables_have_every_configuration(tmp_path: Path) -> None:
    fill(tmp_path / "a.duckdb", 500)
    for name, action in tables(tmp_path / "a.duckdb").items():
        found = action()
        if isinstance(found, str):
            assert all(label in found for label in LABELS), name


def test_it_prints_a_line_for_each_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--refinements", "50"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("50 refinements (50 different increments) of 2000 runs")
    assert len(lines) == 5
