"""The campaign's decisions follow the plan: shown, refuted, open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from results.campaign.decisions import Effect, block_table, decided, decisions, decisions_by_engine
from results.campaign.multi_path import comparisons, h1_table
from tests.experiments.paper_rows import result_of, rows
from verilab.experiments.papers.catalogue import TABLES
from verilab.experiments.statistics.paired import Interval
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run

CASES = [
    ((1.2, 1.05, 1.4), 0.01, 1.17, "shown"),
    ((1.04, 1.01, 1.06), 0.01, 1.17, "shown, less than half of the paper's"),
    ((1.04, 0.99, 1.06), 0.40, 1.17, "refuted: less than half of the paper's"),
    ((1.1, 0.9, 1.3), 0.40, 1.17, "open"),
    ((0.8, 0.7, 0.9), 0.01, 1.17, "refuted: the opposite"),
    ((0.5, 0.4, 0.6), None, 0.52, "shown"),
    ((0.9, 0.85, 0.97), None, 0.52, "shown, less than half of the paper's"),
    ((0.95, 0.80, 1.1), None, 0.52, "refuted: less than half of the paper's"),
    ((0.8, 0.5, 1.1), None, 0.52, "open"),
    ((1.5, 1.1, 2.0), None, 0.52, "refuted: the opposite"),
]


@pytest.mark.parametrize(("ours", "p", "paper", "decision"), CASES)
def test_an_effect_is_shown_refuted_or_open_by_its_test_and_interval(
    ours: tuple[float, float, float], p: float | None, paper: float, decision: str
) -> None:
    assert decided(Effect("solved", paper, Interval(*ours), p), p) == decision


def test_without_enough_tasks_or_a_figure_of_the_paper_nothing_is_decided() -> None:
    assert decided(Effect("cpu_s", 0.52, None), None) == "open"
    assert decided(Effect("states", None, Interval(0.5, 0.4, 0.6)), None) == "open"


def test_a_table_of_rows_is_decided_line_by_line() -> None:
    lines = list(decisions("forte15", rows(TABLES["forte15"])))
    assert lines[0].startswith("Diff: ")
    assert [line.partition(",")[0] for line in lines[1:]] == ["solved", "cpu_s", "refinements", "states"]


def test_the_measures_of_a_table_stand_engine_by_engine_and_are_corrected_together() -> None:
    def run(engine: str, strategy: str, task: int, *, solved: bool) -> Run:
        configuration = Configuration(analysis="predicate", backend=engine, strategy=strategy)
        return Run(strategy, result_of(f"task{task}", "true" if solved else "unknown", configuration=configuration))

    selected = [run(engine, "spin15-good-narrow", task, solved=True) for engine in ("mathsat", "z3") for task in range(9)]
    none = [run(engine, "spin15-none", task, solved=task < few) for engine, few in (("mathsat", 3), ("z3", 9)) for task in range(9)]
    lines = [line for line in decisions_by_engine("spin15-predicate", [*selected, *none]) if "solved, " in line]
    assert [line.partition(":")[0] for line in lines] == ["mathsat", "z3"]
    assert "(6+0 of 9 discordant)" in lines[0]
    assert "p = 0.062" in lines[0]
    assert "(0+0 of 9 discordant)" in lines[1]
    assert lines[1].endswith(": open")


def test_tasks_that_every_row_solves_decide_nothing_about_how_many_it_solves() -> None:
    table = TABLES["spin15-value"]
    solved = [replace(row, result=replace(row.result, verdict=str(row.result.expected).lower(), reason="")) for row in rows(table)]
    line = next(iter(decisions("spin15-value", solved)))
    assert "(0+0 of " in line
    assert line.endswith(": open")


def test_a_selection_on_blocks_stands_beside_none_on_the_same_blocks() -> None:
    single = [_run("single", "path", "first", task, solved=task < 2) for task in range(8)]
    adjustable = [_run("adjustable", "path", "first", task, solved=True) for task in range(8)]
    selected = [_run("adjustable", "sliced-prefixes:slice=block", "length:short", task, solved=task != 3) for task in range(8)]
    lines = list(block_table([*single, *adjustable, *selected]))[1:]
    assert [(line.split()[0], line.split("  |  ")[0].split()[-4:]) for line in lines] == [
        ("single", ["8", "2", "0+0", "1.000"]),
        ("adjustable", ["8", "8", "6+0", "0.062"]),  # McNemar: 2 / 2^6, of two tests
        ("adjustable", ["8", "7", "0+1", "1.000"]),
    ]
    assert "slice=block   length:short" in lines[2]


def test_many_paths_stand_beside_one_path_of_the_same_engine_on_tasks_that_refine() -> None:
    def paths(engine: str, strategy: str, queries: str, task: int, *, solved: bool, refinements: int, seconds: float) -> Run:
        configuration = Configuration(analysis="predicate", backend=engine, strategy=strategy, interpolate=queries)
        verdict = "true" if solved else "unknown"
        return Run(engine, result_of(f"task{task}", verdict, configuration=configuration, refinements=refinements, analysis_s=seconds))

    single = [paths("z3", "pcegar-single", "per-target", task, solved=task < 8, refinements=4 * (task > 0), seconds=2) for task in range(9)]
    others = [paths("mathsat", "pcegar-single", "per-target", 1, solved=True, refinements=1, seconds=1)]
    multi = [paths("z3", "pcegar-multi", "tree", task, solved=task > 1, refinements=task > 0, seconds=1) for task in range(9)]
    (line,) = list(h1_table(list(comparisons("drivers", [*single, *others, *multi]))))[1:]
    counts, efforts = line.split("  |  ")
    assert counts.split() == ["drivers", "z3", "tree", "8", "7", "7", "1+1", "1.000"]  # the task without a refinement is not there
    assert efforts.split() == ["6", "4.00", "2.00", "0.50", "(0.50", "..", "0.50)"]


def _run(block: str, propose: str, select: str, task: int, *, solved: bool) -> Run:
    configuration = Configuration(analysis="predicate", block=block, strategy=f"propose={propose} select={select} apply=restart:global")
    verdict = "true" if solved else "unknown"
    return Run(block, result_of(f"task-{task}", verdict, configuration=configuration, cpu_s=1.0, refinements=2, states=3))
