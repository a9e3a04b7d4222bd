"""A report of a million refinements: written from sums that the database makes, and opened with a page that does not grow with them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.experiments.report.browsers import opened
from tests.experiments.report.stores import SETTINGS, refinement, run, written
from verilab.experiments.report import write_report
from verilab.experiments.store.columns import TABLES
from verilab.experiments.store.database import connected
from verilab.program.tasks import Task

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RUNS, EACH = 5_000, 200
MOST_ELEMENTS = 100_000
"""Of the page that is opened; one of them a refinement would be ten times as many."""


def large(folder: Path) -> Path:
    """RUNS runs of three settings with EACH refinements, which have two candidates and a model."""
    file = folder / "t.c"
    file.write_text("int main(void) { return 0; }\n")
    task = Task("family/t", (file,), expected=True)
    path = written(
        folder / "large.duckdb", [run(task, "lazy", refinements=[refinement(1, candidates=2, nodes=12, file=str(file))])], [task]
    )
    labels = list(SETTINGS)
    with connected(path, writing=True) as connection:
        runs = f"(SELECT range AS n, md5(range::VARCHAR)[:16] AS key FROM range({RUNS}))"
        places = f"(SELECT range + 1 AS p FROM range({EACH}))"
        label = f"list_value({', '.join(map(repr, labels))})[1 + n % 3]"
        of_runs = {"task": "'family/t' || (n // 3)", "label": label, "refinements": str(EACH), "cpu_s": "0.1 + n % 700 / 10"}
        for table in ("runs", "refinements", "candidates", "models"):
            new = {"run": "key"} | (of_runs if table == "runs" else {"place": "p", "number": "p"})
            columns = ", ".join(new.get(name, f'old."{name}"') for name in TABLES[table])
            crossed = runs if table == "runs" else f"{runs}, {places}"
            connection.execute(f"CREATE TEMP TABLE old AS SELECT * FROM {table}")
            connection.execute(f"INSERT INTO {table} SELECT {columns} FROM old, {crossed}")
            connection.execute("DROP TABLE old")
    return path


def test_a_report_of_a_million_refinements_is_opened_with_a_page_of_a_few(browser: Browser, tmp_path: Path) -> None:
    rows = large(tmp_path)
    began, cpu = time.monotonic(), time.process_time()
    written = write_report(rows, tmp_path / "large.html")
    print(
        f"written in {time.monotonic() - began:.1f} s wall, {time.process_time() - cpu:.1f} s CPU: {written.size / 1e6:.1f} MB, {written}"
    )
    assert written.of >= 1_000_000
    assert written.refinements == 1 + 9 * EACH, "whole runs, no more than 2,000 refinements"
    assert any("1,801 of 1,000,001 refinements" in remark for remark in written.remarks)
    with opened(browser, tmp_path / "large.html") as page:
        ready = page.page.evaluate("() => window.readyAt")
        print(f"ready after {ready:.0f} ms")
        assert page.page.locator("*").count() < MOST_ELEMENTS
        assert page.page.locator("#runs-table .pager").inner_text().count("5,001")
        assert page.complaints() == []
