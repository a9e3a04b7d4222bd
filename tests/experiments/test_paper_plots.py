"""The points of the papers' figures are those of the runs; they can be written and drawn."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from tests.experiments.paper_rows import rows
from verilab.errors import Refused
from verilab.experiments.figures import Boxes, Quantile, Scatter, drawing, write
from verilab.experiments.papers.catalogue import STUDIES
from verilab.experiments.papers.comparing.comparison import compare
from verilab.experiments.papers.plots import plots, speedup_boxes
from verilab.experiments.papers.tables import forte15, lukasczyk18, spin15


def test_forte15_figure_3_has_the_two_pairs_of_the_paper_and_a_border_for_what_one_did_not_solve() -> None:
    found = [plot for plot in STUDIES["forte15"].plots(rows(forte15.TABLE_1)) if isinstance(plot, Scatter)]
    assert [(plot.x, plot.y) for plot in found] == [("Length Longest", "Length Shortest"), ("Score Worst", "Score Best")]
    points = {task: (x, y) for task, x, y in found[1].points}
    comparison = compare(forte15.TABLE_1, rows(forte15.TABLE_1), every=True)
    best, worst = comparison.line("forte15-score"), comparison.line("forte15-score-worst")
    assert best is not None
    assert worst is not None
    assert points.keys() == best.solved | worst.solved
    assert {task for task, (x, _) in points.items() if x is None} == best.solved - worst.solved
    assert {task for task, (_, y) in points.items() if y is None} == worst.solved - best.solved


def test_a_quantile_is_the_ascending_times_of_the_solved_tasks() -> None:
    (plot,) = plots(compare(spin15.TABLE_1, rows(spin15.TABLE_1), every=True))
    assert isinstance(plot, Quantile)
    name, times = plot.curves[0]
    assert name == "No Refinement Selection"
    assert times == (1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 8.0)  # all but task 5, which took 6 s and was not solved


def test_the_thesis_has_its_four_figures() -> None:
    found = {plot.name: plot for plot in STUDIES["thesis"].plots(rows(lukasczyk18.CHAPTER_4))}
    assert found.keys() == {"thesis-4.1", "thesis-4.2", "thesis-4.3", "thesis-4.8"}
    boxes = found["thesis-4.8"]
    assert isinstance(boxes, Boxes)
    assert [name for name, _ in boxes.groups] == [row.name for row in lukasczyk18.CHAPTER_4.rows]


def test_a_speedup_of_one_takes_half_the_time_and_one_of_minus_one_twice_as_much() -> None:
    boxes = speedup_boxes("name", "title", [("a", [(2.0, 1.0), (1.0, 2.0), (3.0, 3.0)])])
    assert boxes.groups == (("a", (1.0, -1.0, 0.0)),)


@pytest.mark.parametrize("study", ["forte15", "spin15-predicate", "thesis"])
def test_figures_are_written_as_csv_and_drawn_where_that_is_possible(study: str, tmp_path: Path) -> None:
    table = {"forte15": forte15.TABLE_1, "spin15-predicate": spin15.TABLE_1, "thesis": lukasczyk18.CHAPTER_4}[study]
    for plot in STUDIES[study].plots(rows(table)):
        with write(plot, tmp_path / "p.csv").open(newline="") as file:
            assert len(list(csv.reader(file))) > 1
        if drawing.drawable():
            assert drawing.draw(plot, tmp_path / "p.pdf").read_bytes().startswith(b"%PDF")


def test_without_vl_convert_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert not drawing.drawable()
    with pytest.raises(Refused, match="verilab\\[laboratory\\]"):
        drawing.draw(Boxes("name", "title", "x", ()), tmp_path / "p.pdf")
