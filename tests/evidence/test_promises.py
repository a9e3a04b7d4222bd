"""A violation needs no function without a body to break what its declaration promises."""

from __future__ import annotations

import pytest

from verilab.evidence.promises import Result, broken_promise
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel


@pytest.mark.parametrize(
    ("promised", "results"),
    [
        ("pure", [3, 4]),
        ("const", [None, None]),
        ("const", [0, None]),
        ("const", [(1, 2), (1, 3)]),
        ("returns_nonnull", [None, 0]),
        ("assume_aligned", [4096, 4097]),
    ],
)
def test_results_that_break_a_promise(promised: str, results: list[Result]) -> None:
    assert "f" in broken_promise({"f": {promised}}, {"f": results})


@pytest.mark.parametrize(
    ("promised", "results"),
    [("pure", [3, 3]), ("const", [None]), ("returns_nonnull", [None, 1]), ("assume_aligned", [0, None, 8192]), ("const", [])],
)
def test_results_that_keep_a_promise(promised: str, results: list[Result]) -> None:
    assert not broken_promise({"f": {promised}, "g": {"pure"}}, {"f": results})


@pytest.mark.parametrize(
    "declaration",
    [
        "extern int f(int) __attribute__((const));",
        "__attribute__((__const__)) int f(int);",
        "extern int __attribute__((nothrow, const)) f(int);",
        "extern int f(int); int f(int) __attribute__((__const__));",
    ],
)
def test_a_program_knows_the_promises_of_what_it_only_declares(declaration: str) -> None:
    text = f"{declaration} int g(int) __attribute__((pure)); int g(int x) {{ return x; }} int main(void) {{ return f(1) + g(2); }}"
    program = lower(parse_text(text, "task.c", DataModel.LP64), DataModel.LP64)
    assert program.promises == {"f": {"const"}}
