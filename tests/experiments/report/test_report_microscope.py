"""The microscope of a report in a browser: what it shows of a refinement, by keys, and at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.experiments.report.browsers import Opened, opened
from tests.experiments.report.stores import SETTINGS, model, refinement, run, small, written
from verilab.experiments.oracle import MEASURES
from verilab.experiments.report import write_report
from verilab.program.tasks import Task
from verilab.verification.schema import Applied, ModelEdge

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STEPS = 60
"""Of each path of a thousand refinements: what a step costs by itself stays small beside what all of them together would."""
INSIDE = """node => {
    const [a, b] = [node.getBoundingClientRect(), node.closest('.scroll').getBoundingClientRect()];
    return b.top <= a.top && a.bottom <= b.bottom;
}"""


def cpu_clock(view: Opened) -> Callable[[], float]:
    """Tells the seconds of CPU time that the page's thread has used from now on: what else the machine does is not counted."""
    client = view.page.context.new_cdp_session(view.page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds() -> float:
        metrics = client.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    return seconds


def test_the_microscope_is_stepped_by_keys_with_its_focus_seen(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        page = shown.page
        page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        lens = page.get_by_role("group", name="Microscope: refinements of family/onex by spin15-none")
        assert lens.evaluate("node => node === document.activeElement")
        where, labels = page.locator(".where"), []
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home"):
            page.keyboard.press(key)
            labels.append(where.inner_text())
        assert labels == [f"Refinement {number} of 4" for number in (2, 3, 2, 4, 4, 1)]
        assert lens.evaluate("node => getComputedStyle(node).outlineStyle") != "none"
        selected = page.locator("tr.selected[data-place]")
        assert selected.get_attribute("data-place") == "1", "what was chosen is shown first"
        page.keyboard.press("ArrowDown")
        assert selected.get_attribute("data-place") == "2"
        assert page.locator("table.path th").last.inner_text() == "interpolants of 2"
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.closest('.lens') !== null")


def test_the_microscope_shows_source_prefixes_choice_and_models(browser: Browser, report: Path) -> None:
    with opened(browser, report) as shown:
        page = shown.page
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


def test_a_large_model_is_seen_at_its_error_and_a_region_with_the_focus_is_scrolled_by_keys(browser: Browser, tmp_path: Path) -> None:
    task = Task("family/a", (), expected=True)
    each = refinement(1, steps=80, nodes=60)
    nodes = tuple(replace(node, label=f"{node.label}; y = 0") for node in model(1, 60).nodes)
    again = replace(each, applied=Applied(True, (), ()), after=replace(model(1, 60), nodes=(*model(1, 60).nodes[:50], *nodes[50:])))
    chain = replace(each.model or model(0), total=60, edges=tuple(ModelEdge(number - 1, number) for number in range(1, 60)))
    rows = written(tmp_path / "rows.duckdb", [run(task, "lazy", refinements=[replace(again, model=chain), refinement(2)])], [task])
    with opened(browser, write_report(rows, tmp_path / "report.html", figures=False).file) as shown:
        page = shown.page
        frame = page.get_by_role("region", name="Abstract model before")
        frame.scroll_into_view_if_needed()
        page.wait_for_function("frame => frame.scrollTop > 0", arg=frame.element_handle())
        assert frame.locator(".node.target").evaluate(INSIDE)
        after = page.locator("svg.graph").nth(1)
        assert after.locator(".node.new").count() == 10, "explored anew: those whose labels no node of their location had"
        path = page.get_by_role("region", name="Error path and sliced prefixes")
        path.focus()
        top = path.evaluate("node => node.scrollTop")
        page.keyboard.press("ArrowUp")
        page.wait_for_function("([node, top]) => node.scrollTop !== top", arg=[path.element_handle(), top])
        page.keyboard.press("ArrowRight")
        assert page.locator(".where").inner_text() == "Refinement 2 of 2", "there is nothing to the right of it"
        assert shown.complaints() == []


@pytest.mark.parametrize(("chosen", "said"), [(1.5, "1.5 s."), (0.6, "0.6 s, which is no difference that counts.")])
def test_what_an_oracle_found_is_told_with_the_choice(browser: Browser, tmp_path: Path, chosen: float, said: str) -> None:
    rows, file = small(tmp_path), tmp_path / "oracle.json"
    name = {"task": "family/onex", "strategy": "spin15-none"}
    lines: list[dict[str, object]] = [{"row": "run", **name, "configuration": SETTINGS["spin15-none"].to_json()}]
    for place, (rank, seconds) in enumerate([(1, 0.5), (2, chosen)]):
        after = dict.fromkeys(MEASURES, 1.0) | {"cpu_s": seconds}
        cost = {"rank": rank, "outcome": "decided", "verdict": "true", "reason": "", "after": after, "total": None}
        candidate = {"candidate": place, "chosen": place == 1, "analysis": "value", "length": 2, "facts": [], "scores": {}}
        lines.append({"row": "candidate", **name, "refinement": 1, **candidate, **cost})
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with opened(browser, write_report(rows, tmp_path / "report.html", oracle=[file], figures=False).file) as shown:
        shown.page.get_by_role("button", name="The refinements of family/onex by spin15-none").click()
        labels = shown.page.locator(".verdict").nth(1).inner_text()
        assert labels == f"An oracle took candidate 0: the run takes 0.5 s of CPU time from here, with the choice {said}"
        assert shown.page.get_by_role("table", name="Candidates").inner_text().count("not followed") == 1
        assert shown.complaints() == []


def test_a_step_to_the_last_of_a_thousand_refinements_costs_no_more_than_one_among_the_first(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "t.c"
    file.write_text("\n".join(f"x = {number};" for number in range(500)))
    task = Task("family/long", (file,), expected=True)
    first = [refinement(number, candidates=6, steps=STEPS, nodes=30, file=str(file)) for number in range(1, 1001)]
    logged = [replace(one, after=other.model) for one, other in zip(first, [*first[1:], first[0]], strict=True)]
    rows = written(tmp_path / "long.duckdb", [run(task, "lazy", refinements=logged)], [task])
    report = write_report(rows, tmp_path / "long.html", figures=False).file
    with opened(browser, report) as shown:
        shown.page.get_by_role("button", name="The refinements of").first.click()
        clock = cpu_clock(shown)
        labels = [clock()]
        for _ in range(3):
            shown.page.evaluate(
                """async () => {
                    const lens = document.querySelector(".lens");
                    for (let step = 0; step < 333; step++) {
                        lens.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
                        lens.getBoundingClientRect();  // with its layout
                        if (step % 20 === 0) await new Promise((done) => requestAnimationFrame(done));
                    }
                }"""
            )
            labels.append(clock())
        among_the_first, _, to_the_last = (after - before for before, after in pairwise(labels))
        assert shown.page.locator(".where").inner_text() == "Refinement 1,000 of 1,000"
        assert shown.page.locator("table.path tbody tr").count() == STEPS
        print(f"a step: {(labels[-1] - labels[0]) / 999 * 1000:.1f} ms of CPU time")
        assert 0 < to_the_last < 2 * among_the_first
        assert shown.complaints() == []
