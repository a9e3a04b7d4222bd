"""A linear form has its expression's value, whatever the variables' are; a form's variable has the form's, wherever an execution is."""

from __future__ import annotations

import random

import pytest

from verilab.evidence.interpretation.evaluation import Value, evaluate
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Location, Program, Return
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read, Unary
from verilab.program.linear_forms.demand import has_cancelling_forms
from verilab.program.linear_forms.extension import Extension, extended
from verilab.program.linear_forms.forms import form, linear_form, solved
from verilab.program.lowering import lower
from verilab.program.operations import Assign, Assume, Nondet
from verilab.program.storages import Variable
from verilab.program.syntax import parse_text
from verilab.program.types import INT, UINT, DataModel

WIDTH = 32
HEAD = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);"


def lowered(body: str) -> Program:
    return lower(parse_text(HEAD + body, "program.c", DataModel.LP64), DataModel.LP64)


def extension_of(body: str) -> Extension:
    extension = extended(lowered(body))
    assert extension is not None
    return extension


def _variables() -> list[Variable]:
    builder = ProgramBuilder()
    return [builder.variable(name, type) for name, type in (("a", INT), ("b", UINT), ("c", UINT))]


def _random_expression(chance: random.Random, variables: list[Variable], depth: int) -> Expression:
    if depth == 0 or chance.random() < 0.2:
        if chance.random() < 0.3:
            return Constant(chance.choice((0, 1, 2, 7, UINT.maximum, 1 << 31)), UINT)
        return Cast(Read(chance.choice(variables)), UINT)
    if chance.random() < 0.2:
        return Unary("-", _random_expression(chance, variables, depth - 1), UINT)
    left, right = (_random_expression(chance, variables, depth - 1) for _ in range(2))
    return Binary(chance.choice("+-*"), left, right, UINT)


@pytest.mark.parametrize("seed", range(20))
def test_a_form_has_the_value_of_its_expression(seed: int) -> None:
    chance, variables = random.Random(seed), _variables()
    forms = 0
    for _ in range(40):
        expression = _random_expression(chance, variables, 3)
        met = linear_form(expression)
        if met is None:
            continue
        forms += 1
        state: list[Value] = [chance.choice((variable.type.minimum, variable.type.maximum, 0, 1, 5)) for variable in variables]
        assert _value(met.expression(), state) == _value(expression, state)
        terms, sign = met.normal()
        assert met.times(-1).normal()[0] == terms or not terms
        assert form(dict(terms), 0, WIDTH).times(sign).plus(form({}, met.constant, WIDTH)) == met
    assert forms > 5


def test_an_equation_is_solved_only_for_variables_with_an_inverse() -> None:
    a, b, c = _variables()
    doubled = form({a: 2, b: UINT.maximum - 1}, 0, WIDTH)  # 2a - 2b = 0 does not say a = b
    assert list(solved(form({a: 1, c: 1}, 0, WIDTH), doubled)) == []
    equal = form({a: 1, b: UINT.maximum}, 3, WIDTH)  # a = b - 3
    assert list(solved(form({a: 1, c: 1}, 0, WIDTH), equal)) == [form({b: 1, c: 1}, -3, WIDTH)]


COUNTED = """int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = x;
 while (__VERIFIER_nondet_uint()) { if (x - y == 3) { if (x != y + 3) reach_error(); y = x; } x++; } return 0; }"""
RELATED = """int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = y + 1;
 if (x != y) { x = y; } x += 2; if (x - z == 2) reach_error(); return 0; }"""
SWAPPED = """int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = a + 1, c = a + 3, t;
 while (__VERIFIER_nondet_uint()) { t = a; a = b; b = c; c = t; } if (a == b + 7) reach_error(); return 0; }"""


@pytest.mark.parametrize("body", [COUNTED, RELATED, SWAPPED], ids=["counted", "related", "swapped"])
def test_a_forms_variable_has_the_forms_value_wherever_an_execution_is(body: str) -> None:
    extension = extension_of(body)
    images = set(extension.locations.values())
    compared = 0
    for seed in range(30):
        chance = random.Random(seed)
        state: list[Value] = [chance.randrange(1 << WIDTH) for _ in range(extension.program.slot_count)]
        for variable, meaning in extension.forms.items():
            state[variable.slot] = _value(meaning.expression(), state)
        here: Location | None = extension.program.entry.entry
        stack: list[Location] = []
        for _ in range(400):
            if here in images:
                for variable, meaning in extension.forms.items():
                    assert state[variable.slot] == _value(meaning.expression(), state)
                    compared += 1
            here = None if here is None else _step(here, state, stack, chance)
    assert compared > 300


def _step(here: Location, state: list[Value], stack: list[Location], chance: random.Random) -> Location | None:
    """Where the edge leads that can be taken, of which there is one whatever the state is; None at the program's end."""
    for edge in here.leaving:
        match edge.operation:
            case Assume(condition=condition, positive=positive):
                if bool(evaluate(condition, state)[0]) is not positive:
                    continue
            case Assign(target=target, value=value):
                chosen = target.type.wrap(chance.choice((0, 1, 9)))
                state[target.slot] = chosen if isinstance(value, Nondet) else _value(value, state)
            case Call(callee=callee, return_to=after):
                stack.append(after)
                return callee.entry
            case Return():
                return stack.pop() if stack else None
        return edge.target
    return None


def _value(expression: Expression, state: list[Value]) -> int:
    value, _ = evaluate(expression, state)
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize(
    "body",
    [
        "int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x == 3) reach_error(); return 0; }",
        "int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); if (x == y) reach_error(); return 0; }",
        "int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = x * x; if (x == y) reach_error(); return 0; }",
        "int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = x + 1; if (x < y) reach_error(); return 0; }",
    ],
    ids=["with a constant", "of inputs", "of a product", "of an order"],
)
def test_there_is_no_extension_where_no_form_cancels(body: str) -> None:
    program = lowered(body)
    assert not has_cancelling_forms(program)
    assert extended(program) is None


def test_variables_that_only_forms_read_are_replaced() -> None:
    extension = extension_of(COUNTED)
    assert {variable.name.split("::")[-1] for variable in extension.replaced} >= {"x", "y"}
    read = extension_of(COUNTED.replace("return 0;", "if (x > 5) return 1; return 0;"))
    assert "x" not in {variable.name.split("::")[-1] for variable in read.replaced}
