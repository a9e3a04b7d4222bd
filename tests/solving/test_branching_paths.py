"""Paths that share their beginnings: which way the tree points, what its certificate refuses, and what is checked and told on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.backends.required import need
from verilab.solving.backend import QueryContext, SolverSession
from verilab.solving.branching_paths import BranchingPaths, as_interpolation_tree, certify_paths, interpolate_paths
from verilab.solving.certificate import Certificate, Condition, Valid, Violated
from verilab.solving.interpolation import Interpolants, Invalid, NotUnsat, Outcome
from verilab.solving.procedure import Procedure
from verilab.solving.procedures import make_tree_interpolator


class Fork:
    """x = 3 and y = x + 1; then one way asks for x > 5, the other for y < 2."""

    def __init__(self) -> None:
        self.environment = Environment()
        m = self.environment.formula_manager
        self.x, self.y = m.Symbol("x", INT), m.Symbol("y", INT)
        self.beginning = m.Equals(self.x, m.Int(3)), m.Equals(self.y, m.Plus(self.x, m.Int(1)))
        self.left, self.right = m.GT(self.x, m.Int(5)), m.LT(self.y, m.Int(2))
        self.paths = BranchingPaths((*self.beginning, self.left, self.right), (None, 0, 1, 1))

    def certificate(self, session: SolverSession, *formulas: FNode) -> Certificate:
        return certify_paths(session, self.environment, self.paths, formulas)


@pytest.fixture
def fork() -> Fork:
    return Fork()


@pytest.fixture
def session(fork: Fork) -> Iterator[SolverSession]:
    with closing(need("z3")) as backend, closing(backend.session(fork.environment)) as opened:
        yield opened


@pytest.mark.parametrize("name", ["z3", "smtinterpol", "mathsat", "opensmt", "cvc5"])
def test_what_stands_at_a_fork_excludes_every_branch(name: str, fork: Fork, session: SolverSession) -> None:
    with closing(need(name)) as backend:
        outcome = interpolate_paths(make_tree_interpolator(backend, "", fork.environment), fork.paths, fork.environment)
        assert isinstance(outcome, Interpolants)
        assert fork.certificate(session, *outcome.formulas) == Valid()
        for branch in (fork.left, fork.right):
            session.push()
            session.add(outcome.formulas[1], branch)
            assert session.check().value == "unsat"
            session.pop()


# The conjunction of all nodes would be contradictory, as the one branch is; an interpolation tree without switches says no more than that.
def test_paths_of_which_one_has_a_model_are_not_contradictory(fork: Fork) -> None:
    m = fork.environment.formula_manager
    paths = BranchingPaths((*fork.beginning, fork.left, m.LT(fork.y, m.Int(7))), (None, 0, 1, 1))
    with closing(need("z3")) as backend:
        assert isinstance(interpolate_paths(make_tree_interpolator(backend, "", fork.environment), paths, fork.environment), NotUnsat)


def test_only_where_paths_part_there_are_switches(fork: Fork) -> None:
    tree = as_interpolation_tree(fork.paths, fork.environment)
    assert [switch.is_true() for switch in tree.switches] == [True, True, False, False]
    assert tree.parents == (2, 2, 3, 4)


def test_the_certificate_refuses_what_serves_one_branch_only(fork: Fork, session: SolverSession) -> None:
    m = fork.environment.formula_manager
    known, false = m.Equals(fork.x, m.Int(3)), m.FALSE()
    both = m.And(known, m.Equals(fork.y, m.Int(4)))
    assert fork.certificate(session, known, both, false, false) == Valid()
    assert fork.certificate(session, known, known, false, false) == Violated(Condition.CONTRADICTION, 4)
    assert fork.certificate(session, m.TRUE(), both, false, false) == Violated(Condition.CONSECUTION, 2)
    assert fork.certificate(session, m.Equals(fork.x, m.Int(4)), both, false, false) == Violated(Condition.INITIATION, 1)
    assert fork.certificate(session, both, both, false, false) == Violated(Condition.VOCABULARY, 1)
    assert fork.certificate(session, known, both, known, false) == Violated(Condition.VOCABULARY, 3)
    assert fork.certificate(session, known, both, m.TRUE(), false) == Violated(Condition.CONTRADICTION, 3)


@pytest.mark.parametrize(
    ("before", "problem"),
    [((None, 1), "node 1 must follow one of 0 .. 0"), ((None,), "2 steps"), ((0, None), "node 0 must follow")],
)
def test_what_is_no_tree_of_paths_is_refused(before: tuple[int | None, ...], problem: str, fork: Fork) -> None:
    with pytest.raises(ValueError, match=problem):
        BranchingPaths(fork.beginning, before)


class Wrong:
    """Answers true to every tree and sequence."""

    procedure = "wrong:proofs"

    def __init__(self, environment: Environment) -> None:
        self._true = environment.formula_manager.TRUE()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return Interpolants((self._true,) * (len(partitions) - 1), self.procedure)

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        return Interpolants((self._true,) * len(parents), self.procedure)

    def close(self) -> None:
        pass


def test_a_wrong_tree_is_an_outcome_of_its_own(fork: Fork, session: SolverSession) -> None:
    checked = Procedure("wrong:proofs", lambda: Wrong(fork.environment), fork.environment, QueryContext(), checker=lambda: session)
    assert isinstance(interpolate_paths(checked, fork.paths, fork.environment), Invalid)
    assert isinstance(checked.sequence([*fork.beginning, fork.left]), Invalid)


def test_observers_are_told_of_trees(fork: Fork) -> None:
    events: list[str] = []

    class Observer:
        def asked(self, procedure: str, partitions: Sequence[FNode]) -> None:
            events.append(f"asked {procedure} about {len(partitions)}")

        def answered(self, procedure: str, partitions: Sequence[FNode], outcome: Outcome, seconds: float) -> None:
            events.append(type(outcome).__name__)

    observed = Procedure("wrong:proofs", lambda: Wrong(fork.environment), fork.environment, QueryContext(), observers=[Observer()])
    interpolate_paths(observed, fork.paths, fork.environment)
    assert events == ["asked wrong:proofs about 5", "Interpolants"]
