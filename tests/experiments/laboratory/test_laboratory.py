"""Experiments run, are killed, and go on: no finished row is lost, none is there twice, and the table is the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verilab
from tests.backends.required import require
from tests.experiments.laboratory.killing import begin, below, endless_experiment, experiment, kill
from tests.experiments.laboratory.kills import campaign
from tests.waiting import is_alive, wait_until
from verilab.cli.app import app
from verilab.cli.laboratory.progress import ExperimentProgress
from verilab.cli.laboratory.running import run_experiment
from verilab.experiments.design.design import PlannedRun, load_design
from verilab.experiments.laboratory.campaign import run_design
from verilab.experiments.laboratory.cores import CorePool, available_cores, warnings
from verilab.experiments.laboratory.performing import interrupted
from verilab.experiments.laboratory.pools import local_pool
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import KILLED, RunResult


def run(file: Path, rows: Path, stop_after: int | None = None) -> int:
    """Run an experiment in this process, or so many runs of it; how many there were."""
    design = load_design(file)
    with local_pool(1, design.record) as pool, ExperimentStore(rows) as store:
        store.begin(manifest(design.described()), design.tasks, design.configurations)
        for count, _ in enumerate(run_design(design, store, pool.submit, pool.slots), start=1):
            if count == stop_after:
                break
        else:
            return len(store.done())
        return stop_after or 0


def test_a_run_leaves_its_refinements_candidates_and_queries(tmp_path: Path) -> None:
    file, rows = experiment(tmp_path, 1), tmp_path / "e.duckdb"
    assert run(file, rows) == 2
    stored = verilab.open(rows)
    runs = stored.runs.set_index("label")
    assert runs.verdict.tolist() == ["true", "true"]
    assert set(runs.record_queries) == {""}
    counted = dict(zip(runs.run, runs.refinements, strict=True))
    assert stored.refinements.groupby("run").size().to_dict() == {key: count for key, count in counted.items() if count}
    assert Counter(stored.candidates.role)["chosen"] == len(stored.refinements)
    asked = stored.queries[stored.queries.run == runs.loc["predicate", "run"]]
    assert len(asked)
    for key, name in zip(asked.run, asked.file, strict=True):
        assert (stored.queries_folder / key / name).read_text().startswith("; an interpolation query")
    assert runs.limited_by.tolist() == ["process group"] * 2
    assert [len(cores) for cores in runs.cores] == [len(available_cores())] * 2


def test_what_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    file, rows = experiment(tmp_path, 2), tmp_path / "e.duckdb"
    run(file, rows, stop_after=2)
    before = verilab.open(rows).runs.started.tolist()
    assert len(before) < 4
    assert run(file, rows) == 4
    assert set(before) <= set(verilab.open(rows).runs.started)


def test_rows_survive_kills_of_the_coordinator_the_runs_and_the_solvers(tmp_path: Path) -> None:
    require("mathsat", "smtinterpol")
    outcome = campaign(tmp_path, 8, 0)
    assert outcome.rows == 8
    assert outcome.kills.total() > 0
    assert (outcome.lost, outcome.changed, outcome.doubled, outcome.strays) == (0, 0, 0, 0), outcome.text()
    # A compiler that is killed costs the executions that would have tried the proof, as the row says.
    assert outcome.differences.keys() <= {"checked_by"}, outcome.text()


def test_nothing_goes_on_when_the_coordinator_is_killed(tmp_path: Path) -> None:
    with begin(endless_experiment(tmp_path)) as coordinator:
        wait_until(lambda: {"server", "run"} <= {each.kind for each in below(coordinator.pid).values()}, "a run in the server of the runs")
        started = below(coordinator.pid)
        kill(coordinator.pid)
    wait_until(lambda: not any(map(is_alive, started)), f"the end of {started}")


def test_a_run_that_something_outside_ends_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = ["crash: the run's process died of SIGKILL", "crash: the server of the runs died"]

    def killed_twice(task: verilab.Task, configuration: Configuration, **options: object) -> RunResult:
        if reasons:
            return RunResult(task.name, "unknown", reasons.pop(0), configuration=configuration)
        return RunResult(task.name, "true", configuration=configuration)

    monkeypatch.setattr("verilab.experiments.laboratory.performing.run_isolated", killed_twice)
    file, rows = experiment(tmp_path, 1, '[tasks]\nfiles = ["*.c"]\n'), tmp_path / "e.duckdb"
    run(file, rows)
    found = verilab.open(rows).runs
    assert found.verdict.tolist() == ["true"]
    assert found.attempts.tolist() == [3]


def test_a_run_whose_solver_something_outside_ends_is_tried_again_whatever_it_came_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills = iter([1, 1, 1, 1, 0])

    def killed(task: verilab.Task, configuration: Configuration, **options: object) -> RunResult:
        details = {KILLED: ["the z3 worker died of SIGKILL"]} if next(kills) else {}
        return RunResult(task.name, "true", configuration=configuration, details=details)

    monkeypatch.setattr("verilab.experiments.laboratory.performing.run_isolated", killed)
    file, rows = experiment(tmp_path, 1, '[tasks]\nfiles = ["*.c"]\n'), tmp_path / "e.duckdb"
    run(file, rows)  # thrice disturbed: that is its row, until somebody goes on
    assert verilab.open(rows).sql("SELECT attempts, details->>'killed' AS killed FROM runs").values.tolist() == [
        [3, '["the z3 worker died of SIGKILL"]']
    ]
    run(file, rows)
    assert verilab.open(rows).runs.attempts.tolist() == [2]
    run(file, rows)
    assert next(kills, None) is None


def test_a_run_that_dies_after_it_has_told_its_verdict_is_tried_again() -> None:
    assert interrupted(RunResult("t", "false", details={"stderr": ""}))
    assert not interrupted(RunResult("t", "false", details={"phases": []}))


def test_what_is_run_again_is_not_done_until_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = ["crash: the run's process died of SIGKILL"] * 3

    def killed(task: verilab.Task, configuration: Configuration, **options: object) -> RunResult:
        return RunResult(task.name, "unknown" if reasons else "true", reasons.pop() if reasons else "", configuration=configuration)

    shown: list[ExperimentProgress] = []

    class Shown(ExperimentProgress):
        def __exit__(self, *problem: object) -> None:
            shown.append(self)
            super().__exit__(*problem)

    monkeypatch.setattr("verilab.experiments.laboratory.performing.run_isolated", killed)
    monkeypatch.setattr("verilab.cli.laboratory.running.ExperimentProgress", Shown)
    monkeypatch.setattr("verilab.cli.laboratory.running.solver_versions", dict)
    file, rows = experiment(tmp_path, 2, '[tasks]\nfiles = ["*.c"]\n'), tmp_path / "experiment.duckdb"
    run_experiment(load_design(file), rows, 1, "", in_control_groups=False)
    output = CliRunner().invoke(app, ["experiment", "status", str(file)]).output
    assert output.startswith("1 of 2 runs are done: 1 solved, 0 unknown")
    assert "1 runs are left" in output
    run_experiment(load_design(file), rows, 1, "", in_control_groups=False)
    assert [(each.counts.done, each.counts.solved, each.counts.unknown) for each in shown] == [(2, 1, 1), (2, 2, 0)]


@pytest.mark.parametrize("reason", ["timeout", "crash: the run's process died of SIGSEGV", "out of memory"])
def test_what_a_run_comes_to_by_itself_is_not_tried_again(reason: str) -> None:
    assert not interrupted(RunResult("t", "unknown", reason))


def test_a_run_stays_on_its_cores(tmp_path: Path) -> None:
    file = tmp_path / "t.c"
    file.write_text("int main(void) { return 0; }\n")
    (task,) = verilab.load_tasks(file)
    core = available_cores()[-1]
    seen: list[set[int]] = []

    def look(row: dict[str, object]) -> None:
        import os

        from verilab.verification.serving.processes import fork_server

        assert fork_server._process is not None
        for process in below(fork_server._process.pid):
            try:
                seen.append(os.sched_getaffinity(process))
            except ProcessLookupError:
                continue

    run_isolated(task, Configuration(analysis="value"), look, cores=[core])
    assert all(cores == {core} for cores in seen)


def test_more_runs_at_a_time_than_cores_are_refused() -> None:
    cores = len(available_cores())
    with pytest.raises(ConfigurationError, match=f"give from 1 to {cores}"):
        CorePool(cores + 1)
    with CorePool(1).taken() as taken:
        assert taken == available_cores()


def test_a_busy_machine_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verilab.experiments.laboratory.cores.busy_cores", lambda: float(len(available_cores())))
    (busy, memory) = warnings(1, 10**9)
    assert "the machine is busy: 0.0 cores are free" in busy
    assert "megabytes" in memory or "MB of memory" in memory
    monkeypatch.setattr("verilab.experiments.laboratory.cores.busy_cores", lambda: 0.0)
    assert warnings(1, 200) == []


def test_a_planned_run_is_found_again_by_its_key(tmp_path: Path) -> None:
    design = load_design(experiment(tmp_path, 2))
    keys = [run.key for run in design.runs()]
    assert keys == [run.key for run in load_design(tmp_path / "experiment.toml").runs()]
    assert all(isinstance(run, PlannedRun) for run in design.runs())
