"""Options of pytest that choose among all tests by what they cost, and the mark of those that are slow.

``pytest --quick`` is the README's test command: the quick subset (``tests/costs.py``).  ``pytest --rest`` runs what the last quick run in
this checkout has not passed: tests that it left out, that failed, or that were skipped, since an engine was missing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.costs import LEAST, LONGEST, costliest_cases, function_of, quick_subset, read_costs, unrecorded, write_costs

# A draw takes as long as the machine is busy.  Who changes something else is not stopped by a property that fails once in a thousand draws:
# the same are drawn each time, and ``--hypothesis-profile search`` looks for others.
settings.register_profile("same", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("same")

PASSED = "verilab/passed"
"""Where pytest's cache keeps the tests that the last quick run has passed."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("costs of tests")
    group.addoption("--quick", action="store_true", help="the quick subset: of each test function that is not slow some cases")
    group.addoption("--rest", action="store_true", help="what the last --quick run in this checkout has not passed")
    group.addoption("--record-costs", type=Path, metavar="FILE", help="write down what the tests that are run cost")


def pytest_configure(config: pytest.Config) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:  # a worker tells its reports to the one who started it
        config.pluginmanager.register(Recorder(config))


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    costs = read_costs()
    for item in items:
        if costs.get(function_of(item.nodeid), LEAST) > LONGEST:
            item.add_marker(pytest.mark.slow)
    names = [item.nodeid for item in items]
    chosen = set(names)
    if config.getoption("quick"):
        chosen &= quick_subset(names, costs)
    if config.getoption("rest"):
        if not config.pluginmanager.hasplugin("cacheprovider"):
            raise pytest.UsageError("--rest reads pytest's cache: leave out -p no:cacheprovider")
        chosen -= set(config.cache.get(PASSED, []))
    left_out = [item for item in items if item.nodeid not in chosen]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid in chosen]


class Recorder:
    """Remembers what a quick run has passed, for ``--rest``, and what tests cost, for ``--record-costs``."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.passed: dict[str, bool] = {}
        self.seconds: list[tuple[str, float]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed[report.nodeid] = self.passed.get(report.nodeid, True) and report.passed
        self.seconds.append((report.nodeid, report.duration))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.config.getoption("quick") and (slow := unrecorded(costliest_cases(self.seconds), read_costs())):
            terminalreporter.section("no quick tests: record what they cost (--record-costs)")
            for function, seconds in slow.items():
                terminalreporter.write_line(f"{seconds:6.2f} s  {function}")

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self) -> Iterator[None]:
        yield
        if self.config.getoption("quick") and self.config.pluginmanager.hasplugin("cacheprovider"):
            self.config.cache.set(PASSED, [test for test, passed in self.passed.items() if passed])
        if file := self.config.getoption("record_costs"):
            write_costs((read_costs(file) if file.exists() else {}) | costliest_cases(self.seconds), file)
