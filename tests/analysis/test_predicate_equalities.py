"""What formulas that compare variables for equality can be together: the diagram has what all values show, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.analysis.predicate import equalities
from verilab.analysis.predicate.comparisons import Comparisons
from verilab.analysis.predicate.equalities import Equalities
from verilab.analysis.predicate.regions import Bdd, Regions

ENVIRONMENT = Environment()
FORMULAS = ENVIRONMENT.formula_manager
VARIABLES = [FORMULAS.Symbol(name, INT) for name in "wxyz"]
NUMBERS = range(-1, 3)
VALUES = dict(zip(VARIABLES, np.meshgrid(*[np.arange(-6, 7)] * len(VARIABLES), indexing="ij"), strict=True))
"""As many beyond the breakpoints of all atoms as there are variables: to try these values is to try all."""

Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class Compared:
    """A formula, and its truth for each of the values."""

    formula: FNode
    truths: Truths

    def __repr__(self) -> str:
        return str(self.formula.serialize())


def is_number(v: FNode, c: int) -> Compared:
    return Compared(FORMULAS.Equals(v, FORMULAS.Int(c)), VALUES[v] == c)


def at_most(v: FNode, c: int) -> Compared:
    return Compared(FORMULAS.LE(v, FORMULAS.Int(c)), VALUES[v] <= c)


def equal(v: FNode, w: FNode) -> Compared:
    return Compared(FORMULAS.Equals(v, w), VALUES[v] == VALUES[w])


def different(v: FNode, w: FNode) -> Compared:
    return negated(equal(v, w))


def negated(part: Compared) -> Compared:
    return Compared(FORMULAS.Not(part.formula), ~part.truths)


def between(v: FNode, low: int, high: int) -> Compared:
    return joined(FORMULAS.And, np.logical_and, negated(at_most(v, low - 1)), at_most(v, high))


def joined(make: Callable[..., FNode], of: Callable[..., Truths], left: Compared, right: Compared) -> Compared:
    return Compared(make(left.formula, right.formula), of(left.truths, right.truths))


def chosen(condition: Compared, then: Compared, otherwise: Compared) -> Compared:
    return Compared(
        FORMULAS.Ite(condition.formula, then.formula, otherwise.formula), np.where(condition.truths, then.truths, otherwise.truths)
    )


variables, numbers = st.sampled_from(VARIABLES), st.sampled_from(NUMBERS)
atoms = st.builds(equal, variables, variables) | st.builds(is_number, variables, numbers) | st.builds(at_most, variables, numbers)
connectives = st.sampled_from(
    [
        (FORMULAS.And, np.logical_and),
        (FORMULAS.Or, np.logical_or),
        (FORMULAS.Iff, np.equal),
        (FORMULAS.Implies, lambda left, right: ~left | right),
    ]
)
compared = st.recursive(
    atoms,
    lambda inner: (
        st.builds(negated, inner)
        | st.builds(lambda c, left, right: joined(c[0], c[1], left, right), connectives, inner, inner)
        | st.builds(chosen, inner, inner, inner)
    ),
    max_leaves=4,
)


def by_values(constraints: Sequence[Compared], formulas: Sequence[Compared]) -> set[tuple[bool, ...]]:
    """The definition."""
    where = np.ones_like(VALUES[VARIABLES[0]], dtype=bool)
    for constraint in constraints:
        where &= constraint.truths
    rows = zip(*(formula.truths[where].tolist() for formula in formulas), strict=True)
    return set(rows) if formulas else ({()} if where.any() else set())


def by_diagram(constraints: Sequence[Compared], formulas: Sequence[Compared]) -> set[tuple[bool, ...]] | None:
    regions = Regions(ENVIRONMENT, lambda number: FORMULAS.Symbol(f"p{number}"))
    names = [regions.name(number) for number in range(len(formulas))]
    diagram = Equalities(Comparisons(), regions).relation(
        [constraint.formula for constraint in constraints], dict(zip(names, (formula.formula for formula in formulas), strict=True))
    )
    return None if diagram is None else minterms(regions, diagram, names)


def minterms(regions: Regions, diagram: Bdd, names: Sequence[str]) -> set[tuple[bool, ...]]:
    assert regions.names(diagram) <= set(names), "auxiliary variables are forgotten"
    choices = product((False, True), repeat=len(names))
    return {values for values in choices if diagram & regions.named_cube(names, values) != regions.false}


w, x, y, z = VARIABLES


@settings(max_examples=100)
@given(st.lists(compared, max_size=3), st.lists(compared, max_size=5))
@example([], [equal(w, x), equal(x, y), equal(y, z), equal(z, w)])
@example([between(v, 0, 1) for v in (x, y, z)], [equal(x, y), equal(y, z), equal(x, z)])
@example([between(v, 0, 1) for v in (x, y, z)] + [different(x, y), different(y, z)], [different(x, z)])
@example(
    [between(v, 0, 2) for v in VARIABLES] + [different(w, x), different(w, y), different(w, z), different(x, y), different(y, z)],
    [equal(x, z)],
)
@example([is_number(x, 1), is_number(z, 1)], [equal(x, y), equal(y, z)])
def test_variables_that_are_equal_or_not_have_the_truths_that_all_their_values_show(
    constraints: list[Compared], formulas: list[Compared]
) -> None:
    assert by_diagram(constraints, formulas) == by_values(constraints, formulas)


def test_a_star_of_pairs_has_a_diagram_where_its_minterms_are_too_many_to_list() -> None:
    centre, *others = [FORMULAS.Symbol(f"v{number}", INT) for number in range(24)]
    regions = Regions(ENVIRONMENT, lambda number: FORMULAS.Symbol(f"p{number}"))
    formulas = {regions.name(number): FORMULAS.Equals(centre, other) for number, other in enumerate(others)}
    constraints = [FORMULAS.Equals(other, FORMULAS.Int(number)) for number, other in enumerate(others[:2])]
    diagram = Equalities(Comparisons(), regions).relation(constraints, formulas)
    assert diagram is not None
    assert regions.count(diagram, 23) == 3 * 2**21, "any of 21, and of the two that are 0 and 1 at most one"


@pytest.mark.parametrize(
    "formula",
    [
        FORMULAS.LE(x, y),
        FORMULAS.Equals(x, FORMULAS.Plus(y, FORMULAS.Int(1))),
        FORMULAS.Equals(x, FORMULAS.Plus(y, z)),
        FORMULAS.Symbol("b"),
    ],
    ids=str,
)
def test_what_is_no_equality_is_left_to_a_solver(formula: FNode) -> None:
    nothing = np.zeros_like(VALUES[x], dtype=bool)
    assert by_diagram([], [Compared(formula, nothing)]) is None
    assert by_diagram([Compared(FORMULAS.Or(formula, FORMULAS.Equals(x, y)), nothing)], [equal(y, z)]) is None


def test_numbers_and_nodes_past_their_limits_are_left_to_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [is_number(x, c) for c in range(equalities.MOST_CELLS)]
    assert by_diagram([], [equal(x, y), *many[:3]]) is not None
    assert by_diagram([], [equal(x, y), *many]) is None
    monkeypatch.setattr(equalities, "MOST_NODES", 2)
    assert by_diagram([], [equal(w, x), equal(x, y), equal(y, z)]) is None
