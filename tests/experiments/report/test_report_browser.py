"""In a browser a report asks nobody for anything, sorts, filters, leads from a number to a query, and steps through refinements."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.experiments.report.browsers import column, opened
from tests.experiments.report.stores import HOSTILE, plain, refinement, run, small, written
from verilab.experiments.report import Limits, write_report
from verilab.experiments.store import ExperimentStore, Record
from verilab.experiments.store.manifest import manifest
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RUNS = "#runs-table tbody tr"


def test_it_opens_from_the_disk_without_a_request_an_error_or_a_violation_of_its_policy(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        page = shown.page
        assert page.locator("h1").inner_text() == "Small x"
        for figure in page.locator("figure .plot").all():
            figure.scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelectorAll('.plot[data-drawn]').length === 4")
        assert page.locator("figure svg").count() == 4
        page.get_by_role("button", name="Dark").click()
        assert page.locator("html").get_attribute("data-theme") == "dark"
        page.wait_for_timeout(300)
        assert shown.complaints() == []


def test_it_follows_the_reader_s_choice_of_dark_or_light(browser: Browser, report: Path) -> None:
    with opened(browser, report, dark=True) as shown:
        assert shown.page.locator("html").get_attribute("data-theme") == "dark"


def test_the_policy_lets_no_other_script_in(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        shown.page.evaluate(
            """() => {
                const script = document.createElement("script");
                script.textContent = "window.hacked = 1";
                document.body.append(script);
                const image = document.createElement("img");
                image.src = "https://example.org/x.png";
                document.body.append(image);
            }"""
        )
        shown.page.wait_for_function("() => window.violations.length >= 2")
        assert shown.page.evaluate("() => window.hacked") is None


def test_a_heading_sorts_and_sorts_again_the_other_way(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        page = shown.page
        heading = page.locator("#runs-table thead th").filter(has_text="CPU s")
        heading.get_by_role("button").click()
        times = [float(text) for text in column(shown, "#runs-table", 7)]
        assert times == sorted(times, reverse=True)
        assert heading.get_attribute("aria-sort") == "descending"
        heading.get_by_role("button").focus()
        page.keyboard.press("Enter")
        assert [float(text) for text in column(shown, "#runs-table", 7)] == sorted(times)


NAMES = ("__proto__", "constructor", "hasOwnProperty", "]]>", "\u202elive\u202c", "<img src=x onerror=hacked=1>", "\u2028")


def test_names_that_scripts_have_too_or_that_nobody_sees_are_shown_and_drawn(browser: Browser, tmp_path: Path) -> None:
    configurations = {name: Configuration(analysis="value", strategy="lazy") for name in NAMES}
    tasks = [Task(f"{name}/{name}-{size}-safe", (), expected=True) for name in NAMES for size in (1, 2, 4)]
    scores = [{"__proto__": 1.0, "constructor": 2.0}, {"length": 3.0}, {}]
    logged = refinement(1, text=NAMES[4])
    logged = replace(logged, candidates=tuple(replace(each, scores=told) for each, told in zip(logged.candidates, scores, strict=True)))
    result = RunResult(tasks[0].name, "true", statistics=RunStatistics(1.0, 1.0, analysis_s=0.5), expected=True)
    records = [
        Record(Run(name, replace(result, task=task.name, configuration=configurations[name])), refinements=(logged,))
        for task in tasks
        for name in NAMES
    ]
    with ExperimentStore(tmp_path / "names.duckdb") as store:
        store.begin(manifest({"name": "t"}), tasks, configurations)
        store.add(records)
    with opened(browser, write_report(tmp_path / "names.duckdb", tmp_path / "names.html").file) as shown:
        page = shown.page
        for plot in page.locator("figure .plot").all():
            plot.scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelectorAll('.plot[data-drawn]').length === document.querySelectorAll('.plot').length")
        assert column(shown, "#settings-table", 1) == [*NAMES[:4], r"\u202elive\u202c", NAMES[5], r"\u2028"]
        page.get_by_role("button", name="The runs of constructor").click()
        assert "21 of 147" in page.locator("#runs-table .pager").inner_text()
        rows = page.get_by_role("table", name="Candidates").locator("tbody tr")
        assert [row.locator("td").nth(-3).inner_text() for row in rows.all()] == ["1", "", ""]
        assert shown.complaints() == []


def test_of_a_long_source_what_is_around_the_path_is_shown(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "t.c"
    file.write_text("\n".join(f"x = {number};" for number in range(1, 20_001)))
    task = Task("family/long", (file,), expected=True)
    logged = []
    for number, line in enumerate((15_000, 3), start=1):
        (target,) = refinement(number, file=str(file)).targets
        path = tuple(replace(step, line=line + place) for place, step in enumerate(target.path))
        logged.append(replace(refinement(number), targets=(replace(target, path=path, line=line + 7),)))
    rows = written(tmp_path / "long.duckdb", [run(task, "lazy", refinements=logged)], [task])
    with opened(browser, write_report(rows, tmp_path / "report.html", figures=False).file) as shown:
        lines = shown.page.locator(".source .row.on .code")
        assert lines.all_inner_texts() == [f"x = {line};" for line in range(15_000, 15_008)]
        assert "of 20,000" in shown.page.get_by_text("Lines ").first.inner_text()
        shown.page.locator(".lens").press("ArrowRight")
        assert lines.all_inner_texts() == [f"x = {line};" for line in range(3, 11)]
        assert shown.complaints() == []


@pytest.mark.parametrize(
    ("label", "text", "left"), [("CPU s", ">2.5", 3), ("CPU s", "0.5..2", 3), ("task", "ONE", 3), ("reason", "timeout", 1)]
)
def test_a_filter_leaves_what_it_says(browser: Browser, report: Path, label: str, text: str, left: int) -> None:
    with opened(browser, report) as shown:
        shown.page.locator("#runs-table").get_by_label(f"Filter by {label}").fill(text)
        assert shown.page.locator(RUNS).count() == left
        shown.page.get_by_role("button", name="Show all").click()
        assert shown.page.locator(RUNS).count() == 6


def test_what_contradicts_leads_to_the_runs_that_do(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        shown.page.get_by_role("button", name="1 contradictions of spin15-none").click()
        assert column(shown, "#runs-table", 1) == ["onex"]
        assert column(shown, "#settings-table", 9) == ["3.50", "6.00", "22.00"], "as many decimals everywhere"


def test_a_page_that_was_only_opened_keeps_its_address(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        shown.page.wait_for_timeout(600)  # it writes its address after a quarter of a second
        assert "#" not in shown.page.url


def test_runs_of_the_microscope_are_in_the_table_of_runs(browser: Browser, tmp_path: Path) -> None:
    tasks = [Task(f"family/{name}", (), expected=True) for name in "abc"]
    records = [run(task, "lazy", refinements=[refinement(1)] if task is tasks[-1] else []) for task in tasks]
    rows = written(tmp_path / "rows.duckdb", records, tasks)
    with opened(browser, write_report(rows, tmp_path / "report.html", limits=Limits(runs=1), figures=False).file) as shown:
        assert column(shown, "#runs-table", 1) == ["c"]
        assert shown.page.locator(".where").inner_text() == "Refinement 1 of 1"
        assert shown.complaints() == []


def test_a_number_leads_to_its_runs_a_run_to_its_log_and_a_refinement_to_its_recorded_query(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        page = shown.page
        assert page.get_by_role("alert").inner_text().startswith("1 contradiction")
        page.get_by_role("button", name="2 solved of spin15-none").click()
        assert column(shown, "#runs-table", 2) == ["spin15-none"] * 2
        page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        assert page.locator("#run-view").get_by_text("family/onex").first.is_visible()
        page.get_by_role("button", name="Refinement 3 under the microscope").click()
        assert page.locator(".where").inner_text() == "Refinement 3 of 4"
        assert page.get_by_role("table", name="Recorded queries").inner_text().count("q-0003.smt2") == 1
        page.wait_for_url("**&refinement=3")
        assert shown.complaints() == []


def test_its_address_says_what_is_shown(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        shown.page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        shown.page.keyboard.press("End")
        shown.page.wait_for_url("**&refinement=4")
        fragment = "#" + shown.page.url.partition("#")[2]
    with opened(browser, report, fragment=fragment) as shown:
        assert shown.page.locator(".where").inner_text() == "Refinement 4 of 4"


def test_hostile_texts_are_texts(browser: Browser, tmp_path: Path) -> None:
    file = write_report(small(tmp_path, HOSTILE), tmp_path / "hostile.html").file
    with opened(browser, file) as shown:
        page = shown.page
        page.locator("#runs-table").get_by_role("button", name="The refinements of").first.click()
        page.keyboard.press("ArrowRight")
        assert page.locator("h1").inner_text().startswith("Small </script><script>")
        assert plain(HOSTILE).split("\u2028")[0] in page.locator(".verdict").inner_text()
        assert page.locator("img").count() == 0
        for plot in page.locator("figure .plot").all():
            plot.scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelectorAll('.plot[data-drawn]').length === 4")
        assert page.evaluate("() => window.hacked") is None
        assert shown.complaints() == []


def test_an_experiment_without_runs_and_one_without_refinements_are_shown(browser: Browser, tmp_path: Path) -> None:
    task = Task("family/a", (), expected=True)
    for name, records in ("none", []), ("bare", [run(task, "lazy")]):
        rows = written(tmp_path / f"{name}.duckdb", records, [task])
        with opened(browser, write_report(rows, tmp_path / f"{name}.html").file) as shown:
            assert shown.page.locator(RUNS).count() == len(records)
            assert shown.page.locator("#run-choice").inner_text() == "There are no recorded refinements in this report."
            for link in shown.page.locator(f"{RUNS} td:first-child button").all():
                link.click()
                assert "were not recorded" in shown.page.locator("#run-view").inner_text()
            assert shown.complaints() == []
