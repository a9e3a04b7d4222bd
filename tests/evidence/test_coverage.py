"""A partial state is covered by the rows that say no more than it knows, whatever tables answer that."""

from __future__ import annotations

import itertools

from verilab.analysis.invariants import Assignments, Element
from verilab.evidence.interpretation.evaluation import State, Value
from verilab.evidence.partial_states.coverage import Coverage, Covering
from verilab.evidence.partial_states.posts import UNKNOWN
from verilab.program.builder import ProgramBuilder
from verilab.program.types import INT

Row = tuple[int | None, ...]

BUILDER = ProgramBuilder()
X, PAIR = BUILDER.variable("x", INT), BUILDER.array("pair", INT, 2)
ELEMENTS: tuple[Element, ...] = ((PAIR, 1), (X, 0), (PAIR, 0))
ROWS: list[Row] = [(None, 1, None), (2, None, None), (1, 2, 1), (None, 2, 2), (2, 2, None)]
KNOWN: tuple[Value, ...] = (UNKNOWN, 1, 2)


def states() -> list[State]:
    """Every state of x and pair with 1, 2 or nothing known of each."""
    return [list(values) for values in itertools.product(KNOWN, repeat=3)]


def covers(row: Row, state: State) -> bool:
    """The definition, element by element."""
    return all(value is None or state[storage.slot + index] is value for (storage, index), value in zip(ELEMENTS, row, strict=True))


def test_a_state_is_covered_exactly_where_one_of_the_rows_covers_it() -> None:
    for count in range(len(ROWS) + 1):
        for rows in itertools.combinations(ROWS, count):
            coverage = Coverage(Assignments(ELEMENTS, rows))
            for state in states():
                assert coverage.covers(state) == any(covers(row, state) for row in rows), (rows, state)


def test_a_number_that_is_hashed_like_what_is_unknown_is_no_other() -> None:
    like = hash(UNKNOWN)
    rows: tuple[Row, ...] = ((like, None, None), (None, 1, None))
    coverage, covering = Coverage(Assignments(ELEMENTS, rows)), Covering([(Assignments(ELEMENTS, (row,)), row) for row in rows])
    cases: list[tuple[State, tuple[Row, ...]]] = [
        ([1, 1, UNKNOWN], rows[1:]),
        ([2, 1, UNKNOWN], ()),
        ([2, 1, like], rows[:1]),
        ([1, 1, like], rows),
    ]
    for state, covered in cases:
        assert coverage.covers(state) is bool(covered)
        assert covering.of(state) == set(covered)


def test_a_row_that_knows_nothing_covers_everything() -> None:
    coverage = Coverage(Assignments(ELEMENTS, ((None, None, None), (1, 1, 1))))
    assert all(coverage.covers(state) for state in states())


def test_with_few_tables_what_is_covered_is_so_and_equal_rows_are_found() -> None:
    for limit in range(4):
        coverage = Coverage(Assignments(ELEMENTS, tuple(ROWS)), limit)
        for state in states():
            assert not coverage.covers(state) or any(covers(row, state) for row in ROWS)
        assert coverage.covers([2, 1, 1])  # the third row as it stands
        assert coverage.covers([1, UNKNOWN, UNKNOWN])


def test_the_labels_are_those_of_all_rows_that_cover() -> None:
    parts = [(Assignments(ELEMENTS, (row, (2, 1, 1))), str(row)) for row in [*ROWS, (None, None, None)]]
    covering = Covering(parts)
    for state in states():
        expected = {label for rows, label in parts if any(covers(row, state) for row in rows.rows)}
        assert covering.of(state) == expected
