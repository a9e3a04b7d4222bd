"""Predicates: what an interpolant brings, in one canonical form."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.formula import FormulaManager
from pysmt.typing import BV32, INT

from verilab.analysis.predicate.choices import Extraction
from verilab.analysis.predicate.precision import PredicatePrecision, PredicateScope
from verilab.analysis.predicate.predicates import Predicates
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Return
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import Skip


@pytest.fixture
def predicates() -> Predicates:
    return Predicates(Environment())


@pytest.fixture
def manager(predicates: Predicates) -> FormulaManager:
    return predicates.environment.formula_manager


def xy(manager: FormulaManager) -> tuple[FNode, FNode]:
    return manager.Symbol("x", INT), manager.Symbol("y", INT)


def test_an_inequality_and_its_negation_are_one_predicate(predicates: Predicates, manager: FormulaManager) -> None:
    x, y = xy(manager)
    at_most = predicates.extract(manager.LE(x, y))
    assert len(at_most) == 1
    assert predicates.extract(manager.GT(x, y)) == at_most
    assert predicates.extract(manager.Not(manager.LE(x, y))) == at_most
    assert predicates.extract(manager.LE(manager.Plus(y, manager.Int(1)), x)) == at_most
    assert predicates.extract(manager.LE(manager.Minus(x, y), manager.Int(0))) == at_most
    three_x, three_y = manager.Times(manager.Int(3), x), manager.Times(manager.Int(3), y)
    assert predicates.extract(manager.LE(three_x, manager.Plus(three_y, manager.Int(2)))) == at_most


def test_a_multiple_of_an_equation_is_the_same_predicate(predicates: Predicates, manager: FormulaManager) -> None:
    x, y = xy(manager)
    equal = predicates.extract(manager.Equals(x, manager.Plus(y, manager.Int(2))))
    assert len(equal) == 1
    multiple = manager.Equals(manager.Times(manager.Int(-2), y), manager.Minus(manager.Int(4), manager.Times(manager.Int(2), x)))
    assert predicates.extract(multiple) == equal


def test_atoms_with_a_truth_value_bring_nothing(predicates: Predicates, manager: FormulaManager) -> None:
    x, _ = xy(manager)
    assert predicates.extract(manager.LE(x, x)) == frozenset()
    assert predicates.extract(manager.Equals(manager.Times(manager.Int(2), x), manager.Int(3))) == frozenset()
    assert predicates.extract(manager.TRUE()) == frozenset()


def test_every_atom_of_an_interpolant_is_a_predicate(predicates: Predicates, manager: FormulaManager) -> None:
    x, y = xy(manager)
    interpolant = manager.Or(manager.And(manager.LE(x, manager.Int(3)), manager.Equals(y, x)), manager.Not(manager.LE(y, manager.Int(0))))
    assert len(predicates.extract(interpolant)) == 3


def test_an_equality_may_be_split_into_the_two_inequalities_that_express_it(predicates: Predicates, manager: FormulaManager) -> None:
    x, _ = xy(manager)
    atoms = predicates.extract(manager.Equals(x, manager.Int(3)), Extraction.INEQUALITIES)
    assert atoms == predicates.extract(manager.And(manager.LE(x, manager.Int(3)), manager.GE(x, manager.Int(3))))
    assert len(atoms) == 2


def test_a_whole_interpolant_is_one_predicate_without_its_negation(predicates: Predicates, manager: FormulaManager) -> None:
    x, y = xy(manager)
    interpolant = manager.And(manager.LE(x, y), manager.LE(y, manager.Int(0)))
    assert predicates.extract(manager.Not(interpolant), Extraction.WHOLE) == {interpolant}
    assert predicates.extract(manager.FALSE(), Extraction.WHOLE) == frozenset()


def test_conjuncts_are_predicates_of_their_own_and_literals_among_them_canonical(predicates: Predicates, manager: FormulaManager) -> None:
    x, y = xy(manager)
    clause = manager.Or(manager.LE(x, manager.Int(1)), manager.LE(y, manager.Int(2)))
    atoms = predicates.extract(manager.And(manager.And(clause, manager.GT(x, y)), manager.Not(clause)), Extraction.CONJUNCTS)
    assert atoms == {clause, *predicates.extract(manager.LE(x, y))}


def test_a_strict_comparison_of_bit_vectors_is_the_negation_of_a_weak_one(predicates: Predicates, manager: FormulaManager) -> None:
    x, y = manager.Symbol("x:32", BV32), manager.Symbol("y:32", BV32)
    assert predicates.extract(manager.BVULT(x, y)) == predicates.extract(manager.BVULE(y, x))
    assert predicates.extract(manager.BVSLT(x, y)) == predicates.extract(manager.BVSLE(y, x))


def test_numbers_follow_discovery_and_are_kept(predicates: Predicates, manager: FormulaManager) -> None:
    x, y = xy(manager)
    first = predicates.intern(manager.LE(x, y))
    second = predicates.intern(manager.Equals(x, y))
    assert (first.number, second.number) == (0, 1)
    assert predicates.intern(manager.LE(x, y)) is first
    assert predicates[1] is second
    assert first.symbols == {x, y}


def points() -> list[ControlPoint]:
    """main's entry, g's entry under two calls, and g's exit under the first."""
    builder = ProgramBuilder()
    main, g = builder.function("main"), builder.function("g")
    middle = builder.location(main)
    builder.edge(main.entry, g.entry, Call(g, middle))
    builder.edge(middle, g.entry, Call(g, main.exit))
    builder.edge(g.entry, g.exit, Skip())
    builder.edge(g.exit, main.exit, Return())
    graph = ControlGraph(builder.finish(main))
    first = graph.entry.successors[0][1]
    second = graph.point(middle, ()).successors[0][1]
    return [graph.entry, first, second, first.successors[0][1]]


@pytest.mark.parametrize(
    ("scope", "reached"),
    [
        (PredicateScope.POINT, [False, True, False, False]),
        (PredicateScope.LOCATION, [False, True, True, False]),
        (PredicateScope.FUNCTION, [False, True, True, True]),
        (PredicateScope.GLOBAL, [True, True, True, True]),
    ],
)
def test_the_scope_says_where_a_located_predicate_is_tracked(scope: PredicateScope, reached: list[bool]) -> None:
    precision = PredicatePrecision(scope)
    places = points()
    assert precision.add(places[1], [4])
    assert [precision.at(place) == (4,) for place in places] == reached
    assert not precision.add(places[1], [4])


def test_a_predicate_tracked_everywhere_is_tracked_at_every_point_once() -> None:
    precision = PredicatePrecision()
    places = points()
    precision.add(places[0], [2])
    assert precision.add_everywhere([1, 2])
    assert [precision.at(place) for place in places] == [(1, 2)] * 4
    assert not precision.add(places[0], [1])
    assert precision.numbers() == {1, 2}


@pytest.mark.parametrize(("scope", "told_apart"), [(PredicateScope.LOCATION, False), (PredicateScope.POINT, True)])
def test_the_points_of_a_location_share_one_tuple_until_a_scope_tells_them_apart(scope: PredicateScope, told_apart: bool) -> None:
    precision = PredicatePrecision(scope)
    places = points()
    precision.add(places[0], [4], PredicateScope.FUNCTION)
    precision.add(places[1], [7])
    assert precision.at(places[1]) == (7,)
    assert (precision.at(places[2]) is precision.at(places[1])) is not told_apart
    assert precision.at(places[2]) == (() if told_apart else (7,))
