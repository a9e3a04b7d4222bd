"""Linear normal form of integer comparisons, so that one fact is one predicate however an interpolation procedure wrote it.

An atom t1 <= t2, t1 < t2 or t1 = t2 over the integers becomes  sum a_i * x_i <= c  or  sum a_i * x_i = c  with coprime a_i, terms
ordered by their node number, and a_1 > 0: the opposite inequality is the negation of such an atom.
    t <= c  <=>  (t/g) <= floor(c/g);      -t <= c  <=>  not (t <= -c-1);      t < c  <=>  t <= c-1      (integers, g = gcd a_i)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode


@dataclass(frozen=True, slots=True)
class Polynomial:
    """sum coefficient * term + constant; a term is any integer FNode that is not itself a sum or a constant."""

    coefficients: tuple[tuple[FNode, int], ...]
    constant: int


class LinearAtoms:
    """Reads and writes linear normal forms in one pySMT environment."""

    def __init__(self, environment: Environment) -> None:
        self._formulas = environment.formula_manager
        self._types = environment.stc

    def polynomial(self, term: FNode) -> Polynomial:
        """A term as a linear combination of its non-linear parts, iteratively."""
        coefficients: dict[FNode, int] = {}
        constant = 0
        pending: list[tuple[FNode, int]] = [(term, 1)]
        while pending:
            node, factor = pending.pop()
            kind = node.node_type()
            if kind == op.INT_CONSTANT:
                constant += factor * int(node.constant_value())
            elif kind == op.PLUS:
                pending.extend((child, factor) for child in node.args())
            elif kind == op.MINUS:
                left, right = node.args()
                pending.extend(((left, factor), (right, -factor)))
            elif kind == op.TIMES and (product := _constant_product(node)) is not None:
                number, rest = product
                if rest is None:
                    constant += factor * number
                else:
                    pending.append((rest, factor * number))
            else:
                coefficients[node] = coefficients.get(node, 0) + factor
        ordered = sorted(((node, factor) for node, factor in coefficients.items() if factor), key=lambda item: item[0].node_id())
        return Polynomial(tuple(ordered), constant)

    def at_most(self, left: FNode, right: FNode, *, strict: bool) -> tuple[FNode, bool] | bool:
        """The predicate of ``left <= right`` (``<`` where strict) and its sign, or the atom's truth value where it has one."""
        difference = self.polynomial(self._formulas.Minus(left, right))
        bound = -difference.constant - (1 if strict else 0)
        if not difference.coefficients:
            return bound >= 0
        terms, divisor = _coprime(difference.coefficients)
        bound //= divisor
        if terms[0][1] > 0:
            return self._compare(terms, bound, self._formulas.LE), True
        return self._compare(tuple((term, -factor) for term, factor in terms), -bound - 1, self._formulas.LE), False

    def equal(self, left: FNode, right: FNode) -> tuple[FNode, bool] | bool:
        """The predicate of ``left = right``, or the atom's truth value where it has one."""
        difference = self.polynomial(self._formulas.Minus(left, right))
        if not difference.coefficients:
            return difference.constant == 0
        terms, divisor = _coprime(difference.coefficients)
        if difference.constant % divisor:
            return False
        value = -difference.constant // divisor
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

    def _compare(self, terms: tuple[tuple[FNode, int], ...], bound: int, relation: object) -> FNode:
        # Positive terms left, negative terms right, the constant where it is positive: no subtraction is left to read.
        left = [self._scaled(term, factor) for term, factor in terms if factor > 0]
        right = [self._scaled(term, -factor) for term, factor in terms if factor < 0]
        if bound < 0 and right:
            left.append(self._formulas.Int(-bound))
        elif bound or not right:
            right.append(self._formulas.Int(bound))
        return relation(self._sum(left), self._sum(right))  # type: ignore[operator]

    def _scaled(self, term: FNode, factor: int) -> FNode:
        return term if factor == 1 else self._formulas.Times(self._formulas.Int(factor), term)

    def _sum(self, terms: list[FNode]) -> FNode:
        return terms[0] if len(terms) == 1 else self._formulas.Plus(terms)


def _constant_product(node: FNode) -> tuple[int, FNode | None] | None:
    """(number, other factor) of a product with at most one factor that is not a constant; None for other products."""
    number = 1
    rest: FNode | None = None
    for child in node.args():
        if child.is_int_constant():
            number *= int(child.constant_value())
        elif rest is None:
            rest = child
        else:
            return None
    return number, rest


def _coprime(coefficients: tuple[tuple[FNode, int], ...]) -> tuple[tuple[tuple[FNode, int], ...], int]:
    divisor = 0
    for _, factor in coefficients:
        divisor = gcd(divisor, factor)
    return tuple((term, factor // divisor) for term, factor in coefficients), divisor
