"""Partial interpolants of linear theory lemmas, for all cuts, from one Farkas combination (McMillan, TACAS 2004).

Facts p_i <= 0 (< 0, = 0) and multipliers m_i (>= 0 unless the fact is an equation) whose sum is a positive constant (or 0 with a
strict fact) contradict each other.  With the facts in order of the partition from which on they belong to A:
    I_k = the sum of m_i * p_i over the facts in A at cut k,  <= 0 (< 0 where one of them is strict)
A's facts imply it; with B's facts it sums up to the contradiction; and what is not shared cancels, as it cancels in the whole sum.
The combination is checked here, so a proof's coefficients need not be believed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from verilab.solving.simplification.linear_forms import Number
from verilab_backends.arithmetic.exact_simplex import Relation
from verilab_backends.resolution.labelled_interpolation import LabelledInterpolation, Partial
from verilab_backends.resolution.linear_literals import Fact, LinearLiterals


class NoCombination(Exception):
    """The facts with these multipliers do not contradict each other."""


def farkas_lemma(
    interpolation: LabelledInterpolation, linear: LinearLiterals, multipliers: Mapping[int, Number], conclusion: int | None = None
) -> Partial:
    """The valid clause ``not l_1 or not l_2 ... or conclusion`` with its partial interpolants.

    ``multipliers`` has the literals l_i; the conclusion's own multiplier is found.  Raises NoCombination.
    """
    weights = {literal: weight for literal, weight in _whole(multipliers).items() if weight}
    facts = {literal: _fact(linear, literal) for literal in weights}
    total, constant, strict = _total(facts, weights)
    if conclusion is not None:
        weights, constant, strict, total = _against(linear, conclusion, facts, weights, (total, constant, strict))
    if total or constant < 0 or (constant == 0 and not strict):
        raise NoCombination("the facts do not sum up to a contradiction")
    clause = [-literal for literal in weights]
    first, last = interpolation.common(clause)
    if first <= last:
        return interpolation.axiom(clause)
    return _cuts(interpolation, linear, facts, weights)


def _cuts(interpolation: LabelledInterpolation, linear: LinearLiterals, facts: dict[int, Fact], weights: dict[int, Number]) -> Partial:
    order = sorted(weights, key=lambda literal: (interpolation.position(literal), literal))
    low, high = interpolation.position(order[0]), interpolation.position(order[-1])
    table: list[int] = []
    sums: dict[int, Number] = {}
    constant: Number = 0
    strict = False
    for literal in order:
        position = interpolation.position(literal)
        if position == high:
            break
        if low + len(table) < position:
            partial = linear.literal(sums, constant, Relation.LT if strict else Relation.LE)
            table.extend([partial] * (position - low - len(table)))
        fact, weight = facts[literal], weights[literal]
        _add(sums, fact, weight)
        constant += fact.constant * weight
        strict = strict or fact.relation is Relation.LT
    partial = linear.literal(sums, constant, Relation.LT if strict else Relation.LE)
    table.extend([partial] * (high - low - len(table)))
    return interpolation.lemma([-literal for literal in weights], low, table)


def _fact(linear: LinearLiterals, literal: int) -> Fact:
    fact = linear.fact(literal)
    if fact is None:
        raise NoCombination("not a linear fact")
    return fact


def _whole(multipliers: Mapping[int, Number]) -> dict[int, Number]:
    """The multipliers times one number that makes them integers."""
    if all(type(number) is int for number in multipliers.values()):
        return dict(multipliers)
    factor = lcm(*(Fraction(number).denominator for number in multipliers.values()))
    return {literal: int(number * factor) for literal, number in multipliers.items()}


def _total(facts: dict[int, Fact], weights: dict[int, Number]) -> tuple[dict[int, Number], Number, bool]:
    total: dict[int, Number] = {}
    constant: Number = 0
    strict = False
    for literal, weight in weights.items():
        fact = facts[literal]
        if weight < 0 and fact.relation is not Relation.EQ:
            raise NoCombination("a negative multiplier")
        _add(total, fact, weight)
        constant += fact.constant * weight
        strict = strict or fact.relation is Relation.LT
    return total, constant, strict


# The sum p <= 0 implies the conclusion if with  not conclusion,  q <= 0,  it contradicts: p + m * q is a constant for m = -p[x]/q[x].
def _against(
    linear: LinearLiterals,
    conclusion: int,
    facts: dict[int, Fact],
    weights: dict[int, Number],
    total: tuple[dict[int, Number], Number, bool],
) -> tuple[dict[int, Number], Number, bool, dict[int, Number]]:
    sums, constant, strict = total
    fact = facts[-conclusion] = _fact(linear, -conclusion)
    variable = next(iter(fact.coefficients))
    multiplier = Fraction(-sums.get(variable, 0)) / fact.coefficients[variable]
    if multiplier < 0 and fact.relation is not Relation.EQ:
        raise NoCombination("the facts do not imply the conclusion")
    scale = multiplier.denominator
    weight = int(multiplier * scale)
    if not weight:
        raise NoCombination("the conclusion is not needed")
    result = {literal: number * scale for literal, number in weights.items()}
    result[-conclusion] = result.get(-conclusion, 0) + weight
    sums = {name: factor * scale for name, factor in sums.items()}
    _add(sums, fact, weight)
    return result, constant * scale + fact.constant * weight, strict or fact.relation is Relation.LT, sums


def _add(sums: dict[int, Number], fact: Fact, weight: Number) -> None:
    for variable, factor in fact.coefficients.items():
        changed = sums.get(variable, 0) + factor * weight
        if changed:
            sums[variable] = changed
        else:
            sums.pop(variable, None)
