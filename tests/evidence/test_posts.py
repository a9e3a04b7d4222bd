"""Posts of partial states lose no concrete step, and an assumption that fixes a variable says its value."""

from __future__ import annotations

import itertools

import pytest

from verilab.evidence.interpretation.evaluation import State, evaluate
from verilab.evidence.partial_states.posts import UNKNOWN, Posts
from verilab.program.builder import ProgramBuilder
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read, Unary
from verilab.program.types import INT, IntType

BYTE, WORD = IntType(3, True), IntType(5, False)
BUILDER = ProgramBuilder()
X, Y = BUILDER.variable("x", BYTE), BUILDER.variable("y", WORD)


def number(value: int, type: IntType = INT) -> Constant:
    return Constant(value, type)


def compare(operator: str, left: Expression, right: Expression) -> Binary:
    return Binary(operator, left, right, INT)


THREE = compare("==", Read(X), number(3, BYTE))
CONDITIONS: list[Expression] = [
    THREE,
    Unary("!", THREE, INT),
    compare("!=", Unary("!", THREE, INT), number(1)),
    compare("!=", THREE, number(0)),
    compare("==", THREE, number(1)),
    compare("==", Unary("!", THREE, INT), number(0)),
    compare("==", Binary("+", Read(X), number(1, BYTE), BYTE), number(-4, BYTE)),
    compare("==", Binary("-", number(1, BYTE), Read(X), BYTE), number(-2, BYTE)),
    compare("==", Unary("-", Read(X), BYTE), number(-3, BYTE)),
    compare("==", Unary("~", Read(X), BYTE), number(-4, BYTE)),
    compare("==", Binary("^", Read(X), number(1, BYTE), BYTE), number(2, BYTE)),
    compare("==", Cast(Read(X), INT), number(3)),
]
FIXING_3 = [condition for condition in CONDITIONS if condition is not CONDITIONS[1]]
OTHERS: list[Expression] = [
    compare("==", Cast(Read(X), INT), number(9)),
    compare("==", Cast(Read(X), WORD), Read(Y)),
    compare("==", Cast(Read(Y), BYTE), Read(X)),
    compare("<", Cast(Read(X), INT), Cast(Read(Y), INT)),
    compare("!=", Read(Y), number(1, WORD)),
    compare("!=", compare("<", Read(Y), number(4, WORD)), number(1)),
    Binary("&", THREE, compare("==", Read(Y), number(7, WORD)), INT),
    Binary("|", THREE, compare("==", Read(Y), number(7, WORD)), INT),
    compare("==", Binary("*", Read(Y), number(2, WORD), WORD), number(6, WORD)),
]


def concrete() -> list[State]:
    return [list(state) for state in itertools.product(range(BYTE.minimum, BYTE.maximum + 1), range(WORD.maximum + 1))]


@pytest.mark.parametrize("condition", [*CONDITIONS, *OTHERS])
@pytest.mark.parametrize("positive", [True, False])
def test_what_satisfies_the_assumption_is_in_the_post(condition: Expression, positive: bool) -> None:
    posts = Posts()
    for given in itertools.product((True, False), repeat=2):
        for state in concrete():
            if bool(evaluate(condition, state)[0]) is not positive:
                continue
            partial: State = [value if known else UNKNOWN for value, known in zip(state, given, strict=True)]
            assert posts.assume(condition, positive, partial)
            assert all(after is UNKNOWN or after == value for after, value in zip(partial, state, strict=True))


@pytest.mark.parametrize("condition", FIXING_3)
def test_an_assumption_that_fixes_a_variable_says_its_value(condition: Expression) -> None:
    satisfying = {state[X.slot] for state in concrete() if evaluate(condition, state)[0]}
    assert len(satisfying) == 1
    partial: State = [UNKNOWN, UNKNOWN]
    assert Posts().assume(condition, True, partial)
    assert {partial[X.slot]} == satisfying


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_known_decides(condition: Expression) -> None:
    for state in concrete():
        held = bool(evaluate(condition, state)[0])
        assert [Posts().assume(condition, positive, state[:]) for positive in (True, False)] == [held, not held]
