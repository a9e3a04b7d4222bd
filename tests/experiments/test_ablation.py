"""The ablations: from each paper's setting to ours in steps, each of which changes what it names and nothing else."""

from __future__ import annotations

import itertools
from dataclasses import asdict, replace

import pytest

from tests.experiments.paper_rows import made
from verilab.experiments.configuration import Configuration
from verilab.experiments.papers.ablation import EFFECTS, STEPS, Ablation, settings
from verilab.experiments.papers.properties import Properties, alone
from verilab.experiments.papers.study import row_under
from verilab.experiments.papers.tables.rows import varied
from verilab.experiments.papers.tables.settings import Under
from verilab.experiments.schema import Run
from verilab.families import module_tasks
from verilab.refinement.strategy import parse_strategy

EVERY = pytest.mark.parametrize("name", EFFECTS)


@EVERY
def test_a_step_changes_what_it_names_and_each_difference_has_one(name: str) -> None:
    steps = {step.name: set(step.fields) for step in STEPS}
    found = settings(EFFECTS[name])
    for (_, before), (step, after) in itertools.pairwise(found):
        changed = {field for field in after if before[field] != after[field]}
        assert changed
        assert changed <= steps[step]


@EVERY
def test_it_begins_with_the_papers_rows_and_ends_with_ours(name: str) -> None:
    effect, base = EFFECTS[name], Configuration()
    rows = Ablation(name).rows()
    for side, found in ((Under.PAPER, rows[:2]), (Under.OURS, rows[-2:])):
        expected = [row_under(effect.table, effect.table.row(preset), side) for preset in (effect.first, effect.second)]
        for ours, theirs in zip(found, expected, strict=True):
            one, other = ours.configuration(base), theirs.configuration(base)
            assert asdict(replace(one, strategy="")) == asdict(replace(other, strategy=""))
            assert parse_strategy(one.strategy) == parse_strategy(other.strategy)


@EVERY
def test_its_rows_differ_and_the_table_tells_the_effect_and_what_the_step_moved(name: str) -> None:
    """Two tasks: the second row solves the last one only from step 1 on, so that the effect goes from 2/1 to 2/2."""
    ablation, base = Ablation(name), Configuration()
    runs = []
    configurations = []
    for row in ablation.rows():
        number, preset = row.key.split(":")
        configurations.append(row.configuration(base))
        for task in ("a/x", "a/y"):
            late = task == "a/y" and preset == EFFECTS[name].second and number == "0"
            verdict = "unknown" if late else "true"
            runs.append(
                Run(row.label, made(task, verdict, True, "timeout" if late else "", configurations[-1], refinements=4, states=9, cpu_s=1.0))
            )
    assert len(set(configurations)) == len(configurations)
    lines = [line.split("|") for line in ablation.text(runs, "1 s", None).splitlines() if line.startswith(("the paper's ", "+ "))]
    assert len(lines) == len(settings(EFFECTS[name]))
    assert lines[0][0].split()[-3:] == ["2", "2", "1"]
    assert lines[0][1].split()[0] == "2.00"
    assert lines[1][0].split()[-3:] == ["2", "2", "2"]
    assert lines[1][1].split()[0] == "1.00"
    assert lines[1][-1].split()[:2] == ["1+0", "1.000"]


def test_each_property_is_run_alone_and_all_at_once() -> None:
    (task,) = module_tasks(1, 0, [3])
    parts = alone(task)
    assert [list(part.expectations) for part in parts] == [[name] for name in task.expectations]
    assert Properties().tasks([task]) == [task, *parts]
    assert len({part.name for part in (task, *parts)}) == 1 + len(task.expectations)


def test_a_row_that_does_not_restart_keeps_its_scope() -> None:
    row = row_under(EFFECTS["spin15"].table, EFFECTS["spin15"].table.rows[0], Under.PAPER)
    kojak = replace(row, settings={**row.settings, "strategy": "vmcai12-kojak"})
    assert varied(kojak, scope="located") == kojak
