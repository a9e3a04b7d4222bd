"""Compound literals of constant types need not be distinct objects, nor distinct from string literals (C11 6.5.2.5p7)."""

from __future__ import annotations

import pytest

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, Ended, Outcome
from verilab.program.cfa import Edge
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType


@pytest.mark.parametrize(
    "body",
    [
        '{ const char *p = (const char[]){"abc"}; if (p == "abc") reach_error(); }',
        "{ const int *p = (const int[]){1, 2}, *q = (const int[]){1, 2}; if (p == q) reach_error(); }",
        "{ if (one == other) reach_error(); }",
    ],
)
def test_constant_literals_may_lie_in_one_place(body: str) -> None:
    assert isinstance(_outcome(body), DependsOnImprecise)


@pytest.mark.parametrize(
    "body",
    [
        '{ char *p = (char[]){"abc"}; if (p == "abc") reach_error(); }',
        "{ int *p = (int[]){1, 2}, *q = (int[]){1, 2}; if (p == q) reach_error(); }",
        "{ static const int a = 1, b = 1; if (&a == &b || one == &a) reach_error(); }",
    ],
)
def test_other_objects_are_distinct(body: str) -> None:
    assert isinstance(_outcome(body), Ended)


def _outcome(body: str) -> Outcome:
    def zero(edge: Edge, type: IntType) -> int:
        return 0

    declared = "extern void reach_error(void); static const int *one = (const int[]){1, 2}, *other = (const int[]){1, 2};"
    program = lower(parse_text(f"{declared}\nint main(void) {body}\n", "literals.c", DataModel.LP64), DataModel.LP64)
    return Interpreter(program).run(zero, step_limit=1000, record=False).outcome
