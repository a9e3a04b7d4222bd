"""A call beyond the recursion bound changes what deeper calls reach, whatever the unfolded ones do."""

from __future__ import annotations

import pytest

from verilab.program.cfa import Program
from verilab.program.lowering import LoweringOptions, lower
from verilab.program.operations import Assign, Havoc
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel

_NODES = """
extern void reach_error(void);
struct node { struct node *next; int value; };
static struct node f = {0, 0}, e = {&f, 0}, d = {&e, 0}, c = {&d, 0}, b = {&c, 0}, a = {&b, 0};
"""


def test_of_a_list() -> None:
    function = "static void visit(struct node *n) { if (!n) return; n->value++; visit(n->next); }"
    assert "f.value" in _changed(f"{_NODES}{function} int main(void) {{ visit(&a); if (f.value == 1) reach_error(); }}")


def test_of_a_list_by_two_functions() -> None:
    functions = """
    static void odd(struct node *n);
    static void even(struct node *n) { if (!n) return; n->value++; odd(n->next); }
    static void odd(struct node *n) { if (!n) return; n->value--; even(n->next); }
    """
    assert {"e.value", "f.value"} <= _changed(f"{_NODES}{functions} int main(void) {{ even(&a); if (e.value + f.value) reach_error(); }}")


def test_of_a_walk_over_a_structure() -> None:
    text = """
    extern void reach_error(void);
    static struct { char a, b, c, d, e, f; } s;
    static void fill(char *p, int n) { if (n == 0) return; *p = 1; fill(p + 1, n - 1); }
    int main(void) { fill((char *)&s, 6); if (s.f == 1) reach_error(); }
    """
    assert "s.f" in _changed(text)


def test_of_variadic_arguments() -> None:
    function = """
    static void visit(int n, ...) {
        __builtin_va_list l; __builtin_va_start(l, n);
        struct node *p = __builtin_va_arg(l, struct node *);
        if (p) { p->value++; visit(n, p->next); }
    }
    """
    assert "f.value" in _changed(f"{_NODES}{function} int main(void) {{ visit(1, &a); if (f.value == 1) reach_error(); }}")


@pytest.mark.parametrize("result", ["struct node *", "struct holder"])
def test_what_is_returned_may_be_deeper(result: str) -> None:
    returned = ("n", "") if result == "struct node *" else ("(struct holder){n}", ".held")
    text = f"""{_NODES} struct holder {{ struct node *held; }};
    static {result} last(struct node *n) {{ return n->next ? last(n->next) : {returned[0]}; }}
    int main(void) {{ last(&a){returned[1]}->value = 5; if (f.value == 5) reach_error(); }}
    """
    operations = [edge.operation for edge in _lowered(text).edges if edge.source.function.name == "main"]
    assert "f.value" in {operation.target.name for operation in operations if isinstance(operation, Assign)}


def _lowered(text: str) -> Program:
    return lower(parse_text(text, "test.c", DataModel.LP64), DataModel.LP64, options=LoweringOptions(recursion_bound=2))


def _changed(text: str) -> set[str]:
    operations = [edge.operation for edge in _lowered(text).edges if edge.imprecise == "recursion"]
    return {storage.name for operation in operations if isinstance(operation, Havoc) for storage in operation.targets}
