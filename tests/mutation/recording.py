"""Which test runs which line, and how long it takes: recorded once, so that a mutant meets only the tests that can tell."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest

TESTS = ("tests/refinement", "tests/analysis", "tests/evidence", "tests/solving", "tests/experiments", "property_tests")
"""The tests that mutants may be killed by; of them the quick ones."""
LOADED = "ignore::pytest.PytestAssertRewriteWarning"  # hypothesis is there before pytest
OPTIONS = ("-q", "-x", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "--hypothesis-seed=0", "-W", LOADED)


@dataclass(frozen=True, slots=True)
class RecordedTest:
    """A test by its pytest id, its seconds without a fault, and the lines that it runs: module file -> lines."""

    name: str
    seconds: float
    lines: dict[str, frozenset[int]]


class _Recorder:
    """A pytest plugin: each test is a context of its own for the coverage."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self._measured = measured
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        start = time.perf_counter()
        self._measured.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._measured.switch_context("")
            self.seconds[item.nodeid] = time.perf_counter() - start


def record(root: Path, packages: Sequence[str], file: Path, places: Sequence[str] = TESTS) -> None:
    """Run the tests under coverage of ``packages`` and write what each ran; of files that the record has, this replaces it.

    RuntimeError where a test fails without a mutant.
    """
    measured = coverage.Coverage(data_file=None, config_file=False, source_pkgs=list(packages))
    recorder = _Recorder(measured)
    measured.start()
    code = pytest.main([*OPTIONS, *(str(root / place) for place in places)], plugins=[recorder])
    measured.stop()
    if code != pytest.ExitCode.OK:
        raise RuntimeError("a test fails without a mutant")
    data = measured.get_data()
    lines: dict[str, dict[str, list[int]]] = {name: {} for name in recorder.seconds}
    for path in data.measured_files():
        for line, names in data.contexts_by_lineno(path).items():
            for name in names:
                if name:
                    lines[name].setdefault(str(Path(path).relative_to(root)), []).append(line)
    known = json.loads(file.read_text()) if file.exists() else {}
    replaced = {_file_of(name) for name in lines}
    kept = {name: entry for name, entry in known.items() if _file_of(name) not in replaced}
    file.write_text(json.dumps(kept | {name: {"seconds": recorder.seconds[name], "lines": lines[name]} for name in lines}))


def _file_of(name: str) -> str:
    return name.partition("::")[0]


def recorded(file: Path) -> list[RecordedTest]:
    """The tests of a record, the quickest first."""
    tests = [
        RecordedTest(name, entry["seconds"], {path: frozenset(lines) for path, lines in entry["lines"].items()})
        for name, entry in json.loads(file.read_text()).items()
    ]
    return sorted(tests, key=lambda test: (test.seconds, test.name))
