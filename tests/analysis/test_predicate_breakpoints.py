"""What formulas that compare variables can be together: found at their breakpoints, it is what all values show, and what a solver says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL, BVType
from verilab_backends.z3.backend import Z3Backend

from tests.analysis.by_hand import predicate_analysis
from tests.analysis.predicate_programs import counting, forte15_figure1, lock, named_states
from verilab.analysis.predicate.breakpoints import Breakpoints
from verilab.analysis.predicate.compared_variables import ComparedVariables
from verilab.analysis.predicate.comparisons import Comparisons
from verilab.formulas.blocks.block_operator import SingleBlock
from verilab.formulas.terms.inspection import Evaluation, symbols
from verilab.program.cfa import Program
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.resources import Deadline
from verilab.solving.backend import Backend, QueryContext

ENVIRONMENT = Environment()
FORMULAS = ENVIRONMENT.formula_manager
VARIABLES = [FORMULAS.Symbol(name, INT) for name in "xyz"]
LOWEST, HIGHEST = -6, 6
"""Two beyond the breakpoints of all atoms: to try these values is to try all."""

small = st.integers(-2, 2)


def atoms(variables: Sequence[FNode]) -> st.SearchStrategy[FNode]:
    """a v + b, or v and w, compared."""
    relation = st.sampled_from((FORMULAS.LE, FORMULAS.LT, FORMULAS.Equals, FORMULAS.GE, FORMULAS.GT))
    linear = st.builds(
        lambda a, v, b: FORMULAS.Plus(FORMULAS.Times(FORMULAS.Int(a), v), FORMULAS.Int(b)),
        st.sampled_from((-3, -2, -1, 1, 2, 3)),
        st.sampled_from(variables),
        small,
    )
    with_number = st.builds(lambda make, term, number: make(term, FORMULAS.Int(number)), relation, linear, small)
    with_each_other = st.builds(lambda make, v, w: make(v, w), relation, st.sampled_from(variables), st.sampled_from(variables))
    return with_number | with_each_other


def comparisons(variables: Sequence[FNode]) -> st.SearchStrategy[FNode]:
    return st.recursive(
        atoms(variables) | st.sampled_from((FORMULAS.TRUE(), FORMULAS.FALSE())),
        lambda inner: (
            st.builds(FORMULAS.Not, inner)
            | st.builds(
                lambda make, left, right: make(left, right), st.sampled_from((FORMULAS.And, FORMULAS.Or, FORMULAS.Iff)), inner, inner
            )
            | st.builds(FORMULAS.Implies, inner, inner)
        ),
        max_leaves=4,
    )


def by_values(constraints: Sequence[FNode], formulas: Sequence[FNode]) -> set[tuple[bool, ...]]:
    """The definition."""
    free = sorted({symbol for formula in (*constraints, *formulas) for symbol in symbols(formula)}, key=FNode.symbol_name)
    minterms = set()
    for values in product(range(LOWEST, HIGHEST + 1), repeat=len(free)):
        evaluation = Evaluation(dict(zip(free, values, strict=True)).get)
        if all(evaluation.holds(constraint) for constraint in constraints):
            minterms.add(tuple(evaluation.holds(formula) for formula in formulas))
    return minterms


def by_breakpoints(constraints: Sequence[FNode], formulas: Sequence[FNode]) -> set[tuple[bool, ...]] | None:
    parts = Breakpoints(Comparisons()).minterms(constraints, formulas)
    if parts is None:
        return None
    minterms = set()
    for choice in product(*(values for _, values in parts)):
        truths = {
            place: truth for (places, _), minterm in zip(parts, choice, strict=True) for place, truth in zip(places, minterm, strict=True)
        }
        minterms.add(tuple(truths[place] for place in range(len(formulas))))
    return minterms


@given(st.lists(comparisons(VARIABLES[:2]), max_size=2), st.lists(comparisons(VARIABLES[:2]), max_size=4))
def test_two_variables_have_the_minterms_that_all_their_values_show(constraints: list[FNode], formulas: list[FNode]) -> None:
    assert by_breakpoints(constraints, formulas) == by_values(constraints, formulas)


@settings(max_examples=20)
@given(st.lists(comparisons(VARIABLES), max_size=2), st.lists(comparisons(VARIABLES), max_size=3))
def test_three_variables_have_them_or_are_left_to_a_solver(constraints: list[FNode], formulas: list[FNode]) -> None:
    minterms = by_breakpoints(constraints, formulas)
    assert minterms is None or minterms == by_values(constraints, formulas)


def test_variables_that_no_formula_compares_are_independent() -> None:
    x, y, z = VARIABLES
    formulas = [FORMULAS.LE(variable, FORMULAS.Int(1)) for variable in VARIABLES]
    parts = Breakpoints(Comparisons()).minterms([FORMULAS.Equals(x, FORMULAS.Int(5))], formulas)
    assert parts == [([0], [(False,)]), ([1], [(True,), (False,)]), ([2], [(True,), (False,)])]
    assert by_breakpoints([], [FORMULAS.LT(x, y), FORMULAS.LT(y, z)]) is None, "three that are compared are left to a solver"


@pytest.mark.parametrize(
    "formula",
    [
        FORMULAS.LE(FORMULAS.Plus(VARIABLES[0], VARIABLES[1]), FORMULAS.Int(3)),
        FORMULAS.LE(VARIABLES[0], FORMULAS.Plus(VARIABLES[1], FORMULAS.Int(1))),
        FORMULAS.LE(FORMULAS.Times(VARIABLES[0], VARIABLES[0]), FORMULAS.Int(3)),
        FORMULAS.LE(FORMULAS.Symbol("r", REAL), FORMULAS.Real(1)),
        FORMULAS.BVULE(FORMULAS.Symbol("v", BVType(8)), FORMULAS.BV(3, 8)),
        FORMULAS.Symbol("b"),
        FORMULAS.Ite(FORMULAS.Symbol("b"), FORMULAS.TRUE(), FORMULAS.FALSE()),
    ],
    ids=str,
)
def test_what_is_no_comparison_is_left_to_a_solver(formula: FNode) -> None:
    assert Breakpoints(Comparisons()).minterms([], [formula]) is None
    assert Breakpoints(Comparisons()).minterms([formula], []) is None
    assert Breakpoints(Comparisons()).minterms([], [FORMULAS.And(formula, FORMULAS.LE(VARIABLES[0], FORMULAS.Int(0)))]) is None


@pytest.fixture
def backend() -> Iterator[Backend]:
    backend = Z3Backend()
    yield backend
    backend.close()


@pytest.mark.parametrize("program", [counting(3, 3), counting(3, 2), lock(safe=True), lock(safe=False), forte15_figure1(5), named_states()])
def test_the_states_of_every_refinement_are_those_that_a_solver_gives(
    program: Program, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run() -> tuple[list[int], int]:
        """States of each refinement, and how many questions were asked of the solver."""
        asked: list[object] = []
        context = QueryContext(deadline=Deadline(60.0), recorder=asked.append)
        analysis = predicate_analysis(program, backend, procedures=("horn",), operator=SingleBlock(), context=context)
        loop = RefinementLoop(analysis, parse_strategy("single-path"))
        return [loop.statistics.states for _ in loop.refinements()], len(asked)

    states, few = run()
    monkeypatch.setattr(ComparedVariables, "relation", lambda *_: None)
    expected, many = run()
    assert states == expected
    assert few < many
