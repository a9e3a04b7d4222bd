"""Linear normal form of integer comparisons, so that one fact is one predicate however an interpolation procedure wrote it.

An atom t1 <= t2, t1 < t2 or t1 = t2 over the integers becomes  sum a_i * x_i <= c  or  sum a_i * x_i = c  with coprime a_i, terms
ordered by their node number, and a_1 > 0: the opposite inequality is the negation of such an atom.
    t <= c  <=>  (t/g) <= floor(c/g);      -t <= c  <=>  not (t <= -c-1);      t < c  <=>  t <= c-1      (integers, g = gcd a_i)
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.simplification.linear_forms import linear_form


class LinearAtoms:
    """Integer comparisons in normal form, in one pySMT environment."""

    def __init__(self, environment: Environment) -> None:
        self._formulas = environment.formula_manager

    def at_most(self, left: FNode, right: FNode, *, strict: bool) -> tuple[FNode, bool] | bool:
        """The predicate of ``left <= right`` (``<`` where strict) and its sign, or the atom's truth value where it has one."""
        coefficients, constant = _difference(left, right)
        bound = -constant - (1 if strict else 0)
        if not coefficients:
            return bound >= 0
        terms, divisor = _coprime(coefficients)
        bound //= divisor
        if terms[0][1] > 0:
            return self._compare(terms, bound, self._formulas.LE), True
        return self._compare(tuple((term, -factor) for term, factor in terms), -bound - 1, self._formulas.LE), False

    def equal(self, left: FNode, right: FNode) -> tuple[FNode, bool] | bool:
        """The predicate of ``left = right``, or the atom's truth value where it has one."""
        coefficients, constant = _difference(left, right)
        if not coefficients:
            return constant == 0
        terms, divisor = _coprime(coefficients)
        if constant % divisor:
            return False
        value = -constant // divisor
        if terms[0][1] < 0:
            terms, value = tuple((term, -factor) for term, factor in terms), -value
        return self._compare(terms, value, self._formulas.Equals), True

    def halves(self, equality: FNode) -> tuple[FNode, FNode]:
        """``t <= c`` and ``t <= c - 1`` for a normalised ``t = c``: together they express it, each generalises it."""
        left, right = equality.args()
        minus_one = self._formulas.Plus(right, self._formulas.Int(-1))
        upper, lower = self.at_most(left, right, strict=False), self.at_most(left, minus_one, strict=False)
        assert not isinstance(upper, bool)
        assert not isinstance(lower, bool)
        return upper[0], lower[0]

    def _compare(self, terms: tuple[tuple[FNode, int], ...], bound: int, relation: Callable[[FNode, FNode], FNode]) -> FNode:
        # Positive terms left, negative terms right, the constant where it is positive: no subtraction is left to read.
        left = [self._scaled(term, factor) for term, factor in terms if factor > 0]
        right = [self._scaled(term, -factor) for term, factor in terms if factor < 0]
        if bound < 0 and right:
            left.append(self._formulas.Int(-bound))
        elif bound or not right:
            right.append(self._formulas.Int(bound))
        return relation(self._sum(left), self._sum(right))

    def _scaled(self, term: FNode, factor: int) -> FNode:
        return term if factor == 1 else self._formulas.Times(self._formulas.Int(factor), term)

    def _sum(self, terms: list[FNode]) -> FNode:
        return terms[0] if len(terms) == 1 else self._formulas.Plus(terms)


def _difference(left: FNode, right: FNode) -> tuple[tuple[tuple[FNode, int], ...], int]:
    """left - right: terms by node number with their coefficients, and the constant."""
    form = linear_form((left, 1), (right, -1))
    terms = sorted(form.coefficients.items(), key=lambda item: item[0].node_id())
    return tuple((term, int(factor)) for term, factor in terms), int(form.constant)


def _coprime(coefficients: tuple[tuple[FNode, int], ...]) -> tuple[tuple[tuple[FNode, int], ...], int]:
    divisor = 0
    for _, factor in coefficients:
        divisor = gcd(divisor, factor)
    return tuple((term, factor // divisor) for term, factor in coefficients), divisor
