"""Which operands do something to each other in an order that C leaves open, and which of these orders is taken here and by gcc alike."""

from __future__ import annotations

import pytest

from verilab.program.lowering.facts.open_orders import Orders, open_orders
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel

FUNCTIONS = """
int c, d, array[3]; struct s { int x; } first, second, *p = &first;
int up(void) { return ++c; } int other(void) { return ++d; } int reads(void) { return c; } int h(int a, int b);
struct s moved(struct s a) { a.x++; return a; } int once(void) { static struct s a; return ++a.x; }
int digit(int a) { static char all[] = "0123"; return all[a]; }
void clean(int *q) { c += *q; } int moves(void) { p = &second; return 1; }
"""

OPEN = {
    "a variable and a call that changes it": "return c + up();",
    "a call that changes a variable, and the variable": "return up() + c;",
    "an argument and a call in another": "return h(c, up());",
    "two calls as arguments, which gcc takes from the right": "return h(up(), up());",
    "a read beside a call, deep inside": "return up() + (c + 1) * other();",
    "calls on both sides of an assignment": "array[up()] = up();",
    "a variable and a statement that changes it": "return c + ({ c = 5; 1; });",
    "calls under a sign, which gcc turns into a difference": "return -up() + 10 * up();",
    "a difference of differences": "return up() - (up() - up());",
    "a sum of multiples, of which gcc takes out the factor": "return up() + 10u * up() + 100u * up();",
    "the calls of a negated difference": "return -(up() - up());",
    "a factor that leaves nothing": "return up() + 0 * up();",
    "a place that moves, and a call that is only an operand": "array[c] = up() + 1;",
    "a place that moves, and a call that is given another's value": "array[c] = h(up(), 1);",
    "a place that moves, and a call that is cast": "p->x = (char)moves();",
    "a variable that two functions share, by another name": "return h(({ static struct s *a; a = &first; a->x++; }), first.x);",
    "the ends of variables with a cleanup": "return h(({ int a __attribute__((cleanup(clean))) = 1; 1; }), c);",
}
IN_ORDER = {
    "what a pointer leads to, and a call that begins with a static variable": "char *q = (char *)&c; return *q + digit(3);",
    "a call that changes its own copy, beside a variable of the same name": "struct s a = {1}; return moved(a).x + a.x;",
    "two calls with divisors": "return up() % 6 + up() % 6;",
    "two calls with factors": "return 10 * up() + up() * 100 > 5;",
    "two calls on the sides of an operator, from the left": "return up() + up();",
    "a chain of them": "return up() + reads() + up() * reads() - up();",
    "calls of different variables": "return up() + d;",
    "one after the other": "return up() && c;",
    "a variable that is written, and a call that changes it": "c = up() + 1;",
    "side effects without calls, which are undefined where they meet": "array[1] = array[0]++; c = c-- + h(d--, 1);",
}


PLACE_FIRST = {
    "a pointer that the call moves": "p->x = moves();",
    "an index that the call changes": "array[c] = up();",
}


def orders(statement: str) -> Orders:
    return open_orders(parse_text(f"{FUNCTIONS}int main(void) {{ {statement} }}", "orders.c", DataModel.LP64).ast)


@pytest.mark.parametrize("name", OPEN)
def test_an_open_order_is_noted(name: str) -> None:
    assert orders(OPEN[name]).open


@pytest.mark.parametrize("name", IN_ORDER)
def test_what_is_in_order_is_not(name: str) -> None:
    assert orders(IN_ORDER[name]) == Orders()


@pytest.mark.parametrize("name", PLACE_FIRST)
def test_a_place_is_found_before_calls_are_made(name: str) -> None:
    noted = orders(PLACE_FIRST[name])
    assert not noted.open
    assert len(noted.places_first) == 1
    assert noted.found_before == noted.places_first
