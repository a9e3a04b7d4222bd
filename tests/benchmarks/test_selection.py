"""The benchmark of selection's cost: both arms on the same targets, the solver's time apart, a table, and clear errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.selection import COLUMNS, main
from benchmarks.selection_cost import WITH, WITHOUT, compare, time_refinements
from tests.backends.required import need
from verilab.families.catalogue import families
from verilab.families.writing import write
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import Configuration


@pytest.fixture
def task(tmp_path: Path) -> Task:
    family = families()["boolean-or-counter"]
    definition = write(tmp_path, [family], family.sizes[:1])[0]
    return load_tasks(definition)[0]


@pytest.mark.parametrize("analysis", ["value", "predicate"])
def test_both_arms_refine_the_same_targets(task: Task, analysis: str) -> None:
    need("z3")
    comparison = compare(task, Configuration(analysis=analysis, time_limit=20))
    assert comparison.outcome == "safe"
    assert comparison.pairs
    for plain, selection in comparison.pairs:
        assert plain.target == selection.target
        assert plain.candidates == 1 <= selection.candidates
        assert plain.own > 0 < selection.own
        if analysis == "predicate":
            assert plain.solver > 0 < selection.solver


def test_a_run_goes_on_with_what_the_followed_strategy_selects(task: Task) -> None:
    need("z3")
    configuration = Configuration(analysis="value", time_limit=20)
    followed = time_refinements(task, configuration, WITHOUT, WITH)
    alone = time_refinements(task, configuration, WITH, WITH)
    assert [cost.target for cost in followed.costs] == [cost.target for cost in alone.costs]
    assert all(cost.candidates == 1 for cost in followed.costs)
    assert max(cost.candidates for cost in alone.costs) > 1


def test_the_table_has_a_line_per_task_and_one_for_all(task: Task, capsys: pytest.CaptureFixture[str]) -> None:
    need("z3")
    main([str(task.definition), "--time-limit", "20"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["value", "task", task.name, "all", "predicate", "task", task.name, "all"]
    for name, _ in COLUMNS:
        assert name in lines[1]
    assert lines[2].endswith("safe")


def test_what_is_no_task_or_no_limit_is_refused(tmp_path: Path, task: Task, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in (
        ([str(tmp_path / "missing.yml")], "no such file"),
        ([str(tmp_path / "properties")], "no task"),
        ([str(task.definition), "--time-limit", "0"], "time_limit=0.0"),
    ):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert end.value.code == 2
        assert message in capsys.readouterr().err
