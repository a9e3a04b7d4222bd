"""In a browser a report asks nobody for anything, sorts, filters, leads from a number to a query, and steps through refinements."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.experiments.report.browsers import Opened, opened, started
from tests.experiments.report.stores import HOSTILE, SETTINGS, plain, refinement, run, small, written
from verilab.experiments.report import write_report
from verilab.program.tasks import Task

RUNS = "#runs-table tbody tr"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as found:
        yield found


def column(found: Opened, table: str, number: int) -> list[str]:
    return [text.strip() for text in found.page.locator(f"{table} tbody tr td:nth-child({number})").all_inner_texts()]


def cpu_clock(found: Opened) -> Callable[[], float]:
    """Tells the seconds of CPU time that the page's thread has used from now on: what else the machine does is not counted."""
    client = found.page.context.new_cdp_session(found.page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})

    def told() -> float:
        metrics = client.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    return told


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    return write_report(small(folder), folder / "small.html").file


def test_it_opens_from_the_disk_without_a_request_an_error_or_a_violation_of_its_policy(browser: Browser, report: Path) -> None:
    with opened(browser, report) as found:
        page = found.page
        assert page.locator("h1").inner_text() == "Small x"
        for figure in page.locator("figure .plot").all():
            figure.scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelectorAll('.plot[data-drawn]').length === 3")
        assert page.locator("figure svg").count() == 3
        page.get_by_role("button", name="Dark").click()
        assert page.locator("html").get_attribute("data-theme") == "dark"
        page.wait_for_timeout(300)
        assert found.complaints() == []


def test_it_follows_the_reader_s_choice_of_dark_or_light(browser: Browser, report: Path) -> None:
    with opened(browser, report, dark=True) as found:
        assert found.page.locator("html").get_attribute("data-theme") == "dark"


def test_the_policy_lets_no_other_script_in(browser: Browser, report: Path) -> None:
    with opened(browser, report) as found:
        found.page.evaluate(
            """() => {
                const script = document.createElement("script");
                script.textContent = "window.hacked = 1";
                document.body.append(script);
                const image = document.createElement("img");
                image.src = "https://example.org/x.png";
                document.body.append(image);
            }"""
        )
        found.page.wait_for_function("() => window.violations.length >= 2")
        assert found.page.evaluate("() => window.hacked") is None


def test_a_heading_sorts_and_sorts_again_the_other_way(browser: Browser, report: Path) -> None:
    with opened(browser, report) as found:
        page = found.page
        heading = page.locator("#runs-table thead th").filter(has_text="CPU s")
        heading.get_by_role("button").click()
        times = [float(text) for text in column(found, "#runs-table", 7)]
        assert times == sorted(times, reverse=True)
        assert heading.get_attribute("aria-sort") == "descending"
        heading.get_by_role("button").focus()
        page.keyboard.press("Enter")
        assert [float(text) for text in column(found, "#runs-table", 7)] == sorted(times)


@pytest.mark.parametrize(
    ("label", "text", "left"), [("CPU s", ">2.5", 3), ("CPU s", "0.5..2", 3), ("task", "ONE", 3), ("reason", "timeout", 1)]
)
def test_a_filter_leaves_what_it_says(browser: Browser, report: Path, label: str, text: str, left: int) -> None:
    with opened(browser, report) as found:
        found.page.locator("#runs-table").get_by_label(f"Filter by {label}").fill(text)
        assert found.page.locator(RUNS).count() == left
        found.page.get_by_role("button", name="Show all").click()
        assert found.page.locator(RUNS).count() == 6


def test_a_number_leads_to_its_runs_a_run_to_its_log_and_a_refinement_to_its_recorded_query(browser: Browser, report: Path) -> None:
    with opened(browser, report) as found:
        page = found.page
        assert page.get_by_role("alert").inner_text().startswith("1 contradiction")
        page.get_by_role("button", name="2 solved of spin15-none").click()
        assert column(found, "#runs-table", 2) == ["spin15-none"] * 2
        page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        assert page.locator("#run-view").get_by_text("family/onex").first.is_visible()
        page.get_by_role("button", name="Refinement 3 under the microscope").click()
        assert page.locator(".where").inner_text() == "Refinement 3 of 4"
        assert page.get_by_role("table", name="Recorded queries").inner_text().count("q-0003.smt2") == 1
        page.wait_for_url("**&refinement=3")
        assert found.complaints() == []


def test_the_microscope_is_stepped_by_keys_with_its_focus_seen(browser: Browser, report: Path) -> None:
    with opened(browser, report) as found:
        page = found.page
        page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        lens = page.get_by_role("group", name="Microscope: refinements of family/onex by spin15-none")
        assert lens.evaluate("node => node === document.activeElement")
        where, told = page.locator(".where"), []
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home"):
            page.keyboard.press(key)
            told.append(where.inner_text())
        assert told == [f"Refinement {number} of 4" for number in (2, 3, 2, 4, 4, 1)]
        assert lens.evaluate("node => getComputedStyle(node).outlineStyle") != "none"
        selected = page.locator("tr.selected[data-place]")
        assert selected.get_attribute("data-place") == "1", "what was chosen is shown first"
        page.keyboard.press("ArrowDown")
        assert selected.get_attribute("data-place") == "2"
        assert page.locator("table.path th").last.inner_text() == "interpolants of 2"
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.closest('.lens') !== null")


