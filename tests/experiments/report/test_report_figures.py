"""The figures of a report in a browser: the kinds that papers have, each leading to its runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.experiments.report.browsers import column, opened
from verilab.experiments.report import write_report
from verilab.experiments.store import ExperimentStore, Record
from verilab.experiments.store.manifest import manifest
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_its_figures_are_those_of_papers_and_lead_to_their_runs(browser: Browser, tmp_path: Path) -> None:
    settings = [f"{analysis} {strategy}" for analysis in ("value", "predicate") for strategy in ("lazy", "spin15-none")]
    tasks = [Task(f"copy/copy-{size}-safe", (), expected=True) for size in (1, 2, 4)]
    configurations = {name: Configuration(analysis=name.split()[0], strategy=name.split()[1]) for name in settings}
    records = [grown(task, name, configurations[name], number + 1) for number, task in enumerate(tasks) for name in settings]
    with ExperimentStore(tmp_path / "grown.duckdb") as store:
        store.begin(manifest({"name": "t"}), tasks, configurations)
        store.add(records)
    with opened(browser, write_report(tmp_path / "grown.duckdb", tmp_path / "grown.html").file) as shown:
        page = shown.page
        titles = page.locator("figure h3").all_inner_texts()
        assert [title.split()[0] for title in titles] == ["Solved", "CPU", "Growth", "Speed-ups", "Solved", "Solved"]
        assert titles[4] == "Solved by strategy and analysis"
        for plot in page.locator("figure .plot").all():
            plot.scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelectorAll('.plot[data-drawn]').length === 6")
        growth = page.get_by_role("figure", name="Growth with the size of the tasks")
        assert "value lazy: n^1.00 (1.00 to 1.00)" in str(growth.locator("svg").text_content()), "seconds are proportional to sizes"
        plane = page.get_by_role("figure", name="CPU time, task by task").locator("svg path.background").nth(1).bounding_box()
        assert plane is not None
        assert plane["width"] == pytest.approx(plane["height"], abs=1), "the diagonal has 45 degrees"
        page.get_by_role("figure", name=titles[4]).locator("svg text").get_by_text("2/3").first.click(force=True)
        assert column(shown, "#runs-table", 2) == ["predicate lazy"] * 3
        assert shown.complaints() == []


def grown(task: Task, setting: str, configuration: Configuration, number: int) -> Record:
    """A run whose time is proportional to the size of its task; the predicate analysis has no answer for the last one."""
    size = int(task.name.split("-")[1])
    verdict = "unknown" if number == 3 and configuration.analysis == "predicate" and configuration.strategy == "lazy" else "true"
    statistics = RunStatistics(0.2 * size, 0.1 * size + 1, analysis_s=0.1 * size)
    return Record(Run(setting, RunResult(task.name, verdict, statistics=statistics, configuration=configuration, expected=True)))
