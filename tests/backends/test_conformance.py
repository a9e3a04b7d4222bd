"""The conformance kit on the built-in backends: one line per backend."""

from __future__ import annotations

import pytest

from verilab.solving.conformance import Row, check_backend
from verilab.solving.registry import load_backend


@pytest.mark.parametrize(("name", "checker"), [("z3", "cvc5"), ("cvc5", "z3")])
def test_a_built_in_backend_conforms(name: str, checker: str) -> None:
    report = check_backend(load_backend(name), load_backend(checker), sizes=(1, 2), seeds=(0,), timeout=5)
    assert report.failures == ()
    assert not [row for row in report.rows if row.result in ("invalid", "wrong")]


def test_the_kit_tells_false_answers_from_missing_ones() -> None:
    report = check_backend(load_backend("z3"), load_backend("cvc5"), sizes=(1,), procedures=["horn"])
    assert {row.procedure for row in report.rows} == {"z3", "z3:horn"}
    assert isinstance(report.rows[0], Row)
    assert report.skipped == {"z3:horn": 2}
