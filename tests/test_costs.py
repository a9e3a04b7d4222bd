"""The quick subset of the tests, and what is left after it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.costs import LONGEST, SHARE, costliest_cases, function_of, quick_subset, read_costs, unrecorded, write_costs

ROOT = Path(__file__).parents[1]
pytest_plugins = ["pytester"]


def test_of_a_cheap_test_all_cases_are_quick_of_a_dear_one_some_and_of_a_slow_one_none() -> None:
    tests = [f"t.py::{name}[{number}]" for name in ("cheap", "dear", "slow") for number in range(9)] + ["t.py::single", "t.py::new"]
    quick = quick_subset(tests, {"t.py::dear": SHARE, "t.py::slow": 2 * LONGEST, "t.py::single": LONGEST})
    assert sorted(test for test in quick if "cheap" in test) == [f"t.py::cheap[{number}]" for number in range(9)]
    assert sorted(test for test in quick if "dear" in test) == ["t.py::dear[0]", "t.py::dear[3]", "t.py::dear[6]"]
    assert {function_of(test) for test in quick} == {"t.py::cheap", "t.py::dear", "t.py::single", "t.py::new"}


def test_the_cost_of_a_test_is_that_of_its_costliest_case_with_setup_and_teardown() -> None:
    parts = [("f[a]", 0.5), ("f[a]", 1.0), ("f[b]", 1.25), ("g", 0.25)]
    assert costliest_cases(parts) == {"f": 1.5, "g": 0.25}


def test_slow_tests_that_no_line_tells_of_are_told() -> None:
    seconds = {"known": 3 * LONGEST, "new": 2 * LONGEST, "newer": 3 * LONGEST, "quick": LONGEST / 2}
    assert list(unrecorded(seconds, {"known": 1.0})) == ["newer", "new"]


def test_costs_are_read_as_they_were_written_but_for_those_that_no_line_is_worth(tmp_path: Path) -> None:
    file = tmp_path / "costs.csv"
    write_costs({"b": 1.5, "a": 0.75, "c": 0.01}, file)
    assert list(read_costs(file).items()) == [("a", 0.75), ("b", 1.5)]


def test_each_line_is_of_a_test_that_there_is() -> None:
    """One that has another name is taken for a new one, and for quick."""
    for test in read_costs():
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(), test


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with our options, and three tests of which one is slow and one is skipped."""
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)  # its own runs are nobody's worker
    shutil.copy(ROOT / "conftest.py", pytester.path)
    folder = pytester.mkpydir("tests")
    shutil.copy(ROOT / "tests" / "costs.py", folder)
    write_costs({"tests/test_three.py::test_slow": 2 * LONGEST}, folder / "costs.csv")
    text = "import pytest\ndef test_one(): pass\ndef test_slow(): pass\ndef test_engine(): pytest.skip('no engine')\n"
    (folder / "test_three.py").write_text(text)
    pytester.makeini("[pytest]\naddopts = --import-mode=importlib\npythonpath = .\nmarkers = slow")
    return pytester


def test_the_rest_is_what_the_quick_run_left_out_or_skipped(project: pytest.Pytester) -> None:
    project.runpytest_subprocess("--quick").assert_outcomes(passed=1, skipped=1, deselected=1)
    project.runpytest_subprocess("--rest").assert_outcomes(passed=1, skipped=1, deselected=1)
    project.runpytest_subprocess("-m", "not slow").assert_outcomes(passed=1, skipped=1, deselected=1)


def test_what_is_run_is_recorded_and_nothing_else_is_touched(project: pytest.Pytester) -> None:
    file = project.path / "costs.csv"
    write_costs({"tests/gone.py::test_gone": 9.0}, file)
    project.runpytest_subprocess("--record-costs", str(file)).assert_outcomes(passed=2, skipped=1)
    assert read_costs(file)["tests/gone.py::test_gone"] == 9.0
