"""Tree interpolants: engines that have them, their certificates, and that a sequence is a tree whose every node has one child."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise

import hypothesis.strategies as st
import pytest
from hypothesis import given
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.backends.required import need
from verilab.solving.certificate import Condition, Valid, Violated, certify
from verilab.solving.conformance.trees import sizes, tree_queries, tree_rows
from verilab.solving.interpolation import Interpolants, NotUnsat, shared_variables
from verilab.solving.procedures import make_tree_interpolator
from verilab.solving.registry import UnknownBackend, load_backend
from verilab.solving.tree_certificate import certify_tree
from verilab.solving.trees import by_bisection, height, path, shared_in_tree, unbranched

ENGINES = ["z3", "smtinterpol", "mathsat", "opensmt", "cvc5"]
CHECKERS = {"cvc5": "z3"}


@pytest.fixture
def environment() -> Environment:
    return Environment()


def chain(environment: Environment, length: int) -> list[FNode]:
    """x0 = 0; x1 = x0 + 1; ...; the last is not their number: ``length`` + 2 partitions."""
    m = environment.formula_manager
    x = [m.Symbol(f"x@{index}", INT) for index in range(length + 1)]
    steps = [m.Equals(x[index + 1], m.Plus(x[index], m.Int(1))) for index in range(length)]
    return [m.Equals(x[0], m.Int(0)), *steps, m.Not(m.Equals(x[-1], m.Int(length)))]


@pytest.mark.parametrize("name", ENGINES)
def test_every_tree_of_the_kit_is_answered_rightly(name: str, environment: Environment) -> None:
    with closing(need(name)) as backend, closing(need(CHECKERS.get(name, "cvc5"))) as checker:
        rows = list(tree_rows(backend, checker, environment, list(backend.capabilities.interpolation)))
    assert len(rows) > 40
    assert {row.result for row in rows} == {"valid", "satisfiable"}, [row for row in rows if row.result not in ("valid", "satisfiable")]


@pytest.mark.parametrize("name", ENGINES)
def test_interpolants_of_a_path_shaped_tree_are_an_interpolant_sequence(name: str, environment: Environment) -> None:
    partitions = chain(environment, 12)
    parents = path(len(partitions))
    with closing(need(name)) as backend, closing(need(CHECKERS.get(name, "cvc5"))) as checker:
        interpolator = make_tree_interpolator(backend, "", environment)
        tree, sequence = interpolator.tree(partitions, parents), interpolator.sequence(partitions)
        assert isinstance(tree, Interpolants)
        assert isinstance(sequence, Interpolants)
        session = checker.session(environment)
        assert certify(session, environment, partitions, tree.formulas) == Valid()
        assert certify_tree(session, environment, partitions, parents, sequence.formulas) == Valid()
        interpolator.close()


def test_a_path_shaped_tree_shares_what_a_sequence_shares(environment: Environment) -> None:
    partitions = chain(environment, 5)
    assert shared_in_tree(partitions, path(len(partitions))) == shared_variables(partitions)
    assert height(path(len(partitions))) == len(partitions)


def test_the_certificates_of_sequences_and_of_trees_agree_on_paths(environment: Environment) -> None:
    m = environment.formula_manager
    partitions = chain(environment, 2)
    x = [m.Symbol(f"x@{index}", INT) for index in range(3)]
    right = [m.Equals(symbol, m.Int(index)) for index, symbol in enumerate(x)]
    with closing(load_backend("z3")) as backend:
        session = backend.session(environment)
        for wrong in range(3):
            formulas = list(right)
            formulas[wrong] = m.LE(m.Int(7), x[wrong])
            on_sequence = certify(session, environment, partitions, formulas)
            on_tree = certify_tree(session, environment, partitions, path(4), formulas)
            assert isinstance(on_sequence, Violated)
            assert isinstance(on_tree, Violated)
            assert on_sequence.condition is on_tree.condition


def test_an_interpolant_may_not_speak_of_its_sibling(environment: Environment) -> None:
    m = environment.formula_manager
    a, b = m.Symbol("a", INT), m.Symbol("b", INT)
    partitions = [m.Equals(a, m.Int(1)), m.Equals(b, m.Int(2)), m.LT(b, a)]
    with closing(load_backend("z3")) as backend:
        session = backend.session(environment)
        good = certify_tree(session, environment, partitions, [2, 2], [m.LE(a, m.Int(1)), m.LE(m.Int(2), b)])
        bad = certify_tree(session, environment, partitions, [2, 2], [m.LE(a, b), m.LE(m.Int(2), b)])
    assert good == Valid()
    assert bad == Violated(Condition.VOCABULARY, 1)


def test_an_interpolant_that_its_subtree_does_not_imply_is_named(environment: Environment) -> None:
    m = environment.formula_manager
    a, b = m.Symbol("a", INT), m.Symbol("b", INT)
    partitions = [m.Equals(a, m.Int(1)), m.Equals(b, m.Plus(a, m.Int(1))), m.LT(b, m.Int(2))]
    with closing(load_backend("z3")) as backend:
        session = backend.session(environment)
        found = [
            certify_tree(session, environment, partitions, [1, 2], formulas)
            for formulas in ([m.LE(m.Int(2), a), m.LE(m.Int(3), b)], [m.TRUE(), m.LE(m.Int(2), b)], [m.LE(m.Int(1), a), m.TRUE()])
        ]
    places = [(Condition.INITIATION, 1), (Condition.CONSECUTION, 2), (Condition.CONTRADICTION, 3)]
    assert found == [Violated(condition, node) for condition, node in places]


@pytest.mark.parametrize(("parents", "message"), [([1], "has 2 parents"), ([2, 1], "parent of node 1"), ([0, 2], "parent of node 0")])
def test_what_is_no_tree_is_refused(environment: Environment, parents: list[int], message: str) -> None:
    m = environment.formula_manager
    with closing(load_backend("z3")) as backend:
        interpolator = make_tree_interpolator(backend, "horn", environment)
        with pytest.raises(ValueError, match=message):
            interpolator.tree([m.FALSE()] * 3, parents)
        interpolator.close()


def test_a_procedure_without_trees_is_refused_and_one_that_has_them_named(environment: Environment) -> None:
    with closing(load_backend("z3")) as backend, pytest.raises(UnknownBackend, match="known: horn"):
        make_tree_interpolator(backend, "newton-wp", environment)


def test_trees_cross_the_border_of_a_worker(environment: Environment) -> None:
    with closing(load_backend("z3", isolate=True)) as backend, closing(load_backend("cvc5")) as checker:
        assert backend.capabilities.trees == {"horn"}
        interpolator = make_tree_interpolator(backend, "horn", environment)
        unsatisfiable, satisfiable = sizes(environment, "tree", (2, 2, 4, 4))
        outcome = interpolator.tree(unsatisfiable.partitions, unsatisfiable.parents)
        assert isinstance(outcome, Interpolants)
        session = checker.session(environment)
        assert certify_tree(session, environment, unsatisfiable.partitions, unsatisfiable.parents, outcome.formulas) == Valid()
        assert interpolator.tree(satisfiable.partitions, satisfiable.parents) == NotUnsat()
        interpolator.close()


def test_the_kit_asks_trees_of_many_shapes(environment: Environment) -> None:
    with closing(load_backend("z3")) as judge:
        queries = list(tree_queries(environment, judge))
    assert len({query.name for query in queries}) == len(queries)
    assert sum(not query.satisfiable for query in queries) >= 30
    assert any(height(query.parents) < len(query.partitions) - 3 for query in queries)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 40)), max_size=6))
def test_bisection_finds_intervals_with_few_questions(intervals: list[tuple[int, int]]) -> None:
    """Neighbouring intervals with different answers, each answer on one interval."""
    answers = [number for number, (_, length) in enumerate(intervals) for _ in range(length)]
    asked: list[int] = []

    def ask(place: int) -> int:
        asked.append(place)
        return answers[place]

    assert by_bisection(ask, range(len(answers))) == answers
    assert len(set(asked)) == len(asked) <= 2 + (len(intervals) - 1) * (max(len(answers), 1)).bit_length() if intervals else not asked


@given(st.data())
def test_ways_have_each_node_but_the_root_once_and_branch_nowhere(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 20))
    parents = [data.draw(st.integers(node + 1, size - 1)) for node in range(size - 1)]
    ways = unbranched(parents)
    assert sorted(node for way in ways for node in way) == list(range(size - 1))
    for way in ways:
        assert all(parents[node] == following and parents.count(following) == 1 for node, following in pairwise(way))
    assert unbranched(path(size)) == ([list(range(size - 1))] if size > 1 else [])
