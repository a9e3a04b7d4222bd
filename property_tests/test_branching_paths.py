"""Paths that share their beginnings: one interpolation tree gives formulas that serve all branches, whoever interpolates it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from property_tests.examples import examples
from tests.backends.required import need
from verilab.solving.backend import Backend, Status
from verilab.solving.branching_paths import BranchingPaths, as_interpolation_tree, certify_paths, interpolate_paths
from verilab.solving.certificate import Valid
from verilab.solving.interpolation import Interpolants, NotUnsat
from verilab.solving.procedures import make_tree_interpolator

SOME = settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
NAMES = "xyz"

steps = st.one_of(
    st.tuples(st.just("set"), st.integers(0, 2), st.integers(0, 3)),
    st.tuples(st.just("add"), st.integers(0, 2), st.integers(0, 2)),
    st.tuples(st.just("less"), st.integers(0, 2), st.integers(0, 2)),
    st.tuples(st.just("most"), st.integers(0, 2), st.integers(0, 3)),
    st.tuples(st.just("more"), st.integers(0, 2), st.integers(1, 4)),
)


@dataclass(frozen=True)
class Drawn:
    """Steps over x, y and z, each behind another one or at the entry."""

    steps: tuple[tuple[str, int, int], ...]
    before: tuple[int | None, ...]

    # What a step writes is x@n, for its node n; what it reads is what the last step before it has written.
    def paths(self, environment: Environment) -> BranchingPaths:
        m = environment.formula_manager
        entry = [m.Symbol(f"{name}@0", INT) for name in NAMES]
        states: list[list[FNode]] = []
        partitions = []
        for node, ((kind, place, value), source) in enumerate(zip(self.steps, self.before, strict=True), start=1):
            state = list(entry if source is None else states[source])
            new = m.Symbol(f"{NAMES[place]}@{node}", INT)
            match kind:
                case "set":
                    partitions.append(m.Equals(new, m.Int(value)))
                case "add":
                    partitions.append(m.Equals(new, m.Plus(state[place], state[value], m.Int(1))))
                case "less":
                    partitions.append(m.LT(state[place], state[value]))
                case "most":
                    partitions.append(m.LE(state[place], m.Int(value)))
                case _:
                    partitions.append(m.And(m.GE(state[place], m.Int(value)), m.GE(state[2], m.Int(0))))
            if kind in ("set", "add"):
                state[place] = new
            states.append(state)
        return BranchingPaths(tuple(partitions), self.before)


@st.composite
def trees(draw: st.DrawFn) -> Drawn:
    count = draw(st.integers(1, 12))
    before = [draw(st.one_of(st.none(), st.integers(max(0, node - 3), node - 1))) if node else None for node in range(count)]
    return Drawn(tuple(draw(st.lists(steps, min_size=count, max_size=count))), tuple(before))


class Solvers:
    """One that interpolates trees, one that judges it; a worker serves one environment."""

    def __init__(self, engine: Backend, judge: Backend) -> None:
        self.environment = Environment()
        self.interpolator = make_tree_interpolator(engine, "", self.environment)
        self.judge = judge.session(self.environment)

    def contradictory(self, formulas: Sequence[FNode]) -> bool:
        self.judge.push()
        self.judge.add(*formulas)
        status = self.judge.check()
        self.judge.pop()
        return status is Status.UNSAT


@pytest.fixture(scope="module", params=["z3", "smtinterpol", "mathsat", "opensmt", "cvc5"])
def solvers(request: pytest.FixtureRequest) -> Iterator[Solvers]:
    with ExitStack() as stack:
        engine, judge = need(request.param), need("z3" if request.param == "cvc5" else "cvc5")
        stack.callback(engine.close)
        stack.callback(judge.close)
        yield Solvers(engine, judge)


def pruned(solvers: Solvers, drawn: Drawn) -> BranchingPaths:
    """The part of the tree that leads to contradictory leaves."""
    paths = drawn.paths(solvers.environment)
    kept: set[int] = set()
    for leaf, following in enumerate(paths.following):
        nodes = paths.path_to(leaf)
        if not following and solvers.contradictory([paths.partitions[node] for node in nodes]):
            kept.update(nodes)
    assume(kept)
    place = {node: number for number, node in enumerate(sorted(kept))}
    before = [paths.before[node] for node in place]
    return BranchingPaths(
        tuple([paths.partitions[node] for node in place]), tuple([None if parent is None else place[parent] for parent in before])
    )


@SOME
@given(trees())
def test_one_tree_gives_formulas_that_serve_all_branches(solvers: Solvers, drawn: Drawn) -> None:
    paths = pruned(solvers, drawn)
    outcome = interpolate_paths(solvers.interpolator, paths, solvers.environment)
    assert isinstance(outcome, Interpolants), outcome
    assert certify_paths(solvers.judge, solvers.environment, paths, outcome.formulas) == Valid()


@SOME
@given(trees())
def test_a_tree_is_contradictory_exactly_where_each_path_is(solvers: Solvers, drawn: Drawn) -> None:
    paths = drawn.paths(solvers.environment)
    leaves = [leaf for leaf, following in enumerate(paths.following) if not following]
    each = [solvers.contradictory([paths.partitions[node] for node in paths.path_to(leaf)]) for leaf in leaves]
    assert solvers.contradictory(as_interpolation_tree(paths, solvers.environment).partitions) == all(each)
    if not all(each):
        assert isinstance(interpolate_paths(solvers.interpolator, paths, solvers.environment), NotUnsat)


# Interpolants of the paths one by one, conjoined where paths share a cut, serve all of them: that is what a tree saves, not what it adds.
@SOME
@given(trees())
def test_the_sequences_of_the_paths_conjoined_serve_all_branches_too(solvers: Solvers, drawn: Drawn) -> None:
    paths, m = pruned(solvers, drawn), solvers.environment.formula_manager
    said: list[list[FNode]] = [[] for _ in paths.partitions]
    for leaf, following in enumerate(paths.following):
        if not following:
            nodes = paths.path_to(leaf)
            outcome = solvers.interpolator.sequence([paths.partitions[node] for node in nodes])
            assert isinstance(outcome, Interpolants), outcome
            for node, formula in zip(nodes, (*outcome.formulas, m.FALSE()), strict=True):
                said[node].append(formula)
    joined = [m.FALSE() if m.FALSE() in some else m.And(some) for some in said]
    assert certify_paths(solvers.judge, solvers.environment, paths, joined) == Valid()