def test_the_microscope_shows_source_prefixes_choice_and_models(browser: Browser, report: Path) -> None:
    with opened(browser, report) as found:
        page = found.page
        page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        assert page.locator(".source .row").count() == 7
        assert page.locator(".source .row.on").count() == 5
        assert "reach_error" in page.locator(".source .row.error").inner_text()
        assert page.locator(".verdict").inner_text() == "Chose candidate 1: shortest x; learned x1."
        marks = page.locator("table.path tbody .marks").all_inner_texts()
        assert marks[1] == " │  ·  · "
        assert marks[-1] == " ✕       "
        before, after = page.locator("svg.graph").all()
        assert before.locator(".node.removed").count() == 1
        assert before.locator(".node.relabelled").count() == 1
        assert after.locator(".node").count() == 5
        before.locator(".node.relabelled").click()
        assert "x = 2 → x = 7" in page.locator(".told").first.inner_text()
        page.get_by_text("Nodes as a table").first.click()
        rows = page.get_by_role("table", name="Nodes").locator("tbody tr")
        rows.last.wait_for()
        assert rows.count() == 5


def test_its_address_says_what_is_shown(browser: Browser, report: Path) -> None:
    with opened(browser, report) as found:
        found.page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        found.page.keyboard.press("End")
        found.page.wait_for_url("**&refinement=4")
        fragment = "#" + found.page.url.partition("#")[2]
    with opened(browser, report, fragment=fragment) as found:
        assert found.page.locator(".where").inner_text() == "Refinement 4 of 4"


def test_hostile_texts_are_texts(browser: Browser, tmp_path: Path) -> None:
    file = write_report(small(tmp_path, HOSTILE), tmp_path / "hostile.html").file
    with opened(browser, file) as found:
        page = found.page
        page.locator("#runs-table").get_by_role("button", name="The refinements of").first.click()
        page.keyboard.press("ArrowRight")
        assert page.locator("h1").inner_text().startswith("Small </script><script>")
        assert plain(HOSTILE).split("\u2028")[0] in page.locator(".verdict").inner_text()
        assert page.locator("img").count() == 0
        for plot in page.locator("figure .plot").all():
            plot.scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelectorAll('.plot[data-drawn]').length === 3")
        assert page.evaluate("() => window.hacked") is None
        assert found.complaints() == []


def test_an_experiment_without_runs_and_one_without_refinements_are_shown(browser: Browser, tmp_path: Path) -> None:
    task = Task("family/a", (), expected=True)
    for name, records in ("none", []), ("bare", [run(task, "lazy")]):
        rows = written(tmp_path / f"{name}.duckdb", records, [task])
        with opened(browser, write_report(rows, tmp_path / f"{name}.html").file) as found:
            assert found.page.locator(RUNS).count() == len(records)
            assert found.page.locator("#run-choice").inner_text() == "There are no recorded refinements in this report."
            for link in found.page.locator(f"{RUNS} td:first-child button").all():
                link.click()
                assert "were not recorded" in found.page.locator("#run-view").inner_text()
            assert found.complaints() == []


def test_what_an_oracle_found_is_told_with_the_choice(browser: Browser, tmp_path: Path) -> None:
    rows, file = small(tmp_path), tmp_path / "oracle.json"
    name = {"task": "family/onex", "strategy": "spin15-none"}
    lines: list[dict[str, object]] = [{"row": "run", **name, "configuration": SETTINGS["spin15-none"].to_json()}]
    for place, (rank, seconds) in enumerate([(1, 0.5), (2, 1.5)]):
        cost = {"rank": rank, "outcome": "decided", "verdict": "true", "reason": "", "after": {"cpu_s": seconds}, "total": None}
        lines.append({"row": "candidate", **name, "refinement": 1, "candidate": place, **cost})
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with opened(browser, write_report(rows, tmp_path / "report.html", oracle=[file], figures=False).file) as found:
        found.page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        told = found.page.locator(".verdict").nth(1).inner_text()
        assert told == "An oracle took candidate 0: the run takes 0.5 s of CPU time from here, with the choice 1.5 s."
        assert found.page.get_by_role("table", name="Candidates").inner_text().count("not followed") == 1
        assert found.complaints() == []


@pytest.mark.slow
def test_a_thousand_refinements_are_stepped_through_without_lag(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "t.c"
    file.write_text("\n".join(f"x = {number};" for number in range(2000)))
    task = Task("family/long", (file,), expected=True)
    first = [refinement(number, candidates=12, steps=150, nodes=60, file=str(file)) for number in range(1, 1001)]
    logged = [replace(one, after=other.model) for one, other in zip(first, [*first[1:], first[0]], strict=True)]
    rows = written(tmp_path / "long.duckdb", [run(task, "lazy", refinements=logged)], [task])
    report = write_report(rows, tmp_path / "long.html", figures=False).file
    with opened(browser, report) as found:
        found.page.get_by_role("button", name="The refinements of").first.click()
        clock = cpu_clock(found)
        before = clock()
        found.page.evaluate(
            """async () => {
                const lens = document.querySelector(".lens");
                for (let step = 0; step < 999; step++) {
                    lens.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
                    lens.getBoundingClientRect();  // with its layout
                    if (step % 20 === 0) await new Promise((done) => requestAnimationFrame(done));
                }
            }"""
        )
        each = (clock() - before) / 999
        assert found.page.locator(".where").inner_text() == "Refinement 1,000 of 1,000"
        assert found.page.locator("table.path tbody tr").count() == 150
        print(f"a step: {each * 1000:.1f} ms of CPU time")
        assert 0 < each < 0.1
        assert found.complaints() == []
