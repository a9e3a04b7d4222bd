"""The ablations: from each paper's setting to ours in steps, each of which changes what it names and nothing else."""

from __future__ import annotations

import itertools
from dataclasses import asdict, replace

import pytest

from tests.experiments.paper_rows import result_of
from verilab.experiments.papers.ablation import EFFECTS, STEPS, Ablation, settings
from verilab.experiments.papers.properties import Properties, alone
from verilab.experiments.papers.study import row_under
from verilab.experiments.papers.tables.lukasczyk18 import MULTI, SINGLE
from verilab.experiments.papers.tables.rows import varied
from verilab.experiments.papers.tables.settings import Under
from verilab.families import module_tasks
from verilab.refinement.strategy import parse_strategy
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run

EVERY = pytest.mark.parametrize("name", EFFECTS)


@EVERY
def test_a_step_changes_what_it_names_and_each_difference_has_one(name: str) -> None:
    steps = {step.name: set(step.fields) for step in STEPS}
    axes = settings(EFFECTS[name])
    for (_, before), (step, after) in itertools.pairwise(axes):
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
                Run(
                    row.label,
                    result_of(task, verdict, True, "timeout" if late else "", configurations[-1], refinements=4, states=9, cpu_s=1.0),
                )
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


def _property_runs(seconds: dict[tuple[str, str, str], float]) -> list[Run]:
    """Runs of proven tasks by (task, property or "", preset) with the CPU time of the analysis; single-path refines twice, else once."""
    runs = []
    for (task, name, preset), analysis_s in seconds.items():
        configuration = Configuration(analysis="predicate", strategy=preset)
        full = f"{task}@{name}" if name else task
        refinements = 2 if preset == SINGLE else 1
        runs.append(
            Run(f"predicate {preset}", result_of(full, "true", True, "", configuration, analysis_s=analysis_s, refinements=refinements))
        )
    return runs


def test_h3_tells_speedups_of_the_tasks_that_are_not_slower_and_counts_the_others() -> None:
    """By hand: multi-path is 2 and 4 times as fast on two tasks and slower on one; mean and median of the two are 3."""
    times = {"m/a": (2.0, 1.0), "m/b": (4.0, 1.0), "m/c": (1.0, 2.0)}
    seconds: dict[tuple[str, str, str], float] = {}
    for task, (single, multi) in times.items():
        seconds |= {(task, "usb-urbs", SINGLE): single, (task, "usb-urbs", MULTI): multi}
    text = Properties().text(_property_runs(seconds), "1 s", None)
    cells = [cell.split() for cell in next(line for line in text.splitlines() if line.startswith("usb-urbs")).split("|")]
    assert cells[0] == ["usb-urbs", "3", "3"]
    assert cells[1] == ["6", "3"]
    assert cells[2] == ["3.00", "3.00", "4.00", "1"]
    assert cells[3][0] == "169"  # Table 4.6: LDV 68_1a


def test_h3_compares_all_at_once_only_where_every_property_was_run_and_is_true() -> None:
    """By hand: 1 + 2 s apart against 2 s together on m/a; one property of m/b lacks its run."""
    seconds = {("m/a", "usb-urbs", SINGLE): 1.0, ("m/a", "mutex-twice", SINGLE): 2.0, ("m/a", "", SINGLE): 2.0}
    seconds |= {("m/b", "usb-urbs", SINGLE): 9.0, ("m/b", "mutex-twice", MULTI): 9.0, ("m/b", "", SINGLE): 1.0}
    text = Properties().text(_property_runs(seconds), "1 s", None)
    assert "single-path: the properties one after the other need 1.50 times the CPU time of all at once (1 tasks)" in text
