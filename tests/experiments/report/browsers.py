"""A browser for tests: one that is not installed skips the test with what installs it, unless ``VERILAB_REQUIRE_BROWSER`` is set."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL = "apt-get install chromium"
READY_SECONDS = 60
_WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


@dataclass
class Opened:
    """A page that is open; ``problems``: what the console, the policy or the network said that a report must not make them say."""

    page: Page
    problems: list[str] = field(default_factory=list)

    def complaints(self) -> list[str]:
        """All of them so far."""
        return [*self.problems, *self.page.evaluate("() => window.violations")]


def browser_path() -> str:
    """Skips the test where there is no browser, fails it where there must be one."""
    executable = next((path for name in NAMES if (path := shutil.which(name))), None)
    if executable is None:
        reason = f"no browser of {', '.join(NAMES)} is installed; install one with: {INSTALL}"
        if os.environ.get("VERILAB_REQUIRE_BROWSER"):
            pytest.fail(f"VERILAB_REQUIRE_BROWSER is set, but {reason}")
        pytest.skip(reason)
    return executable


@contextmanager
def started() -> Iterator[Browser]:
    """A browser, for all the tests of a module: it takes a second to start."""
    path = browser_path()
    from playwright.sync_api import sync_playwright  # takes more than a second, also of those who run no such test

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])  # a browser of root has none
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Browser, file: Path, *, fragment: str = "", dark: bool = False) -> Iterator[Opened]:
    """A file in a browser, once its scripts have run."""
    page = browser.new_page(viewport={"width": 1360, "height": 900}, color_scheme="dark" if dark else "light")
    view = Opened(page)
    page.set_default_timeout(READY_SECONDS * 1000)
    page.add_init_script(_WATCH)
    page.on("console", lambda message: view.problems.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: view.problems.append(f"error: {error}"))
    page.on("request", lambda request: _asked(view, request, file))
    try:
        page.goto(file.as_uri() + fragment)
        page.wait_for_selector("html[data-ready]")
        yield view
    finally:
        page.close()


def column(view: Opened, table: str, number: int) -> list[str]:
    """The texts of a column of a table on the page, from 1."""
    return [text.strip() for text in view.page.locator(f"{table} tbody tr td:nth-child({number})").all_inner_texts()]


def _asked(view: Opened, request: Any, file: Path) -> None:
    if request.url.partition("#")[0] != file.as_uri():
        view.problems.append(f"request: {request.url}")
