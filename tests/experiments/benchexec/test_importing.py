"""Result files of BenchExec in an experiment's store: the same table as for own runs, and all or nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verilab
from tests.experiments.benchexec.test_results import FOREIGN, ROWS
from tests.experiments.store.records import CONFIGURATIONS, record, task
from verilab.cli.app import app
from verilab.errors import Refused
from verilab.experiments.benchexec.importing import import_results
from verilab.experiments.benchexec.results import write_results
from verilab.experiments.figures import Heatmap
from verilab.experiments.figures.making import make
from verilab.experiments.laboratory.sweep import sweep
from verilab.experiments.sheets.summaries import summarise, summary_sheets
from verilab.experiments.store import ExperimentStore, StoredExperiment, StoreError
from verilab.experiments.store.csv_rows import write_csv
from verilab.experiments.store.manifest import manifest
from verilab.families.catalogue import families
from verilab.families.writing import temporary_tasks
from verilab.program.errors import InputError
from verilab.verification.configuration import Configuration

HERE = Path(__file__).parent
MEASURED = [HERE / "spin15-none.results.xml", HERE / "spin15-good-narrow.results.xml"]
"""Of five small tasks, by BenchExec 3.35 with our tool-info module; without what it says of the machine."""


def own(path: Path) -> Path:
    with ExperimentStore(path) as store:
        store.begin(manifest({"name": "own"}), [task(1, path.parent)], CONFIGURATIONS)
        store.add([record(1), record(2)])
    return path


def test_what_benchexec_measured_gives_the_table_of_our_own_runs_of_these_tasks(tmp_path: Path) -> None:
    assert import_results(MEASURED, tmp_path / "e.duckdb") == 10
    stored = verilab.open(tmp_path / "e.duckdb")
    generated = (("counted-loop", False), *((name, safe) for name in ("boolean-or-counter", "copy-chain") for safe in (True, False)))
    tasks = temporary_tasks(families()[name].generate(1, safe) for name, safe in generated)
    ours = list(sweep(tasks, [("spin15-none", Configuration(strategy="spin15-none", cpu_limit=20))]))
    lost = [number for number, each in enumerate(ours) if each.result.reason]
    for number in lost:  # a machine that is short of something for a moment may cost a run its verdict
        (ours[number],) = sweep([tasks[number]], [("spin15-none", Configuration(strategy="spin15-none", cpu_limit=20))])
    imported = [each for each in stored.results() if each.label == "spin15-none"]
    first, second = (summary_sheets(summarise(rows))[0].rows[0] for rows in (imported, ours))
    assert first[:7] == second[:7] == ("spin15-none", 5, 5, 2, 3, 0, 0), [each.result.reason for each in ours]
    assert all(0 < each.result.statistics.own_s <= each.result.statistics.wall_s for each in imported)
    assert {each.result.task: each.result.verdict for each in imported} == {each.result.task: each.result.verdict for each in ours}
    assert set(stored.runs.limited_by) == {"BenchExec"}
    assert stored.manifest["imported"][0]["labels"] == ["spin15-good-narrow", "spin15-none"]


def test_rows_that_go_through_a_result_file_give_the_table_that_they_gave(tmp_path: Path) -> None:
    rows_of_all_kinds = ROWS[:3]  # the last one has a character that XML has not
    write_results(rows_of_all_kinds, tmp_path / "r.xml", "1")
    assert len(list(write_csv(rows_of_all_kinds, tmp_path / "r.csv"))) == 3
    for name in ("xml", "csv"):
        rows = tmp_path / f"{name}.duckdb"
        import_results([tmp_path / f"r.{name}"], rows)
        assert summary_sheets(summarise(StoredExperiment(rows).results())) == summary_sheets(summarise(rows_of_all_kinds))
        result = CliRunner().invoke(app, ["experiment", "table", str(rows)])
        assert "WRONG: f/b (base): false" in result.output  # as it would of own runs
        assert result.exit_code == 1


def test_imported_rows_stand_beside_own_ones_under_another_name(tmp_path: Path) -> None:
    rows = own(tmp_path / "e.duckdb")
    file = tmp_path / "r.xml"
    file.write_text(FOREIGN)
    assert import_results([file], rows, "CPAchecker") == 3
    stored = verilab.open(rows)
    assert sorted(stored.runs.label) == ["CPAchecker", "CPAchecker", "CPAchecker", "value", "value"]
    with pytest.raises(StoreError, match="it has rows of 'CPAchecker' already; give the new ones another name by --label"):
        import_results([file], rows, "CPAchecker")
    with pytest.raises(StoreError, match="it has rows of 'value' already"):
        import_results([file], rows, "value")
    assert len(verilab.open(rows).runs) == 5


def test_an_experiment_goes_on_beside_imported_rows_but_never_under_their_name(tmp_path: Path) -> None:
    rows = tmp_path / "e.duckdb"
    file = tmp_path / "r.xml"
    file.write_text(FOREIGN.replace("loops/a.yml", "family/t1.yml"))
    import_results([file], rows)
    (tmp_path / "t1.c").write_text("int main(void) { return 0; }")
    with ExperimentStore(own(rows)) as store:
        store.begin(manifest({"name": "own"}), [task(1, tmp_path)], CONFIGURATIONS)
        with pytest.raises(StoreError, match="it has imported rows of 'default'"):
            store.begin(manifest({"name": "own"}), [], {"default": Configuration()})
    assert sorted(verilab.open(rows).runs.label) == ["default"] * 3 + ["value"] * 2


def test_the_same_run_twice_is_a_repetition_and_several_labels_are_kept_apart(tmp_path: Path) -> None:
    write_results([*ROWS, replace(ROWS[0])], tmp_path / "r.xml", "1")
    import_results([tmp_path / "r.xml"], tmp_path / "e.duckdb", "old")
    stored = verilab.open(tmp_path / "e.duckdb").runs
    assert sorted(set(stored.label)) == ["old base", "old other"]
    assert stored[stored.task == "f/a"].repetition.tolist() == [1, 2]


def test_the_configuration_of_another_tool_is_not_taken_for_the_default_one(tmp_path: Path) -> None:
    rows = own(tmp_path / "e.duckdb")
    file = tmp_path / "r.xml"
    file.write_text(FOREIGN)
    import_results([file], rows)
    plot = make("heatmap", verilab.open(rows).results())
    assert isinstance(plot, Heatmap)
    assert plot.cells == ((2.0,),)
    with pytest.raises(Refused, match="no task was run in every cell"):
        make("heatmap", [run for run in verilab.open(rows).results() if run.label == "default"])


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("r.xml", "<result/>", "there are no runs in it"),
        ("r.xml", "<result><run name='a'/><run/></result>", "a run has no name"),
        ("r.xml", "<result><run name='a'><column title='cputime' value='fast'/></run></result>", "is no row"),
        ("r.csv", "task,verdict\n", "has no column 'configuration'"),
        ("r.csv", "task,configuration,verdict,states\na,b,true,1e300\n", "states is '1e300', no number from 0"),
        ("r.csv", "task,configuration,verdict,cpu_s\na,b,true,-5\n", "cpu_s is '-5', no number from 0"),
        ("r.csv", "task,task,configuration,verdict\na,c,b,true\n", "has two columns 'task'"),
        ("r.csv", "task,configuration,verdict\na,b,true,4\nc,b,true\n", "has 4 cells in 3 columns"),
    ],
)
def test_what_cannot_be_imported_leaves_nothing_behind(tmp_path: Path, name: str, text: str, message: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises((InputError, StoreError), match=message):
        import_results([file], tmp_path / "e.duckdb")
    assert [each.name for each in tmp_path.iterdir()] == [name]
    rows = own(tmp_path / "own.duckdb")
    result = CliRunner().invoke(app, ["experiment", "import", str(MEASURED[0]), str(file), "--into", str(rows)])
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
    assert sorted(verilab.open(rows).runs.label) == ["value", "value"]
    assert "imported" not in verilab.open(rows).manifest
