"""Random programs over two counters and a small input, and their exhaustive execution: relations that values alone cannot express."""

from __future__ import annotations

from dataclasses import dataclass
from operator import eq, ge, lt, ne
from typing import Any

from hypothesis import strategies as st

NAMES = ("x", "y", "n")
BOUND = 3
"""The input n is 0 .. BOUND."""
MOST = 4
"""Additions and loops stop here: also where nothing but values is tracked their number is finite, and every analysis ends."""
OPERATORS = {"==": eq, "!=": ne, "<": lt, ">=": ge}
State = tuple[int, ...]
Statement = tuple[Any, ...]
"""Tagged, of any shape."""

written = st.integers(0, 1)
read = st.integers(0, 2)
relation = st.tuples(read, st.sampled_from(sorted(OPERATORS)), st.one_of(st.tuples(st.just("is"), st.integers(0, 4)), read))
simple = st.one_of(
    st.tuples(st.just("set"), written, st.integers(0, 2)),
    st.tuples(st.just("copy"), written, read),
    st.tuples(st.just("add"), written),
    st.tuples(st.just("maybe"), written, st.integers(0, 2)),
    st.tuples(st.just("error"), relation),
    st.tuples(st.just("error"), relation),
)
statements = st.one_of(
    simple,
    simple,
    st.tuples(st.just("when"), relation, st.lists(simple, min_size=1, max_size=2)),
    st.tuples(st.just("loop"), st.lists(simple, min_size=1, max_size=2)),
)


@dataclass(frozen=True)
class Drawn:
    """Statements over x and y, which start at 0, and the input n."""

    body: tuple[Statement, ...]

    @property
    def text(self) -> str:
        inner = " ".join(_text(statement, str(number)) for number, statement in enumerate(self.body))
        guard = f"if (n < 0) {{ return 0; }} if (n > {BOUND}) {{ return 0; }}"
        return f"int main(void) {{ int x = 0, y = 0, n = __VERIFIER_nondet_int(); {guard} {inner} return 0; }}"

    @property
    def safe(self) -> bool:
        """Whether no execution meets an error."""
        states: set[State] | None = {(0, 0, n) for n in range(BOUND + 1)}
        for statement in self.body:
            states = None if states is None else _run(statement, states)
        return states is not None


drawn = st.lists(statements, min_size=2, max_size=6).map(lambda body: Drawn(tuple(body)))


def _condition(test: Statement) -> str:
    left, operator, right = test
    return f"{NAMES[left]} {operator} {right[1] if isinstance(right, tuple) else NAMES[right]}"


def _text(statement: Statement, number: str) -> str:
    match statement:
        case ("set", place, value):
            return f"{NAMES[place]} = {value};"
        case ("copy", place, other):
            return f"{NAMES[place]} = {NAMES[other]};"
        case ("add", place):
            return f"if ({NAMES[place]} < {MOST}) {{ {NAMES[place]} = {NAMES[place]} + 1; }}"
        case ("maybe", place, value):
            return f"if (__VERIFIER_nondet_int() == 1) {{ {NAMES[place]} = {value}; }}"
        case ("error", test):
            return f"if ({_condition(test)}) {{ reach_error(); }}"
        case ("when", test, body):
            return f"if ({_condition(test)}) {{ {' '.join(_text(inner_statement, number) for inner_statement in body)} }}"
        case ("loop", body):
            inner = " ".join(_text(inner_statement, number) for inner_statement in body)
            return f"int i{number} = 0; while (i{number} < n) {{ if (i{number} >= {BOUND}) {{ break; }} {inner} i{number}++; }}"
    raise ValueError(statement)


def _holds(test: Statement, state: State) -> bool:
    left, operator, right = test
    return bool(OPERATORS[operator](state[left], right[1] if isinstance(right, tuple) else state[right]))


def _run(statement: Statement, states: set[State]) -> set[State] | None:
    """All states after a statement; None where one meets an error."""
    match statement:
        case ("set", place, value):
            return {_with(state, place, value) for state in states}
        case ("copy", place, other):
            return {_with(state, place, state[other]) for state in states}
        case ("add", place):
            return {_with(state, place, state[place] + (state[place] < MOST)) for state in states}
        case ("maybe", place, value):
            return states | {_with(state, place, value) for state in states}
        case ("error", test):
            return None if any(_holds(test, state) for state in states) else states
        case ("when", test, body):
            inside = {state for state in states if _holds(test, state)}
            after = _all(body, inside)
            return None if after is None else after | (states - inside)
        case ("loop", body):
            ended: set[State] = set()
            for n in range(BOUND + 1):
                rounds = _all(list(body) * n, {state for state in states if state[2] == n})
                if rounds is None:
                    return None
                ended |= rounds
            return ended
    raise ValueError(statement)


def _all(body: list[Statement], states: set[State]) -> set[State] | None:
    after: set[State] | None = states
    for statement in body:
        after = None if after is None else _run(statement, after)
    return after


def _with(state: State, place: int, value: int) -> State:
    return (*state[:place], value, *state[place + 1 :])
