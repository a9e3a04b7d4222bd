"""An interrupted sweep is continued where it stopped: nothing is run twice, nothing is mixed that cannot be compared."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from verilab.evidence.record import Evidence
from verilab.experiments.design.product import product
from verilab.experiments.laboratory.sweep import sweep
from verilab.experiments.store.csv_rows import COLUMNS, append_csv, cells, known_configurations, read_rows, settings_file, write_csv
from verilab.experiments.store.places import RowFile, begin, resume
from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.schema import Run, RunResult, RunStatistics

TASKS = [Task(f"family/t{number}", (Path("t.c"),), expected=True) for number in range(3)]
CONFIGURATIONS = product(Configuration(), {"analysis": ["value", "predicate"]})


class Runner:
    """Claims true, with figures in every column; counts its runs."""

    def __init__(self) -> None:
        self.runs: Counter[tuple[str, str]] = Counter()

    def __call__(self, task: Task, configuration: Configuration) -> RunResult:
        self.runs[task.name, configuration.analysis] += 1
        statistics = RunStatistics(1.0, 0.875, 0.5, 0.25, 0.625, 10, 2, 9, 7, 2, 4, 1, 3)
        reason = 'several\nlines, "quoted"' if task.name.endswith("1") else ""
        return RunResult(task.name, "true", reason, Evidence("invariants", "cvc5", True), statistics, expected=task.expected)


def started(path: Path, count: int) -> list[Run]:
    """A sweep that is stopped after ``count`` rows."""
    begin(path, CONFIGURATIONS)
    rows = write_csv(sweep(TASKS, CONFIGURATIONS, run=Runner()), path)
    return [next(rows) for _ in range(count)]


def continued(path: Path, runner: Runner, tasks: list[Task] = TASKS) -> list[Run]:
    earlier = resume(path, CONFIGURATIONS)
    done = {(row.result.task, row.label) for row in earlier}
    return earlier + list(append_csv(sweep(tasks, CONFIGURATIONS, done=done, run=runner), path))


@pytest.mark.parametrize("count", [1, 3, 6])
def test_a_stopped_sweep_is_completed_and_no_row_comes_twice(tmp_path: Path, count: int) -> None:
    path, runner = tmp_path / "rows.csv", Runner()
    started(path, count)
    rows = continued(path, runner)
    found = Counter((row.result.task, row.label) for row in rows)
    assert found == {(task.name, label): 1 for task in TASKS for label, _ in CONFIGURATIONS}
    assert runner.runs.total() == 6 - count
    assert [cells(row) for row in read_rows(path)] == [cells(row) for row in rows]


def test_every_cut_of_the_file_leaves_whole_rows_and_a_sweep_that_can_be_completed(tmp_path: Path) -> None:
    """As a kill or a full disk may: after any number of bytes, also inside of a quoted cell with line ends."""
    path = tmp_path / "rows.csv"
    started(path, 6)
    whole = path.read_bytes()
    every = [cells(row) for row in read_rows(path)]
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        earlier = [cells(row) for row in resume(path, CONFIGURATIONS)]
        assert earlier == every[: len(earlier)]
        assert whole.startswith(path.read_bytes())
        if length % 35 == 0:
            runner = Runner()
            assert sorted(cells(row) for row in continued(path, runner)) == sorted(every)
            assert runner.runs.total() == 6 - len(earlier)


def test_a_file_that_does_not_exist_is_begun(tmp_path: Path) -> None:
    path, runner = tmp_path / "rows.csv", Runner()
    assert resume(path, CONFIGURATIONS) == []
    rows = list(write_csv(sweep(TASKS, CONFIGURATIONS, run=runner), path))
    assert len(rows) == len(resume(path, CONFIGURATIONS)) == 6


def test_a_sweep_can_grow_by_tasks_and_configurations(tmp_path: Path) -> None:
    path, runner = tmp_path / "rows.csv", Runner()
    started(path, 6)
    assert len(continued(path, runner, [*TASKS, Task("family/new", (Path("t.c"),))])) == 8
    more = product(Configuration(), {"analysis": ["value", "auto"]})
    resume(path, more)
    assert set(json.loads(settings_file(path).read_text())["configurations"]) == {"value", "predicate", "auto"}


def test_rows_of_another_configuration_under_the_same_label_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    started(path, 2)
    others = product(Configuration(time_limit=5.0), {"analysis": ["value", "predicate"]})
    with pytest.raises(ConfigurationError, match=r"--resume: .*configuration 'value': time_limit was 60\.0 and is 5\.0"):
        resume(path, others)
    assert len(resume(path, CONFIGURATIONS)) == 2


def test_rows_of_another_version_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    started(path, 2)
    settings = json.loads(settings_file(path).read_text())
    settings["versions"]["sources"] = "0123456789abcdef"
    settings_file(path).write_text(json.dumps(settings))
    with pytest.raises(ConfigurationError, match="other versions: sources was '0123456789abcdef'"):
        resume(path, CONFIGURATIONS)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"versions": 1, "configurations": {}}'])
def test_settings_that_no_sweep_wrote_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.csv"
    started(path, 1)
    settings_file(path).write_text(text)
    with pytest.raises(ConfigurationError, match="is not what a sweep wrote"):
        resume(path, CONFIGURATIONS)
    settings_file(path).unlink()
    with pytest.raises(ConfigurationError, match=r"rows\.csv\.settings\.json is missing"):
        resume(path, CONFIGURATIONS)


def test_a_csv_with_other_columns_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    started(path, 2)
    with path.open(newline="") as file:
        lines = [[*cells[:-1], "colour"] for cells in csv.reader(file)]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(lines)
    before = path.read_bytes()
    with pytest.raises(InputError, match=f"has other columns: lacks {COLUMNS[-1]}; has also 'colour'"):
        resume(path, CONFIGURATIONS)
    assert path.read_bytes() == before


def test_the_configuration_is_read_from_its_columns_or_where_they_lack_from_the_settings_beside(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    configurations = product(Configuration(time_limit=None, isolate=True), {"order": ["bfs", "dfs"], "block_threshold": [7]})
    begin(path, configurations)
    rows = [Run(label, RunResult("a/b", "true", configuration=configuration)) for label, configuration in configurations]
    list(write_csv(rows, path))
    assert [row.result.configuration for row in read_rows(path)] == [configuration for _, configuration in configurations]
    path.write_text("task,configuration,verdict\na/b,bfs,true\na/b,dfs,true\n")
    assert [row.result.configuration for row in read_rows(path)] == [configuration for _, configuration in configurations]
    settings_file(path).write_text('{"versions": {}, "configurations": {"a": 3}}')
    assert known_configurations(path) == {}
    assert [row.result.configuration for row in read_rows(path)] == [Configuration()] * 2


def test_a_file_without_a_folder_is_refused_by_its_own_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"rows\.csv: its folder does not exist"):
        begin(tmp_path / "none" / "rows.csv", CONFIGURATIONS)


def test_a_full_disk_is_told_with_the_file_that_it_holds_no_more_of(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.symlink_to("/dev/full")
    for write in (write_csv, append_csv):
        with pytest.raises(OSError, match="No space") as told:
            list(write(sweep(TASKS, CONFIGURATIONS, run=Runner()), path))
        assert told.value.filename == str(path)


def test_a_file_that_another_sweep_writes_is_left_to_it(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    place = RowFile(path, resume=False)
    place.earlier(TASKS, CONFIGURATIONS)
    writing = place.written(sweep(TASKS, CONFIGURATIONS, run=Runner()), [])
    next(writing)
    before = path.read_bytes(), settings_file(path).read_bytes()
    for other in (RowFile(path, resume=False), RowFile(path, resume=True)):
        with pytest.raises(InputError, match="another process is writing to it"):
            other.earlier(TASKS, CONFIGURATIONS[:1])
    with pytest.raises(InputError, match="another process is writing to it"):
        write_csv([], path)
    assert (path.read_bytes(), settings_file(path).read_bytes()) == before
    assert len(list(writing)) == 5
    assert len(RowFile(path, resume=True).earlier(TASKS, CONFIGURATIONS)) == 6
