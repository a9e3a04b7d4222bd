"""What tests cost, and the quick subset of them: of every test function that is cheap enough some cases.

``tests/costs.csv`` holds the seconds of the costliest case of each test function, on one core that is idle, where they are 50 ms or more:
``pytest --record-costs tests/costs.csv ...`` writes down anew what it runs, and leaves the others as they are.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from math import isqrt
from pathlib import Path

FILE = Path(__file__).with_name("costs.csv")
COLUMNS = ("test", "seconds")
LEAST = 0.05
"""Seconds of a test that no line tells of: it is new, or its cost is not worth one."""
LONGEST = 0.8
"""A test function with a case of more seconds than these is slow."""
SHARE = 0.45
"""Seconds that the cases of one test function have in the quick subset."""


def function_of(test: str) -> str:
    """The test function of one of its cases, by its node id."""
    return test.partition("[")[0]


def read_costs(file: Path = FILE) -> dict[str, float]:
    """Seconds by test function."""
    with file.open(newline="") as lines:
        return {row["test"]: float(row["seconds"]) for row in csv.DictReader(lines)}


def write_costs(costs: Mapping[str, float], file: Path = FILE) -> None:
    """Those that are worth a line, sorted."""
    with file.open("w", newline="") as lines:
        table = csv.writer(lines, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows((test, f"{seconds:.2f}") for test, seconds in sorted(costs.items()) if seconds >= LEAST)


def quick_subset(tests: Sequence[str], costs: Mapping[str, float]) -> set[str]:
    """Of the cases of each test function that is not slow as many as fit into its share, evenly spread over them.

    At least as many as the square root of their number: where one function has hundreds of cases, its claim is about their variety.
    """
    cases: dict[str, list[str]] = {}
    for test in tests:
        cases.setdefault(function_of(test), []).append(test)
    quick: set[str] = set()
    for function, of_function in cases.items():
        seconds = costs.get(function, LEAST)
        if seconds <= LONGEST:
            count = min(len(of_function), max(isqrt(len(of_function)), int(SHARE / seconds)))
            quick |= {of_function[place * len(of_function) // count] for place in range(count)}
    return quick


def unrecorded(seconds: Mapping[str, float], costs: Mapping[str, float]) -> dict[str, float]:
    """Of the test functions that took so many seconds those that are slow, and that no line tells of; the slowest first."""
    slow = {function: own for function, own in seconds.items() if own > LONGEST and function not in costs}
    return dict(sorted(slow.items(), key=lambda item: -item[1]))


def costliest_cases(seconds: Iterable[tuple[str, float]]) -> dict[str, float]:
    """By test function, of the seconds that parts of cases took (setup, call, teardown)."""
    of_case: dict[str, float] = {}
    for test, part in seconds:
        of_case[test] = of_case.get(test, 0.0) + part
    of_function: dict[str, float] = {}
    for test, whole in of_case.items():
        function = function_of(test)
        of_function[function] = max(whole, of_function.get(function, 0.0))
    return of_function
