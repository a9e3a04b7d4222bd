"""A mutant against the tests that run its line, in a fork of a process that has loaded the solvers but nothing of verilab."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import hypothesis
import pytest

from tests.mutation.mutant import Mutant
from tests.mutation.recording import OPTIONS, RecordedTest
from tests.seeded_faults.planting import check_planted, plant
from tests.seeded_faults.trials import isolated, warm_up

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant: by which test it was killed, after how many seconds, and how many tests were selected for it."""

    outcome: str
    test: str
    tests: int
    seconds: float


class _Chosen:
    """A pytest plugin: only the chosen tests, in their order; remembers the first that fails."""

    def __init__(self, names: Sequence[str]) -> None:
        self._order = {name: place for place, name in enumerate(names)}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self._order), key=lambda item: self._order[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or f"{report.nodeid} (when imported)"


def prepare() -> None:
    """Load what no mutant is in; a failing property is not made smaller, and not kept."""
    warm_up()
    for name in ("coverage", "dd.autoref", "pysmt.smtlib.parser", "pysmt.typing", "rich.console", "typer", "yaml"):
        import_module(name)
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutation", phases=phases, database=None)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()


def selected(mutant: Mutant, tests: Sequence[RecordedTest], root: Path, budget: float) -> list[RecordedTest]:
    """The tests that may tell the mutant, the quickest of them within the budget, file by file.

    Those that run its line; for a line that is run by an import only, those that run anything of its module or of one that imports it.
    """
    line = mutant.place[0]
    running = [test for test in tests if mutant.in_function and line in test.lines.get(mutant.path, ())]
    if not running:
        paths = {path for test in tests for path in test.lines}
        concerned = {mutant.path, *(path for path in paths if f"from {mutant.module} import" in (root / path).read_text())}
        running = [test for test in tests if not concerned.isdisjoint(test.lines)]
    left = budget
    chosen: list[RecordedTest] = []
    for test in sorted(running, key=lambda test: test.seconds):
        left -= test.seconds
        if left < 0 and chosen:
            break
        chosen.append(test)
    files: dict[str, float] = {}
    for test in chosen:
        file = test.name.partition("::")[0]
        files[file] = files.get(file, 0.0) + test.seconds
    return sorted(chosen, key=lambda test: (files[test.name.partition("::")[0]], test.name.partition("::")[0], test.seconds))


def tried(mutant: Mutant, tests: Sequence[RecordedTest], grace: float = 15.0) -> Result:
    """Run the tests on the mutant; as a time limit, four times what they take without it and a grace."""
    if not tests:
        return Result(SURVIVED, "no test runs it", 0, 0.0)
    limit = grace + 4 * sum(test.seconds for test in tests)
    start = time.monotonic()
    failed: str | None = isolated(lambda: _first_failure(mutant, [test.name for test in tests]), limit)
    seconds = time.monotonic() - start
    if failed is None:
        return Result(TIMEOUT if seconds >= limit else KILLED, "the process died", len(tests), seconds)
    return Result(KILLED if failed else SURVIVED, failed, len(tests), seconds)


def _first_failure(mutant: Mutant, names: Sequence[str]) -> str:
    """The name of the first test that fails on the mutant, or nothing."""
    plant(mutant)
    chosen = _Chosen(names)
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    code = pytest.main([*OPTIONS, "--hypothesis-profile=mutation", *files], plugins=[chosen])
    if chosen.failed:
        return chosen.failed
    if code != pytest.ExitCode.OK:
        return f"pytest ends with {code!r}"
    check_planted(mutant)
    return ""
