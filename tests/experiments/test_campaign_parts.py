"""The parts of the campaign are commands that verilab has, on tasks that depend on names alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from results.campaign.__main__ import drawn, screened
from results.campaign.parts import PARTS, Part, Rows
from verilab.experiments.papers.catalogue import STUDIES
from verilab.refinement.strategy import parse_strategy

DEFINITION = """\
format_version: '2.0'
input_files: {name}.c
properties: [{{property_file: ../unreach-call.prp, expected_verdict: true}}]
options: {{language: C, data_model: ILP32}}
"""


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    (tmp_path / "unreach-call.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    for folder in ("ldv-linux-3.0", "locks", "ntdrivers", "ntdrivers-simplified"):
        (tmp_path / folder).mkdir()
        for name in "abc":
            (tmp_path / folder / f"{name}.c").write_text("int main(void) { return 0; }\n")
            (tmp_path / folder / f"{name}.yml").write_text(DEFINITION.format(name=name))
    return tmp_path


def part(name: str) -> Part:
    return next(candidate for candidate in PARTS if candidate.name == name)


def test_drivers_are_those_folders_whole(tasks: Path) -> None:
    order = drawn(part("thesis-drivers"), [tasks], Rows())
    assert {task.name.partition("/")[0] for task in order} == {"ldv-linux-3.0", "ntdrivers", "ntdrivers-simplified"}
    assert len(order) == 9


def test_refining_drivers_are_those_on_which_a_row_refined(tasks: Path, tmp_path: Path) -> None:
    rows = Rows(tmp_path / "rows")
    assert drawn(part("thesis-drivers-z3"), [tasks], rows) == []
    stage = rows.stage("thesis-drivers", 20)
    stage.parent.mkdir(parents=True)
    refinements = [("locks/a", 3), ("ntdrivers/b", 2), ("ntdrivers/c", 0), ("ntdrivers/b", 0)]
    stage.write_text(
        "task,configuration,verdict,refinements\n" + "".join(f"{task},predicate,unknown,{count}\n" for task, count in refinements)
    )
    assert [task.name for task in drawn(part("thesis-drivers-z3"), [tasks], rows)] == ["ntdrivers/b"]


def test_the_order_depends_on_names_alone(tasks: Path) -> None:
    first = [task.name for task in drawn(part("spiessl17"), [tasks], Rows())]
    for file in tasks.glob("*/*.yml"):
        file.write_text(file.read_text().replace("true", "false"))
    assert [task.name for task in drawn(part("spiessl17"), [tasks], Rows())] == first
    assert len(first) == 12


@pytest.mark.parametrize("each", PARTS, ids=[each.name for each in PARTS])
def test_a_part_names_tables_and_strategies_that_there_are(each: Part) -> None:
    assert each.table in STUDIES
    if each.command[0] == "papers":
        assert each.command[1] in STUDIES
    else:
        strategies = each.command[each.command.index("--strategies") + 1].split(";")
        assert all(parse_strategy(strategy) for strategy in strategies)


def test_a_screen_that_knows_enough_is_only_read(tasks: Path, tmp_path: Path) -> None:
    """By rows of other columns, which no run of this build could be written behind."""
    rows = Rows(tmp_path / "rows")
    asked = Part("ours", "spin15-predicate", 2, ())
    order = drawn(asked, [tasks], rows)
    screen = rows.screen(asked)
    screen.parent.mkdir(parents=True)
    reasons = ["a choice of 3", "out of CPU time", "a choice of 2"]
    runs = [f"{task.name},screen,unknown,{reason}\n" for task, reason in zip(order, reasons, strict=False)]
    text = "task,configuration,verdict,reason\n" + "".join(runs)
    screen.write_text(text)
    assert screened(asked, order, rows, 0.0) == [order[0], order[2]]
    assert screen.read_text() == text
