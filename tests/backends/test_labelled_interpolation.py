"""The rules of labelled interpolation and of Farkas lemmas, without any solver."""

from __future__ import annotations

from fractions import Fraction

import pytest
from verilab_backends.arithmetic.exact_simplex import Relation
from verilab_backends.resolution.farkas_lemmas import NoCombination, farkas_lemma
from verilab_backends.resolution.labelled_interpolation import LabelledInterpolation, Labelling
from verilab_backends.resolution.linear_literals import LinearLiterals
from verilab_backends.resolution.propositions import FALSE, TRUE, Propositions


@pytest.mark.parametrize(("labelling", "whole"), [(Labelling.MCMILLAN, True), (Labelling.PUDLAK, False), (Labelling.INVERSE, False)])
def test_shared_atoms_are_labelled_by_the_system(labelling: Labelling, whole: bool) -> None:
    """(x or y) in A, (not x) and (not y) in B: after x, McMillan's partial interpolant is all of A's clause, the others' x alone."""
    propositions = Propositions()
    x, y = propositions.atom(), propositions.atom()
    rules = LabelledInterpolation(propositions, {TRUE: (0, 1), x: (0, 1), y: (0, 1)}, 2, labelling)
    first = rules.resolve(rules.leaf((x, y), 0), rules.leaf((-x,), 1), x)
    empty = rules.resolve(first, rules.leaf((-y,), 1), y)
    assert rules.at(first, 0) == (propositions.disjunction((x, y)) if whole else x)
    assert empty.clause == frozenset()
    assert rules.at(empty, 0) == propositions.disjunction((x, y))


def test_an_axiom_whose_atoms_mix_both_sides_spoils_those_cuts_only() -> None:
    propositions = Propositions()
    early, late = propositions.atom(), propositions.atom()
    rules = LabelledInterpolation(propositions, {TRUE: (0, 4), early: (0, 1), late: (3, 4)}, 5, Labelling.MCMILLAN)
    rules.axiom((early, late))
    assert rules.spoiled == {1, 2}


@pytest.fixture
def integers() -> LinearLiterals:
    return LinearLiterals(Propositions(), lambda variable: True)


@pytest.fixture
def reals() -> LinearLiterals:
    return LinearLiterals(Propositions(), lambda variable: False)


def test_one_fact_is_one_literal(integers: LinearLiterals, reals: LinearLiterals) -> None:
    assert integers.literal({1: 2}, -5, Relation.LE) == integers.literal({1: 1}, -2, Relation.LE)  # 2x <= 5, x <= 2
    assert integers.literal({1: -1}, 3, Relation.LE) == -integers.literal({1: 1}, -2, Relation.LE)  # x >= 3, not x <= 2
    assert integers.literal({1: 1}, -3, Relation.LT) == integers.literal({1: 1}, -2, Relation.LE)  # x < 3, x <= 2
    assert integers.literal({1: 2}, -5, Relation.EQ) == FALSE
    assert reals.literal({1: 2}, -5, Relation.LE) == reals.literal({1: Fraction(2, 5)}, -1, Relation.LE)
    assert reals.literal({1: -1}, 3, Relation.LE) == -reals.literal({1: 1}, -3, Relation.LT)
    assert reals.literal({}, 0, Relation.LE) == TRUE
    assert reals.literal({1: 0}, 0, Relation.LT) == FALSE


def test_a_combination_that_is_no_contradiction_is_refused(reals: LinearLiterals) -> None:
    low, high = reals.literal({1: 1}, 0, Relation.LE), reals.literal({1: -1}, 0, Relation.LE)  # x <= 0, 0 <= x
    rules = LabelledInterpolation(Propositions(), {TRUE: (0, 1), abs(low): (0, 1), abs(high): (0, 1)}, 2, Labelling.MCMILLAN)
    with pytest.raises(NoCombination):
        farkas_lemma(rules, reals, {low: 1, high: 1})
    strict = reals.literal({1: -1}, 0, Relation.LT)
    assert farkas_lemma(rules, reals, {low: 1, strict: 1}).clause == {-low, -strict}
    with pytest.raises(NoCombination):
        farkas_lemma(rules, reals, {low: -1, strict: -1})


def test_formulas_lose_what_their_parts_make_superfluous() -> None:
    propositions = Propositions()
    x, y, z = (propositions.atom() for _ in range(3))
    either, both = propositions.disjunction, propositions.conjunction
    assert propositions.simplified([both((x, either((x, y))))]) == [x]
    assert propositions.simplified([both((x, either((-x, y))))]) == [both((x, y))]
    assert propositions.simplified([both((x, both((y, both((z, -x))))))]) == [FALSE]
    assert both((x, -x)) == propositions.both(x, -x) == FALSE
    assert propositions.either(x, y) == either((y, x))
