"""What an oracle found in the file of an experiment: imported, read as a frame, exported, and taken by the report and the learner."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import verilab
from tests.experiments.learning.oracle_rows import STRATEGY, candidate_row, choices_rows, run_row, write_rows
from tests.experiments.store.records import CONFIGURATIONS, record, task
from verilab.cli.app import app
from verilab.experiments.benchexec.importing import import_results
from verilab.experiments.learning import read_choices
from verilab.experiments.report.microscope import configuration_key, read_costs
from verilab.experiments.store import ExperimentStore, StoreError, export
from verilab.experiments.store.database import connected
from verilab.experiments.store.manifest import manifest
from verilab.program.errors import InputError

JOIN = {"candidate": None, "facts": ["x", "y"], "after": None, "total": None, "outcome": "not followed", "verdict": "", "rank": None}


def own(path: Path) -> Path:
    with ExperimentStore(path) as store:
        store.begin(manifest({"name": "own"}), [task(1, path.parent)], CONFIGURATIONS)
        store.add([record(1)])
    return path


def recorded(folder: Path, task: str = "locks/a", cost: float = 2.0) -> Path:
    """Two candidates and a join of a run, as an oracle writes them."""
    scores = {"length": 3.0, "width": float("inf")}
    scored = {"length": 4.0, "width": 2.0}
    total = {"cpu_s": 9.5, "wall_s": 9.5, "states": 70, "refinements": 4}
    return write_rows(
        folder / "oracle.jsonl",
        [
            run_row(task),
            candidate_row(task, 1, 0, scored, cost, location="l7", line=12, total=total, rank=1, adds_nothing=True),
            candidate_row(task, 1, 1, scored, 3.0, outcome="undecided", verdict="unknown", reason="timeout", rank=2) | {"scores": scores},
            candidate_row(task, 1, 2, scored, 1.0, **JOIN),
            {"row": "regret", "task": task},
        ],
    )


def test_the_branches_of_an_oracle_are_a_table_beside_own_rows(tmp_path: Path) -> None:
    rows = own(tmp_path / "e.duckdb")
    assert import_results([recorded(tmp_path)], rows) == 3
    stored = verilab.open(rows)
    assert stored.runs.label.tolist() == ["value"]
    frame = stored.branches
    assert frame.task.tolist() == ["locks/a"] * 3
    assert frame.chosen.tolist() == [True, False, False]
    assert frame.cpu_s.tolist()[:2] == [2.0, 3.0]
    assert frame.total_states.tolist()[0] == 70
    assert frame.isna().cpu_s.tolist() == [False, False, True]
    assert stored.sql("SELECT scores['width'] AS width FROM branches ORDER BY candidate").width.tolist()[:2] == [2.0, float("inf")]
    assert stored.manifest["imported"][0]["labels"] == []
    for format in ("csv", "json", "parquet"):
        (file,) = (each for each in export(rows, tmp_path / format, format) if each.stem == "branches")
        with connected(rows) as connection:
            assert connection.execute(f"SELECT count(*) FROM '{file}'").fetchone() == (3,)


def test_a_run_that_is_imported_again_takes_the_place_of_what_there_was(tmp_path: Path) -> None:
    rows = tmp_path / "e.duckdb"
    import_results([recorded(tmp_path, "locks/b")], rows)
    for cost in (2.0, 5.0):
        import_results([recorded(tmp_path, cost=cost)], rows)
    frame = verilab.open(rows).branches
    assert frame.task.tolist() == ["locks/a"] * 3 + ["locks/b"] * 3
    assert frame.cpu_s.tolist()[0] == 5.0
    assert verilab.open(rows).branches.recording.nunique() == 2


def test_the_learner_and_the_report_read_from_the_store_what_they_read_from_the_file(tmp_path: Path) -> None:
    many, rows = write_rows(tmp_path / "many.jsonl", choices_rows()), tmp_path / "e.duckdb"
    import_results([many, recorded(tmp_path)], rows)
    assert read_choices([rows]) == read_choices([many, recorded(tmp_path)])
    (costs,) = (each for (name, _), each in read_costs([rows]).items() if name == "locks/a")
    assert ("locks/a", configuration_key({"analysis": "value", "strategy": STRATEGY})) in read_costs([rows])
    assert sorted(costs, key=str) == [(1, 0), (1, 1), (1, None)]
    assert costs[1, 0]["total"]["states"] == 70
    assert costs[1, None]["after"] is None
    trained = CliRunner().invoke(app, ["learn", "train", str(rows), "--output", str(tmp_path / "model.json")])
    assert trained.exit_code == 0, trained.output


def test_a_file_of_before_has_no_branches_and_can_get_some(tmp_path: Path) -> None:
    rows = own(tmp_path / "e.duckdb")
    with connected(rows, writing=True) as connection:
        connection.execute("DROP TABLE branches")
    assert len(verilab.open(rows).branches) == 0
    assert "total_cpu_s" in verilab.open(rows).branches.columns
    assert read_costs([rows]) == {}
    with pytest.raises(Exception, match="no refinement of which all candidates were followed"):
        read_choices([rows])
    import_results([recorded(tmp_path)], rows)
    assert len(verilab.open(rows).branches) == 3


def _changed(**other: Any) -> str:
    return json.dumps(candidate_row("t", 1, 0, {"length": 1.0, "width": 1.0}, 1.0) | other)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 0, "there are no candidates"),
        ("{", 1, "is no row of an oracle"),
        ("[]", 1, "is no row of an oracle"),
        (json.dumps(run_row("t")), 0, "there are no candidates"),
        (_changed(), 1, "a candidate of no run before it"),
        (json.dumps(run_row("t")) + "\n" + _changed(task="u", strategy=STRATEGY), 2, "a candidate of no run before it"),
        (json.dumps(run_row("t")) + "\n" + _changed(strategy=STRATEGY, outcome="fine"), 2, "'fine' is not a valid Outcome"),
        (json.dumps(run_row("t")) + "\n" + _changed(strategy=STRATEGY, after={"cpu_s": -1}), 2, "cpu_s is -1.0, which is no cost"),
        (json.dumps(run_row("t")) + "\n" + _changed(strategy=STRATEGY, after={"cpu_s": 1}), 2, "the key 'wall_s' is missing"),
        (json.dumps(run_row("t")) + "\n" + _changed(strategy=STRATEGY, candidate=2**40), 0, "the rows cannot be stored"),
    ],
)
def test_what_is_no_file_of_an_oracle_leaves_nothing_behind(tmp_path: Path, text: str, line: int, said: str) -> None:
    file = tmp_path / "o.jsonl"
    file.write_text(text)
    with pytest.raises((InputError, StoreError), match=said) as raised:
        import_results([file], tmp_path / "e.duckdb")
    assert getattr(raised.value, "line", 0) == line
    assert [each.name for each in tmp_path.iterdir()] == ["o.jsonl"]
