"""Only the sign of what ``strcmp`` and its like return is fixed (C11 7.24.4p1): more of it decides nothing, however they are called."""

from __future__ import annotations

import pytest

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, Ended, Outcome
from verilab.program.cfa import Edge
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

_HEAD = """
extern void reach_error(void);
extern int strcmp(const char *, const char *);
extern int strcasecmp(const char *, const char *);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static char a[4] = "a", c[4] = "c";
static int own(const char *one, const char *other) { return strcmp(one, other); }
static int (*given)(const char *, const char *) = strcmp;
static int (*table[2])(const char *, const char *) = {own, own};
static int order(int (*compare)(const char *, const char *)) { return compare(a, c); }
"""
_DECLARED = 'extern int text_order(const char *, const char *) __asm__("strcmp");'

_CALLS = {
    "kept unless zero": "strcmp(a, c) ?: 5",
    "by a pointer": "given(a, c)",
    "a function of the file by a pointer": "table[1](a, c)",
    "by a parameter": "order(strcmp)",
    "selected": "_Generic(a[0], char: strcmp)(a, c)",
    "chosen": "(a[0] ? strcmp : strcasecmp)(a, c)",
    "by another name": "text_order(a, c)",
    "by a nested function": "inner()",
}


@pytest.mark.parametrize("call", _CALLS.values(), ids=_CALLS)
def test_what_a_comparison_returns_beyond_its_sign_is_not_known(call: str) -> None:
    assert isinstance(
        _outcome(f"{{ int inner(void) {{ return strcmp(a, c); }} int r = {call}; if (r == -1) reach_error(); }}"), DependsOnImprecise
    )


def test_a_comparison_for_the_library_is_known_by_its_sign() -> None:
    text = (
        '{ char t[2][2] = {"c", "a"}; qsort(t, 2, 2, (int (*)(const void *, const void *))strcmp); if (t[0][0] == \'c\') reach_error(); }'
    )
    assert isinstance(_outcome(text), Ended)


def test_the_sign_by_a_pointer_is_known() -> None:
    assert isinstance(_outcome("{ if (given(a, c) >= 0) reach_error(); }"), Ended)


def _outcome(body: str) -> Outcome:
    def zero(edge: Edge, type: IntType) -> int:
        return 0

    text = f"{_HEAD}{_DECLARED}\nint main(void) {body}\n"
    program = lower(parse_text(text, "compared.c", DataModel.LP64), DataModel.LP64)
    return Interpreter(program).run(zero, step_limit=100_000, record=False).outcome
