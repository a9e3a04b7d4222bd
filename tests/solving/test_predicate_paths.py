"""Predicates along a sequence: which exclude it, at which cut they are known, and the controls that take them by themselves."""

from __future__ import annotations

from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.typing import INT

from tests.backends.required import need
from verilab.solving.backend import QueryContext
from verilab.solving.certificate import Valid, certify
from verilab.solving.interpolation import Failed, Interpolants
from verilab.solving.predicate_paths import Excluded, StatePredicates, abstracted
from verilab.solving.procedures import make_interpolator


class Counter:
    """x = 0, y = x, x' = x + 1, x' < y, whose names have instances."""

    def __init__(self) -> None:
        self.environment = Environment()
        m = self.m = self.environment.formula_manager
        self.x0, self.x1, self.y = m.Symbol("f::x@0", INT), m.Symbol("f::x@1", INT), m.Symbol("f::y@0", INT)
        self.partitions = [
            m.Equals(self.x0, m.Int(0)),
            m.Equals(self.y, self.x0),
            m.Equals(self.x1, m.Plus(self.x0, m.Int(1))),
            m.LT(self.x1, self.y),
        ]


@pytest.mark.parametrize("cubes", [0, 16])
def test_predicates_that_separate_a_path_exclude_it(cubes: int) -> None:
    counter = Counter()
    m = counter.m
    known = [[], [m.LE(counter.y, counter.x0)], [m.LE(counter.y, counter.x1)]]
    with closing(need("z3").session(counter.environment)) as session:
        states, excluded = abstracted(session, counter.environment, counter.partitions, known, cubes=cubes)
        assert excluded is Excluded.YES
        assert certify(session, counter.environment, counter.partitions, states) == Valid()
        _, excluded = abstracted(session, counter.environment, counter.partitions, [*known[:2], []], cubes=cubes)
    assert excluded is Excluded.NO


def test_what_only_cubes_can_say_needs_a_boolean_abstraction() -> None:
    environment = Environment()
    m = environment.formula_manager
    p, q = m.Symbol("p"), m.Symbol("q")
    partitions = [m.Iff(p, q), m.Not(m.Iff(p, q))]
    with closing(need("z3").session(environment)) as session:
        found = [abstracted(session, environment, partitions, [[p, q]], cubes=cubes)[1] for cubes in (0, 1, 2)]
    assert found == [Excluded.NO, Excluded.NO, Excluded.YES]


def test_without_time_nothing_is_known() -> None:
    counter = Counter()
    with closing(need("z3").session(counter.environment)) as session:
        states, excluded = abstracted(session, counter.environment, counter.partitions, [[], [], []], seconds=-1.0)
    assert excluded is Excluded.UNDECIDED
    assert all(state.is_true() for state in states)


def test_predicates_of_a_state_are_at_home_where_their_symbols_have_an_instance() -> None:
    counter = Counter()
    m, states = counter.m, StatePredicates(counter.environment)
    predicate = states.of_state(m.LE(counter.x0, counter.y))
    assert predicate is not None
    assert {symbol.symbol_name() for symbol in predicate.get_free_variables()} == {"f::x", "f::y"}
    assert states.at_cut([predicate], [counter.x0]) == []
    assert states.at_cut([predicate], [counter.x0, counter.x1, counter.y]) == [m.LE(counter.x1, counter.y)]
    assert states.of_state(m.Equals(counter.x1, counter.x0)) is None


@pytest.mark.parametrize("control", ["path-atoms", "core-atoms"])
def test_the_paths_own_atoms_interpolate_where_they_separate_it(control: str) -> None:
    counter = Counter()
    m = counter.m
    guarded = [m.And(counter.partitions[0], m.LE(counter.y, counter.x0)), *counter.partitions[1:]]
    with closing(make_interpolator(need("z3"), control, counter.environment)) as interpolator:
        outcome = interpolator.sequence(guarded)
    assert isinstance(outcome, Interpolants)
    with closing(need("cvc5").session(counter.environment)) as session:
        assert certify(session, counter.environment, guarded, outcome.formulas) == Valid()


def test_random_atoms_are_the_same_for_the_same_seed_and_others_for_another() -> None:
    counter = Counter()
    m = counter.m
    partitions = [m.Equals(counter.x0, m.Int(0)), m.Equals(counter.x0, m.Int(1))]
    answers = []
    for seed in (0, 0, *range(1, 12)):
        context = QueryContext(seed=seed)
        with closing(make_interpolator(need("z3"), "random-atoms", counter.environment, context=context)) as interpolator:
            answers.append(interpolator.sequence(partitions))
    assert answers[0] == answers[1]
    assert len(set(answers)) > 1
    with closing(need("cvc5").session(counter.environment)) as session:
        for answer in answers:
            if isinstance(answer, Interpolants):
                assert certify(session, counter.environment, partitions, answer.formulas) == Valid()
            else:
                assert isinstance(answer, Failed)
                assert "do not separate the path" in answer.reason


def test_nobody_expects_an_answer_of_a_control() -> None:
    assert need("z3").capabilities.controls == {"path-atoms", "core-atoms", "random-atoms", "random-strength"}
