"""Random programs with many error locations, and their exhaustive execution.

Exact for the value domain: inputs are only compared with constants, once each, everything else is determined.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from verilab.refinement.conformance import Scenario

NAMES = "xyz"
State = tuple[int, ...]
Statement = tuple[Any, ...]
"""Tagged, of any shape."""

places = st.integers(0, len(NAMES) - 1)
values = st.integers(0, 2)
simple = st.one_of(
    st.tuples(st.just("set"), places, values),
    st.tuples(st.just("copy"), places, places),
    st.tuples(st.just("maybe"), places, values),
    st.tuples(st.just("error"), places, values),
    st.tuples(st.just("error"), places, values),
)
statements = st.one_of(
    simple,
    simple,
    st.tuples(st.just("when"), places, values, st.lists(simple, min_size=1, max_size=3)),
    st.tuples(st.just("loop"), st.integers(1, 3), st.lists(simple, min_size=1, max_size=2)),
)


@dataclass(frozen=True)
class Drawn:
    """Statements over x, y and z, which start at 0."""

    body: tuple[Statement, ...]

    @property
    def text(self) -> str:
        return (
            f"int main(void) {{ int x = 0, y = 0, z = 0; {' '.join(_text(part, str(n)) for n, part in enumerate(self.body))} return 0; }}"
        )

    @property
    def safe(self) -> bool:
        """Whether no execution meets an error."""
        states: set[State] = {(0,) * len(NAMES)}
        for statement in self.body:
            following = _run(statement, states)
            if following is None:
                return False
            states = following
        return True

    def scenario(self) -> Scenario:
        return Scenario("drawn", self.text, self.safe)


drawn = st.lists(statements, min_size=2, max_size=8).map(lambda body: Drawn(tuple(body)))


def _text(statement: Statement, number: str) -> str:
    match statement:
        case ("set", place, value):
            return f"{NAMES[place]} = {value};"
        case ("copy", place, other):
            return f"{NAMES[place]} = {NAMES[other]};"
        case ("maybe", place, value):
            return f"if (__VERIFIER_nondet_int() == 1) {{ {NAMES[place]} = {value}; }}"
        case ("error", place, value):
            return f"if ({NAMES[place]} == {value + 1}) {{ reach_error(); }}"
        case ("when", place, value, body):
            return f"if ({NAMES[place]} == {value}) {{ {' '.join(_text(inner_statement, number) for inner_statement in body)} }}"
        case ("loop", rounds, body):
            inner = " ".join(_text(inner_statement, number) for inner_statement in body)
            return f"int i{number} = 0; while (i{number} < {rounds}) {{ {inner} i{number}++; }}"
    raise ValueError(statement)


def _run(statement: Statement, states: set[State]) -> set[State] | None:
    """All states after a statement; None where one meets an error."""
    match statement:
        case ("set", place, value):
            return {_with(state, place, value) for state in states}
        case ("copy", place, other):
            return {_with(state, place, state[other]) for state in states}
        case ("maybe", place, value):
            return states | {_with(state, place, value) for state in states}
        case ("error", place, value):
            return None if any(state[place] == value + 1 for state in states) else states
        case ("when", place, value, body):
            inside: set[State] | None = {state for state in states if state[place] == value}
            outside = states - (inside or set())
            for inner_statement in body:
                inside = None if inside is None else _run(inner_statement, inside)
            return None if inside is None else inside | outside
        case ("loop", rounds, body):
            after: set[State] | None = states
            for inner_statement in list(body) * rounds:
                after = None if after is None else _run(inner_statement, after)
            return after
    raise ValueError(statement)


def _with(state: State, place: int, value: int) -> State:
    return (*state[:place], value, *state[place + 1 :])
