"""Polynomial equations that hold of all rows: the null space of the matrix of monomials (Sharma et al., ESOP 2013, §3).

Monomials come in the order of their degrees, so that each equation expresses one of them by smaller ones; what depends linearly on
smaller variables takes no part in products.  Elimination is modulo a prime, coefficients are its small representatives or fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import lcm, prod

PRIME = (1 << 61) - 1
LARGEST = 1 << 12
"""Coefficients beyond it are no guess but an accident."""
SMALL = 1 << 40
"""Equations are looked for among rows with values below this."""
MOST_MONOMIALS = 70

Monomial = tuple[int, ...]
"""The positions of its variables, sorted; () is 1."""
Equation = dict[Monomial, int]
"""A polynomial, with integer coefficients, that is zero."""


def equations(rows: Sequence[Sequence[int]], degree: int) -> list[Equation]:
    """Equations of at most this degree; more rows hold each of them than it has coefficients to choose."""
    small = [row for row in rows if all(abs(value) < SMALL for value in row)]
    if not small:
        return []
    basis: list[Equation] = []
    positions = list(range(len(small[0])))
    linear, free = _null_space(small, [(), *((position,) for position in positions)])
    basis += linear
    left = [monomial[0] for monomial in free if monomial]
    for power in range(2, degree + 1):
        monomials: list[Monomial] = [product for size in range(power + 1) for product in combinations_with_replacement(left, size)]
        if len(monomials) > MOST_MONOMIALS:
            break
        basis += _null_space(small, monomials)[0]
    return list({tuple(sorted(equation.items())): equation for equation in basis}.values())


def _null_space(rows: Sequence[Sequence[int]], monomials: Sequence[Monomial]) -> tuple[list[Equation], list[Monomial]]:
    """Per monomial that depends on earlier ones an equation; the other monomials."""
    pivots: dict[int, list[int]] = {}
    width = len(monomials)
    for row in rows:
        line = [prod(row[position] for position in monomial) % PRIME for monomial in monomials]
        for column, pivot in pivots.items():
            factor = line[column]
            if factor:
                line = [(left - factor * right) % PRIME for left, right in zip(line, pivot, strict=True)]
        # The last column that is left, so that what is free are the small ones.
        column = next((column for column in range(width) if line[column]), -1)
        if column < 0:
            continue
        inverse = pow(line[column], -1, PRIME)
        line = [value * inverse % PRIME for value in line]
        for other, pivot in pivots.items():
            factor = pivot[column]
            if factor:
                pivots[other] = [(left - factor * right) % PRIME for left, right in zip(pivot, line, strict=True)]
        pivots[column] = line
        if len(pivots) == width:
            return [], list(monomials)
    if len(rows) <= len(pivots):
        return [], list(monomials)
    basis = []
    for column in range(width):
        if column not in pivots:
            equation = _equation(column, pivots, monomials)
            if equation is not None:
                basis.append(equation)
    return basis, [monomials[column] for column in sorted(pivots)]


# The kernel vector of a free column f: v[f] = 1, v[p] = -pivot_p[f] for the pivots p.
def _equation(column: int, pivots: dict[int, list[int]], monomials: Sequence[Monomial]) -> Equation | None:
    coefficients = {column: (1, 1)}
    for pivot, line in pivots.items():
        if line[column]:
            fraction = _fraction(-line[column] % PRIME)
            if fraction is None:
                return None
            coefficients[pivot] = fraction
    common = lcm(*(denominator for _, denominator in coefficients.values()))
    scaled = {monomials[place]: numerator * (common // denominator) for place, (numerator, denominator) in coefficients.items()}
    return scaled if all(abs(value) <= LARGEST for value in scaled.values()) else None


def _fraction(residue: int) -> tuple[int, int] | None:
    """The fraction with numerator and denominator of at most LARGEST that is ``residue`` modulo PRIME (Wang's reconstruction)."""
    before, after = (PRIME, 0), (residue, 1)
    while after[0] > LARGEST:
        quotient = before[0] // after[0]
        before, after = after, (before[0] - quotient * after[0], before[1] - quotient * after[1])
    numerator, denominator = after
    if denominator < 0:
        numerator, denominator = -numerator, -denominator
    return (numerator, denominator) if 0 < denominator <= LARGEST else None
